import assert from "node:assert/strict";
import test from "node:test";

import { moveTexts } from "../../../../static/js/play/game/page-text.js";
import { makeWords } from "../../../../static/js/words.js";

const game = {
  ...{ m: 3, n: 3, k: 3, first: "x", setup: 0, moves: [4, 0, 8, 2], spent: [450, 3000, 61_000, 150_000] },
  ...{ seats: { x: { label: "Ann" }, o: { label: "Ben" } } },
};
const words = new Map([["short_seconds", "{seconds} s"], ["short_minutes", "{minutes} min"]]);

/** @param {string} language */
const spentIn = (language) =>
  moveTexts(/** @type {any} */ (game), makeWords(words, language), language).map(({ spent }) => spent);

test("tenths of a second have the decimal sign of the language", () => {
  assert.deepEqual(spentIn("en"), ["0.4 s", "3.0 s", "61 s", "2 min"]);
  assert.deepEqual(spentIn("de"), ["0,4 s", "3,0 s", "61 s", "2 min"]);
});
