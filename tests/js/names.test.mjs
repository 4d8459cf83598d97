import assert from "node:assert/strict";
import test from "node:test";

import { cellName, parseCell } from "../../static/js/names.js";

test("a1 is bottom left and the last letter is s", () => {
  assert.equal(cellName(6, 3, 3), "a1");
  assert.equal(cellName(2, 3, 3), "c3");
  assert.equal(cellName(18, 19, 19), "s19");
  assert.equal(cellName(0, 4, 3), "a3");
});

test("every name of every size is read back", () => {
  for (let m = 3; m <= 19; m++) {
    for (const n of [3, 7, 19]) {
      for (let cell = 0; cell < m * n; cell++) assert.equal(parseCell(cellName(cell, m, n), m, n), cell);
    }
  }
});

test("what is no name, or outside of the board, is no cell", () => {
  for (const text of ["", "a", "a0", "a04", "d1", "a4", "t1", "1a", "a1b", "a-1"]) {
    assert.equal(parseCell(text, 3, 3), -1, text);
  }
  assert.equal(parseCell(" B2 ", 3, 3), 4);
});
