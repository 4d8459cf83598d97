import assert from "node:assert/strict";
import test from "node:test";

import { TabStop } from "../../../static/js/board/tab-stop.js";

const SIZE = { m: 4, n: 3 };

function made({ m, n } = SIZE) {
  const cells = Array.from({ length: m * n }, () => ({ tabIndex: 0 }));
  return new TabStop(cells, { m, n });
}

test("one cell is the tab stop, at first that in the middle", () => {
  const stop = made();
  assert.equal(stop.cell, 6);
  stop.moveTo(0);
  assert.deepEqual(stop.cells.map((cell) => cell.tabIndex), [0, ...new Array(11).fill(-1)]);
});

test("keys move by a cell, a row, five rows or to an end, and not over the edges", () => {
  const stop = made();
  const to = (key, ctrlKey = false) => stop.target({ key, ctrlKey });
  assert.deepEqual(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => to(key)), [5, 7, 2, 10]);
  assert.deepEqual(["Home", "End", "PageUp", "PageDown"].map((key) => to(key)), [4, 7, 2, 10]);
  assert.deepEqual([to("Home", true), to("End", true), to("x")], [0, 11, -1]);
  stop.moveTo(11);
  assert.deepEqual([to("ArrowRight"), to("ArrowDown")], [11, 11]);
});

test("on 3×3 digits name cells as on a keypad", () => {
  const digits = (stop) => ["7", "5", "3", "0"].map((key) => stop.keypadCell({ key, ctrlKey: false }));
  assert.deepEqual(digits(made({ m: 3, n: 3 })), [0, 4, 8, -1]);
  assert.deepEqual(digits(made()), [-1, -1, -1, -1]);
});
