// How long there is for a first move in a game of a round, counted down.

import { words } from '../words.js';
import { beginText } from './page-text.js';

/** @typedef {import("./state.js").GameState} GameState */

const SECOND = 1000;

export class Begin {
  #panel = document.getElementById("round-begin");
  #timer = 0;

  /** @param {GameState} state @param {number} elapsed since the state, or a move, came */
  show(state, elapsed) {
    clearTimeout(this.#timer);
    if (!this.#panel) return;
    const text = beginText(state, elapsed, words);
    this.#panel.hidden = !text;
    this.#panel.textContent = text;
    if (text) this.#timer = window.setTimeout(() => this.show(state, elapsed + SECOND), SECOND);
  }
}
