// Waiting for somebody: shows for how long; after a while offers the computer.

import { say } from '../../announce.js';

const SECOND = 1000;
const OFFERED_AFTER = 8; // seconds

/** For example 1:05. @param {number} seconds */
export function waitedText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Whether the computer is offered after a wait of so many *seconds*. @param {number} seconds */
export function isOffered(seconds) {
  return seconds >= OFFERED_AFTER;
}

export class Waiting {
  #time = document.getElementById("waited");
  #form = document.getElementById("meanwhile");
  #timer = 0;

  start() {
    if (!this.#time || !this.#form) return;
    this.#time.hidden = false;
    const waited = Number(this.#time.dataset.seconds);
    this.#form.hidden = !isOffered(waited);
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
    if (!this.#form.hidden || !isOffered(seconds)) return;
    this.#form.hidden = false;
    say(this.#form.dataset.offered ?? "");
  }
}
