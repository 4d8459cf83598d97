// What the server's table says of a ruleset: who should win it, and which levels play it.

/**
 * @typedef {{ m: number, n: number, k: number }} Ruleset
 * @typedef {[number, number]} Span least and most
 * @typedef {{ k: Span, long: Span, short: Span, text: string, first: boolean }} Truth
 * @typedef {{ only?: string[], not?: string[] }} Boards
 * @typedef {object} DialogData see games/dialog.py
 * @property {Truth[]} truths
 * @property {string} unknown
 * @property {Record<string, Boards>} levels
 */

/** @param {number} number @param {Span} span */
function isIn(number, [least, most]) {
  return least <= number && number <= most;
}

/** @param {DialogData} data @param {Ruleset} ruleset */
function truthOf({ truths }, { m, n, k }) {
  const long = Math.max(m, n);
  const short = Math.min(m, n);
  return truths.find((one) => isIn(k, one.k) && isIn(long, one.long) && isIn(short, one.short));
}

/**
 * The sentence on who wins between perfect players.
 * @param {DialogData} data
 * @param {Ruleset} ruleset
 */
export function knownText(data, ruleset) {
  return truthOf(data, ruleset)?.text ?? data.unknown;
}

/**
 * Whether whoever begins is known to win, so that the swap rule makes sense.
 * @param {DialogData} data
 * @param {Ruleset} ruleset
 */
export function favoursFirst(data, ruleset) {
  return truthOf(data, ruleset)?.first ?? false;
}

/**
 * @param {DialogData} data
 * @param {string} level
 * @param {Ruleset} ruleset
 */
export function plays({ levels }, level, { m, n, k }) {
  const { only, not } = levels[level] ?? {};
  const text = `${m},${n},${k}`;
  return only ? only.includes(text) : !not?.includes(text);
}

/** The goal that is usual on a board of this size. @param {number} m @param {number} n */
export function usualGoal(m, n) {
  const short = Math.min(m, n);
  if (short <= 4) return short;
  return short <= 6 ? 4 : 5;
}
