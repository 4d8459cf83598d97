// What it takes to win, in words, as games/text/wording.py says it.

import { words } from "./words.js";

/** @typedef {import("./words.js").Words} Words */

/**
 * "five in a row".
 * @param {number} k
 * @param {Words} say
 */
export function goalText(k, say = words) {
  const goal = say(`goal_${k}`);
  return goal === `goal_${k}` ? say("goal", { k }) : goal;
}

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
