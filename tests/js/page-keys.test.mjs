import assert from "node:assert/strict";
import test from "node:test";

const box = Object.assign(new EventTarget(), { checked: false });
Object.assign(globalThis, {
  addEventListener: () => {},
  document: { getElementById: () => ({ querySelector: () => box }) },
});
Object.defineProperty(globalThis, "localStorage", {
  get: () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
});
const { pageKeysAreOn, watchPageKeys } = await import("../../static/js/page-keys.js");

test("where storage is blocked, keys are switched off for as long as the page is there", () => {
  watchPageKeys();
  assert.equal(box.checked, true);
  for (const isOn of [false, true]) {
    box.checked = isOn;
    box.dispatchEvent(new Event("change"));
    assert.equal(pageKeysAreOn(), isOn);
  }
});
