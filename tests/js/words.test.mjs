import assert from "node:assert/strict";
import test from "node:test";

import { makeWords } from "../../static/js/words.js";

const words = makeWords(new Map([["hello", "Hello {name}"], ["cells.one", "{count} cell"], ["cells.other", "{count} cells"]]), "en");

test("values are put in, and an unknown place stays visible", () => {
  assert.equal(words("hello", { name: "Bob" }), "Hello Bob");
  assert.equal(words("hello"), "Hello {name}");
});

test("a counted word follows the number", () => {
  assert.equal(words("cells", { count: 1 }), "1 cell");
  assert.equal(words("cells", { count: 0 }), "0 cells");
});

test("a missing word shows as its key", () => {
  assert.equal(words("nothing_here"), "nothing_here");
});
