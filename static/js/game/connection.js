// The pill that tells about the connection, and what is said about it.

import { alertNow, say } from '../announce.js';
import { byId } from '../dom.js';
import { words } from '../words.js';

/** @typedef {import("../socket.js").LiveSocket} LiveSocket */

/** A reconnection faster than this goes unnoticed. */
const PATIENCE = 700;

export class ConnectionPill {
  #element = byId("connection");
  #text = byId("connection-text");
  #timer = 0;

  /**
   * @param {LiveSocket} socket
   * @param {number} code of a final close, else 0
   */
  follow(socket, code) {
    clearTimeout(this.#timer);
    if (socket.status === "open") this.#hide();
    else if (socket.status === "closed") this.#show(finalText(code));
    else if (socket.hasBeenOpen) this.#timer = window.setTimeout(() => this.#show(waitingText(socket)), PATIENCE);
  }

  /** @param {string} text */
  #show(text) {
    const isNew = !this.#element.classList.contains("is-shown");
    this.#text.textContent = text;
    this.#element.classList.add("is-shown");
    if (isNew) alertNow(text);
  }

  #hide() {
    if (!this.#element.classList.contains("is-shown")) return;
    this.#element.classList.remove("is-shown");
    say(words("connected"));
  }
}

/** @param {LiveSocket} socket */
function waitingText(socket) {
  return words(socket.pending ? "reconnecting_unsent" : "reconnecting");
}

/** @param {number} code */
function finalText(code) {
  const key = `closed_${code}`;
  const text = words(key);
  return text === key ? words("closed") : text;
}
