import assert from "node:assert/strict";
import { test } from "node:test";

import { momentText } from "../../static/js/local-times.js";

const NOW = Date.parse("2026-03-01T00:30:00Z");
const english = { language: "en", zone: "UTC" };

/** @param {string} at @param {object} [how] */
const text = (at, how = {}) => momentText(Date.parse(at), NOW, { ...english, ...how });

test("what was not long ago is said by how long ago it was", () => {
  assert.equal(text("2026-03-01T00:29:40Z"), "now");
  assert.equal(text("2026-03-01T00:24:50Z"), "5 min. ago");
  assert.equal(text("2026-02-28T21:30:00Z"), "3 hr. ago");
});

test("a day is the reader's own", () => {
  const how = { isDay: true };
  assert.equal(text("2026-02-20T23:30:00Z", { ...how, zone: "UTC" }), "Feb 20, 2026");
  assert.equal(text("2026-02-20T23:30:00Z", { ...how, zone: "Asia/Tokyo" }), "Feb 21, 2026");
});

test("other times have a date and a time of day, those to come as well", () => {
  assert.match(text("2026-02-20T23:30:00Z", { zone: "America/New_York" }), /^Feb 20, 2026, 6:30\sPM$/);
  assert.match(text("2026-03-01T02:00:00Z"), /^Mar 1, 2026, 2:00\sAM$/);
});
