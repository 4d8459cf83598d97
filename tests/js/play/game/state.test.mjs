import assert from "node:assert/strict";
import test from "node:test";

import { applyMessage, cellsAfter, moverAt, turnOf } from "../../../../static/js/play/game/state.js";

const fresh = {
  type: "game",
  version: 3,
  ...{ m: 3, n: 3, k: 3, first: "x", status: "ongoing", opponent: "anyone", you: ["x"] },
  ...{ moves: [4, 0], spent: [10, 20], clock: null, offer: null, outcome: "", termination: "" },
  ...{ takebacks: { x: 3, o: 3 }, swap_rule: false, swap: "", swapped: false, best_of: 0, next: "" },
  ...{ line: null, score: null, presence: { x: true, o: true, watchers: 0 } },
};
const move = { type: "moved", version: 4, ply: 2, cell: 2, spent: 30, id: "a", clock: null };

test("a move is added, and the old state stays as it was", () => {
  const after = applyMessage(fresh, move);
  assert.deepEqual(after.moves, [4, 0, 2]);
  assert.deepEqual(after.spent, [10, 20, 30]);
  assert.equal(after.version, 4);
  assert.equal(turnOf(after), "o");
  assert.deepEqual(fresh.moves, [4, 0]);
});

test("a move declines the other side's offer and keeps an own draw offer", () => {
  const offered = (what, by) => applyMessage(fresh, { type: "offered", version: 4, what, by, state: "made" });
  const next = { ...move, version: 5 };
  assert.deepEqual(applyMessage(offered("draw", "x"), next).offer, { what: "draw", by: "x" });
  assert.equal(applyMessage(offered("draw", "o"), next).offer, null);
  assert.equal(applyMessage(offered("takeback", "x"), next).offer, null);
});

test("an offer that is declined or withdrawn is gone", () => {
  for (const state of ["declined", "withdrawn"]) {
    const message = { type: "offered", version: 5, what: "draw", by: "o", state };
    assert.equal(applyMessage({ ...fresh, offer: { what: "draw", by: "o" } }, message).offer, null);
  }
});

test("the end adds a point to the score of a series", () => {
  const message = { type: "ended", version: 5, outcome: "o", termination: "line", line: [0, 1, 2], clock: null };
  const after = applyMessage({ ...fresh, score: { x: 1, o: 1, draws: 0 } }, message);
  assert.deepEqual(after.score, { x: 1, o: 2, draws: 0, decided: false });
  assert.equal(after.status, "finished");
  assert.equal(turnOf(after), null);
  assert.equal(applyMessage(fresh, message).score, null);
  const aborted = applyMessage({ ...fresh, score: { x: 1, o: 1, draws: 0 } }, { ...message, outcome: "" });
  assert.deepEqual(aborted.score, { x: 1, o: 1, draws: 0 });
});

test("a message of another kind changes nothing", () => {
  assert.equal(applyMessage(fresh, { type: "refused", code: "stale_ply", id: null }), fresh);
});

test("marks alternate from whoever moves first", () => {
  assert.equal(moverAt(0, "o"), "o");
  assert.equal(moverAt(1, "o"), "x");
  assert.deepEqual(cellsAfter(fresh), ["o", "", "", "", "x", "", "", "", ""]);
  assert.deepEqual(cellsAfter(fresh, 1)[0], "");
});

test("a series is decided as soon as nobody can be caught up with any more", () => {
  const decided = (score, best_of, outcome) => {
    const message = { type: "ended", version: 5, outcome, termination: "line", line: null, clock: null };
    return applyMessage({ ...fresh, score: { draws: 0, decided: false, ...score }, best_of }, message).score.decided;
  };
  assert.equal(decided({ x: 1, o: 0 }, 3, "x"), true);
  assert.equal(decided({ x: 1, o: 0 }, 3, "o"), false);
  assert.equal(decided({ x: 2, o: 1 }, 5, "draw"), false);
  assert.equal(decided({ x: 1, o: 1 }, 3, "draw"), true);
  assert.equal(decided({ x: 9, o: 0 }, 0, "x"), false);
});

test("the first mark opens the choice of sides, the second ends it", () => {
  const empty = { ...fresh, moves: [], spent: [], swap_rule: true };
  const first = applyMessage(empty, { ...move, ply: 0, cell: 4 });
  assert.equal(first.swap, "o");
  assert.equal(applyMessage(first, { ...move, version: 5, ply: 1, cell: 0 }).swap, "");
  assert.equal(applyMessage({ ...empty, swap_rule: false }, { ...move, ply: 0, cell: 4 }).swap, "");
});
