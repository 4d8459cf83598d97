import assert from "node:assert/strict";
import test from "node:test";
import { profileLink } from "../../static/js/profile-link.js";

test("a name leads to its profile", () => {
  assert.deepEqual(profileLink("Ана"), { href: "/@%D0%90%D0%BD%D0%B0/" });
});

test("the name of a deleted account leads nowhere", () => {
  assert.deepEqual(profileLink("deleted-2abcdefghj"), {});
});
