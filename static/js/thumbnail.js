// Small boards in lists, like those the server draws (games/board/thumbnails.py), in units
// of 100 to a cell. What is drawn stays: a move adds its mark.

import { setAttributes, svg } from './dom.js';
import { otherMark, strokes } from './marks.js';

/**
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").MarkLook} MarkLook
 * @typedef {{ m: number, n: number, first: Mark, moves: number[], looks: Record<Mark, MarkLook> }} Drawn
 */

const CELL = 100;
const MARGIN = 0.06; // of the longer side, around the board
const LARGEST_INKED = 5;
const SMALLEST_FINE = 9; // where cells get too small for a heavy ruling
const LINE_ENDS = 4; // short of the edge

/** A board without marks. @param {Pick<Drawn, "m" | "n" | "looks">} game */
export function emptyThumbnail({ m, n, looks }) {
  const margin = Math.round(Math.max(m, n) * CELL * MARGIN);
  const box = [-margin, -margin, m * CELL + 2 * margin, n * CELL + 2 * margin];
  const picture = svg("svg", {
    class: kind(Math.max(m, n)),
    viewBox: box.join(" "),
    "aria-hidden": "true",
    focusable: "false",
  });
  picture.append(svg("path", { class: "thumb__grid", d: gridPath(m, n) }), pen("x", looks), pen("o", looks));
  return picture;
}

/**
 * Draw the moves of *game* from number *from* on into a thumbnail of it.
 * @param {SVGSVGElement} picture
 * @param {Drawn} game
 * @param {number} from
 */
export function drawMoves(picture, game, from) {
  const [x, o] = picture.querySelectorAll(":scope > g");
  for (let ply = from; ply < game.moves.length; ply++) {
    const mark = ply % 2 === 0 ? game.first : otherMark(game.first);
    (mark === "x" ? x : o).append(markIn(game, game.moves[ply], mark));
  }
}

/**
 * A mark beside a name, as games/board/marks.py draws it.
 * @param {Mark} mark
 * @param {MarkLook} look
 */
export function glyph(mark, look) {
  const picture = svg("svg", { class: "glyph", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" });
  colour(picture, mark, look);
  if (look.symbol) picture.append(svg("text", { class: "glyph__symbol", x: 50, y: 54 }, look.symbol));
  else picture.append(...strokes(mark, 0).map((d) => svg("path", { d })));
  return picture;
}

/** @param {number} side the longer one */
function kind(side) {
  if (side <= LARGEST_INKED) return "thumb thumb--inked";
  return side >= SMALLEST_FINE ? "thumb thumb--fine" : "thumb";
}

/** @param {number} m @param {number} n */
function gridPath(m, n) {
  const [width, height] = [m * CELL, n * CELL];
  let path = "";
  for (let x = CELL; x < width; x += CELL) path += `M${x} ${LINE_ENDS}V${height - LINE_ENDS}`;
  for (let y = CELL; y < height; y += CELL) path += `M${LINE_ENDS} ${y}H${width - LINE_ENDS}`;
  return path;
}

/** The group of one player's marks. @param {Mark} mark @param {Record<Mark, MarkLook>} looks */
function pen(mark, looks) {
  const group = svg("g");
  colour(group, mark, looks[mark]);
  return group;
}

/** @param {SVGElement} element @param {Mark} mark @param {MarkLook} look */
function colour(element, mark, look) {
  if (look.colour) setAttributes(element, { color: look.colour });
  else element.classList.add(`mark-${mark}`);
}

/** @param {Drawn} game @param {number} cell @param {Mark} mark */
function markIn({ m, looks }, cell, mark) {
  const [x, y] = [(cell % m) * CELL, Math.floor(cell / m) * CELL];
  const { symbol } = looks[mark];
  if (symbol) return svg("text", { class: "thumb__symbol", x: x + CELL / 2, y: y + CELL / 2 }, symbol);
  const lines = strokes(mark, cell).map((d) => svg("path", { class: "thumb__ink", d }));
  return svg("g", { transform: `translate(${x} ${y})` }, ...lines);
}
