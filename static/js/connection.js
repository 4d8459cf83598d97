// The pill that tells of the connection, the same on every page: what is known, as soon as it is.

import { alertNow, say } from "./announce.js";
import { byId } from "./dom.js";
import { LiveSocket, socketUrl, wakeWithThePage } from "./socket.js";
import { words } from "./words.js";

/**
 * @typedef {import("./socket.js").SocketHandlers} SocketHandlers
 * @typedef {import("./socket.js").Status} Status
 *
 * @typedef {object} Connection  how it stands; a socket is one
 * @property {Status} status
 * @property {boolean} isSilent  an answer is missing
 * @property {boolean} hasBeenOpen
 * @property {boolean} isKeptOut  it has never been open, and an attempt has failed or takes long
 * @property {unknown} pending  what is on its way, if anything
 */

/** A reconnection faster than this goes unnoticed, in milliseconds. */
const PATIENCE = 700;

/**
 * What is said of a connection, as a key of words; "" while it is well.
 * @param {Connection} connection
 * @param {boolean} isOffline  as the browser says
 * @param {number} code  of a close for good
 */
export function connectionWord({ status, isSilent, hasBeenOpen, isKeptOut, pending }, isOffline, code) {
  if (status === "closed") return `closed_${code}`;
  if (isOffline) return pending ? "offline_unsent" : "offline";
  if (status === "open" && !isSilent) return "";
  if (!hasBeenOpen) return isKeptOut ? "no_socket" : "";
  return pending ? "reconnecting_unsent" : "reconnecting";
}

export class ConnectionPill {
  #element = byId("connection");
  #text = byId("connection-text");
  /** @type {Connection} */
  #connection = { status: "connecting", isSilent: false, hasBeenOpen: false, isKeptOut: false, pending: null };
  #code = 0;
  #isOffline = false;
  /** Runs while the connection is lost and nothing has been said about it. */
  #timer = 0;

  constructor() {
    addEventListener("offline", () => this.#go(true));
    addEventListener("online", () => this.#go(false));
  }

  /** @param {Connection} connection @param {number} code  of a close for good, else 0 */
  follow(connection, code) {
    this.#connection = connection;
    this.#code = code;
    this.tell();
  }

  /** @param {boolean} isOffline */
  #go(isOffline) {
    this.#isOffline = isOffline;
    this.tell();
  }

  get #word() {
    return connectionWord(this.#connection, this.#isOffline, this.#code);
  }

  /** Say what is known by now: the connection may have changed, or what is on its way. */
  tell() {
    const word = this.#word;
    if (!word) this.#hide();
    else if (this.#isShown || !this.#mayBeBackAtOnce) this.#show(word);
    else this.#timer ||= window.setTimeout(() => this.#showNow(), PATIENCE);
  }

  /** A socket that was closed comes back by itself, mostly before anybody would notice. */
  get #mayBeBackAtOnce() {
    const { status } = this.#connection;
    return !this.#isOffline && (status === "waiting" || status === "connecting");
  }

  get #isShown() {
    return this.#element.classList.contains("is-shown");
  }

  #showNow() {
    const word = this.#word;
    if (word) this.#show(word);
  }

  /** @param {string} word */
  #show(word) {
    const known = words(word);
    const text = known === word ? words("closed") : known;
    if (!this.#isShown) alertNow(text);
    this.#text.textContent = text;
    this.#element.classList.add("is-shown");
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#isShown) return;
    this.#element.classList.remove("is-shown");
    say(words("connected"));
  }
}

/**
 * A socket of the page, whose connection the pill tells of. It still has to connect.
 * @param {string} path
 * @param {Partial<SocketHandlers> & Pick<SocketHandlers, "message">} handlers
 * @param {ConnectionPill} [pill]
 */
export function socketWithPill(path, handlers, pill = new ConnectionPill()) {
  const socket = new LiveSocket(socketUrl(path), {
    dropped: () => {},
    ...handlers,
    status: (status, code) => {
      pill.follow(socket, code);
      handlers.status?.(status, code);
    },
    silent: () => pill.tell(),
  });
  wakeWithThePage(socket);
  return socket;
}
