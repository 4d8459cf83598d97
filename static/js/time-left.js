// The time left in lists of games goes down while the page is looked at. Nothing is announced.

import { words } from './words.js';

/** @typedef {import("./words.js").Words} Words */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** @type {[string, number][]} */
const UNITS = [["days", DAY], ["hours", HOUR], ["minutes", MINUTE], ["seconds", SECOND]];

/**
 * What is left, in whole units, as games/text/wording.py says it.
 * @param {number} ms
 * @param {Words} words
 */
export function leftText(ms, words) {
  const [name, unit] = UNITS.find(([, unit]) => ms >= unit) ?? [];
  return name && unit ? words(`${name}_left`, { count: Math.floor(ms / unit) }) : words("time_up");
}

/** After how many milliseconds to look again: every second of the last minute, else every minute. @param {number} ms */
export function nextLook(ms) {
  return (ms % (ms < MINUTE ? SECOND : MINUTE)) + 1;
}

/** Count down the elements that have the milliseconds left as data-ms-left. */
export function countDown() {
  const drawnAt = Date.now(); // goes on while the device sleeps
  const elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-ms-left]")]);
  let timer = 0;

  function show() {
    clearTimeout(timer);
    if (document.hidden) return;
    const passed = Date.now() - drawnAt;
    const lefts = elements.map((element) => Number(element.dataset.msLeft) - passed);
    for (const [at, element] of elements.entries()) write(element, leftText(lefts[at], words));
    const going = lefts.filter((left) => left >= SECOND);
    if (going.length > 0) timer = window.setTimeout(show, Math.min(...going.map(nextLook)));
  }

  if (elements.length === 0) return;
  document.addEventListener("visibilitychange", show);
  show();
}

/** @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
