// How long there is for a first move in a game of a round, counted down. It is said once as the
// second game begins, with what became of the first one, and once more when time grows short.

import { alertNow, say } from "../../announce.js";
import { nextLook } from "../../time-left.js";
import { words } from "../../words.js";
import { beginText, roundSoFarText, secondsToBegin } from "./page-text.js";
import { turnOf } from "./state.js";

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./state.js").Mark} Mark
 */

const SHORT = 10; // seconds

export class Begin {
  #panel = document.getElementById("round-begin");
  #timer = 0;

  /** @param {GameState} state as the page opens with it */
  tell(state) {
    const text = roundSoFarText(state, words);
    if (text) say(`${text} ${beginText(state, 0, words)}`, { shown: "" });
  }

  /** @param {GameState} state @param {number} elapsed since the state, or a move, came */
  show(state, elapsed) {
    clearTimeout(this.#timer);
    if (!this.#panel) return;
    const text = beginText(state, elapsed, words);
    const isNew = this.#panel.textContent !== text; // the page is drawn for other news, too
    this.#panel.hidden = !text;
    this.#panel.textContent = text;
    if (!text) return;
    const isOwn = state.you.includes(/** @type {Mark} */ (turnOf(state)));
    this.#panel.classList.toggle("is-own", isOwn);
    if (isNew && isOwn && secondsToBegin(state, elapsed) === SHORT) alertNow(words("ten_seconds"));
    const left = (state.round?.begin_ms ?? 0) - elapsed;
    if (left <= 0) return;
    const shownAt = performance.now();
    this.#timer = window.setTimeout(() => this.show(state, elapsed + performance.now() - shownAt), nextLook(left, true));
  }
}
