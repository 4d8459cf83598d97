import assert from "node:assert/strict";
import test from "node:test";

import { strokesByHand } from "../../static/js/board/drawing.js";
import { otherMark } from "../../static/js/board/marks.js";
import { SHAPES } from "../../static/js/board/shapes.js";

const MAX_SIDE = 19;
const NEIGHBOURS = [[1, 0], [-1, 1], [0, 1], [1, 1]];

test("neighbours are never drawn alike", () => {
  for (let m = 3; m <= MAX_SIDE; m++) {
    for (let cell = 0; cell < m * MAX_SIDE; cell++) {
      for (const [right, down] of NEIGHBOURS) {
        if ((cell % m) + right < 0 || (cell % m) + right >= m) continue;
        const other = cell + down * m + right;
        for (const mark of ["x", "o"]) {
          assert.notDeepEqual(strokesByHand(mark, cell, m), strokesByHand(mark, other, m), `${m} columns, ${cell}, ${other}`);
        }
      }
    }
  }
});

test("on 3×3 no two marks are alike", () => {
  for (const mark of ["x", "o"]) {
    const drawn = Array.from({ length: 9 }, (_, cell) => strokesByHand(mark, cell, 3).join());
    assert.equal(new Set(drawn).size, 9);
  }
});

test("X is two strokes, O a closed one, both inside of the cell", () => {
  for (const [mark, count] of [["x", 2], ["o", 1]]) {
    for (const strokes of [SHAPES.marks.ruled[mark], ...SHAPES.marks.by_hand[mark]]) {
      assert.equal(strokes.length, count);
      for (const stroke of strokes) {
        assert.equal(stroke.endsWith("z"), mark === "o");
        for (const at of ends(stroke)) assert.ok(at > 10 && at < 90, stroke);
      }
    }
  }
});

/** Where the parts of a path of relative commands begin and end, both ways. */
function* ends(path) {
  let at = [0, 0];
  for (const [, numbers] of path.matchAll(/[a-y]([^a-z]+)/g)) {
    const [dx, dy] = numbers.trim().split(" ").slice(-2).map(Number);
    at = [at[0] + dx, at[1] + dy];
    yield* at;
  }
}

test("the other mark", () => {
  assert.equal(otherMark("x"), "o");
  assert.equal(otherMark("o"), "x");
});
