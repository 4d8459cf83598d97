import assert from "node:assert/strict";
import test from "node:test";

class FakeElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";
  classList = { add: () => {}, remove: () => {}, contains: () => false };
}

const timer = Object.assign(new FakeElement(), { dataset: { seconds: "25" } });
const page = Object.assign(new FakeElement(), { dataset: { uid: "abcdefghij" }, querySelector: () => timer });
/** @type {Record<string, FakeElement>} */
const elements = { tournament: page };
for (const id of ["standing", "row", "connection", "connection-text"]) elements[id] = new FakeElement();
Object.assign(globalThis, {
  window: globalThis,
  HTMLElement: FakeElement,
  HTMLInputElement: FakeElement,
  WebSocket: class {},
  location: { href: "https://play.example/" },
  addEventListener: () => {},
  document: Object.assign(new FakeElement(), {
    documentElement: { lang: "en" },
    getElementById: (/** @type {string} */ id) => elements[id] ?? null,
    querySelectorAll: () => [],
  }),
});

test("the seconds left for a first move are right in a page whose timers come late", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  let now = 0;
  t.mock.method(Date, "now", () => now);
  await import("../../../static/js/compete/arena.js");
  for (const [at, shown] of [[1000, "24 s"], [20_000, "5 s"], [60_000, "0 s"]]) {
    now = Number(at);
    t.mock.timers.tick(1000);
    assert.equal(timer.textContent, shown);
  }
});
