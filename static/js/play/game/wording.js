// What is announced of a game: moves, clocks, offers that lapse, gifts of time, changed sides.

import { otherMark } from "../../board/marks.js";
import { clockWords } from "../../clock.js";
import { cellName } from "../../names.js";
import { timeLeft } from "../../time-left.js";
import { offerText, ownMark, swapText, swapValues, turnText } from "./page-text.js";
import { labelOf, moverAt, turnOf } from "./state.js";

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./state.js").Mark} Mark
 * @typedef {import("../../words.js").Words} Words
 */

/** The last move. @param {GameState} state @param {Words} words */
export function moveText(state, words) {
  const ply = state.moves.length - 1;
  const mover = moverAt(ply, state.first);
  const cell = cellName(state.moves[ply], state.m, state.n);
  if (mover === ownMark(state)) return words("you_played", { cell });
  return words("played", { name: labelOf(state, mover), cell });
}

/** Whose turn it is after a move; "" after the reader's own, or the last. @param {GameState} state @param {Words} words */
export function turnAfterMove(state, words) {
  const turn = turnOf(state);
  if (!turn || moverAt(state.moves.length - 1, state.first) === ownMark(state)) return "";
  const choice = state.swap && state.swap === ownMark(state) ? ` ${swapText(state, words)}` : "";
  return `${turnText(state, turn, words)}.${choice}`;
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

/** The sides have just been swapped. @param {GameState} state after it @param {Words} words */
export function swappedText(state, words) {
  const { first, second, name, other } = swapValues(state);
  const own = ownMark(state);
  if (own === state.first) return words("swapped_by_you", { first, second, other: name });
  return words(own ? "swapped_by_other" : "swapped", { first, second, name: other, other: own ? other : name });
}
