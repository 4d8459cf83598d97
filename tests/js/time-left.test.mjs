import assert from "node:assert/strict";
import test from "node:test";

import { timeText, leftText, nextLook, timeLeft } from "../../static/js/time-left.js";

const words = (key, { count } = {}) => `${key} ${count ?? ""}`.trim();
const SECOND = 1000;
const MINUTE = 60_000;

test("the time left is told in the largest whole unit", () => {
  assert.equal(leftText(51 * 60 * MINUTE, words), "days_left 2");
  assert.equal(leftText(119 * MINUTE, words), "hours_left 1");
  assert.equal(leftText(2 * MINUTE - 1, words), "minutes_left 1");
  assert.equal(leftText(MINUTE - 1, words), "seconds_left 59");
  assert.equal(leftText(SECOND - 1, words), "time_up");
  assert.equal(leftText(-5 * MINUTE, words), "time_up");
});

test("no text outlives what it says, and none is looked at more often than it can change", () => {
  for (const left of [75 * 60 * MINUTE + 3, 61 * MINUTE, 2 * MINUTE, MINUTE, 59_999, 30_500, 1]) {
    const wait = nextLook(left);
    const unit = left < MINUTE ? SECOND : MINUTE;
    assert.equal(Math.floor((left - wait) / unit), Math.floor(left / unit) - 1);
    assert.ok(wait <= unit + 1);
  }
});

test("only the running clock loses time, and none goes below zero", () => {
  const clock = { x: 5000, o: 9000, running: "x" };
  assert.equal(timeLeft(clock, "x", 1200), 3800);
  assert.equal(timeLeft(clock, "o", 1200), 9000);
  assert.equal(timeLeft(clock, "x", 60_000), 0);
});

test("a clock shows every second, and stops at nothing", () => {
  assert.equal(timeText(23 * MINUTE + 41_999), "23:41");
  assert.equal(timeText(65 * MINUTE), "1:05:00");
  assert.equal(timeText(7_000), "0:07");
  assert.equal(timeText(-1), "0:00");
  for (const left of [75 * MINUTE + 3, MINUTE, 30_500]) {
    assert.notEqual(timeText(left - nextLook(left, true)), timeText(left));
    assert.ok(nextLook(left, true) <= SECOND + 1);
  }
});
