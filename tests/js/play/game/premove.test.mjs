import assert from "node:assert/strict";
import test from "node:test";

import { fateOf, markAhead } from "../../../../static/js/play/game/premove.js";

const game = { status: "ongoing", first: "x", you: ["o"], moves: [4, 0] };
const premove = { cell: 8, after: [4, 0] };

test("it waits as long as nothing is played", () => {
  assert.equal(fateOf(premove, game), "wait");
  assert.equal(fateOf({ cell: 8, after: [] }, { ...game, moves: [] }), "wait");
});

test("it is played after the next move", () => {
  assert.equal(fateOf(premove, { ...game, moves: [4, 0, 2] }), "play");
});

test("it is dropped when the next move takes its cell", () => {
  assert.equal(fateOf(premove, { ...game, moves: [4, 0, 8] }), "drop");
});

test("it is dropped when the game is over, with or without a move", () => {
  assert.equal(fateOf(premove, { ...game, status: "finished" }), "drop");
  assert.equal(fateOf(premove, { ...game, status: "finished", moves: [4, 0, 2] }), "drop");
});

test("it is dropped when a move is taken back, also if another was played then", () => {
  assert.equal(fateOf(premove, { ...game, moves: [4] }), "drop");
  assert.equal(fateOf(premove, { ...game, moves: [4, 1] }), "drop");
  assert.equal(fateOf(premove, { ...game, moves: [4, 1, 2] }), "drop");
});

test("it is dropped when more than one move was missed", () => {
  assert.equal(fateOf(premove, { ...game, moves: [4, 0, 2, 6, 7] }), "drop");
});

test("only one of two players can choose ahead, and only while the other is to move", () => {
  assert.equal(markAhead(game), "o");
  assert.equal(markAhead({ ...game, moves: [4] }), null);
  assert.equal(markAhead({ ...game, you: ["x"] }), null);
  assert.equal(markAhead({ ...game, you: ["x"], first: "o" }), "x");
  assert.equal(markAhead({ ...game, you: [] }), null);
  assert.equal(markAhead({ ...game, you: ["x", "o"] }), null);
  assert.equal(markAhead({ ...game, status: "open" }), null);
});
