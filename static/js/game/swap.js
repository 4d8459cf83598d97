// The swap rule: once the first mark stands, the second player may take it over.

import { words } from '../words.js';
import { swapText } from './wording.js';

/** @typedef {import("./state.js").GameState} GameState */

/** @param {GameState} state */
export function showSwap(state) {
  const panel = document.getElementById("swap-choice"); // in games with the rule only
  if (!panel) return;
  const text = swapText(state, words);
  panel.hidden = !text;
  const form = panel.querySelector("form");
  if (form) form.hidden = !state.you.includes(/** @type {import("./state.js").Mark} */ (state.swap));
  const paragraph = panel.querySelector("p");
  if (paragraph) paragraph.textContent = text;
}
