// How fast the server answers, in words and bars: quiet, for it is never announced.

import { byId } from "../../dom.js";
import { words } from "../../words.js";

/** Milliseconds up to which a connection has four, three and two bars. */
const LEVELS = [150, 300, 600];
const NAMES = ["lag_good", "lag_fair", "lag_slow", "lag_bad"];

/** How good a connection is: 4 bars to 1. @param {number} ms */
export function barsOf(ms) {
  return LEVELS.filter((most) => ms <= most).length + 1;
}

/** @param {number} ms from a ping to its answer */
export function showLag(ms) {
  const bars = barsOf(ms);
  byId("lag").hidden = false;
  byId("lag").dataset.bars = String(bars);
  byId("lag-text").textContent = words("lag", { quality: words(NAMES[NAMES.length - bars]), ms: Math.round(ms) });
}

/** While nothing is connected nothing can be told. */
export function hideLag() {
  byId("lag").hidden = true;
}
