// An arena: its socket tells how it stands and when one's own round begins. The server draws; rows
// of the standing are filled in from the page's own pattern.

import { say } from "../announce.js";
import { socketWithPill } from "../connection.js";
import { byId, pageData, setAttributes } from "../dom.js";
import { isInUse, whenLeft } from "../in-use.js";
import { documentOf } from "../pages.js";
import { keepStaying, wantsToStay } from "../play/staying.js";
import { Poll } from "../poll.js";
import { LiveGames } from "../play/watch/live-games.js";
import { profileLink } from "../profile-link.js";
import { words } from "../words.js";

/**
 * @typedef {{ text: string, is_full: boolean, is_going: boolean }} Chip
 * @typedef {{ place: number, name: string, is_bot: boolean, rating: string,
 *   chips: Chip[], points: string, is_away: boolean }} Row
 */

const SECOND = 1000;
const SECONDS_TO_READ = 4; // before the board opens by itself
const MAX_WAIT = 3000; // ms until pages load anew: not all at once

class Arena {
  /** @type {number | undefined} */
  #going;
  /** Those to show once nobody is in the standing. @type {Row[] | null} */
  #rows = null;
  #pairing = new Poll(location.href, SECOND, (page) => this.#showRound(page), documentOf);
  /** When the seconds for a first move were shown. */
  #shownAt = Date.now();

  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.body = byId("standing");
    this.pattern = /** @type {HTMLTemplateElement} */ (byId("row"));
    this.boards = pageData("live-games-data") && new LiveGames(byId("live-games"), pageData("live-games-data"));
    this.socket = socketWithPill(`/ws/tournaments/${page.dataset.uid}/`, {
      message: (message) => this.#hear(message),
    });
  }

  start() {
    this.socket.connect();
    window.setInterval(() => this.#count(), SECOND);
    whenLeft(this.body, () => this.#arrange());
    this.#followChoice();
    if (this.#round) this.#lead();
    addEventListener("pagehide", () => clearTimeout(this.#going));
    addEventListener("pageshow", (event) => event.persisted && this.#pair());
  }

  get #next() {
    return document.getElementById("next");
  }

  get #round() {
    return this.#next?.dataset.round;
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "standing") this.#stand(message);
    else if (message.type === "boards") this.boards?.show(message.games);
    else if (message.type === "paired" && message.uid !== this.#round) this.#pair();
  }

  /** @param {{ state: string, players: number, playing: number, rows: Row[] }} standing */
  #stand({ state, players, playing, rows }) {
    if (state !== this.page.dataset.state) {
      this.page.dataset.state = state;
      window.setTimeout(() => location.reload(), Math.random() * MAX_WAIT);
      return;
    }
    byId("players").textContent = words("players", { count: players });
    this.#offerAllBoards(playing);
    if (this.page.dataset.page !== "1") return;
    this.#rows = rows;
    this.#arrange();
  }

  #arrange() {
    const rows = this.#rows;
    if (!rows || isInUse(this.body)) return;
    this.#rows = null;
    this.body.replaceChildren(...rows.map((row) => this.#row(row)));
    byId("nobody").hidden = rows.length > 0;
    if (rows.some(({ name }) => name === this.page.dataset.me)) byId("own-row").hidden = true;
  }

  /** @param {number} count */
  #offerAllBoards(count) {
    const link = document.getElementById("all-boards");
    if (!link) return;
    link.hidden = count === 0;
    link.textContent = words("all_boards", { count });
  }

  /** @param {Row} row */
  #row(row) {
    const content = /** @type {DocumentFragment} */ (this.pattern.content.cloneNode(true));
    const line = /** @type {HTMLElement} */ (content.querySelector("tr"));
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (line.querySelector(`[data-${name}]`));
    const isOwn = row.name === this.page.dataset.me;
    line.classList.toggle("is-own", isOwn);
    part("place").textContent = String(row.place);
    part("name").textContent = row.name;
    setAttributes(part("name"), profileLink(row.name));
    part("bot").hidden = !row.is_bot;
    part("rating").textContent = row.rating;
    part("you").hidden = !isOwn;
    part("away").hidden = !row.is_away;
    part("chips").replaceChildren(...row.chips.map(chip));
    part("points").textContent = row.points;
    return line;
  }

  /** One's own round has begun, or may have while the page was left: ask for it, until it is told. */
  #pair() {
    this.#pairing.start();
    this.#pairing.now();
  }

  /** Show one's round, say so, and go there. @param {Document} page */
  #showRound(page) {
    this.#pairing.stop();
    const fresh = page.getElementById("next");
    const before = this.#next;
    if (!fresh || !before) return;
    before.replaceWith(document.adoptNode(fresh));
    this.#shownAt = Date.now();
    this.#followChoice();
    this.#lead();
  }

  #lead() {
    const next = this.#next;
    const link = document.getElementById("to-the-board");
    if (!next || !(link instanceof HTMLAnchorElement)) return;
    const name = next.dataset.name ?? "";
    if (!this.#goesByItself) {
      say(words("begun", { name }), { shown: "" });
      return;
    }
    say(words("goes", { name, count: SECONDS_TO_READ }), { shown: "" });
    clearTimeout(this.#going);
    this.#going = window.setTimeout(() => location.assign(link.href), SECONDS_TO_READ * SECOND);
  }

  get #choice() {
    const box = document.getElementById("go-by-itself");
    return box instanceof HTMLInputElement ? box : null;
  }

  get #goesByItself() {
    return this.#choice?.checked ?? false;
  }

  #followChoice() {
    const choice = this.#choice;
    if (!choice) return;
    for (const part of document.querySelectorAll("[data-scripted]")) part.removeAttribute("hidden");
    choice.checked = !wantsToStay();
    choice.addEventListener("change", () => {
      keepStaying(!choice.checked);
      clearTimeout(this.#going);
      if (choice.checked && this.#round) this.#lead();
    });
  }

  #count() {
    const seconds = this.page.querySelector("[data-seconds]");
    if (!(seconds instanceof HTMLElement)) return;
    const left = Number(seconds.dataset.seconds) - (Date.now() - this.#shownAt) / SECOND;
    seconds.textContent = `${Math.max(0, Math.ceil(left))} s`;
  }
}

/** @param {Chip} chip */
function chip({ text, is_full: isFull, is_going: isGoing }) {
  const made = document.createElement("span");
  made.className = "round-chip";
  made.classList.toggle("round-chip--full", isFull);
  made.classList.toggle("round-chip--going", isGoing);
  if (!isGoing) {
    made.textContent = text;
    return made;
  }
  const spoken = document.createElement("span");
  spoken.className = "visually-hidden";
  spoken.textContent = words("playing");
  const shown = document.createElement("span");
  shown.ariaHidden = "true";
  shown.textContent = text;
  made.append(spoken, shown);
  return made;
}

const page = document.getElementById("tournament");
if (page) new Arena(page).start();
