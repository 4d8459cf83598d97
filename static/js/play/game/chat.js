// The chat beside the game. Lines come and go through the game's socket; without one the forms
// are posted. It never takes the focus, and it is silent while the game is on.

import { byId, html } from "../../dom.js";
import { profileLink } from "../../profile-link.js";
import { newId } from "../../socket.js";
import { takeOver } from "../../theme.js";
import { words } from "../../words.js";

/**
 * @typedef {import("../../socket.js").LiveSocket} LiveSocket
 * @typedef {import("../../socket.js").Message} Message
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./page-text.js").PageText} PageText
 * @typedef {{ number: number, room: string, name: string, kind: string, text: string, at: number }} Line
 */

const LINES_SHOWN = 200;
/** The counter shows with so few characters left. */
const FEW_LEFT = 20;
const NOTHING = { id: "", text: "" };
const NARROW = "(max-width: 1080px), (max-height: 480px)";

export class Chat {
  #panel = byId("chat");
  #fold = /** @type {HTMLDetailsElement} */ (byId("chat-fold"));
  #body = byId("chat-body");
  #log = byId("chat-log");
  #input = /** @type {HTMLInputElement} */ (byId("chat-text"));
  #name = this.#panel.dataset.name ?? "";
  #time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });
  /** @type {GameState | null} */
  #state = null;
  #phase = "";
  /** What was sent last and has neither come back nor been refused. */
  #sent = NOTHING;
  /** What a connection that broke took along: it is among the lines, or comes late, or is lost. */
  #doubtful = NOTHING;
  #latest = 0;
  #unread = 0;

  /**
   * @param {LiveSocket} socket of the game
   * @param {(code: string) => string} refusal the sentence for a code
   */
  constructor(socket, refusal) {
    this.socket = socket;
    this.refusal = refusal;
    this.#latest = Number(this.#lines.at(-1)?.dataset.number ?? 0);
    for (const time of this.#log.querySelectorAll("time")) {
      time.textContent = this.#time.format(new Date(time.dateTime));
    }
    if (matchMedia(NARROW).matches && !this.#input.value) this.#fold.open = false;
    this.#scroll();
    this.#fold.addEventListener("toggle", () => this.#markRead());
    this.#input.addEventListener("input", () => this.#count());
    for (const id of ["chat-form", "chat-presets"]) {
      byId(id).addEventListener("submit", (event) => this.#submit(/** @type {SubmitEvent} */ (event)));
    }
    takeOver("chat", (button) => this.#switch(button));
  }

  /** Ask for what has been said, on a new connection. */
  listen() {
    if (this.#sent.id) this.#doubtful = this.#sent;
    this.#ask();
  }

  #ask() {
    this.socket.send({ type: "listen" });
  }

  /** @param {Message} message @returns {boolean} whether it was about the chat */
  hear(message) {
    if (message.type === "chat") this.#showAll(message);
    else if (message.type === "said") this.#hearLine(message);
    else if (this.#isOurs(message)) this.#giveBack(message.code ? this.refusal(message.code) : words("chat_unsent"));
    else return false;
    return true;
  }

  /**
   * Follow the game: its phase offers other presets, its end opens the watchers' room.
   * @param {GameState} state
   * @param {PageText} text
   */
  follow(state, text) {
    const before = this.#state;
    this.#state = state;
    this.#phase = text.chat_phase;
    if (before && before.status !== state.status) this.#ask(); // another room may be read
    this.#showPartner(text.partner);
    this.#speakUp();
    this.#showPresets();
  }

  /** What is said is announced once the game is over, unless the chat is muted. */
  #speakUp() {
    this.#log.ariaLive = this.#state?.status === "finished" && !this.#isMuted ? "polite" : "off";
  }

  /** The person at the other device, once there is one, can be blocked. @param {string} name */
  #showPartner(name) {
    const form = document.getElementById("chat-block");
    if (!(form instanceof HTMLFormElement)) return;
    form.hidden = !name;
    const field = form.elements.namedItem("name");
    if (!name || !(field instanceof HTMLInputElement) || field.value === name) return;
    field.value = name;
    const button = form.querySelector("button");
    if (button) button.textContent = words("chat_block", { name });
  }

  get #lines() {
    return /** @type {HTMLElement[]} */ ([...this.#log.children]);
  }

  get #isMuted() {
    return this.#body.hidden;
  }

  // ---- Saying ----

  /** @param {SubmitEvent} event */
  #submit(event) {
    const { submitter } = event;
    const preset = submitter instanceof HTMLButtonElement ? submitter.value : "";
    const text = preset || this.#input.value.trim().replace(/\s+/g, " "); // as it is kept
    const sent = { id: newId(), text };
    if (!text) return event.preventDefault();
    const isSent = Boolean(this.#name) && this.socket.send({ type: "say", ...sent });
    if (!isSent && !(this.#name && this.socket.hasBeenOpen)) return; // post it
    event.preventDefault();
    this.#hint(isSent ? "" : words("not_connected"));
    if (!isSent) return;
    this.#sent = sent;
    if (!preset) this.#input.value = "";
  }

  /** @param {Message | typeof NOTHING} sent */
  #isOurs({ id }) {
    return Boolean(id) && id === this.#sent.id;
  }

  /** What was typed was not said: put it back. @param {string} why */
  #giveBack(why) {
    if (!this.#input.value && !this.#presets.some(({ value }) => value === this.#sent.text)) {
      this.#input.value = this.#sent.text;
    }
    this.#sent = NOTHING;
    this.#hint(why);
  }

  #count() {
    const left = this.#input.maxLength - this.#input.value.length;
    this.#hint(left <= FEW_LEFT ? words("chat_left", { count: left }) : "");
  }

  /** @param {string} text */
  #hint(text) {
    byId("chat-hint").textContent = text;
  }

  get #presets() {
    return [...byId("chat-presets").querySelectorAll("button")];
  }

  #showPresets() {
    const said = new Set(this.#lines.filter((line) => line.dataset.own).map((line) => line.dataset.text));
    for (const button of this.#presets) button.hidden = button.dataset.phase !== this.#phase || said.has(button.value);
  }

  // ---- Hearing ----

  /** @param {Message} message */
  #showAll({ room, lines }) {
    this.#panel.hidden = !room && !lines.length;
    byId("chat-speak").hidden = !room;
    /** @type {Line[]} */
    const missed = lines.filter((/** @type {Line} */ { number }) => number > this.#latest);
    if (lines.length !== this.#lines.length || missed.length) this.#replace(lines);
    this.#countUnread(missed.filter(({ name }) => name !== this.#name).length);
    for (const line of missed) this.#settle(line, "");
    if (this.#isOurs(this.#doubtful)) this.#giveBack(words("chat_unsent"));
    this.#showPresets();
  }

  /** @param {Line[]} lines */
  #replace(lines) {
    this.#log.replaceChildren(...lines.map((line) => this.#lineOf(line)));
    this.#latest = lines.at(-1)?.number ?? 0;
    this.#scroll();
  }

  /**
   * If *line* is the doubtful one, it was said: it is waited for no more, or no longer in the field.
   * @param {Line} line
   * @param {string} id of its command; empty where only the line is known
   */
  #settle({ name, text }, id) {
    const doubtful = this.#doubtful;
    const isSame = id ? id === doubtful.id : text === doubtful.text;
    if (!isSame || name !== this.#name) return;
    this.#doubtful = NOTHING;
    if (this.#isOurs(doubtful)) this.#sent = NOTHING;
    else if (this.#input.value === doubtful.text) this.#input.value = "";
    this.#hint("");
  }

  /** @param {Message} message */
  #hearLine({ line, id }) {
    this.#settle(line, id);
    if (this.#isOurs({ id, text: "" })) this.#sent = NOTHING;
    if (this.#lines.some(({ dataset }) => dataset.number === String(line.number))) return;
    const isAtEnd = this.#log.scrollTop + this.#log.clientHeight >= this.#log.scrollHeight - 8;
    this.#log.append(this.#lineOf(line));
    if (this.#log.children.length > LINES_SHOWN) this.#log.firstElementChild?.remove();
    this.#latest = Math.max(this.#latest, line.number);
    const isOwn = line.name === this.#name;
    if (isOwn) this.#showPresets();
    else this.#countUnread(1);
    if (isAtEnd || isOwn) this.#scroll();
  }

  /** @param {Line} line */
  #lineOf({ number, room, name, kind, text, at }) {
    const mark = this.#markOf(name);
    const link = html("a", { class: `chat__name${mark && ` mark-${mark}`}`, ...profileLink(name) }, html("bdi", {}, name));
    const bot = kind === "bot" ? [html("span", { class: "bot" }, words("bot_mark")), " "] : [];
    const time = html("time", { datetime: new Date(at).toISOString() }, this.#time.format(at));
    const isFromOutside = room === "watchers" && Boolean(this.#state?.you.length);
    const where = isFromOutside ? [html("small", {}, words("chat_watching")), " "] : [];
    const line = html("p", { class: "chat__line", "data-number": number }, link, " ", ...bot, ...where, html("span", { dir: "auto" }, text), " ", time);
    if (name === this.#name) Object.assign(line.dataset, { own: "yes", text });
    return line;
  }

  /** @param {string} name */
  #markOf(name) {
    const seats = Object.entries(this.#state?.seats ?? {});
    return seats.find(([, seat]) => seat?.name === name)?.[0] ?? "";
  }

  #scroll() {
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  // ---- Folding and muting ----

  /** @param {number} more lines that nobody has seen if the panel is folded */
  #countUnread(more) {
    if (this.#fold.open || this.#isMuted || !more) return;
    this.#unread += more;
    const badge = byId("chat-unread");
    badge.hidden = false;
    badge.textContent = words("chat_new", { count: this.#unread });
  }

  #markRead() {
    if (!this.#fold.open) return;
    this.#unread = 0;
    byId("chat-unread").hidden = true;
    this.#scroll();
  }

  /** @param {HTMLButtonElement} button */
  #switch(button) {
    const isOn = button.value === "on";
    this.#body.hidden = !isOn;
    button.value = isOn ? "off" : "on";
    button.textContent = (isOn ? button.dataset.labelOff : button.dataset.labelOn) ?? "";
    byId("chat-menu").hidePopover();
    this.#hint((!isOn && byId("chat-hint").dataset.muted) || "");
    this.#speakUp();
    this.#scroll();
  }
}
