// One player's clock.

import { clockText, clockWords, LOW, nextChange } from "../../clock.js";
import { html } from "../../dom.js";
import { timeLeft } from "../../time-left.js";
import { words } from "../../words.js";

/**
 * @typedef {import("../../time-left.js").ClockState} ClockState
 * @typedef {import("../../board/marks.js").Mark} Mark
 */

const SPOKEN_EVERY = 10_000; // ms

export class ClockFace {
  #main = html("span", { "aria-hidden": "true" });
  #fraction = html("small", { "aria-hidden": "true" });
  #spoken = html("span", { class: "visually-hidden" });
  #spokenStep = -1;
  /** @type {ClockState | null} */
  #clock = null;
  /** @type {Mark} */
  #mark = "x";
  #since = 0;
  #hasWarned = false;
  #timer = 0;

  /** @param {HTMLElement} element @param {(mark: Mark) => void} onLow once, when it gets short for the first time */
  constructor(element, onLow) {
    this.element = element;
    this.onLow = onLow;
    element.replaceChildren(this.#main, this.#fraction, this.#spoken);
  }

  /** @param {ClockState | null} clock @param {Mark} mark @param {number} elapsed since it came */
  show(clock, mark, elapsed) {
    this.element.hidden = clock === null;
    this.#clock = clock;
    this.#mark = mark;
    this.#since = performance.now() - elapsed;
    this.#spokenStep = -1;
    this.#tick();
  }

  #tick() {
    clearTimeout(this.#timer);
    if (!this.#clock) return;
    const left = timeLeft(this.#clock, this.#mark, performance.now() - this.#since);
    const isRunning = this.#clock.running === this.#mark;
    this.#paint(left);
    this.#warn(isRunning && left < LOW);
    if (isRunning && left > 0) this.#timer = window.setTimeout(() => this.#tick(), nextChange(left));
  }

  /** @param {number} left */
  #paint(left) {
    const { main, fraction } = clockText(left, words);
    this.#main.textContent = main;
    this.#fraction.textContent = fraction;
    const step = Math.floor(left / SPOKEN_EVERY);
    if (step === this.#spokenStep) return; // what is spoken changes seldom, so that it can be read
    this.#spokenStep = step;
    this.#spoken.textContent = clockWords(left, words);
  }

  /** @param {boolean} isLow */
  #warn(isLow) {
    this.element.classList.toggle("is-low", isLow);
    if (isLow && !this.#hasWarned) this.onLow(this.#mark);
    this.#hasWarned ||= isLow;
  }
}
