// Strokes of a pen: thinned out to the few points that are kept, and drawn as smooth lines. The
// server draws what it keeps in the same way: accounts/handwriting.py.

/** @typedef {readonly [number, number]} Point  in a cell of 100 by 100 units */

export const MAX_STROKES = 4;
const MAX_POINTS = 64; // of a mark
const TOLERANCE = 0.8; // units that a line may miss a point by
const REACH = 12; // units from a corner to where it begins to be rounded

/**
 * The points of *stroke* that matter: none that is left out is farther than *tolerance* from the
 * line. Ramer, An iterative procedure for the polygonal approximation of plane curves, 1972;
 * Douglas and Peucker, Algorithms for the reduction of the number of points required to represent
 * a digitized line or its caricature, 1973.
 * @param {readonly Point[]} stroke
 * @param {number} tolerance
 * @returns {readonly Point[]}
 */
export function simplified(stroke, tolerance) {
  if (stroke.length < 3) return stroke;
  const [start, end] = [stroke[0], stroke[stroke.length - 1]];
  const distances = stroke.map((point) => distance(point, start, end));
  const farthest = distances.indexOf(Math.max(...distances));
  if (distances[farthest] <= tolerance) return [start, end];
  const before = simplified(stroke.slice(0, farthest + 1), tolerance);
  return [...before.slice(0, -1), ...simplified(stroke.slice(farthest), tolerance)];
}

/**
 * A mark as it can be kept: whole numbers, and not too many points.
 * @param {readonly (readonly Point[])[]} strokes
 * @returns {Point[][]}
 */
export function keepable(strokes) {
  for (let tolerance = TOLERANCE; ; tolerance *= 1.5) {
    const kept = strokes.map((stroke) => inWholeNumbers(simplified(stroke, tolerance)));
    if (kept.flat().length <= MAX_POINTS) return kept;
  }
}

/** @param {readonly Point[]} stroke */
function inWholeNumbers(stroke) {
  const points = stroke.map(([x, y]) => /** @type {Point} */ ([Math.round(x), Math.round(y)]));
  return points.filter(([x, y], i) => i === 0 || x !== points[i - 1][0] || y !== points[i - 1][1]);
}

/** From *point* to the line between *start* and *end*. @param {Point} point @param {Point} start @param {Point} end */
function distance([x, y], [startX, startY], [endX, endY]) {
  const [across, down] = [endX - startX, endY - startY];
  const length = across * across + down * down;
  const along = length ? ((x - startX) * across + (y - startY) * down) / length : 0;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - startX - share * across, y - startY - share * down);
}

/**
 * SVG path data of a line through the points of *stroke*, with its corners rounded: each is cut at
 * the middle of its sides, or REACH from it where that is nearer.
 * @param {readonly Point[]} stroke
 */
export function pathOf(stroke) {
  const end = stroke[stroke.length - 1];
  let path = `M${stroke[0].join(" ")}`;
  for (let i = 1; i < stroke.length - 1; i++) {
    const [before, corner, after] = stroke.slice(i - 1, i + 2);
    path += `L${near(corner, before)}Q${corner.join(" ")} ${near(corner, after)}`;
  }
  return `${path}L${end.join(" ")}`;
}

/** Where the corner is cut on the way to *other*. @param {Point} corner @param {Point} other */
function near([x, y], [otherX, otherY]) {
  const [across, down] = [otherX - x, otherY - y];
  const length = Math.sqrt(across * across + down * down);
  const share = length ? Math.min(0.5, REACH / length) : 0;
  return [x + across * share, y + down * share].map((value) => Math.floor(value * 10 + 0.5) / 10).join(" ");
}
