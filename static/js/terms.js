// The terms of a game in words, for lists; the words are in templates/games/_terms_words.html.

import { words } from './words.js';

/**
 * "five in a row".
 * @param {number} k
 * @param {import("./words.js").Words} say
 */
export function goalText(k, say = words) {
  const goal = say(`goal_${k}`);
  return goal === `goal_${k}` ? say("goal", { k }) : goal;
}

/** "none", "180+2" (seconds) or "3d" for people. @param {string} control */
export function controlText(control) {
  if (control === "none") return words("no_clock");
  if (control.endsWith("d")) return words("days", { count: Number.parseInt(control, 10) });
  const [initial, increment] = control.split("+").map(Number);
  const seconds = initial % 60;
  const minutes = Math.floor(initial / 60);
  const start = seconds ? `${minutes}:${String(seconds).padStart(2, "0")}` : String(minutes);
  return `${start}\u00a0+\u00a0${increment}`;
}
