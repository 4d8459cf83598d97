// What is left of a time: in the server's lists it goes down while the page is looked at, and nothing
// is announced; a game's clocks ask here what has passed since the server told them.

import { words } from "./words.js";

/**
 * @typedef {import("./board/marks.js").Mark} Mark
 * @typedef {import("./words.js").Words} Words
 * @typedef {{ x: number, o: number, running: Mark | null }} ClockState milliseconds left when sent
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** @type {[string, number][]} */
const UNITS = [["days", DAY], ["hours", HOUR], ["minutes", MINUTE], ["seconds", SECOND]];

/**
 * @param {ClockState} clock
 * @param {Mark} mark
 * @param {number} elapsed milliseconds since the clock was sent
 */
export function timeLeft(clock, mark, elapsed) {
  return Math.max(0, clock[mark] - (clock.running === mark ? elapsed : 0));
}

/**
 * What is left, in whole units, as games/text/wording.py says it.
 * @param {number} ms
 * @param {Words} words
 */
export function leftText(ms, words) {
  const [name, unit] = UNITS.find(([, unit]) => ms >= unit) ?? [];
  return name && unit ? words(`${name}_left`, { count: Math.floor(ms / unit) }) : words("time_up");
}

/** What is left as a clock shows it, "23:41" or "1:05:00", as games/compete/tournaments/tags.py does. @param {number} ms */
export function timeText(ms) {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * After how many milliseconds to look again: each second for a clock and in the last minute, else
 * each minute.
 * @param {number} ms
 * @param {boolean} [isClock]
 */
export function nextLook(ms, isClock = false) {
  return (ms % (isClock || ms < MINUTE ? SECOND : MINUTE)) + 1;
}

/** @param {HTMLElement} element */
function isClock(element) {
  return element.dataset.leftAs === "clock";
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
    for (const [at, element] of elements.entries()) {
      write(element, isClock(element) ? timeText(lefts[at]) : leftText(lefts[at], words));
    }
    const looks = elements.flatMap((element, at) => (lefts[at] < SECOND ? [] : [nextLook(lefts[at], isClock(element))]));
    if (looks.length > 0) timer = window.setTimeout(show, Math.min(...looks));
  }

  if (elements.length === 0) return;
  document.addEventListener("visibilitychange", show);
  show();
}

/** @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
