// Waiting for somebody: shows for how long, and the computer meanwhile; after a while says that it
// is there.

import { say } from "../../announce.js";

const SECOND = 1000;
const SAID_AFTER = 8; // seconds

/** For example 1:05. @param {number} seconds */
export function waitedText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Waiting {
  #time = document.getElementById("waited");
  #form = document.getElementById("meanwhile");
  #isSaid = false;
  #timer = 0;

  start() {
    if (!this.#time || !this.#form) return;
    this.#time.hidden = this.#form.hidden = false;
    const waited = Number(this.#time.dataset.seconds);
    this.#isSaid = waited >= SAID_AFTER;
    const since = performance.now() - waited * SECOND;
    this.#count(since);
    this.#timer = window.setInterval(() => this.#count(since), SECOND);
  }

  /** Somebody has come, or nobody is waited for any more. */
  stop() {
    clearInterval(this.#timer);
  }

  /** @param {number} since */
  #count(since) {
    if (!this.#time || !this.#form) return;
    const seconds = Math.round((performance.now() - since) / SECOND);
    this.#time.textContent = waitedText(seconds);
    if (this.#isSaid || seconds < SAID_AFTER) return;
    this.#isSaid = true;
    say(this.#form.dataset.offered ?? "");
  }
}
