// Says for each step whether it is right: node --test

import assert from "node:assert/strict";
import { test } from "node:test";

import * as ai from "./ai.mjs";

const me = "alice";
const other = "bob";
const empty = boardOf("... ... ...");

/** A board from three words such as "X.O ... .X.": X is me. */
function boardOf(text) {
  const cell = { X: me, O: other, ".": "" };
  return text.split(" ").map((row) => [...row].map((mark) => cell[mark]));
}

test("step 1: a free cell is chosen", () => {
  assert.deepEqual(ai.chooseMove(boardOf("XOX OXO OX."), me, other), { x: 2, y: 2 });
});

test("step 2: rows, columns and diagonals win", () => {
  for (const text of ["XXX OO. ...", "OO. XXX ...", "X.. XO. XO.", "X.O .XO ..X", "O.X .X. X.O"]) {
    assert.equal(ai.didPlayerWin(boardOf(text), me), true, text);
    assert.equal(ai.didPlayerWin(boardOf(text), other), false, text);
  }
  assert.equal(ai.didPlayerWin(empty, me), false);
  assert.equal(ai.didPlayerWin(boardOf("XOX XOO OXX"), me), false);
});

test("step 2: utility", () => {
  assert.equal(ai.getUtility(boardOf("XXX OO. ..."), me, other), 1);
  assert.equal(ai.getUtility(boardOf("XXX OO. ..."), other, me), -1);
  assert.equal(ai.getUtility(boardOf("XOX XOO OXX"), me, other), 0);
  assert.equal(ai.getUtility(boardOf("XO. ... ..."), me, other), null);
});

test("step 3: successors", () => {
  const board = boardOf("XOX OXO O..");
  const before = structuredClone(board);
  const found = ai.getSuccessors(board, me);
  const after = (x, y) => found.find(({ cell }) => cell.x === x && cell.y === y)?.board;
  assert.equal(found.length, 2);
  assert.deepEqual(after(1, 2), boardOf("XOX OXO OX."));
  assert.deepEqual(after(2, 2), boardOf("XOX OXO O.X"));
  assert.deepEqual(board, before, "the board itself must stay as it is");
  assert.equal(ai.getSuccessors(empty, me).length, 9);
});

test("step 4: minimax", () => {
  assert.equal(ai.minimax(boardOf("XX. OO. ..."), me, me, other), 1);
  assert.equal(ai.minimax(boardOf("XX. OO. ..."), other, me, other), -1);
  assert.equal(ai.minimax(boardOf("X.. .O. ..."), me, me, other), 0);
});

test("step 4: the best move", () => {
  assert.deepEqual(ai.bestMove(boardOf("XX. OO. ..."), me, other), { x: 2, y: 0 });
  assert.deepEqual(ai.bestMove(boardOf("OO. X.. ..X"), me, other), { x: 2, y: 0 });
  assert.deepEqual(ai.bestMove(boardOf("O.. ... ..."), me, other), { x: 1, y: 1 });
});

test("step 4: it is used", () => {
  for (let time = 0; time < 20; time += 1) {
    assert.deepEqual(ai.chooseMove(boardOf("XX. OO. ..."), me, other), { x: 2, y: 0 });
  }
});

test("step 5: alpha-beta knows the same", () => {
  for (const text of ["XX. OO. ...", "X.. .O. ...", "OO. X.. ..X", "XO. ... ..."]) {
    for (const turn of [me, other]) {
      const board = boardOf(text);
      assert.equal(ai.alphaBeta(board, turn, me, other), ai.minimax(board, turn, me, other));
    }
  }
});

test("step 5: alpha-beta looks at fewer boards", () => {
  ai.counter.nodes = 0;
  assert.equal(ai.alphaBeta(empty, me, me, other), 0);
  const { nodes } = ai.counter;
  assert.ok(nodes > 9 && nodes < 60_000, `it looked at ${nodes} boards; minimax looks at 549,946`);
});
