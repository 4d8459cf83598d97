// <ttt-board>: draws what it is told and says what was pressed. It knows no rules: which cells are
// taken, whose turn it is and what has won comes from outside. Light DOM; it replaces the form
// that the server renders into it for browsers without scripts.
//
//   board.setup({ m, n, k, label, looks, coordinates, confirm });
//   board.show({ cells, last, line });     the whole position; draws only what has changed
//   board.allow("x");                      X may be placed here now; null: nothing may
//   board.allow(null, "x");                not now, but X may be chosen for the next turn
//
// Events (they bubble): ttt-move {cell} a cell was chosen · ttt-premove {cell} one was chosen for
// the next turn, -1 to cancel · ttt-aim {cell} a cell is aimed at, -1 for none · ttt-say {text} for
// the live region · ttt-ask {what} "last", "board" or "clocks".

import { html } from "../dom.js";
import { cellName, columnName } from "../names.js";
import { words } from "../words.js";
import { CellGrid } from "./grid.js";
import { Ink } from "./ink.js";
import { usePens } from "./marks.js";
import { straightRuns } from "./runs.js";

/**
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").MarkLook} MarkLook
 * @typedef {import("./grid.js").PressedBy} PressedBy
 * @typedef {"best" | "looks_best"} HintKind
 * @typedef {"off" | "two_step" | "always"} Confirm  never, by touch on small cells, for every move
 * @typedef {object} BoardSetup
 * @property {number} m columns
 * @property {number} n rows
 * @property {number} k in a row
 * @property {string} label name of the board for screen readers
 * @property {Record<Mark, MarkLook>} [looks] own symbols and colours
 * @property {boolean} [coordinates]
 * @property {Confirm} [confirm]
 * @typedef {object} BoardPosition
 * @property {readonly (Mark | "")[]} cells row by row from the top left
 * @property {number} [last] cell of the last move; -1 for none
 * @property {readonly number[] | null} [line] cells that won
 * @property {boolean} [animate] draw new marks and the line with the pen
 */

/** CSS pixels; narrower cells are aimed at by touch first, and then confirmed. */
const SMALL_CELL = 34;

export class TttBoard extends HTMLElement {
  m = 0;
  n = 0;
  k = 0;
  /** @type {(Mark | "")[]} */
  cells = [];
  /** The cell of the last move, -1 for none. */
  last = -1;
  /** The cell aimed at, -1 for none. */
  aim = -1;
  /** The cell chosen for the next turn, -1 for none. */
  premove = -1;
  /** @type {Mark | null} the mark that may be placed now */
  allowed = null;
  /** @type {Mark | null} the mark that may be chosen for the next turn */
  ahead = null;
  /** @type {ReadonlySet<number>} */
  #won = new Set();
  /** @type {ReadonlyMap<number, HintKind>} */
  #hinted = new Map();
  /** @type {Confirm} */
  #confirm = "two_step";
  /** @type {Record<Mark, MarkLook> | undefined} */
  #looks;
  /** @type {CellGrid | undefined} */
  #grid;
  /** @type {Ink | undefined} */
  #ink;
  /** @type {HTMLElement[][]} */
  #coordinates = [[], []];
  #cursorIsShown = false;

  constructor() {
    super();
    this.addEventListener("contextmenu", (event) => {
      if (this.premove < 0) return;
      event.preventDefault();
      this.#tell("ttt-premove", { cell: -1 });
    });
  }

  /** Build an empty board. @param {BoardSetup} setup */
  setup({ m, n, k, label, looks, coordinates = true, confirm = "two_step" }) {
    this.setAim(-1);
    Object.assign(this, { m, n, k, last: -1, premove: -1, allowed: null, ahead: null });
    this.cells = new Array(m * n).fill("");
    this.#won = new Set();
    this.#looks = looks;
    this.#confirm = confirm;
    this.#grid = new CellGrid({ m, n, label }, this.#handlers());
    this.#ink = new Ink({ m, n, looks });
    this.dataset.m = String(m);
    this.dataset.n = String(n);
    usePens(this, looks);
    this.replaceChildren(this.#frame(coordinates));
    for (const cell of this.cells.keys()) this.#label(cell);
  }

  /** @returns {import("./grid.js").GridHandlers} */
  #handlers() {
    return {
      press: (cell, by) => this.#press(cell, by),
      focus: (cell, isVisible) => this.#showCursor(cell, isVisible),
      hover: (cell) => this.#hover(cell),
      ask: (what) => this.#tell("ttt-ask", { what }),
      escape: () => this.escape(),
    };
  }

  /** @param {boolean} coordinates */
  #frame(coordinates) {
    const { m, n } = this;
    const columns = Array.from({ length: m }, (_, column) => html("span", {}, columnName(column)));
    const rows = Array.from({ length: n }, (_, row) => html("span", {}, String(n - row)));
    this.#coordinates = [columns, rows];
    const play = html("div", { class: "board__play" }, this.grid.element, this.ink.element);
    const kind = this.ink.isRuled ? "board--ruled" : "board--inked";
    const frame = html("div", { class: `board ${kind}` }, play);
    if (!coordinates) frame.classList.add("board--bare");
    else frame.append(rulerOf("board__columns", columns), rulerOf("board__rows", rows));
    return frame;
  }

  /** The grid and the ink, which exist from setup() on. */
  get grid() {
    if (!this.#grid) throw new Error("call setup() first");
    return this.#grid;
  }

  get ink() {
    if (!this.#ink) throw new Error("call setup() first");
    return this.#ink;
  }

  /** Show a position; only what differs is drawn. @param {BoardPosition} position */
  show({ cells, last = -1, line = null, animate = false }) {
    cells.forEach((mark, cell) => {
      if (mark === this.cells[cell]) this.ack(cell);
      else if (mark) this.put(cell, mark, { animate });
      else this.lift(cell);
    });
    this.setLast(last);
    this.showLine(line, { animate });
  }

  /**
   * Draw a mark now. A pending one waits for the server's word: ack() or lift().
   * @param {number} cell
   * @param {Mark} mark
   * @param {{ animate?: boolean, pending?: boolean }} [how]
   */
  put(cell, mark, how = {}) {
    if (this.aim === cell) this.setAim(-1);
    if (this.aim < 0) this.ink.ghost(-1, mark, "hover");
    this.cells[cell] = mark;
    this.ink.addMark(cell, mark, how);
    this.#label(cell);
  }

  /** The mark in *cell* stands. @param {number} cell */
  ack(cell) {
    this.ink.setPending(cell, false);
  }

  /** Take a mark away. @param {number} cell */
  lift(cell) {
    this.cells[cell] = "";
    this.ink.removeMark(cell);
    this.#label(cell);
  }

  /** Wash the cell of the last move. @param {number} cell */
  setLast(cell) {
    if (cell === this.last) return;
    const before = this.last;
    this.last = cell;
    this.ink.wash(cell);
    if (before >= 0) this.#label(before);
    if (cell >= 0) this.#label(cell);
    this.#markCoordinates();
  }

  /**
   * Highlight the winning cells; null takes the highlight away.
   * @param {readonly number[] | null} cells
   * @param {{ animate?: boolean }} [how]
   */
  showLine(cells, { animate = false } = {}) {
    const changed = new Set([...this.#won, ...(cells ?? [])]);
    this.#won = new Set(cells ?? []);
    this.ink.highlight(straightRuns(cells ?? [], this.m, this.k), animate);
    for (const cell of changed) this.#label(cell);
  }

  /** Write 1, 2, 3 … on *cells*; none takes the numbers away. @param {readonly number[]} cells */
  numbers(cells) {
    this.ink.number(cells);
  }

  /**
   * Ring free cells: the best moves, or those that only look best; none takes the rings away.
   * @param {readonly number[]} cells
   * @param {HintKind} [kind]
   */
  hint(cells, kind = "best") {
    const changed = new Set([...this.#hinted.keys(), ...cells]);
    this.#hinted = new Map(cells.map((cell) => [cell, kind]));
    this.ink.hint(cells, kind);
    for (const cell of changed) this.#label(cell);
  }

  /**
   * Which mark a press places; null: presses only say why not, unless one may choose ahead.
   * @param {Mark | null} mark
   * @param {Mark | null} [ahead] the mark that may be chosen for the next turn
   */
  allow(mark, ahead = null) {
    this.allowed = mark;
    this.ahead = mark ? null : ahead;
    this.classList.toggle("is-playable", this.#mark !== null);
    if (this.#mark) return;
    this.setAim(-1);
    this.#hover(-1);
  }

  /** The mark that a press is about. */
  get #mark() {
    return this.allowed ?? this.ahead;
  }

  /** Show *cell* as chosen for the next turn; -1 for none. @param {number} cell */
  setPremove(cell) {
    const before = this.premove;
    this.premove = cell;
    this.ink.premove(cell, this.#mark ?? "x");
    for (const changed of [before, cell]) if (changed >= 0) this.#label(changed);
    this.#hover(-1);
  }

  /** Aim at a cell before placing there; -1 drops the aim. @param {number} cell */
  setAim(cell) {
    if (cell === this.aim) return;
    this.aim = cell;
    this.ink.aim(cell);
    this.ink.ghost(cell, this.#mark ?? "x", "aim");
    this.ink.cursor(cell >= 0 ? cell : this.grid.cursor, cell >= 0 || this.#cursorIsShown);
    this.#markCoordinates();
    this.#tell("ttt-aim", { cell });
  }

  /** Choose the cell aimed at. */
  confirmAim() {
    if (this.aim >= 0) this.#choose(this.aim);
  }

  /**
   * Move the aim to the next free cell in a direction, if there is one.
   * @param {number} right columns
   * @param {number} down rows
   */
  moveAim(right, down) {
    if (this.aim < 0) return;
    let [column, row] = [this.aim % this.m, Math.floor(this.aim / this.m)];
    do {
      column += right;
      row += down;
      if (column < 0 || column >= this.m || row < 0 || row >= this.n) return;
    } while (this.cells[row * this.m + column]);
    this.setAim(row * this.m + column);
  }

  /** Drop the aim, or the premove. @returns {boolean} whether there was one */
  escape() {
    const had = this.aim >= 0 || this.premove >= 0;
    if (this.aim >= 0) this.setAim(-1);
    else if (this.premove >= 0) this.#tell("ttt-premove", { cell: -1 });
    return had;
  }

  /** Whether cells are smaller than a finger. */
  get isDense() {
    return this.grid.cellWidth < SMALL_CELL;
  }

  /** Put the keyboard on *cell*, or where it was. @param {number} [cell] */
  focusCell(cell = this.grid.cursor) {
    this.grid.focus(cell);
  }

  /** The name of *cell*. @param {number} cell */
  nameOf(cell) {
    return cellName(cell, this.m, this.n);
  }

  /** What the mark is called: its own symbol, or X or O. @param {Mark} mark */
  markName(mark) {
    return this.#looks?.[mark].symbol || mark.toUpperCase();
  }

  /** All marks in words, row by row from the top; empty rows of large boards are left out. */
  describe() {
    const sentences = [];
    for (let row = 0; row < this.n; row++) {
      const cells = this.cells.slice(row * this.m, (row + 1) * this.m);
      if (this.ink.isRuled && !cells.some(Boolean)) continue;
      sentences.push(words("row", { row: this.n - row, cells: this.#describeRow(cells) }));
    }
    return sentences.join(" ") || words("board_empty");
  }

  /** @param {(Mark | "")[]} cells */
  #describeRow(cells) {
    const parts = cells.map((mark, column) => {
      if (!this.ink.isRuled) return mark ? this.markName(mark) : words("empty");
      return mark ? `${columnName(column)} ${this.markName(mark)}` : "";
    });
    return parts.filter(Boolean).join(", ");
  }

  /** @param {number} cell @param {PressedBy} by */
  #press(cell, by) {
    if (this.cells[cell]) this.#tell("ttt-say", { text: words("taken", { name: this.nameOf(cell) }) });
    else if (!this.#mark) this.#tell("ttt-say", { text: words("not_now") });
    else if (cell !== this.aim && cell !== this.premove && this.#needsAim(by)) this.setAim(cell);
    else this.#choose(cell);
  }

  /** @param {PressedBy} by */
  #needsAim(by) {
    if (this.#confirm === "always") return true;
    return this.#confirm === "two_step" && by === "touch" && this.isDense;
  }

  /** @param {number} cell */
  #choose(cell) {
    this.setAim(-1);
    this.#tell(this.allowed ? "ttt-move" : "ttt-premove", { cell });
  }

  /** @param {number} cell */
  #hover(cell) {
    if (this.aim >= 0) return;
    const isFree = cell >= 0 && !this.cells[cell] && cell !== this.premove;
    this.ink.ghost(this.#mark && isFree ? cell : -1, this.#mark ?? "x", "hover");
  }

  /** @param {number} cell @param {boolean} isVisible */
  #showCursor(cell, isVisible) {
    this.#cursorIsShown = isVisible;
    if (this.aim < 0) this.ink.cursor(cell, isVisible);
    this.#markCoordinates();
  }

  /** Coordinates of the last move are underlined, those of the cursor bold. */
  #markCoordinates() {
    const cursor = this.aim >= 0 ? this.aim : this.#cursorIsShown ? this.grid.cursor : -1;
    const [columns, rows] = this.#coordinates;
    // No cell, -1, is in column -1 and row -1.
    markAt(columns, this.last % this.m, "is-last");
    markAt(rows, Math.floor(this.last / this.m), "is-last");
    markAt(columns, cursor % this.m, "is-cursor");
    markAt(rows, Math.floor(cursor / this.m), "is-cursor");
  }

  /** @param {number} cell */
  #label(cell) {
    const mark = this.cells[cell];
    const state = !mark ? this.#emptyState(cell) : this.#won.has(cell) ? "won" : cell === this.last ? "last" : "taken";
    const values = { name: this.nameOf(cell), mark: mark ? this.markName(mark) : "" };
    this.grid.label(cell, words(`cell_${state}`, values), Boolean(mark));
  }

  /** @param {number} cell */
  #emptyState(cell) {
    return cell === this.premove ? "premove" : (this.#hinted.get(cell) ?? "empty");
  }

  /** @param {string} type @param {object} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }
}

/** @param {string} name @param {HTMLElement[]} labels */
function rulerOf(name, labels) {
  return html("div", { class: name, "aria-hidden": "true" }, ...labels);
}

/** @param {HTMLElement[]} labels @param {number} index @param {string} name */
function markAt(labels, index, name) {
  for (const [at, label] of labels.entries()) label.classList.toggle(name, at === index);
}

customElements.define("ttt-board", TttBoard);
