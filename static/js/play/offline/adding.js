// The way of this device's games into My games, once there is a network: what the page says of it,
// and one press that sends them.

import { say } from "../../announce.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";
import { keptGames, markAdded } from "./store.js";

/** @typedef {{ name: string, token: string, games: string }} Account */
/** @typedef {{ id?: string, uid?: string, code?: string, text?: string }} Answer */

export class Adding {
  #page = byId("offline");
  #banner = byId("add");
  /** @type {Account | null} null while there is no network */
  #account = null;
  #isPutOff = false;

  /** @param {() => Promise<void>} onAdded */
  constructor(onAdded) {
    this.onAdded = onAdded;
  }

  start() {
    byId("add-now").addEventListener("click", () => void this.#add());
    byId("add-later").addEventListener("click", () => this.#putOff());
    for (const type of ["online", "offline"]) addEventListener(type, () => void this.look());
    void this.look();
  }

  /** Ask whether there is a network, who is signed in, and which games wait to be added. */
  async look() {
    this.#account = navigator.onLine ? await this.#ask() : null;
    const pill = byId("pill");
    pill.hidden = false;
    pill.dataset.state = this.#account ? "on" : "off";
    const waiting = await this.#waiting();
    const isOffered = this.#account !== null && waiting.length > 0 && !this.#isPutOff;
    this.#banner.hidden = !isOffered;
    if (isOffered) this.#offer(waiting.length);
    else this.#title("title_usual", this.#account ? "text_on" : "text_off");
  }

  /** @returns {Promise<Account | null>} */
  async #ask() {
    try {
      const answer = await fetch(this.#page.dataset.account ?? "");
      return answer.ok ? await answer.json() : null;
    } catch {
      return null; // a browser may think that there is a network
    }
  }

  async #waiting() {
    const games = await keptGames().catch(() => []);
    return games.filter((game) => !game.uid);
  }

  /** @param {number} count */
  #offer(count) {
    const isSignedIn = Boolean(this.#account?.name);
    this.#title("title_back", "text_back", count);
    byId("add-title").textContent = words("add_title", { count });
    byId("add-now").textContent = words("add", { count });
    byId("add-now").hidden = !isSignedIn;
    byId("add-sign-in").hidden = isSignedIn;
  }

  #putOff() {
    this.#isPutOff = true;
    void this.look();
    byId("offline-title").focus();
  }

  async #add() {
    const button = /** @type {HTMLButtonElement} */ (byId("add-now"));
    button.disabled = true;
    byId("add-refused").hidden = true;
    try {
      await this.#send();
    } catch {
      this.#refuse(words("add_failed"));
    }
    button.disabled = false;
  }

  async #send() {
    const answer = await fetch(this.#page.dataset.add ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.#account?.token ?? "" },
      body: JSON.stringify(await this.#waiting()),
    });
    const told = await answer.json();
    if (!told.games) {
      this.#refuse(told.text ?? words("add_failed"));
      return;
    }
    const answers = /** @type {Answer[]} */ (told.games);
    const added = new Map(answers.flatMap(({ id, uid }) => (id && uid ? [[id, uid]] : [])));
    await markAdded(added);
    await this.onAdded();
    const refused = answers.find(({ text }) => text);
    if (!refused) {
      this.#tell(added.size);
      return;
    }
    await this.look(); // fewer are left
    this.#refuse(refused.text ?? "");
  }

  /** @param {number} count */
  #tell(count) {
    this.#banner.hidden = true;
    this.#title("title_added", "text_added", count);
    say(words("title_added", { count }));
    byId("offline-title").focus();
  }

  /** @param {string} text */
  #refuse(text) {
    const line = byId("add-refused");
    line.hidden = false;
    line.textContent = text;
    say(text);
  }

  /** @param {string} title @param {string} text @param {number} [count] */
  #title(title, text, count = 0) {
    byId("offline-title").textContent = words(title, { count });
    byId("offline-text").textContent = words(text, { count });
  }
}
