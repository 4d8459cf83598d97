// The pill that tells about the connection, and what is said about it.

import { alertNow, say } from '../../announce.js';
import { byId } from '../../dom.js';
import { words } from '../../words.js';

/** @typedef {import("../../socket.js").LiveSocket} LiveSocket */

/** A reconnection faster than this goes unnoticed. */
const PATIENCE = 700;

export class ConnectionPill {
  #element = byId("connection");
  #text = byId("connection-text");
  /** Runs while the connection is lost and nothing has been said about it. */
  #timer = 0;

  /**
   * @param {LiveSocket} socket
   * @param {number} code of a final close, else 0
   */
  follow(socket, code) {
    if (socket.status === "open") this.#hide();
    else if (socket.status === "closed") this.#show(finalText(code));
    else if (this.#isShown) this.#show(waitingText(socket));
    else if (socket.hasBeenOpen || socket.status === "waiting") this.#showSoon(socket);
  }

  get #isShown() {
    return this.#element.classList.contains("is-shown");
  }

  /** @param {LiveSocket} socket */
  #showSoon(socket) {
    this.#timer ||= window.setTimeout(() => this.#show(waitingText(socket)), PATIENCE);
  }

  /** @param {string} text */
  #show(text) {
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

/** @param {LiveSocket} socket */
function waitingText(socket) {
  if (!socket.hasBeenOpen) return words("no_socket");
  return words(socket.pending ? "reconnecting_unsent" : "reconnecting");
}

/** @param {number} code */
function finalText(code) {
  const key = `closed_${code}`;
  const text = words(key);
  return text === key ? words("closed") : text;
}
