// The marks as pen strokes in a cell of 100 by 100 units. The hand shakes a little, by the seed
// (the cell), so that every mark differs from its neighbours and none ever changes.

import { svg } from './dom.js';

/**
 * @typedef {"x" | "o"} Mark
 * @typedef {{ symbol: string, colour: string }} MarkLook  "" for the drawn X or O, and its pen
 * @typedef {{ x: number, y: number }} Point
 */

const SHAKE = 4.4;
const RADIUS = 28.8;
const LOOP_POINTS = 12;

/** @param {Mark} mark @returns {Mark} */
export function otherMark(mark) {
  return mark === "x" ? "o" : "x";
}

/**
 * A small seeded generator (mulberry32): equal seeds give equal numbers in [0, 1).
 * @param {number} seed
 * @returns {() => number}
 */
export function seeded(seed) {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {number} value */
function short(value) {
  return value.toFixed(1);
}

/** @param {...number} numbers */
function spell(...numbers) {
  return numbers.map(short).join(" ");
}

/**
 * Two strokes, each slightly bent.
 * @param {() => number} random
 * @returns {string[]}
 */
function crossStrokes(random) {
  const near = (/** @type {number} */ value) => value + (random() - 0.5) * SHAKE;
  const down = `M${spell(near(23), near(23))}Q${spell(near(49), near(53))} ${spell(near(77), near(77))}`;
  const up = `M${spell(near(77), near(23))}Q${spell(near(52), near(47))} ${spell(near(23), near(77))}`;
  return [down, up];
}

/**
 * Points of a slightly egg-shaped loop, anticlockwise from near the top, as a hand draws it.
 * @param {() => number} random
 * @returns {Point[]}
 */
function loopPoints(random) {
  const start = -Math.PI / 2 + (random() - 0.5) * 0.6;
  const phase = random() * 2 * Math.PI;
  const squash = 0.975 + random() * 0.03;
  return Array.from({ length: LOOP_POINTS }, (_, index) => {
    const angle = start - (2 * Math.PI * index) / LOOP_POINTS;
    const radius = RADIUS + Math.sin(angle * 2 + phase) * 0.75;
    return { x: 50 + Math.cos(angle) * radius, y: 50 + Math.sin(angle) * radius * squash };
  });
}

/**
 * One closed stroke through the points (a Catmull-Rom spline as Bézier curves).
 * @param {Point[]} points
 */
function smoothLoop(points) {
  const at = (/** @type {number} */ index) => points[(index + points.length) % points.length];
  const curves = points.map((from, index) => {
    const [before, to, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const first = spell(from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6);
    const second = spell(to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6);
    return `C${first} ${second} ${spell(to.x, to.y)}`;
  });
  return `M${spell(points[0].x, points[0].y)}${curves.join("")}Z`;
}

/**
 * The path data of the drawn mark.
 * @param {Mark} mark
 * @param {number} seed
 * @returns {string[]} one entry for each stroke of the pen
 */
export function strokes(mark, seed) {
  const random = seeded(seed);
  return mark === "x" ? crossStrokes(random) : [smoothLoop(loopPoints(random))];
}

/**
 * A mark to put into an SVG: strokes, or the player's own symbol written with the pen.
 * @param {Mark} mark
 * @param {number} seed
 * @param {string} [symbol]
 * @returns {SVGGElement}
 */
export function markGroup(mark, seed, symbol = "") {
  const group = svg("g", { class: `mark mark-${mark}` });
  if (symbol) group.append(svg("text", { class: "mark__symbol", x: 50, y: 53 }, symbol));
  else group.append(...strokes(mark, seed).map((d) => svg("path", { d, pathLength: 1 })));
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
  picture.append(markGroup(mark, mark === "x" ? 7 : 3, look?.symbol));
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
