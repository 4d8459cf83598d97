import assert from "node:assert/strict";
import test from "node:test";

class FakeElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";
  hidden = true;
  action = "/games/a/review/";
  setAttribute = () => {};
}

/** @type {Record<string, FakeElement>} */
const elements = {};
/** @param {string} id */
const element = (id) => {
  elements[id] ??= new FakeElement();
  return elements[id];
};

let giveUp = () => {};
AbortSignal.timeout = () => {
  const controller = new AbortController();
  giveUp = () => controller.abort(new DOMException("", "TimeoutError"));
  return controller.signal;
};

/** A server that never answers. */
const silent = (/** @type {string} */ _, /** @type {RequestInit} */ { signal }) =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

Object.assign(globalThis, {
  document: { getElementById: element, querySelectorAll: () => [], documentElement: { lang: "en" } },
  fetch: silent,
});
const { watchRequest } = await import("../../../../static/js/learn/review/asking.js");

test("a review whose progress is never told is offered again", async () => {
  element("ask").dataset.working = "";
  watchRequest();
  assert.equal(element("ask-refused").hidden, true);
  giveUp();
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  assert.equal(element("ask-refused").textContent, "failed");
  assert.equal(element("ask-refused").hidden, false);
  assert.equal(element("ask-form").hidden, false);
});
