import assert from "node:assert/strict";
import test from "node:test";

// As much of a page as a game touches, and a clock that goes on when a test says so.
const clock = { now: 0 };
Object.defineProperty(globalThis, "performance", { value: { now: () => clock.now } });
globalThis.document = /** @type {any} */ ({
  querySelectorAll: () => [],
  getElementById: () => null,
  documentElement: { lang: "en" },
});
const { DeviceGame } = await import("../../../../static/js/play/offline/device-game.js");

const HOUR = 3_600_000;

class FakeTable {
  board = { nameOf: String };
  onMove = (/** @type {number} */ _) => {};
  begin() {}
  headline() {}
  allow() {}
  show() {}
  said = "";
  result(/** @type {string} */ text) {
    this.said = text;
  }
  offer() {}
}

/** The game of two that is kept after *moves*, each with the time since the one before. @param {[number, number][]} moves */
function played(moves) {
  /** @type {any} */
  let kept;
  const table = new FakeTable();
  const terms = { size: { m: 3, n: 3, k: 3 }, level: 0, side: /** @type {const} */ ("") };
  new DeviceGame(/** @type {any} */ (table), /** @type {any} */ (null), terms, (game) => (kept = game)).start();
  for (const [cell, after] of moves) {
    clock.now += after;
    table.onMove(cell);
  }
  return kept;
}

test("a game that lay for days is kept as the site takes it", () => {
  const { spent, outcome } = played([[0, 1_000], [3, 30 * HOUR], [1, 2_000], [4, 24 * HOUR], [2, 1]]);
  assert.deepEqual(spent, [1_000, 24 * HOUR, 2_000, 24 * HOUR, 1]);
  assert.equal(outcome, "x");
});

for (const isLeft of [false, true]) {
  test(`a worker that stops is ${isLeft ? "not told of once the game was left" : "told of"}`, async () => {
    const table = new FakeTable();
    const thinking = { ask: () => Promise.reject(new Error("the worker has stopped")) };
    const terms = { size: { m: 3, n: 3, k: 3 }, level: 1, side: /** @type {const} */ ("o") };
    const game = new DeviceGame(/** @type {any} */ (table), /** @type {any} */ (thinking), terms, () => {});
    game.start();
    if (isLeft) game.leave();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    assert.equal(table.said, isLeft ? "" : "stopped");
  });
}
