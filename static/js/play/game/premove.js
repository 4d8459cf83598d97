// A premove: a cell chosen while the other side thinks, played by this page the moment its turn
// has come. It lives for that one turn, and the server knows nothing of it.

import { say } from "../../announce.js";
import { otherMark } from "../../board/marks.js";
import { words } from "../../words.js";
import { turnOf } from "./state.js";

/**
 * @typedef {import("../../board/board.js").TttBoard} TttBoard
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./state.js").Mark} Mark
 * @typedef {{ cell: number, after: readonly number[] }} Premove  after: the moves on the board when
 *   it was chosen; it is to follow the next one
 */

/**
 * The mark that a premove would place: the reader's, while the one opponent is to move.
 * @param {Pick<GameState, "you" | "status" | "moves" | "first">} state
 * @returns {Mark | null}
 */
export function markAhead(state) {
  const [own] = state.you;
  return state.you.length === 1 && turnOf(state) === otherMark(own) ? own : null;
}

/**
 * What becomes of *premove* now that the game has come to *state*: one move more than when it was
 * chosen, on another cell, and it is played. Anything else that has changed ends it.
 * @param {Premove} premove
 * @param {Pick<GameState, "status" | "moves">} state
 * @returns {"wait" | "play" | "drop"}
 */
export function fateOf({ cell, after }, { status, moves }) {
  if (status !== "ongoing" || !after.every((played, ply) => moves[ply] === played)) return "drop";
  const more = moves.length - after.length;
  if (more === 0) return "wait";
  return more === 1 && !moves.includes(cell) ? "play" : "drop";
}

/** The reader's premove, on the board and in words. */
export class Premover {
  /** @type {Premove | null} */
  #premove = null;

  /** @param {TttBoard} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * Choose *cell* instead of any other; the chosen one again, or -1, cancels.
   * @param {number} cell
   * @param {GameState} state
   */
  choose(cell, state) {
    const before = this.#premove?.cell ?? -1;
    const cancels = cell < 0 || cell === before;
    if (cancels && before < 0) return;
    this.#set(cancels ? null : { cell, after: state.moves });
    const name = this.board.nameOf(cancels ? before : cell);
    say(words(cancels ? "premove_cancelled" : "premove_at", { name }));
  }

  /**
   * The game has come to *state*.
   * @param {GameState} state
   * @returns {number} the cell to play now, -1 for none
   */
  follow(state) {
    if (!this.#premove) return -1;
    const { cell } = this.#premove;
    const fate = fateOf(this.#premove, state);
    if (fate === "wait" && markAhead(state)) return -1; // not after the sides were swapped
    this.#set(null);
    if (fate === "play") return cell;
    if (state.status === "ongoing") say(words("premove_dropped", { name: this.board.nameOf(cell) }));
    return -1;
  }

  /** @param {Premove | null} premove */
  #set(premove) {
    this.#premove = premove;
    this.board.setPremove(premove?.cell ?? -1);
  }
}
