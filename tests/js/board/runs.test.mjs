import assert from "node:assert/strict";
import test from "node:test";

import { straightRuns } from "../../../static/js/board/runs.js";

test("one line in each direction", () => {
  assert.deepEqual(straightRuns([0, 1, 2], 3, 3), [[0, 1, 2]]);
  assert.deepEqual(straightRuns([1, 4, 7], 3, 3), [[1, 4, 7]]);
  assert.deepEqual(straightRuns([0, 4, 8], 3, 3), [[0, 4, 8]]);
  assert.deepEqual(straightRuns([2, 4, 6], 3, 3), [[2, 4, 6]]);
});

test("two lines at once are two runs", () => {
  const runs = straightRuns([0, 1, 2, 4, 8], 3, 3);
  assert.deepEqual(runs, [[0, 1, 2], [0, 4, 8]]);
});

test("a line longer than needed is one run", () => {
  assert.deepEqual(straightRuns([6, 7, 8, 9, 10, 11], 6, 5), [[6, 7, 8, 9, 10, 11]]);
});

test("a run does not go around the edge", () => {
  assert.deepEqual(straightRuns([1, 2, 3], 3, 3), []);
  assert.deepEqual(straightRuns([], 3, 3), []);
});
