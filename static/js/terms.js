// The terms of a game in words, as games/text/wording.py says them.

import { words } from "./words.js";

/** @typedef {import("./words.js").Words} Words */

/** "none", "180+2" (seconds) or "3d" for people. @param {string} control @param {Words} say */
export function controlText(control, say = words) {
  if (control === "none") return say("control_none");
  if (control.endsWith("d")) return say("control_days", { count: Number.parseInt(control, 10) });
  const [initial, increment] = control.split("+").map(Number);
  const seconds = initial % 60;
  const minutes = Math.floor(initial / 60);
  const start = seconds ? `${minutes}:${String(seconds).padStart(2, "0")}` : String(minutes);
  return `${start}\u00a0+\u00a0${increment}`;
}

/**
 * The clock, and what kind of round it is, if any: "rated round, 3 + 2".
 * @param {{ control: string, round_kind: string }} game
 * @param {Words} say
 */
export function roundAndClockText({ control, round_kind }, say = words) {
  const clock = controlText(control, say);
  return round_kind ? say(`round_and_clock_${round_kind}`, { clock }) : clock;
}

/** The terms that a joiner would not expect, by their codes. @param {string[]} codes @param {Words} say */
export function specialTermsText(codes, say = words) {
  return listedText(codes.map((code) => say(`special_${code}`)), say);
}

/** "3×3, three in a row", with the comma of the language. @param {string[]} parts @param {Words} say */
export function listedText(parts, say = words) {
  return parts.reduce((first, second) => (first ? say("listed", { first, second }) : second), "");
}
