// What the server's table says of a ruleset: who should win it, and whether
// the swap rule makes it even.

/**
 * @typedef {{ m: number, n: number, k: number }} Ruleset
 * @typedef {[number, number]} Span least and most
 * @typedef {{ k: Span, long: Span, short: Span }} Spans
 * @typedef {Spans & { text: string, first: boolean }} Truth
 * @typedef {object} NewGameData see games/play/lobby/tags.py
 * @property {Truth[]} truths
 * @property {string} unknown
 * @property {(Spans & { fairness: string })[]} swaps
 * @property {Record<string, string>} swap_texts
 */

/** @param {number} number @param {Span} span */
function isIn(number, [least, most]) {
  return least <= number && number <= most;
}

/**
 * The first of *entries* whose spans hold the ruleset.
 * @template {Spans} Entry
 * @param {Entry[]} entries
 * @param {Ruleset} ruleset
 */
function find(entries, { m, n, k }) {
  const long = Math.max(m, n);
  const short = Math.min(m, n);
  return entries.find((one) => isIn(k, one.k) && isIn(long, one.long) && isIn(short, one.short));
}

/**
 * The sentence on who wins between perfect players.
 * @param {NewGameData} data
 * @param {Ruleset} ruleset
 */
export function knownText(data, ruleset) {
  return find(data.truths, ruleset)?.text ?? data.unknown;
}

/**
 * What the swap rule makes of a board that whoever begins is known to win, and whether it is
 * offered there; null for other boards, which do not need it.
 * @param {NewGameData} data
 * @param {Ruleset} ruleset
 */
export function swapRule(data, ruleset) {
  if (!find(data.truths, ruleset)?.first) return null;
  const fairness = find(data.swaps, ruleset)?.fairness ?? "open";
  return { isOffered: fairness !== "unfair", text: data.swap_texts[fairness] };
}

/** The goal that is usual on a board of this size. @param {number} m @param {number} n */
export function usualGoal(m, n) {
  const short = Math.min(m, n);
  if (short <= 4) return short;
  return short <= 6 ? 4 : 5;
}
