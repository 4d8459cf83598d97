import assert from "node:assert/strict";
import test from "node:test";

class FakeElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";
  classList = { add: () => {}, remove: () => {}, contains: () => false };
  querySelectorAll = () => [];
}

const timer = Object.assign(new FakeElement(), { dataset: { seconds: "5" } });
const page = Object.assign(new FakeElement(), {
  dataset: { socket: "/ws/duels/0/" },
  querySelector: (/** @type {string} */ selector) => (selector === "[data-seconds]" ? timer : null),
});
Object.assign(globalThis, {
  window: globalThis,
  HTMLElement: FakeElement,
  WebSocket: class {},
  location: { href: "https://play.example/" },
  addEventListener: () => {},
  document: Object.assign(new FakeElement(), {
    documentElement: { lang: "en" },
    getElementById: (/** @type {string} */ id) => (id === "duel-page" ? page : new FakeElement()),
  }),
});

test("the seconds before a race are right in a page whose timers come late", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  let now = 0;
  t.mock.method(Date, "now", () => now);
  await import("../../../static/js/learn/duel.js");
  for (const [at, shown] of [[1000, "4"], [4000, "1"], [9000, "1"]]) {
    now = Number(at);
    t.mock.timers.tick(1000);
    assert.equal(timer.textContent, shown);
  }
});
