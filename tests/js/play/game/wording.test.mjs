import assert from "node:assert/strict";
import test from "node:test";

import { swappedText } from "../../../../static/js/play/game/wording.js";

const game = {
  ...{ m: 6, n: 6, k: 4, first: "x", status: "ongoing", opponent: "anyone", you: ["x"], moves: [4, 0] },
  setup: 0,
  ...{ takebacks: { x: 3, o: 3 }, swap_rule: true, swap: "", swapped: false, offer: null },
  ...{ seats: { x: { label: "Ann" }, o: { label: "Ben" } }, outcome: "", score: null, best_of: 0 },
  ...{ marks: { x: { symbol: "", colour: "" }, o: { symbol: "★", colour: "" } } },
};
const words = (key, values) => `${key} ${Object.values(values ?? {}).join(" ")}`;

test("who took the first mark over is told to each as it is for them", () => {
  const after = { ...game, moves: [4], swapped: true, seats: { x: { label: "Ben" }, o: { label: "Ann" } } };
  assert.equal(swappedText({ ...after, you: ["x"] }, words), "swapped_by_you X ★ Ann");
  assert.equal(swappedText({ ...after, you: ["o"] }, words), "swapped_by_other X ★ Ben Ben");
  assert.equal(swappedText({ ...after, you: [] }, words), "swapped X ★ Ben Ann");
});
