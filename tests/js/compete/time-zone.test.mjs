import assert from "node:assert/strict";
import test from "node:test";

process.env.TZ = "Europe/Berlin";

class FakeElement extends EventTarget {
  value = "";
  textContent = "";
}

const form = new FakeElement();
const chosen = Object.assign(new FakeElement(), { form });
/** @type {Record<string, FakeElement>} */
const elements = { id_starts_at: chosen, id_offset: new FakeElement(), id_starts_at_helptext: new FakeElement() };
Object.assign(globalThis, {
  document: {
    documentElement: { lang: "en" },
    getElementById: (/** @type {string} */ id) => elements[id] ?? null,
    querySelectorAll: () => [],
  },
});
await import("../../../static/js/compete/time-zone.js");

test("the browser says how far its clock is ahead at the time that was chosen", () => {
  const times = [
    ["2026-01-15T12:00", "60"],
    ["2026-07-15T12:00", "120"],
    ["2026-03-29T02:30", "60"], // which no clock there shows: 3:30 is meant
    ["", "0"],
  ];
  for (const [time, offset] of times) {
    chosen.value = time;
    form.dispatchEvent(new Event("submit"));
    assert.equal(elements.id_offset.value, offset, time);
  }
});
