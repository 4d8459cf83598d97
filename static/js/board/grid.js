// The board as people with a keyboard or a screen reader meet it: a grid of buttons (WAI-ARIA APG)
// with one tab stop. It lies invisibly over the ink and knows nothing of marks or turns.

import { html, setAttributes } from '../dom.js';

/**
 * @typedef {"key" | "mouse" | "touch"} PressedBy
 * @typedef {object} GridHandlers
 * @property {(cell: number, by: PressedBy) => void} press
 * @property {(cell: number, isVisible: boolean) => void} focus
 * @property {(cell: number) => void} hover  -1 when the mouse has left
 * @property {(what: "last" | "board" | "clocks") => void} ask
 * @property {() => boolean} escape  whether there was something to escape from
 */

const PAGE = 5;

/** @type {Record<string, "last" | "board" | "clocks">} */
const QUESTIONS = { l: "last", s: "board", t: "clocks" };

export class CellGrid {
  /** @type {HTMLButtonElement[]} */
  buttons = [];
  cursor = 0;

  /**
   * @param {{ m: number, n: number, label: string }} size
   * @param {GridHandlers} handlers
   */
  constructor({ m, n, label }, handlers) {
    this.m = m;
    this.n = n;
    this.handlers = handlers;
    this.element = html("div", {
      class: "board__cells",
      role: "grid",
      "aria-label": label,
      "aria-rowcount": n,
      "aria-colcount": m,
    });
    for (let row = 0; row < n; row++) this.element.append(this.#makeRow(row));
    this.#moveTabStop(Math.floor(n / 2) * m + Math.floor(m / 2));
    this.#listen();
  }

  /** @param {number} row */
  #makeRow(row) {
    const made = html("div", { class: "board__row", role: "row", "aria-rowindex": row + 1 });
    for (let column = 0; column < this.m; column++) made.append(this.#makeCell(column));
    return made;
  }

  /** @param {number} column */
  #makeCell(column) {
    const button = html("button", { type: "button", tabindex: -1, "data-cell": this.buttons.length });
    this.buttons.push(button);
    return html("div", { class: "board__cell", role: "gridcell", "aria-colindex": column + 1 }, button);
  }

  #listen() {
    const { element, handlers } = this;
    element.addEventListener("click", (event) => this.#onClick(event));
    element.addEventListener("keydown", (event) => this.#onKey(event));
    element.addEventListener("focusin", (event) => this.#onFocus(event));
    element.addEventListener("focusout", () => handlers.focus(this.cursor, false));
    element.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") handlers.hover(cellOf(event));
    });
    element.addEventListener("pointerleave", () => handlers.hover(-1));
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const cell = cellOf(event);
    if (cell >= 0) this.handlers.press(cell, pressedBy(event));
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const cell = cellOf(event);
    if (cell < 0) return;
    this.#moveTabStop(cell);
    this.handlers.focus(cell, this.buttons[cell].matches(":focus-visible"));
  }

  /** @param {number} cell */
  #moveTabStop(cell) {
    this.buttons[this.cursor].tabIndex = -1;
    this.cursor = cell;
    this.buttons[cell].tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.metaKey) return;
    const to = this.#target(event.key, event.ctrlKey);
    if (to >= 0) this.focus(to);
    else if (event.ctrlKey || !this.#command(event.key)) return;
    event.preventDefault();
    event.stopPropagation(); // the page has other uses for the arrows
  }

  /**
   * The cell to which a key moves, -1 if it does not move. The edges do not wrap.
   * @param {string} key
   * @param {boolean} ctrl
   */
  #target(key, ctrl) {
    const row = Math.floor(this.cursor / this.m);
    const column = this.cursor % this.m;
    if (key === "ArrowLeft") return this.#at(row, column - 1);
    if (key === "ArrowRight") return this.#at(row, column + 1);
    if (key === "ArrowUp") return this.#at(row - 1, column);
    if (key === "ArrowDown") return this.#at(row + 1, column);
    if (key === "PageUp") return this.#at(row - PAGE, column);
    if (key === "PageDown") return this.#at(row + PAGE, column);
    if (key === "Home") return this.#at(ctrl ? 0 : row, 0);
    if (key === "End") return this.#at(ctrl ? this.n - 1 : row, this.m - 1);
    return -1;
  }

  /** @param {number} row @param {number} column */
  #at(row, column) {
    return clamp(row, this.n) * this.m + clamp(column, this.m);
  }

  /** @param {string} key @returns {boolean} whether the key means something here */
  #command(key) {
    const question = QUESTIONS[key.toLowerCase()];
    if (question) this.handlers.ask(question);
    else if (key === "Escape") return this.handlers.escape();
    else if (this.m === 3 && this.n === 3 && /^[1-9]$/.test(key)) this.#keypad(Number(key));
    else return false;
    return true;
  }

  /** @param {number} digit 7 8 9 is the upper row, as on a keypad */
  #keypad(digit) {
    const row = 2 - Math.floor((digit - 1) / 3);
    this.handlers.press(row * 3 + ((digit - 1) % 3), "key");
  }

  /** @param {number} cell */
  focus(cell) {
    this.buttons[cell].focus();
  }

  /** Whether the keyboard is in the grid. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /**
   * @param {number} cell
   * @param {string} text
   * @param {boolean} isTaken
   */
  label(cell, text, isTaken) {
    const button = this.buttons[cell];
    setAttributes(button, { "aria-label": text });
    if (isTaken) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }

  /** Width of a cell in CSS pixels. */
  get cellWidth() {
    return this.element.clientWidth / this.m;
  }
}

/** @param {Event} event */
function cellOf(event) {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  return button ? Number(button.dataset.cell) : -1;
}

/** @param {MouseEvent} event @returns {PressedBy} */
function pressedBy(event) {
  if (event.detail === 0) return "key"; // Enter, Space, or a screen reader
  const type = event instanceof PointerEvent ? event.pointerType : "";
  if (type) return type === "mouse" ? "mouse" : "touch";
  return matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
}

/** @param {number} value @param {number} count */
function clamp(value, count) {
  return Math.max(0, Math.min(count - 1, value));
}
