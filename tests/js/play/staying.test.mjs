import assert from "node:assert/strict";
import test from "node:test";

Object.defineProperty(globalThis, "localStorage", {
  get: () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
});
const { keepStaying, wantsToStay } = await import("../../../static/js/play/staying.js");

test("where storage is blocked, a choice holds on its page", () => {
  assert.equal(wantsToStay(), false);
  keepStaying(true);
  assert.equal(wantsToStay(), true);
  keepStaying(false);
  assert.equal(wantsToStay(), false);
});
