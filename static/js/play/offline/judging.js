// Judges a move of a puzzle by the value of every position, as games/learn/puzzles/judging.py does.

import { LOST } from "./exact.js";

/**
 * @typedef {import("./exact.js").ExactBoard} ExactBoard
 * @typedef {object} Judgement
 * @property {boolean} isRight whether the move keeps what the position is worth
 * @property {boolean} loses whether the other side can now win
 * @property {boolean} isFastest
 * @property {number | null} reply the best to a wrong move, or a right one in a win; null at the end
 */

/**
 * Judge *cell* in a position that goes on and is a win or a draw.
 * @param {ExactBoard} board
 * @param {number} own cells of the side to move
 * @param {number} opposing
 * @param {number} cell
 * @returns {Judgement}
 */
export function judge(board, own, opposing, cell) {
  const worths = board.worths(own, opposing);
  const best = Math.max(...worths.map(({ rank }) => rank));
  const move = worths.find((worth) => worth.cell === cell);
  if (!move) throw new RangeError("the cell is taken");
  const isRight = Math.sign(move.rank) >= Math.sign(best);
  const goesOn = move.value !== 1 && worths.length > 1;
  const isAnswered = goesOn && (!isRight || best > 0);
  return {
    isRight,
    loses: move.value < 0,
    isFastest: move.rank === best,
    reply: isAnswered ? board.bestCells(opposing, own | (1 << cell))[0] : null,
  };
}

/**
 * The best moves of both sides to the end of a win; of a draw the first alone.
 * @param {ExactBoard} board
 * @param {number} own
 * @param {number} opposing
 */
export function bestLine(board, own, opposing) {
  const line = [];
  const isWin = board.value(own, opposing) > 0;
  let sides = [own, opposing];
  while (board.value(sides[0], sides[1]) !== LOST && (isWin || !line.length)) {
    const cell = board.bestCells(sides[0], sides[1])[0];
    line.push(cell);
    sides = [sides[1], sides[0] | (1 << cell)];
  }
  return line;
}
