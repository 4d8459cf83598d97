import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = /** @type {any} */ ({ querySelectorAll: () => [], documentElement: { lang: "en" } });
const { barsOf } = await import("../../../../static/js/play/game/lag.js");

test("the faster the server answers, the more bars", () => {
  assert.deepEqual([20, 150, 151, 300, 600, 601, 5000].map(barsOf), [4, 4, 3, 3, 2, 1, 1]);
});
