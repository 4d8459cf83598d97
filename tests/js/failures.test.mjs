import assert from "node:assert/strict";
import test from "node:test";

import { stopsThePage } from "../../static/js/failures.js";

const error = { type: "error", target: {}, error: new Error(), filename: "https://example.org/static/js/arena.js" };

test("an error of the page's scripts stops it", () => {
  assert.ok(stopsThePage(error));
  assert.ok(stopsThePage({ type: "unhandledrejection", reason: new TypeError() }));
  assert.ok(stopsThePage({ type: "unhandledrejection", reason: undefined }));
});

test("a script that could not be loaded stops it, and a picture does not", () => {
  assert.ok(stopsThePage({ type: "error", target: { localName: "script" } }));
  assert.ok(!stopsThePage({ type: "error", target: { localName: "img" } }));
});

test("what others do, and what browsers refuse, does not", () => {
  assert.ok(!stopsThePage({ ...error, filename: "chrome-extension://abc/content.js" }));
  assert.ok(!stopsThePage({ ...error, error: null })); // a ResizeObserver's
  const reason = new DOMException("no sound before a press", "NotAllowedError");
  assert.ok(!stopsThePage({ type: "unhandledrejection", reason }));
});
