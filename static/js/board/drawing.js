// Boards as SVG path data: what games/board/drawing.py draws on the server, from the same shapes.

import { SHAPES } from "./shapes.js";

/** @typedef {import("./marks.js").Mark} Mark */

const { unit: UNIT, largest_by_hand, lines, marks } = SHAPES;

/** Whether a board is drawn by hand; larger ones are ruled sheets. @param {number} m @param {number} n */
export function isByHand(m, n) {
  return Math.max(m, n) <= largest_by_hand;
}

/**
 * The lines between the cells, and the frame of a ruled sheet.
 * @param {number} m
 * @param {number} n
 */
export function boardLines(m, n) {
  if (isByHand(m, n)) return { inner: linesByHand(m, n), frame: "" };
  return { inner: straightLines(m, n, 0), frame: `M0 0H${m * UNIT}V${n * UNIT}H0z` };
}

/** Inner lines only, each a little bent. @param {number} m @param {number} n */
function linesByHand(m, n) {
  const { ends, bends } = lines;
  const [width, height] = [m * UNIT, n * UNIT];
  const columns = bends.slice(0, m - 1).map(([start, bend, stop], i) => {
    const curve = `${bend} ${height / 2 - ends} ${stop} ${height - 2 * ends}`;
    return `M${(i + 1) * UNIT} ${ends}m${start} 0q${curve}`;
  });
  const rows = bends.slice(0, n - 1).map(([start, bend, stop], i) => {
    const curve = `${width / 2 - ends} ${-bend} ${width - 2 * ends} ${-stop}`;
    return `M${ends} ${(i + 1) * UNIT}m0 ${-start}q${curve}`;
  });
  return [...columns, ...rows].join("");
}

/**
 * Inner lines that stop *ends* before the edge.
 * @param {number} m
 * @param {number} n
 * @param {number} ends
 */
export function straightLines(m, n, ends) {
  const [width, height] = [m * UNIT, n * UNIT];
  let path = "";
  for (let x = UNIT; x < width; x += UNIT) path += `M${x} ${ends}V${height - ends}`;
  for (let y = UNIT; y < height; y += UNIT) path += `M${ends} ${y}H${width - ends}`;
  return path;
}

/**
 * The strokes of *mark* in *cell* by hand: neighbours differ, and none ever changes.
 * @param {Mark} mark
 * @param {number} cell
 * @param {number} m
 * @returns {string[]}
 */
export function strokesByHand(mark, cell, m) {
  const ways = marks.by_hand[mark];
  return ways[((cell % m) + 3 * Math.floor(cell / m)) % ways.length];
}
