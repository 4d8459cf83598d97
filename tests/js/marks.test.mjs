import assert from "node:assert/strict";
import test from "node:test";

import { otherMark, seeded, strokes } from "../../static/js/marks.js";

test("a mark of a cell never changes", () => {
  for (let cell = 0; cell < 361; cell++) {
    assert.deepEqual(strokes("x", cell), strokes("x", cell));
    assert.deepEqual(strokes("o", cell), strokes("o", cell));
  }
});

test("marks of different cells differ", () => {
  const drawn = new Set(Array.from({ length: 361 }, (_, cell) => strokes("o", cell).join()));
  assert.equal(drawn.size, 361);
});

test("X is two strokes, O a closed one, both inside of the cell", () => {
  assert.equal(strokes("x", 4).length, 2);
  const [loop] = strokes("o", 4);
  assert.ok(loop.startsWith("M") && loop.endsWith("Z"));
  for (const path of [...strokes("x", 4), loop]) {
    for (const number of path.match(/-?\d+(\.\d+)?/g) ?? []) {
      assert.ok(Number(number) > 10 && Number(number) < 90, path);
    }
  }
});

test("seeded numbers stay in [0, 1) and repeat with the seed", () => {
  const [first, second] = [seeded(7), seeded(7)];
  for (let i = 0; i < 1000; i++) {
    const number = first();
    assert.equal(number, second());
    assert.ok(number >= 0 && number < 1);
  }
});

test("the other mark", () => {
  assert.equal(otherMark("x"), "o");
  assert.equal(otherMark("o"), "x");
});
