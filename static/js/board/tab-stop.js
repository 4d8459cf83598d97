// The one tab stop of a board, which the keyboard moves from cell to cell (WAI-ARIA APG, grid).

const PAGE = 5; // rows

/** @typedef {{ m: number, n: number }} Size columns and rows */

export class TabStop {
  /** The cell that the tab key leads to. */
  cell = 0;

  /** @param {readonly HTMLElement[]} cells row by row from the top left @param {Size} size */
  constructor(cells, { m, n }) {
    this.cells = cells;
    this.m = m;
    this.n = n;
    for (const cell of cells) cell.tabIndex = -1;
    this.moveTo(Math.floor(n / 2) * m + Math.floor(m / 2));
  }

  /** @param {number} cell */
  moveTo(cell) {
    this.cells[this.cell].tabIndex = -1;
    this.cell = cell;
    this.cells[cell].tabIndex = 0;
  }

  /**
   * The cell to which a key moves, -1 if it does not move. The edges do not wrap.
   * @param {KeyboardEvent} event
   */
  target({ key, ctrlKey }) {
    const row = Math.floor(this.cell / this.m);
    const column = this.cell % this.m;
    if (key === "ArrowLeft") return this.#at(row, column - 1);
    if (key === "ArrowRight") return this.#at(row, column + 1);
    if (key === "ArrowUp") return this.#at(row - 1, column);
    if (key === "ArrowDown") return this.#at(row + 1, column);
    if (key === "PageUp") return this.#at(row - PAGE, column);
    if (key === "PageDown") return this.#at(row + PAGE, column);
    if (key === "Home") return this.#at(ctrlKey ? 0 : row, 0);
    if (key === "End") return this.#at(ctrlKey ? this.n - 1 : row, this.m - 1);
    return -1;
  }

  /** @param {number} row @param {number} column */
  #at(row, column) {
    return clamp(row, this.n) * this.m + clamp(column, this.m);
  }

  /**
   * The cell of a digit on 3×3, where 7 8 9 is the upper row, as on a keypad; else -1.
   * @param {KeyboardEvent} event
   */
  keypadCell({ key, ctrlKey }) {
    if (this.m !== 3 || this.n !== 3 || ctrlKey || !/^[1-9]$/.test(key)) return -1;
    const row = 2 - Math.floor((Number(key) - 1) / 3);
    return row * 3 + ((Number(key) - 1) % 3);
  }
}

/** @param {number} value @param {number} count */
function clamp(value, count) {
  return Math.max(0, Math.min(count - 1, value));
}
