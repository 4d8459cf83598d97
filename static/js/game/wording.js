// What the page says about a game, in words of the template: headline, reasons, announcements.

import { cellName } from '../names.js';
import { straightRuns } from '../board/runs.js';
import { goalText } from '../terms.js';
import { clockWords, timeLeft } from '../clock.js';
import { otherMark } from '../marks.js';
import { hasOneSeat, labelOf, moverAt, turnOf } from './state.js';

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./state.js").Mark} Mark
 * @typedef {import("../words.js").Words} Words
 */

/** The mark whose side the reader takes, null if none or both. @param {GameState} state */
export function ownMark(state) {
  return hasOneSeat(state) ? state.you[0] : null;
}

/**
 * @param {GameState} state not an open game
 * @param {Words} words
 * @returns {{ text: string, isMarked: boolean }} marked: it concerns the reader
 */
export function headline(state, words) {
  const turn = turnOf(state);
  if (!turn) return { text: resultText(state, words), isMarked: state.you.includes(/** @type {Mark} */ (state.outcome)) };
  const isYours = state.you.includes(turn);
  return { text: turnText(state, turn, words), isMarked: isYours };
}

/** @param {GameState} state @param {Mark} turn @param {Words} words */
function turnText(state, turn, words) {
  const name = labelOf(state, turn);
  if (turn === ownMark(state)) return words("your_turn");
  return words(ownMark(state) ? "is_thinking" : "to_move", { name });
}

/**
 * Which mark moved first and whose it is, if that is known and has not changed since.
 * @param {GameState} state
 * @param {Words} words
 */
export function firstMoverText(state, words) {
  const mark = state.first;
  const symbol = state.marks[mark].symbol || mark.toUpperCase();
  if (state.swapped || !state.seats[mark]) return symbol;
  return words("first_mover", { mark: symbol, name: labelOf(state, mark) });
}

/** Who has won. @param {GameState} state @param {Words} words */
export function resultText(state, words) {
  const { outcome, termination } = state;
  if (outcome === "draw") return words("draw");
  if (outcome === "") return words(`ended_${termination}`);
  if (outcome === ownMark(state)) return words("you_win");
  return words("wins", { name: labelOf(state, outcome) });
}

/** Why it is over. @param {GameState} state @param {Words} words */
export function reasonText(state, words) {
  const { outcome, termination } = state;
  if (state.line && termination === "line") return lineText(state, state.line, words);
  const loser = outcome === "x" ? "o" : "x";
  return words(`by_${termination}`, { name: labelOf(state, loser) });
}

/** @param {GameState} state @param {number[]} line @param {Words} words */
function lineText({ m, n, k }, line, words) {
  const runs = straightRuns(line, m, k);
  if (runs.length > 1) return words("by_line");
  const [run = line] = runs;
  const from = cellName(run[0], m, n);
  const to = cellName(run[run.length - 1], m, n);
  const goal = goalText(run.length, words);
  return words("line", { goal: goal[0].toUpperCase() + goal.slice(1), from, to });
}

/** The last move and whose turn it is now. @param {GameState} state @param {Words} words */
export function moveAnnouncement(state, words) {
  const ply = state.moves.length - 1;
  const mover = moverAt(ply, state.first);
  const cell = cellName(state.moves[ply], state.m, state.n);
  if (mover === ownMark(state)) return words("you_played", { cell });
  const played = words("played", { name: labelOf(state, mover), cell });
  const turn = turnOf(state);
  if (!turn) return played;
  const choice = state.swap && state.swap === ownMark(state) ? ` ${swapText(state, words)}` : "";
  return `${played} ${turnText(state, turn, words)}.${choice}`;
}

/** @param {GameState} state @param {Words} words */
export function lastMoveText(state, words) {
  const ply = state.moves.length - 1;
  if (ply < 0) return words("no_moves");
  const cell = cellName(state.moves[ply], state.m, state.n);
  return words("last_move", { name: labelOf(state, moverAt(ply, state.first)), cell });
}

/** @param {GameState} state @param {number} elapsed since the clock came @param {Words} words */
export function clocksText(state, elapsed, words) {
  const { clock } = state;
  if (!clock) return words("no_clock");
  const parts = /** @type {Mark[]} */ (["x", "o"]).map((mark) => {
    const name = mark === ownMark(state) ? words("you") : labelOf(state, mark);
    return `${name} ${clockWords(timeLeft(clock, mark, elapsed), words)}`;
  });
  return `${parts.join(", ")}.`;
}

/**
 * What became of an offer, seen from the reader's side.
 * @param {GameState} state
 * @param {import("./state.js").Offer} offer
 * @param {"made" | "declined" | "withdrawn"} became
 * @param {Words} words
 */
export function offerText(state, { what, by }, became, words) {
  const whose = by === ownMark(state) ? "own_" : "";
  return words(`${whose}${what}_${became}`, { name: labelOf(state, by) });
}

/**
 * The offer to which a move was the answer, if there was one: moving on declines the other side's
 * offer, and ends one's own wish to take back.
 * @param {GameState} before
 * @param {GameState} state after the move
 * @param {Words} words
 */
export function lapsedOfferText({ offer }, state, words) {
  if (!offer || state.offer || state.you.length === 0) return "";
  const mover = moverAt(state.moves.length - 1, state.first);
  return offerText(state, offer, offer.by === mover ? "withdrawn" : "declined", words);
}

/**
 * Who gave whom how much time.
 * @param {GameState} state
 * @param {{ by: Mark, span: number }} gift in milliseconds
 * @param {Words} words
 */
export function giftText(state, { by, span }, words) {
  const own = ownMark(state);
  const unit = state.control.endsWith("d") ? "days" : "seconds";
  const [giver, receiver] = [labelOf(state, by), labelOf(state, otherMark(by))];
  const count = Math.round(span / 1000);
  if (by === own) return words(`you_gave_${unit}`, { name: receiver, count });
  return words(own ? `gave_you_${unit}` : `gave_${unit}`, { name: giver, other: receiver, count });
}

/** What to call a mark: its own symbol, or the letter. @param {GameState} state @param {Mark} mark */
function markName(state, mark) {
  return state.marks[mark].symbol || mark.toUpperCase();
}

/** @param {GameState} state @returns {Record<string, string>} values of the phrases on the swap rule */
function swapValues(state) {
  const [first, second] = [moverAt(0, state.first), moverAt(1, state.first)];
  return {
    ...{ first: markName(state, first), second: markName(state, second) },
    ...{ name: labelOf(state, second), other: labelOf(state, first) },
  };
}

/**
 * What the swap rule means for the reader now; "" if it means nothing any more.
 * @param {GameState} state
 * @param {Words} words
 */
export function swapText(state, words) {
  const isOpen = state.swap_rule && !state.swapped && state.moves.length < 2;
  if (!isOpen || state.status !== "ongoing") return "";
  const own = ownMark(state);
  const side = !own ? "watching" : own === state.first ? "first" : "second";
  return words(`swap_${state.swap ? "now" : "soon"}_${side}`, swapValues(state));
}

/** The sides have just been swapped. @param {GameState} state after it @param {Words} words */
export function swappedText(state, words) {
  const { first, second, name, other } = swapValues(state);
  const own = ownMark(state);
  if (own === state.first) return words("swapped_by_you", { first, second, other: name });
  return words(own ? "swapped_by_other" : "swapped", { first, second, name: other, other: own ? other : name });
}

/**
 * How far a series has come, or who has won it; "" for one without an end.
 * @param {GameState} state
 * @param {Words} words
 */
export function seriesText(state, words) {
  const { score, best_of: most, outcome } = state;
  if (!score || !most) return "";
  const games = score.x + score.o + score.draws;
  if (!score.decided) return words("series_game", { number: outcome ? games : games + 1, most });
  if (score.x === score.o) return words("series_drawn");
  const winner = score.x > score.o ? "x" : "o";
  if (winner === ownMark(state)) return words("series_won_by_you");
  return words("series_won", { name: labelOf(state, winner) });
}
