import assert from "node:assert/strict";
import test from "node:test";

import { channelsOf, contrast, lookOf } from "../../static/js/board/marks-preview.js";

test("the contrast is what the guidelines say", () => {
  const ratio = (first, second) => contrast(channelsOf(first), channelsOf(second));
  assert.equal(ratio("#000000", "#ffffff"), 21);
  assert.ok(Math.abs(ratio("#173bb4", "#fbfcfa") - 8.8) < 0.06);
  assert.equal(ratio("#777777", "#777777"), 1);
});

test("what cannot be drawn is left at the usual", () => {
  assert.deepEqual(lookOf(" ★ ", " #C0561A "), { symbol: "★", colour: "#C0561A" });
  assert.deepEqual(lookOf("", "red"), { symbol: "", colour: "" });
  assert.equal(lookOf("abcdefgh", "").symbol, "abcd");
});
