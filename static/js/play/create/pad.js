// The pad of the create form: a sheet of the largest board on which the size is dragged. It draws
// the size and a line of the length that wins; sliders beside it do the same for keyboards.

import { html } from "../../dom.js";

const SMALLEST = 3;
const LARGEST = 19;

/** @typedef {{ m: number, n: number }} Size columns and rows */

export class Pad {
  #cells;

  /**
   * @param {HTMLElement} element
   * @param {(size: Size) => void} onSize while it is dragged
   */
  constructor(element, onSize) {
    this.element = element;
    this.onSize = onSize;
    this.#cells = Array.from({ length: LARGEST * LARGEST }, () => html("i"));
    element.replaceChildren(...this.#cells);
    element.hidden = false;
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
  }

  /** The line lies in a row, if one is long enough. @param {Size & { k: number }} ruleset */
  show({ m, n, k }) {
    const isUpright = k > m;
    const [along, across] = isUpright ? [n, m] : [m, n];
    const middle = Math.floor((across - 1) / 2);
    const start = Math.floor((along - k) / 2);
    this.#cells.forEach((cell, index) => {
      const x = index % LARGEST;
      const y = Math.floor(index / LARGEST);
      cell.classList.toggle("is-on", x < m && y < n);
      const [place, lane] = isUpright ? [y, x] : [x, y];
      cell.classList.toggle("is-line", lane === middle && place >= start && place < start + k);
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    event.preventDefault(); // no text is selected by the drag
    this.element.setPointerCapture(event.pointerId);
    this.onSize(this.#sizeAt(event));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.element.hasPointerCapture(event.pointerId)) this.onSize(this.#sizeAt(event));
  }

  /** Almost square is meant square. @param {PointerEvent} event @returns {Size} */
  #sizeAt(event) {
    const box = this.element.getBoundingClientRect();
    const m = side((event.clientX - box.left) / box.width);
    const n = side((event.clientY - box.top) / box.height);
    const larger = Math.max(m, n);
    return Math.abs(m - n) <= 1 ? { m: larger, n: larger } : { m, n };
  }
}

/** @param {number} part of the pad's width or height */
function side(part) {
  return Math.max(SMALLEST, Math.min(LARGEST, Math.ceil(part * LARGEST)));
}
