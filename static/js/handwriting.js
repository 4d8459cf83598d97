// The page on which X and O are drawn once, with a finger, a pen or a mouse. What is drawn is
// written into the form's fields, and shown on a board as all boards will show it.

import { say } from "./announce.js";
import { Ink } from "./board/ink.js";
import { markGroup, usePens } from "./board/marks.js";
import { SHAPES } from "./board/shapes.js";
import { keepable, MAX_STROKES, pathOf } from "./board/strokes.js";
import { byId, pageData, svg } from "./dom.js";
import { words } from "./words.js";

/**
 * @typedef {import("./board/marks.js").Mark} Mark
 * @typedef {import("./board/strokes.js").Point} Point
 */

const EDGE = 6; // units that half a pen needs beside its middle
/** @type {import("./board/marks.js").MarkLook} */
const PRINTED = { symbol: "", colour: "" };
const SAMPLE = { x: [0, 5, 7], o: [2, 3, 4] }; // cells

class Pad {
  /** @type {Point[][]} as the pen went */
  #strokes;

  /**
   * @param {Mark} mark
   * @param {readonly Point[][]} strokes
   * @param {() => void} changed
   */
  constructor(mark, strokes, changed) {
    this.mark = mark;
    this.#strokes = [...strokes];
    this.changed = changed;
    this.paper = byId(`pad-${mark}`);
    this.field = /** @type {HTMLInputElement} */ (byId(`id_${mark}`));
    this.paper.append(guide(mark));
    this.paper.addEventListener("pointerdown", (event) => this.#begin(event));
    byId(`undo-${mark}`).addEventListener("click", () => this.#keep(this.#strokes.slice(0, -1), "undone"));
    byId(`clear-${mark}`).addEventListener("click", () => this.#keep([], "cleared"));
    this.#show();
  }

  /** Paths of what is kept; none if the mark is the printed one. */
  get paths() {
    return keepable(this.#strokes).map(pathOf);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    if (this.#strokes.length === MAX_STROKES) {
      note(words("too_many_strokes"));
      return;
    }
    event.preventDefault();
    this.paper.setPointerCapture(event.pointerId);
    const stroke = [this.#pointOf(event)];
    const drawing = new AbortController();
    // Of this pointer alone: a second finger or the hand may rest on the paper.
    const hear = (/** @type {string} */ type, /** @type {(event: any) => void} */ work) => {
      const ofThis = (/** @type {any} */ other) => other.pointerId === event.pointerId && work(other);
      this.paper.addEventListener(type, ofThis, { signal: drawing.signal });
    };
    hear("pointermove", (moved) => this.#follow(moved, stroke));
    hear("pointerup", () => this.#end(drawing, [...this.#strokes, stroke]));
    hear("pointercancel", () => this.#end(drawing, this.#strokes));
    this.#draw([...this.paths, pathOf(stroke)]);
  }

  /** @param {AbortController} drawing @param {Point[][]} strokes */
  #end(drawing, strokes) {
    drawing.abort();
    this.#keep(strokes);
  }

  /** @param {PointerEvent} event @param {Point[]} stroke */
  #follow(event, stroke) {
    const events = event.getCoalescedEvents?.() ?? [];
    stroke.push(...(events.length ? events : [event]).map((one) => this.#pointOf(one)));
    this.#draw([...this.paths, pathOf(stroke)]);
  }

  /** @param {PointerEvent} event @returns {Point} */
  #pointOf({ clientX, clientY }) {
    const { left, top, width, height } = this.paper.getBoundingClientRect();
    return [inside(((clientX - left) / width) * 100), inside(((clientY - top) / height) * 100)];
  }

  /** @param {Point[][]} strokes @param {string} [said] */
  #keep(strokes, said) {
    this.#strokes = strokes;
    this.#show();
    this.changed();
    note("");
    if (said) say(words(`${said}_${this.mark}`));
  }

  #show() {
    const kept = keepable(this.#strokes);
    this.field.value = kept.length ? JSON.stringify(kept) : "";
    const count = kept.length;
    const label = count ? words(`drawn_${this.mark}`, { count }) : words(`empty_${this.mark}`);
    this.paper.setAttribute("aria-label", label);
    this.#draw(this.paths);
  }

  /** @param {string[]} paths */
  #draw(paths) {
    this.paper.classList.toggle("is-empty", paths.length === 0);
    this.paper.querySelector(".mark:not(.pad__guide)")?.remove();
    const group = svg("g", { class: `mark mark-${this.mark}` });
    group.append(...paths.map((d) => svg("path", { d })));
    this.paper.append(group);
  }
}

/** @param {string} text why something cannot be drawn; "" if nothing was in the way */
function note(text) {
  byId("drawn-note").textContent = text;
  if (text) say(text);
}

/** The printed mark, to be seen until something is drawn. @param {Mark} mark */
function guide(mark) {
  const group = markGroup(mark, SHAPES.marks.by_hand[mark][0]);
  group.classList.add("pad__guide");
  return group;
}

/** @param {number} value */
function inside(value) {
  return Math.max(EDGE, Math.min(100 - EDGE, value));
}

/** A board with both marks as they will look. */
function showSample() {
  const looks = { x: PRINTED, o: PRINTED };
  for (const { mark, paths } of pads) if (paths.length) looks[mark] = { ...PRINTED, strokes: paths };
  const ink = new Ink({ m: 3, n: 3, looks });
  for (const { mark } of pads) for (const cell of SAMPLE[mark]) ink.addMark(cell, mark);
  byId("sample").replaceChildren(ink.element);
}

const drawn = pageData("drawn");
const marks = /** @type {Mark[]} */ (["x", "o"]);
const pads = marks.map((mark) => new Pad(mark, drawn[mark] ?? [], showSample));
const { xColour = "", oColour = "" } = byId("handwriting").dataset;
usePens(byId("handwriting"), { x: { ...PRINTED, colour: xColour }, o: { ...PRINTED, colour: oColour } });
showSample();
