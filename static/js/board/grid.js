// The board as people with a keyboard or a screen reader meet it: a grid of buttons (WAI-ARIA APG)
// with one tab stop. It lies invisibly over the ink and knows nothing of marks or turns.

import { html, setAttributes } from "../dom.js";
import { TabStop } from "./tab-stop.js";

/**
 * @typedef {"key" | "mouse" | "touch"} PressedBy
 * @typedef {object} GridHandlers
 * @property {(cell: number, by: PressedBy) => void} press
 * @property {(cell: number, isVisible: boolean) => void} focus
 * @property {(cell: number) => void} hover  -1 when the mouse has left
 * @property {(what: "last" | "board" | "clocks") => void} ask
 * @property {() => boolean} escape  whether there was something to escape from
 */

/** @type {Record<string, "last" | "board" | "clocks">} */
const QUESTIONS = { l: "last", s: "board", t: "clocks" };

export class CellGrid {
  /** @type {HTMLButtonElement[]} */
  buttons = [];
  #stop;

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
    this.#stop = new TabStop(this.buttons, { m, n });
    this.#listen();
  }

  /** The cell that has the focus, or had it last. */
  get cursor() {
    return this.#stop.cell;
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
    this.#stop.moveTo(cell);
    this.handlers.focus(cell, this.buttons[cell].matches(":focus-visible"));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.metaKey) return;
    const to = this.#stop.target(event);
    if (to >= 0) this.focus(to);
    else if (event.ctrlKey || !this.#command(event)) return;
    event.preventDefault();
    event.stopPropagation(); // the page has other uses for the arrows
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key means something here */
  #command(event) {
    const question = QUESTIONS[event.key.toLowerCase()];
    const chosen = this.#stop.keypadCell(event);
    if (question) this.handlers.ask(question);
    else if (event.key === "Escape") return this.handlers.escape();
    else if (chosen >= 0) this.handlers.press(chosen, "key");
    else return false;
    return true;
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
