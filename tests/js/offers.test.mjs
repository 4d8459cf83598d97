import assert from "node:assert/strict";
import test from "node:test";

import { rematchRefusal, takebackRefusal } from "../../static/js/game/offers.js";
import { reasonText, seriesText, swappedText, swapText } from "../../static/js/game/wording.js";

const game = {
  ...{ m: 6, n: 6, k: 4, first: "x", status: "ongoing", opponent: "anyone", you: ["x"], moves: [4, 0] },
  setup: 0,
  ...{ takebacks: { x: 3, o: 3 }, swap_rule: true, swap: "", swapped: false, offer: null },
  ...{ seats: { x: { label: "Ann" }, o: { label: "Ben" } }, outcome: "", score: null, best_of: 0 },
  ...{ marks: { x: { symbol: "", colour: "" }, o: { symbol: "★", colour: "" } } },
};
const words = (key, values) => `${key} ${Object.values(values ?? {}).join(" ")}`;

test("a takeback has to wait for a move, for one that is left, and for another offer", () => {
  assert.equal(takebackRefusal(game), "");
  assert.equal(takebackRefusal({ ...game, moves: [4] }), "");
  assert.equal(takebackRefusal({ ...game, moves: [] }), "nothing_to_take_back");
  assert.equal(takebackRefusal({ ...game, you: ["o"], moves: [4] }), "nothing_to_take_back");
  assert.equal(takebackRefusal({ ...game, takebacks: { x: 0, o: 3 } }), "no_takebacks_left");
  assert.equal(takebackRefusal({ ...game, takebacks: null }), "takebacks_off");
  assert.equal(takebackRefusal({ ...game, offer: { what: "draw", by: "o" } }), "offer_pending");
});

test("moves that were given are not taken back", () => {
  assert.equal(takebackRefusal({ ...game, setup: 1 }), "nothing_to_take_back");
  assert.equal(takebackRefusal({ ...game, setup: 1, moves: [4, 0, 1] }), "");
});

test("a first mark that has changed hands is not taken back", () => {
  assert.equal(takebackRefusal({ ...game, swapped: true, moves: [4] }), "nothing_to_take_back");
  assert.equal(takebackRefusal({ ...game, swapped: true, you: ["o"] }), "");
});

test("on one device the last mover takes back, and its count goes down", () => {
  const shared = { ...game, opponent: "device", you: ["x", "o"], moves: [4] };
  assert.equal(takebackRefusal(shared), "");
  assert.equal(takebackRefusal({ ...shared, takebacks: { x: 0, o: 3 } }), "no_takebacks_left");
});

test("whoever is offered a rematch accepts it with the same button, and waits with the other", () => {
  const offered = { ...game, offer: { what: "rematch", by: "o" } };
  assert.equal(rematchRefusal(game, "rematch"), "");
  assert.equal(rematchRefusal(offered, "rematch"), "");
  assert.equal(rematchRefusal(offered, "same_sides"), "offer_pending");
  assert.equal(rematchRefusal({ ...offered, you: ["o"] }, "rematch"), "offer_pending");
});

test("the swap rule is explained while it means something, from the reader's side", () => {
  assert.match(swapText({ ...game, moves: [] }, words), /^swap_soon_first/);
  assert.match(swapText({ ...game, moves: [], you: ["o"] }, words), /^swap_soon_second/);
  assert.match(swapText({ ...game, moves: [4], swap: "o", you: ["o"] }, words), /^swap_now_second X ★ Ben Ann/);
  assert.match(swapText({ ...game, moves: [4], swap: "o", you: [] }, words), /^swap_now_watching/);
  assert.equal(swapText(game, words), "");
  assert.equal(swapText({ ...game, moves: [4], swapped: true }, words), "");
  assert.equal(swapText({ ...game, moves: [], swap_rule: false }, words), "");
});

test("who took the first mark over is told to each as it is for them", () => {
  const after = { ...game, moves: [4], swapped: true, seats: { x: { label: "Ben" }, o: { label: "Ann" } } };
  assert.equal(swappedText({ ...after, you: ["x"] }, words), "swapped_by_you X ★ Ann");
  assert.equal(swappedText({ ...after, you: ["o"] }, words), "swapped_by_other X ★ Ben Ben");
  assert.equal(swappedText({ ...after, you: [] }, words), "swapped X ★ Ben Ann");
});

test("a series says how far it is, and who has won it", () => {
  const score = (x, o, draws, decided) => ({ ...game, best_of: 3, score: { x, o, draws, decided } });
  assert.equal(seriesText(game, words), "");
  assert.equal(seriesText(score(1, 0, 0, false), words), "series_game 2 3");
  assert.equal(seriesText({ ...score(1, 0, 0, false), outcome: "x" }, words), "series_game 1 3");
  assert.equal(seriesText(score(2, 0, 0, true), words), "series_won_by_you ");
  assert.equal(seriesText(score(0, 2, 0, true), words), "series_won Ben");
  assert.equal(seriesText(score(1, 1, 1, true), words), "series_drawn ");
});

test("a line is told as lists tell the goal, and two lines at once as such", () => {
  const goals = { goal_3: "three in a row", goal: "{k} in a row", by_line: "Two" };
  const say = (key, values = {}) =>
    key === "line" ? `${values.goal}, ${values.from} to ${values.to}` : goals[key]?.replace("{k}", values.k) ?? key;
  const won = { ...game, status: "finished", outcome: "x", termination: "line", m: 3, n: 3, k: 3 };
  assert.equal(reasonText({ ...won, line: [2, 4, 6] }, say), "Three in a row, c3 to a1");
  assert.equal(reasonText({ ...won, line: [0, 1, 2, 4, 8] }, say), "Two");
  const long = { ...won, m: 12, n: 12, k: 11, line: [...Array(11).keys()] };
  assert.equal(reasonText(long, say), "11 in a row, a12 to k12");
});
