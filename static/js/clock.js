// Clocks as text and as words, on the page of a game.

/** @typedef {import("./words.js").Words} Words */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Less than this is little time: tenths are shown and a warning is spoken. */
export const LOW = 10 * SECOND;

/**
 * @param {number} ms
 * @param {Words} words
 * @returns {{ main: string, fraction: string }} for example "0:08" and ".4"
 */
export function clockText(ms, words) {
  if (ms >= DAY) return { main: daysText(ms, words), fraction: "" };
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const seconds = two(Math.floor((ms % MINUTE) / SECOND));
  if (ms >= HOUR) return { main: `${Math.floor(ms / HOUR)}:${two(minutes)}:${seconds}`, fraction: "" };
  const fraction = ms < LOW ? `.${Math.floor((ms % SECOND) / 100)}` : "";
  return { main: `${minutes}:${seconds}`, fraction };
}

/** @param {number} ms @param {Words} words */
function daysText(ms, words) {
  return words("days_and_hours", { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
}

/** @param {number} value */
function two(value) {
  return String(value).padStart(2, "0");
}

/**
 * A span for lists: "0.4 s", "12 s", "3 min", "2 h".
 * @param {number} ms
 * @param {Words} words
 * @param {Intl.NumberFormat} tenths writes seconds with one decimal
 */
export function spanText(ms, words, tenths) {
  if (ms < 10 * SECOND) return words("short_seconds", { seconds: tenths.format(Math.floor(ms / 100) / 10) });
  if (ms < 2 * MINUTE) return words("short_seconds", { seconds: Math.floor(ms / SECOND) });
  if (ms < 2 * HOUR) return words("short_minutes", { minutes: Math.floor(ms / MINUTE) });
  return words("short_hours", { hours: Math.floor(ms / HOUR) });
}

/**
 * The two largest units, as people say it: "1 minute 5 seconds".
 * @param {number} ms
 * @param {Words} words
 */
export function clockWords(ms, words) {
  const parts = [];
  for (const [unit, name, within] of UNITS) {
    const count = Math.floor((ms % within) / unit);
    if (count > 0) parts.push(words(name, { count }));
  }
  return parts.slice(0, 2).join(" ") || words("seconds", { count: 0 });
}

/** @type {[number, string, number][]} */
const UNITS = [
  [DAY, "days", Infinity],
  [HOUR, "hours", DAY],
  [MINUTE, "minutes", HOUR],
  [SECOND, "seconds", MINUTE],
];

/**
 * After how many milliseconds of running the text of a clock changes.
 * @param {number} ms left now
 */
export function nextChange(ms) {
  const step = ms < LOW ? 100 : SECOND;
  return (ms % step) + 1;
}
