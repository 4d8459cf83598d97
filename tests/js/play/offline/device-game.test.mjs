import assert from "node:assert/strict";
import test from "node:test";

// As much of a page as a game touches.
globalThis.document = /** @type {any} */ ({
  querySelectorAll: () => [],
  getElementById: () => null,
  documentElement: { lang: "en" },
});
const { DeviceGame } = await import("../../../../static/js/play/offline/device-game.js");

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
