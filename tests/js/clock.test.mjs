import assert from "node:assert/strict";
import test from "node:test";

import { clockText, clockWords, nextChange } from "../../static/js/clock.js";
import { makeWords } from "../../static/js/words.js";

const words = makeWords(
  new Map([
    ["days_and_hours", "{days}d {hours}h"],
    ["days.one", "{count} day"],
    ["days.other", "{count} days"],
    ["hours.one", "{count} hour"],
    ["hours.other", "{count} hours"],
    ["minutes.one", "{count} minute"],
    ["minutes.other", "{count} minutes"],
    ["seconds.one", "{count} second"],
    ["seconds.other", "{count} seconds"],
  ]),
  "en",
);
const DAY = 86_400_000;

test("a clock as text: tenths in the last ten seconds only", () => {
  assert.deepEqual(clockText(8_450, words), { main: "0:08", fraction: ".4" });
  assert.deepEqual(clockText(0, words), { main: "0:00", fraction: ".0" });
  assert.deepEqual(clockText(10_000, words), { main: "0:10", fraction: "" });
  assert.deepEqual(clockText(151_999, words), { main: "2:31", fraction: "" });
  assert.deepEqual(clockText(3_661_000, words), { main: "1:01:01", fraction: "" });
  assert.deepEqual(clockText(3 * DAY - 1, words), { main: "2d 23h", fraction: "" });
});

test("a clock as words: the two largest units", () => {
  assert.equal(clockWords(65_000, words), "1 minute 5 seconds");
  assert.equal(clockWords(60_000, words), "1 minute");
  assert.equal(clockWords(1_000, words), "1 second");
  assert.equal(clockWords(0, words), "0 seconds");
  assert.equal(clockWords(DAY + 2 * 3_600_000 + 61_000, words), "1 day 2 hours");
});

test("the text has changed when the next change is due, and not long before", () => {
  for (const left of [151_500, 60_000, 10_999, 10_000, 9_950, 120]) {
    const wait = nextChange(left);
    assert.notDeepEqual(clockText(left - wait, words), clockText(left, words), String(left));
    assert.ok(wait <= 1001);
  }
});
