// Geometry of the winning cells, for drawing: which straight runs a set of cells is made of.

/** Right, down, and the two diagonals, as steps of column and row. */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [-1, 1]];

/**
 * The straight runs of at least *k* among *cells*, each from its upper or left end.
 * @param {readonly number[]} cells
 * @param {number} m columns of the board
 * @param {number} k
 * @returns {number[][]}
 */
export function straightRuns(cells, m, k) {
  const inSet = new Set(cells);
  const runs = [];
  for (const [dx, dy] of DIRECTIONS) {
    for (const cell of cells) {
      if (hasNeighbour(inSet, cell, -dx, -dy, m)) continue; // not the first
      const run = runFrom(inSet, cell, dx, dy, m);
      if (run.length >= k) runs.push(run);
    }
  }
  return runs;
}

/**
 * @param {ReadonlySet<number>} inSet
 * @param {number} cell
 * @param {number} dx
 * @param {number} dy
 * @param {number} m
 */
function hasNeighbour(inSet, cell, dx, dy, m) {
  const column = (cell % m) + dx;
  return column >= 0 && column < m && inSet.has(cell + dy * m + dx);
}

/**
 * @param {ReadonlySet<number>} inSet
 * @param {number} start
 * @param {number} dx
 * @param {number} dy
 * @param {number} m
 */
function runFrom(inSet, start, dx, dy, m) {
  const run = [start];
  for (let cell = start; hasNeighbour(inSet, cell, dx, dy, m); run.push(cell)) cell += dy * m + dx;
  return run;
}
