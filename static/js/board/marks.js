// The two marks: strokes of a pen in a cell, or the player's own symbols.

import { svg } from "../dom.js";
import { SHAPES } from "./shapes.js";

/**
 * @typedef {"x" | "o"} Mark
 * @typedef {{ symbol: string, colour: string, strokes?: string[] }} MarkLook  "" for the usual mark
 *   or pen; strokes if it is in the reader's own hand
 */

/** @param {Mark} mark @returns {Mark} */
export function otherMark(mark) {
  return mark === "x" ? "o" : "x";
}

/** A mark that stands alone. @param {Mark} mark @returns {string[]} its strokes */
export function singleStrokes(mark) {
  return SHAPES.marks.by_hand[mark][0];
}

/**
 * A mark to put into an SVG: strokes, or the player's own symbol written with the pen.
 * @param {Mark} mark
 * @param {string[]} strokes
 * @param {string} [symbol]
 * @returns {SVGGElement}
 */
export function markGroup(mark, strokes, symbol = "") {
  const group = svg("g", { class: `mark mark-${mark}` });
  if (symbol) group.append(svg("text", { class: "mark__symbol", x: 50, y: SHAPES.symbol.board }, symbol));
  else group.append(...strokes.map((d) => svg("path", { d, pathLength: 1 })));
  return group;
}

/**
 * A mark as a small picture of its own, for cards, lists and buttons.
 * @param {Mark} mark
 * @param {MarkLook} [look]
 * @returns {SVGSVGElement}
 */
export function markPicture(mark, look) {
  const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" });
  picture.append(markGroup(mark, look?.strokes ?? singleStrokes(mark), look?.symbol));
  return picture;
}

/**
 * Give *element* and all marks in it the players' own colours; "" keeps the site's pens.
 * @param {HTMLElement | SVGElement} element
 * @param {Record<Mark, MarkLook> | undefined} looks
 */
export function usePens(element, looks) {
  for (const mark of /** @type {Mark[]} */ (["x", "o"])) {
    const colour = looks?.[mark].colour;
    if (colour) element.style.setProperty(`--pen-${mark}`, colour);
    else element.style.removeProperty(`--pen-${mark}`);
  }
}
