import assert from "node:assert/strict";
import test from "node:test";

/** @type {string[]} */
const visited = [];
const page = Object.assign(new EventTarget(), {
  documentElement: { lang: "en" },
  getElementById: (/** @type {string} */ id) => (id === "storm-left" ? { dataset: { msLeft: "180000" } } : null),
  querySelector: () => null,
  querySelectorAll: () => [],
});
Object.assign(globalThis, {
  window: globalThis,
  document: page,
  location: { pathname: "/puzzles/storm/answer/", replace: (/** @type {string} */ path) => visited.push(path) },
});

test("a storm whose time was up while the device slept is over as its page is looked at again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  t.mock.method(Date, "now", () => now);
  await import("../../../static/js/learn/storm.js");
  now = 60_000;
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(visited, []);
  now = 200_000; // no timer has gone on since
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(visited, ["/puzzles/storm/"]);
});
