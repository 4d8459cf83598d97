// The board as it is seen: one SVG in cells of 100 by 100 units, in layers from the wash of the
// last move up to the cursor. Pictures only; it is hidden from screen readers.

import { setAttributes, svg } from "../dom.js";
import { boardLines, isByHand, strokesByHand } from "./drawing.js";
import { markGroup } from "./marks.js";
import { SHAPES } from "./shapes.js";

/**
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").MarkLook} MarkLook
 * @typedef {{ x: number, y: number }} Point
 * @typedef {"hover" | "aim"} GhostKind
 */

const CELL = SHAPES.unit;
const LAYERS = /** @type {const} */ (["wash", "win", "grid", "hints", "ghost", "premove", "marks", "numbers", "cursor"]);

export class Ink {
  /** @type {Record<typeof LAYERS[number], SVGGElement>} */
  layers;
  /** @type {Map<number, SVGGElement>} */
  marks = new Map();

  /**
   * @param {{ m: number, n: number, looks: Record<Mark, MarkLook> | undefined }} options
   */
  constructor({ m, n, looks }) {
    this.m = m;
    this.n = n;
    this.looks = looks;
    this.isRuled = !isByHand(m, n);
    this.element = svg("svg", {
      class: "board__ink",
      viewBox: `0 0 ${m * CELL} ${n * CELL}`,
      "aria-hidden": "true",
      focusable: "false",
    });
    this.element.style.setProperty("--pen-width", String(penWidth(Math.max(m, n))));
    this.layers = this.#makeLayers();
    this.layers.grid.append(...this.#lines());
    this.crosshair = [svg("line", { class: "board__aim" }), svg("line", { class: "board__aim" })];
    this.brackets = svg("path", { class: "board__cursor", d: cornerBrackets() });
    this.layers.cursor.append(...this.crosshair, this.brackets);
  }

  #makeLayers() {
    const made = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ ({});
    for (const name of LAYERS) made[name] = svg("g", { class: `board__layer-${name}` });
    this.element.append(...Object.values(made));
    return made;
  }

  #lines() {
    const { inner, frame } = boardLines(this.m, this.n);
    const lines = [svg("path", { class: "board__line", d: inner })];
    if (frame) lines.push(svg("path", { class: "board__line board__line--edge", d: frame }));
    return lines;
  }

  /** @param {number} cell @returns {Point} the upper left corner */
  corner(cell) {
    return { x: (cell % this.m) * CELL, y: Math.floor(cell / this.m) * CELL };
  }

  /** @param {Element} element @param {number} cell */
  #place(element, cell) {
    const { x, y } = this.corner(cell);
    element.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** @param {number} cell @param {Mark} mark */
  #makeMark(cell, mark) {
    const look = this.looks?.[mark];
    const group = markGroup(mark, look?.strokes ?? strokesByHand(mark, cell, this.m), look?.symbol);
    this.#place(group, cell);
    return group;
  }

  /**
   * @param {number} cell
   * @param {Mark} mark
   * @param {{ animate?: boolean, pending?: boolean }} [how]
   */
  addMark(cell, mark, { animate = false, pending = false } = {}) {
    this.removeMark(cell);
    const group = this.#makeMark(cell, mark);
    group.classList.toggle("mark--new", animate);
    group.classList.toggle("mark--pending", pending);
    this.layers.marks.append(group);
    this.marks.set(cell, group);
  }

  /** @param {number} cell */
  removeMark(cell) {
    this.marks.get(cell)?.remove();
    this.marks.delete(cell);
  }

  /** @param {number} cell @param {boolean} pending */
  setPending(cell, pending) {
    this.marks.get(cell)?.classList.toggle("mark--pending", pending);
  }

  /** @param {number} cell the last move; -1 for none */
  wash(cell) {
    this.layers.wash.replaceChildren();
    if (cell < 0) return;
    const shape = svg("path", { class: "board__wash", d: washPath(this.isRuled) });
    this.#place(shape, cell);
    this.layers.wash.append(shape);
  }

  /**
   * One stroke of the highlighter for each run of cells, under the grid and the marks.
   * @param {number[][]} runs
   * @param {boolean} animate
   */
  highlight(runs, animate) {
    const won = new Set(runs.flat());
    this.element.classList.toggle("is-won", won.size > 0);
    this.layers.win.replaceChildren(...runs.map((run) => this.#band(run, animate)));
    for (const [cell, group] of this.marks) group.classList.toggle("mark--won", won.has(cell));
  }

  /** @param {number[]} run @param {boolean} animate */
  #band(run, animate) {
    const from = this.corner(run[0]);
    const to = this.corner(run[run.length - 1]);
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const half = this.isRuled ? 34 : 24;
    const drawn = animate ? " board__band--new" : "";
    return svg(
      "g",
      { transform: `translate(${from.x + 50} ${from.y + 50}) rotate(${angle})` },
      svg("path", { class: `board__band${drawn}`, d: bandPath(length, half) }),
      svg("path", { class: `board__streak${drawn}`, d: streakPath(length, half) }),
    );
  }

  /**
   * A ring in each of *cells*: whole if proven best, broken if it only looks best.
   * @param {readonly number[]} cells
   * @param {"best" | "looks_best"} kind
   */
  hint(cells, kind) {
    this.layers.hints.replaceChildren(
      ...cells.map((cell) => {
        const ring = svg("circle", { class: `board__hint board__hint--${kind}`, cx: 50, cy: 50, r: 17 });
        this.#place(ring, cell);
        return ring;
      }),
    );
  }

  /**
   * The mark that would be placed.
   * @param {number} cell -1 for none
   * @param {Mark} mark
   * @param {GhostKind} kind
   */
  ghost(cell, mark, kind) {
    this.layers.ghost.replaceChildren();
    if (cell < 0) return;
    const group = this.#makeMark(cell, mark);
    group.classList.add("mark--ghost", `mark--${kind}`);
    this.layers.ghost.append(group);
  }

  /** The mark chosen for the next turn, in dashes. @param {number} cell -1 for none @param {Mark} mark */
  premove(cell, mark) {
    this.layers.premove.replaceChildren();
    if (cell < 0) return;
    const frame = svg("path", { class: `board__premove mark-${mark}`, d: "M10 10H90V90H10Z" });
    const group = this.#makeMark(cell, mark);
    group.classList.add("mark--premove");
    this.#place(frame, cell);
    this.layers.premove.append(frame, group);
  }

  /** @param {number} cell where the keyboard is @param {boolean} isShown */
  cursor(cell, isShown) {
    if (cell >= 0) this.#place(this.brackets, cell);
    this.brackets.classList.toggle("is-shown", isShown);
  }

  /** @param {number} cell where a touch aims; -1 for nowhere */
  aim(cell) {
    const { x, y } = this.corner(Math.max(0, cell));
    const [across, down] = this.crosshair;
    setAttributes(across, { x1: 0, x2: this.m * CELL, y1: y + 50, y2: y + 50 });
    setAttributes(down, { x1: x + 50, x2: x + 50, y1: 0, y2: this.n * CELL });
    for (const line of this.crosshair) line.classList.toggle("is-shown", cell >= 0);
  }

  /** @param {readonly number[]} cells numbered in this order; none takes the numbers away */
  number(cells) {
    this.element.classList.toggle("is-numbered", cells.length > 0);
    this.layers.numbers.replaceChildren(
      ...cells.map((cell, index) => {
        const { x, y } = this.corner(cell);
        return svg("text", { class: "board__number", x: x + 50, y: y + 52 }, String(index + 1));
      }),
    );
  }
}

/** @param {number} side the larger number of cells: smaller cells get a relatively broader pen */
function penWidth(side) {
  if (side <= 3) return 10;
  if (side <= 5) return 11;
  return side <= 10 ? 12.5 : 14;
}

/** Four corners of a cell. */
function cornerBrackets() {
  const arm = 13;
  const corners = [[8, 8, 1, 1], [92, 8, -1, 1], [92, 92, -1, -1], [8, 92, 1, -1]];
  return corners.map(([x, y, dx, dy]) => `M${x} ${y + arm * dy}V${y}H${x + arm * dx}`).join("");
}

/** A cell coloured by hand, or to the edge of a ruled cell. @param {boolean} isRuled */
function washPath(isRuled) {
  return isRuled ? "M2 2h96v96h-96z" : "M10 12L91 9L89 89L8 91Z";
}

/**
 * A stroke of a chisel tip along the x axis, from before 0 to behind *length*.
 * @param {number} length
 * @param {number} half of its breadth
 */
function bandPath(length, half) {
  const [over, slant] = [43, half * 0.34];
  const top = `M${slant - over} ${-half}Q${length / 2} ${-half - 2.5} ${length + over + slant} ${1 - half}`;
  return `${top}L${length + over - slant} ${half}Q${length / 2} ${half + 2} ${-over - slant} ${half - 1}Z`;
}

/** The lower edge of the band, where the ink gathers. @param {number} length @param {number} half */
function streakPath(length, half) {
  const [over, slant] = [43, half * 0.34];
  const top = `M${-over - slant * 0.62} ${half * 0.62}Q${length / 2} ${half * 0.5} ${length + over - slant * 0.55} ${half * 0.6}`;
  return `${top}L${length + over - slant} ${half}Q${length / 2} ${half + 2} ${-over - slant} ${half - 1}Z`;
}
