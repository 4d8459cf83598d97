import assert from "node:assert/strict";
import test from "node:test";

const panel = { hidden: true, textContent: "", classList: { toggle: () => {} } };
const word = { getAttribute: () => "round_begin", textContent: "{name} has {seconds} s" };
Object.assign(globalThis, {
  window: globalThis,
  document: {
    querySelectorAll: () => [{ content: { querySelectorAll: () => [word] } }],
    getElementById: (/** @type {string} */ id) => (id === "round-begin" ? panel : null),
    documentElement: { lang: "en" },
  },
});
const { Begin } = await import("../../../../static/js/play/game/begin.js");

const state = /** @type {any} */ ({
  ...{ status: "ongoing", moves: [], first: "x", setup: 0, you: ["o"], round: { begin_ms: 30_000 } },
  ...{ seats: { x: { label: "Ann" }, o: { label: "Ben" } } },
});

test("the time left is right after a page that was in the background, whose timers come late", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  t.mock.method(performance, "now", () => now);
  new Begin().show(state, 0);
  assert.equal(panel.textContent, "Ann has 30 s");
  now = 20_000;
  t.mock.timers.tick(1000);
  assert.equal(panel.textContent, "Ann has 10 s");
});
