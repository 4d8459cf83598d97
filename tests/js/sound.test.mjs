import assert from "node:assert/strict";
import test from "node:test";

/** The browser, which lets audio begin only once it has taken a gesture for one. */
let isActivated = false;
let asked = 0;
/** @type {(() => void)[]} */
const waiting = [];

class AudioContext {
  state = "suspended";

  resume() {
    asked++;
    const begun = new Promise((resolve) => waiting.push(() => resolve(undefined)));
    if (isActivated) {
      this.state = "running";
      for (const begin of waiting.splice(0)) begin();
    }
    return begun;
  }
}

const page = new EventTarget();
Object.assign(globalThis, {
  AudioContext,
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  window: { requestIdleCallback: true },
  requestIdleCallback: (/** @type {() => void} */ callback) => callback(),
});
const { prepareSound } = await import("../../static/js/sound.js");

/** @param {string} type */
async function press(type) {
  page.dispatchEvent(new Event(type));
  await new Promise(setImmediate);
}

test("a finger opens audio when it is lifted, and nothing asks again then", async () => {
  prepareSound();
  await press("pointerdown"); // which is no gesture of a finger yet
  assert.equal(asked, 1);
  isActivated = true;
  await press("pointerup");
  assert.equal(asked, 2);
  for (const type of ["pointerdown", "pointerup", "keydown"]) await press(type);
  assert.equal(asked, 2);
});
