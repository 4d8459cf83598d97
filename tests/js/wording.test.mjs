import assert from "node:assert/strict";
import test from "node:test";

import { firstMoverText } from "../../static/js/game/wording.js";
import { makeWords } from "../../static/js/words.js";

const words = makeWords(new Map([["first_mover", "{mark}, {name}"]]), "en");
const plain = { symbol: "", colour: "" };

/** @param {object} changes @returns {any} */
const state = (changes = {}) => ({
  first: "x",
  swapped: false,
  seats: { x: { name: "alice", kind: "person", label: "alice" }, o: { name: "bob", kind: "person", label: "bob" } },
  marks: { x: plain, o: plain },
  ...changes,
});

test("the first mover is named as the server does it", () => {
  assert.equal(firstMoverText(state(), words), "X, alice");
  assert.equal(firstMoverText(state({ first: "o" }), words), "O, bob");
  assert.equal(firstMoverText(state({ marks: { x: { symbol: "★", colour: "" }, o: plain } }), words), "★, alice");
  assert.equal(firstMoverText(state({ seats: { x: null, o: null } }), words), "X");
  assert.equal(firstMoverText(state({ swapped: true }), words), "X");
});
