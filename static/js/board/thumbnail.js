// Small boards in lists, as the server draws them with templates/board/_thumbnail.html.

import { svg } from '../dom.js';
import { isByHand, marksOn, thumbnailLines, thumbnailView, wash } from './drawing.js';
import { otherMark } from './marks.js';
import { SHAPES } from './shapes.js';

/**
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").MarkLook} MarkLook
 * @typedef {{ m: number, n: number, first: Mark, moves: number[], looks: Record<Mark, MarkLook> }} Drawn
 */

/** The board of *game*, which goes on, with its last move washed. @param {Drawn} game */
export function makeThumbnail(game) {
  const { m, n, moves } = game;
  const picture = svg("svg", {
    class: kind(m, n),
    viewBox: thumbnailView(m, n),
    "aria-hidden": "true",
    focusable: "false",
  });
  const washes = moves.slice(-1).map((cell) => svg("path", { class: "thumb__wash", d: wash(cell, m) }));
  const lines = svg("path", { class: "thumb__grid", d: thumbnailLines(m, n) });
  picture.append(...washes, lines, marksOf(game, "x"), marksOf(game, "o"));
  return picture;
}

/** @param {number} m @param {number} n */
function kind(m, n) {
  if (isByHand(m, n)) return "thumb thumb--inked";
  return Math.max(m, n) >= SHAPES.thumbnail.smallest_fine ? "thumb thumb--fine" : "thumb";
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
  const [x, y] = [cell % m, Math.floor(cell / m)].map((at) => (at + 0.5) * SHAPES.unit);
  return svg("text", { class: "thumb__symbol", x, y }, symbol);
}
