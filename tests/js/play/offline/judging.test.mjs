import assert from "node:assert/strict";
import test from "node:test";

import { ExactBoard, maskOf } from "../../../../static/js/play/offline/exact.js";
import { bestLine, judge } from "../../../../static/js/play/offline/judging.js";
import { makeRuleset } from "../../../../static/js/play/offline/rules.js";

const board = new ExactBoard(makeRuleset({ m: 3, n: 3, k: 3 }));

test("a fork is right, and is answered", () => {
  // X in two corners, O between them: a third corner threatens twice.
  const found = judge(board, maskOf([0, 8]), maskOf([4, 1]), 6);
  assert.equal(found.isRight, false, "O threatens the middle column");
  const fork = judge(board, maskOf([0, 8]), maskOf([2, 1]), 6);
  assert.equal(fork.isRight, true);
  assert.ok([3, 4, 7].includes(fork.reply));
});

test("to let the other side win is wrong, and shows how", () => {
  const found = judge(board, maskOf([4]), maskOf([0, 1]), 8);
  assert.deepEqual(found, { isRight: false, loses: true, isFastest: false, reply: 2 });
});

test("holding a draw ends a puzzle", () => {
  const found = judge(board, maskOf([4]), maskOf([0, 1]), 2);
  assert.equal(found.isRight, true);
});

test("a best line ends with the line that wins", () => {
  const line = bestLine(board, maskOf([0, 8]), maskOf([2, 1]));
  assert.equal(line.length % 2, 1);
  assert.equal(board.value(maskOf([2, 1]), maskOf([0, 8, ...line.filter((_, i) => i % 2 === 0)])), -100);
});

test("a taken cell is no move", () => {
  assert.throws(() => judge(board, maskOf([4]), maskOf([0]), 0), RangeError);
});
