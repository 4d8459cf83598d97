import assert from "node:assert/strict";
import test from "node:test";

const panel = { hidden: true, textContent: "", classList: { toggle: () => {} } };
/** @type {string[]} */
const alerts = [];
const region = {
  set textContent(/** @type {string} */ text) {
    alerts.push(text.trim());
  },
};
const words = [
  { getAttribute: () => "round_begin", textContent: "{name} has {seconds} s" },
  { getAttribute: () => "round_begin_you", textContent: "You have {seconds} s" },
];
Object.assign(globalThis, {
  window: globalThis,
  document: {
    querySelectorAll: () => [{ content: { querySelectorAll: () => words } }],
    getElementById: (/** @type {string} */ id) => ({ "round-begin": panel, alert: region })[id] ?? null,
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

test("that time grows short is said once, however often the page is drawn meanwhile", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const own = { ...state, you: ["x"] };
  const begin = new Begin();
  for (const elapsed of [19_500, 20_100, 20_400, 20_900, 21_100]) begin.show(own, elapsed);
  assert.deepEqual(alerts, ["ten_seconds."]);
});
