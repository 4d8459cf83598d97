// Names of cells: a1 is bottom left; letters run a to s with i. Cells are counted row by row from
// the top left. A board has m columns and n rows.

const FIRST_LETTER = "a".charCodeAt(0);

/**
 * @param {number} column counted from the left, from 0
 * @returns {string}
 */
export function columnName(column) {
  return String.fromCharCode(FIRST_LETTER + column);
}

/**
 * @param {number} cell
 * @param {number} m
 * @param {number} n
 * @returns {string} for example "b2"
 */
export function cellName(cell, m, n) {
  return columnName(cell % m) + (n - Math.floor(cell / m));
}
