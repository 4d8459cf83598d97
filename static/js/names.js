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

/**
 * The reverse of cellName.
 * @param {string} text
 * @param {number} m
 * @param {number} n
 * @returns {number} the cell, or -1 if *text* names none
 */
export function parseCell(text, m, n) {
  const match = /^([a-s])([1-9][0-9]?)$/.exec(text.trim().toLowerCase());
  if (!match) return -1;
  const column = match[1].charCodeAt(0) - FIRST_LETTER;
  const row = n - Number(match[2]);
  return column < m && row >= 0 ? row * m + column : -1;
}
