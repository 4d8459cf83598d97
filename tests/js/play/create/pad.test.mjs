import assert from "node:assert/strict";
import test from "node:test";

const LARGEST = 19;

class FakeCell {
  classes = new Set();
  classList = { toggle: (/** @type {string} */ name, /** @type {boolean} */ isOn) => isOn && this.classes.add(name) };
  append() {}
}

globalThis.document = /** @type {any} */ ({ createElement: () => new FakeCell() });
const { Pad } = await import("../../../../static/js/play/create/pad.js");

/** The cells of the line that is drawn, as [column, row]. @param {{ m: number, n: number, k: number }} ruleset */
function lineOf(ruleset) {
  /** @type {FakeCell[]} */
  const cells = [];
  const element = Object.assign(new EventTarget(), { replaceChildren: (/** @type {any} */ ...made) => cells.push(...made) });
  new Pad(/** @type {any} */ (element), () => {}).show(ruleset);
  return cells.flatMap(({ classes }, at) => (classes.has("is-line") ? [[at % LARGEST, Math.floor(at / LARGEST)]] : []));
}

test("the line lies in the middle of the board", () => {
  assert.deepEqual(lineOf({ m: 5, n: 5, k: 3 }), [[1, 2], [2, 2], [3, 2]]);
});

test("a line that is longer than a row stands in a column", () => {
  assert.deepEqual(lineOf({ m: 3, n: 5, k: 4 }), [[1, 0], [1, 1], [1, 2], [1, 3]]);
});
