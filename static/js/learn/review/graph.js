// The graph of a reviewed game as a slider: by pointer anywhere on it, by the usual keys.

import { setAttributes } from "../../dom.js";
import { words } from "../../words.js";

const PAGE = 5; // plies

export class ReviewGraph {
  /**
   * @param {HTMLElement} field holds the picture, and its measures as data
   * @param {(ply: number) => void} go
   * @param {() => number} ply where the page is
   */
  constructor(field, go, ply) {
    this.field = field;
    this.go = go;
    this.ply = ply;
    this.measures = {
      left: Number(field.dataset.left),
      right: Number(field.dataset.right),
      width: Number(field.dataset.width),
      last: Number(field.dataset.last),
    };
    const { last } = this.measures;
    setAttributes(field, { role: "slider", tabindex: 0, "aria-label": words("graph"), "aria-valuemin": 0, "aria-valuemax": last });
    field.querySelector("svg")?.removeAttribute("role");
    setAttributes(field.querySelector("svg") ?? field, { "aria-hidden": "true" });
    this.#listen();
  }

  #listen() {
    this.field.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.field.setPointerCapture(event.pointerId);
      this.#goTo(event);
    });
    this.field.addEventListener("pointermove", (event) => {
      if (this.field.hasPointerCapture(event.pointerId)) this.#goTo(event);
    });
    this.field.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {PointerEvent} event */
  #goTo(event) {
    const box = (this.field.querySelector("svg") ?? this.field).getBoundingClientRect();
    this.go(plyAt((event.clientX - box.left) / box.width, this.measures));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const to = targetOf(event.key, this.ply(), this.measures.last);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.go(to);
  }

  /** @param {number} ply @param {string} text what is said of it */
  show(ply, text) {
    setAttributes(this.field, { "aria-valuenow": ply, "aria-valuetext": text });
    for (const point of this.field.querySelectorAll("[data-point]")) {
      const isShown = point.getAttribute("data-point") === String(ply);
      point.classList.toggle("is-shown", isShown);
      if (isShown) this.#moveLine(point.getAttribute("cx") ?? "0");
    }
  }

  /** @param {string} x */
  #moveLine(x) {
    const line = this.field.querySelector("#graph-now");
    if (line) setAttributes(line, { x1: x, x2: x });
  }
}

/**
 * The ply at *share* of the picture's width.
 * @param {number} share
 * @param {{ left: number, right: number, width: number, last: number }} measures
 */
export function plyAt(share, { left, right, width, last }) {
  const ply = Math.round(((share * width - left) / (width - left - right)) * last);
  return Math.max(0, Math.min(last, ply));
}

/**
 * Where a key leads, if anywhere.
 * @param {string} key
 * @param {number} ply
 * @param {number} last
 * @returns {number | undefined}
 */
export function targetOf(key, ply, last) {
  /** @type {Record<string, number>} */
  const targets = {
    ArrowLeft: ply - 1,
    ArrowDown: ply - 1,
    ArrowRight: ply + 1,
    ArrowUp: ply + 1,
    PageDown: ply - PAGE,
    PageUp: ply + PAGE,
    Home: 0,
    End: last,
  };
  const to = targets[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
