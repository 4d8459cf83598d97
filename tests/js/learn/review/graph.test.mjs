import assert from "node:assert/strict";
import { test } from "node:test";

import { plyAt, targetOf } from "../../../../static/js/learn/review/graph.js";

const measures = { left: 30, right: 10, width: 640, last: 10 };

test("a pointer finds the nearest move, and the ends beyond them", () => {
  assert.equal(plyAt(30 / 640, measures), 0);
  assert.equal(plyAt(630 / 640, measures), 10);
  assert.equal(plyAt(330 / 640, measures), 5);
  assert.equal(plyAt(-1, measures), 0);
  assert.equal(plyAt(2, measures), 10);
});

test("keys move within the game", () => {
  assert.equal(targetOf("ArrowRight", 3, 10), 4);
  assert.equal(targetOf("ArrowUp", 10, 10), 10);
  assert.equal(targetOf("ArrowLeft", 0, 10), 0);
  assert.equal(targetOf("PageUp", 3, 10), 8);
  assert.equal(targetOf("Home", 3, 10), 0);
  assert.equal(targetOf("End", 3, 10), 10);
  assert.equal(targetOf("a", 3, 10), undefined);
});
