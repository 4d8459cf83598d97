import assert from "node:assert/strict";
import test from "node:test";

/** Whether the browser has taken something for a gesture: before, audio waits. */
let isActivated = false;
let asked = 0;

class AudioContext {
  resume() {
    asked++;
    return isActivated ? Promise.resolve() : new Promise(() => {});
  }
}

const page = new EventTarget();
Object.assign(globalThis, {
  AudioContext,
  addEventListener: page.addEventListener.bind(page),
  window: { requestIdleCallback: true },
  requestIdleCallback: (/** @type {() => void} */ callback) => callback(),
});
const { prepareSound } = await import("../../static/js/sound.js");

/** @param {string} type */
async function press(type) {
  page.dispatchEvent(new Event(type));
  await new Promise(setImmediate);
}

test("a finger opens audio when it is lifted, though its press was no gesture yet", async () => {
  prepareSound();
  await press("pointerdown");
  assert.equal(asked, 1);
  isActivated = true;
  await press("pointerup");
  assert.equal(asked, 2);
  for (const type of ["pointerdown", "pointerup"]) await press(type);
  assert.equal(asked, 2);
});
