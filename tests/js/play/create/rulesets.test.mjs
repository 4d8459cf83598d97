// What the create dialog looks up in the server's table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { knownText, swapRule, usualGoal } from "../../../../static/js/play/create/rulesets.js";

const DATA = {
  truths: [
    { k: [3, 3], long: [3, 3], short: [3, 3], text: "draw", first: false },
    { k: [4, 4], long: [6, 19], short: [5, 19], text: "first", first: true },
  ],
  unknown: "open",
  swaps: [
    { k: [4, 4], long: [6, 6], short: [5, 5], fairness: "fair" },
    { k: [4, 4], long: [6, 6], short: [6, 6], fairness: "unfair" },
  ],
  swap_texts: { fair: "fair", unfair: "not fair", open: "who knows" },
};

test("the first truth whose spans hold the ruleset is told", () => {
  assert.equal(knownText(DATA, { m: 3, n: 3, k: 3 }), "draw");
  assert.equal(knownText(DATA, { m: 6, n: 5, k: 4 }), "first");
});

test("a board is looked up the same however it is turned", () => {
  assert.equal(knownText(DATA, { m: 5, n: 6, k: 4 }), "first");
});

test("nothing is claimed where no truth fits", () => {
  assert.equal(knownText(DATA, { m: 5, n: 5, k: 4 }), "open");
});

test("the swap rule is for boards on which whoever begins is known to win", () => {
  assert.equal(swapRule(DATA, { m: 3, n: 3, k: 3 }), null);
  assert.equal(swapRule(DATA, { m: 5, n: 5, k: 4 }), null);
});

test("the swap rule is offered unless it is proven to be unfair", () => {
  assert.deepEqual(swapRule(DATA, { m: 5, n: 6, k: 4 }), { isOffered: true, text: "fair" });
  assert.deepEqual(swapRule(DATA, { m: 6, n: 6, k: 4 }), { isOffered: false, text: "not fair" });
  assert.deepEqual(swapRule(DATA, { m: 9, n: 9, k: 4 }), { isOffered: true, text: "who knows" });
});

test("the usual goal grows with the shorter side and always fits", () => {
  const goals = [3, 4, 5, 6, 7, 19].map((side) => usualGoal(side, side));
  assert.deepEqual(goals, [3, 4, 4, 4, 5, 5]);
  assert.equal(usualGoal(3, 19), 3);
});
