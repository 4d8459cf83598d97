// A mark beside a name in lists.

import { setAttributes, svg } from "../dom.js";
import { singleStrokes } from "./marks.js";
import { SHAPES } from "./shapes.js";

/**
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").MarkLook} MarkLook
 */

/**
 * A mark as templates/board/_glyph.html draws it.
 * @param {Mark} mark
 * @param {MarkLook} look
 */
export function glyph(mark, { symbol, colour }) {
  const picture = svg("svg", {
    class: colour ? "glyph" : `glyph mark-${mark}`,
    viewBox: "0 0 100 100",
    "aria-hidden": "true",
    focusable: "false",
  });
  if (colour) setAttributes(picture, { color: colour });
  if (symbol) picture.append(svg("text", { class: "glyph__symbol", x: 50, y: SHAPES.symbol.glyph }, symbol));
  else picture.append(...singleStrokes(mark).map((d) => svg("path", { d })));
  return picture;
}
