import assert from "node:assert/strict";
import test from "node:test";

import { cellName } from "../../static/js/names.js";

test("a1 is bottom left and the last letter is s", () => {
  assert.equal(cellName(6, 3, 3), "a1");
  assert.equal(cellName(2, 3, 3), "c3");
  assert.equal(cellName(18, 19, 19), "s19");
  assert.equal(cellName(0, 4, 3), "a3");
});
