// The rules in the browser, as games/core/rules.py has them: which lines there are, who has won.
// Cells are numbered row by row from the top left. Whoever begins is 1, the other 2, 0 is free.

export const MIN_SIDE = 3;
export const MAX_SIDE = 19;
/** Right, down, and the two diagonals, as steps of column and row. */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [-1, 1]];

/**
 * @typedef {0 | 1 | 2} Owner
 * @typedef {{ m: number, n: number, k: number }} Size
 * @typedef {Size & { lines: number[][], through: number[][][] }} Ruleset  through: each cell's lines
 * @typedef {{ cells: Owner[], line: number[] | null, isOver: boolean }} Position
 */

/** @param {Size} size @returns {Ruleset} */
export function makeRuleset({ m, n, k }) {
  /** @type {number[][]} */
  const lines = [];
  for (let start = 0; start < m * n; start++) {
    for (const [right, down] of DIRECTIONS) {
      const column = (start % m) + right * (k - 1);
      const row = Math.floor(start / m) + down * (k - 1);
      if (column < 0 || column >= m || row >= n) continue;
      lines.push(Array.from({ length: k }, (_, i) => start + i * (down * m + right)));
    }
  }
  /** @type {number[][][]} */
  const through = Array.from({ length: m * n }, () => []);
  for (const line of lines) for (const cell of line) through[cell].push(line);
  return { m, n, k, lines, through };
}

/** Whose move number *ply* is. @param {number} ply @returns {1 | 2} */
export function moverAt(ply) {
  return ply % 2 === 0 ? 1 : 2;
}

/**
 * The position after *moves*, which are legal.
 * @param {Ruleset} ruleset
 * @param {readonly number[]} moves
 * @returns {Position}
 */
export function positionAfter(ruleset, moves) {
  /** @type {Owner[]} */
  const cells = new Array(ruleset.m * ruleset.n).fill(0);
  moves.forEach((cell, ply) => {
    cells[cell] = moverAt(ply);
  });
  const line = moves.length ? lineAt(ruleset, cells, moves[moves.length - 1]) : null;
  return { cells, line, isOver: line !== null || moves.length === cells.length };
}

/**
 * The cells of all lines that the mark on *cell* has completed, ascending; null without.
 * @param {Ruleset} ruleset
 * @param {readonly Owner[]} cells
 * @param {number} cell
 */
function lineAt({ through }, cells, cell) {
  const won = through[cell].filter((line) => line.every((other) => cells[other] === cells[cell]));
  return won.length ? [...new Set(won.flat())].sort((a, b) => a - b) : null;
}

/** @param {readonly Owner[]} cells */
export function freeCells(cells) {
  return cells.flatMap((owner, cell) => (owner ? [] : [cell]));
}
