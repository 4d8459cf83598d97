import assert from "node:assert/strict";
import { test } from "node:test";

import { listedText, specialTermsText } from "../../static/js/terms.js";
import { makeWords } from "../../static/js/words.js";

const say = makeWords(
  new Map([
    ["listed", "{first}、{second}"],
    ["special_swap", "交換"],
    ["special_best_of_3", "三番"],
  ]),
  "ja",
);

test("lists have the comma of the language", () => {
  assert.equal(listedText(["3×3", "三目", "{first}"], say), "3×3、三目、{first}");
  assert.equal(listedText(["3×3"], say), "3×3");
  assert.equal(listedText([], say), "");
  assert.equal(specialTermsText(["best_of_3", "swap"], say), "三番、交換");
});
