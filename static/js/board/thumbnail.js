// Small boards in lists, as the server draws them with templates/board/_thumbnail.html.

import { svg } from "../dom.js";
import { isByHand, straightLines, strokesByHand } from "./drawing.js";
import { otherMark } from "./marks.js";
import { SHAPES } from "./shapes.js";

/**
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").MarkLook} MarkLook
 * @typedef {{ m: number, n: number, first: Mark, moves: number[], looks: Record<Mark, MarkLook> }} Drawn
 */

const { unit: UNIT, thumbnail, marks } = SHAPES;

/** The board of *game*, its last move washed; no win is marked. @param {Drawn} game */
export function makeThumbnail(game) {
  const { m, n, moves } = game;
  const picture = svg("svg", {
    class: kind(m, n),
    viewBox: viewOf(m, n),
    "aria-hidden": "true",
    focusable: "false",
  });
  const washes = moves.slice(-1).map((cell) => svg("path", { class: "thumb__wash", d: cornerOf(cell, m) + thumbnail.wash }));
  const lines = svg("path", { class: "thumb__grid", d: straightLines(m, n, thumbnail.ends) });
  picture.append(...washes, lines, marksOf(game, "x"), marksOf(game, "o"));
  return picture;
}

/** The view box of the board, which has a margin. @param {number} m @param {number} n */
function viewOf(m, n) {
  const margin = Math.max(m, n) * thumbnail.margin;
  return `${-margin} ${-margin} ${m * UNIT + 2 * margin} ${n * UNIT + 2 * margin}`;
}

/** @param {number} m @param {number} n */
function kind(m, n) {
  if (isByHand(m, n)) return "thumb thumb--inked";
  return Math.max(m, n) >= thumbnail.smallest_fine ? "thumb thumb--fine" : "thumb";
}

/** All marks of one player. @param {Drawn} game @param {Mark} mark */
function marksOf(game, mark) {
  const { m, first, moves, looks } = game;
  const { symbol, colour } = looks[mark];
  const group = svg("g", colour ? { color: colour } : { class: `mark-${mark}` });
  const cells = moves.filter((_, ply) => (ply % 2 === 0 ? first : otherMark(first)) === mark);
  if (symbol) group.append(...cells.map((cell) => symbolIn(cell, m, symbol)));
  else group.append(...marksOn(game, mark, cells).map((d) => svg("path", { class: "thumb__ink", d })));
  return group;
}

/** @param {number} cell @param {number} m @param {string} symbol */
function symbolIn(cell, m, symbol) {
  const [x, y] = [cell % m, Math.floor(cell / m)].map((at) => (at + 0.5) * UNIT);
  return svg("text", { class: "thumb__symbol", x, y }, symbol);
}

/**
 * *mark* on all *cells* of a small board: a path for each of its strokes, none without cells.
 * @param {{ m: number, n: number }} board
 * @param {Mark} mark
 * @param {number[]} cells
 * @returns {string[]}
 */
function marksOn({ m, n }, mark, cells) {
  const strokes = (/** @type {number} */ cell) => (isByHand(m, n) ? strokesByHand(mark, cell, m) : marks.ruled[mark]);
  const paths = /** @type {string[]} */ ([]);
  for (const cell of cells) {
    const corner = cornerOf(cell, m);
    for (const [i, stroke] of strokes(cell).entries()) paths[i] = (paths[i] ?? "") + corner + stroke;
  }
  return paths;
}

/** @param {number} cell @param {number} m */
function cornerOf(cell, m) {
  return `M${(cell % m) * UNIT} ${Math.floor(cell / m) * UNIT}`;
}
