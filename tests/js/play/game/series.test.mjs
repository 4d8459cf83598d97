import assert from "node:assert/strict";
import test from "node:test";

/** @type {string[]} */
const visited = [];
Object.assign(globalThis, {
  document: { querySelectorAll: () => [], getElementById: () => null, documentElement: { lang: "en" } },
  location: { assign: (/** @type {string} */ path) => visited.push(path) },
});
Object.defineProperty(globalThis, "localStorage", {
  get: () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
});
const { tellRound } = await import("../../../../static/js/play/game/series.js");

test("players go back to their tournament where storage is blocked as well", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const round = { state: "going", tournament: "abcdefghij", halves: null, changes: {} };
  const before = { you: ["x"], round };
  tellRound(/** @type {any} */ (before), /** @type {any} */ ({ ...before, round: { ...round, state: "over" } }));
  t.mock.timers.runAll();
  assert.deepEqual(visited, ["/tournaments/abcdefghij/"]);
});
