import assert from "node:assert/strict";
import { test } from "node:test";

import { momentText } from "../../static/js/local-times.js";

const NOW = Date.parse("2026-03-01T00:30:00Z");
const english = { language: "en-GB", zone: "UTC" };

/** @param {string} at @param {object} [how] */
const text = (at, how = {}) => momentText(Date.parse(at), NOW, { ...english, ...how });

test("what was not long ago is said by how long ago it was", () => {
  assert.equal(text("2026-03-01T00:29:40Z"), "now");
  assert.equal(text("2026-03-01T00:24:50Z"), "5 min ago");
  assert.equal(text("2026-02-28T21:30:00Z"), "3 hr ago");
});

test("a day is the reader's own", () => {
  const how = { isDay: true };
  assert.equal(text("2026-02-20T23:30:00Z", { ...how, zone: "UTC" }), "20 Feb 2026");
  assert.equal(text("2026-02-20T23:30:00Z", { ...how, zone: "Asia/Tokyo" }), "21 Feb 2026");
});

test("other times have a date and a time of day, those to come as well", () => {
  assert.match(text("2026-02-20T23:30:00Z", { zone: "America/New_York" }), /^20 Feb 2026, 18:30$/);
  assert.match(text("2026-03-01T02:00:00Z"), /^1 Mar 2026, 02:00$/);
});
