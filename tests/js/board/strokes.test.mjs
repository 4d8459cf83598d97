import assert from "node:assert/strict";
import test from "node:test";

import { keepable, pathOf, simplified } from "../../../static/js/board/strokes.js";

const circle = (points, radius = 30) =>
  Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / (points - 1);
    return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)];
  });

/** From a point to the nearest place on a line of several pieces. */
function distanceTo([x, y], line) {
  const distances = line.slice(1).map(([endX, endY], i) => {
    const [startX, startY] = line[i];
    const [across, down] = [endX - startX, endY - startY];
    const length = across ** 2 + down ** 2;
    const share = length ? Math.max(0, Math.min(1, ((x - startX) * across + (y - startY) * down) / length)) : 0;
    return Math.hypot(x - startX - share * across, y - startY - share * down);
  });
  return Math.min(...distances);
}

test("a straight stroke needs its ends only", () => {
  const stroke = Array.from({ length: 50 }, (_, i) => [20 + i, 10 + i / 2]);
  assert.deepEqual(simplified(stroke, 0.5), [stroke[0], stroke[49]]);
});

test("a corner stays", () => {
  const stroke = [[10, 10], [30, 10], [50, 10], [50, 30], [50, 50]];
  assert.deepEqual(simplified(stroke, 1), [[10, 10], [50, 10], [50, 50]]);
});

test("what is left out is nowhere farther than the tolerance from the line", () => {
  for (const tolerance of [0.5, 1, 3]) {
    const stroke = circle(200);
    const kept = simplified(stroke, tolerance);
    assert.ok(kept.length < 40);
    for (const point of stroke) assert.ok(distanceTo(point, kept) <= tolerance + 1e-9);
  }
});

test("a tap is a dot", () => {
  assert.deepEqual(keepable([[[50.2, 50.4]]]), [[[50, 50]]]);
  assert.deepEqual(keepable([[[50.2, 50.4], [50.1, 50.3], [50.3, 50.2]]]), [[[50, 50]]]);
  assert.equal(pathOf([[50, 50]]), "M50 50L50 50");
});

test("a round stroke is kept in few whole numbers", () => {
  const [kept] = keepable([circle(300)]);
  assert.ok(kept.length >= 10 && kept.length <= 30, String(kept.length));
  assert.ok(kept.flat().every(Number.isInteger));
});

test("a scribble is thinned out until it can be kept", () => {
  const scribble = Array.from({ length: 400 }, (_, i) => [50 + 40 * Math.sin(i * 1.7), 50 + 40 * Math.cos(i * 2.3)]);
  const kept = keepable([scribble, scribble, circle(100), circle(50)]);
  assert.equal(kept.length, 4);
  assert.ok(kept.flat().length <= 64);
});

test("what has been kept stays as it is when it is kept again", () => {
  const kept = keepable([circle(300), [[20, 20], [80, 82]]]);
  assert.deepEqual(keepable(kept).flat().length, kept.flat().length);
});

test("corners are rounded near the corner, and ends are where the pen was", () => {
  assert.equal(pathOf([[10, 10], [90, 12]]), "M10 10L90 12");
  assert.equal(pathOf([[10, 10], [50, 10], [50, 50]]), "M10 10L38 10Q50 10 50 22L50 50");
  assert.equal(pathOf([[10, 10], [20, 10], [20, 20]]), "M10 10L15 10Q20 10 20 15L20 20");
});
