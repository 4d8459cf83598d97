import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = /** @type {any} */ ({ querySelectorAll: () => [], documentElement: { lang: "en" } });
const { countedTitle, isPushed, sentence, waitingElsewhere } = await import("../../../static/js/play/notices.js");

test("the number that waits stands before the title once", () => {
  assert.equal(countedTitle("A board", 2), "(2) A board");
  assert.equal(countedTitle("(2) Lobby", 3), "(3) Lobby");
  assert.equal(countedTitle("(2) Lobby", 0), "Lobby");
});

test("a reason follows the sentence it belongs to", () => {
  const notice = { kind: "declined", name: "bob", m: 3, n: 3, reason: "later" };
  assert.equal(sentence(/** @type {any} */ (notice)), "notice_declined declined_later");
});

test("a page does not count the game that it shows", () => {
  const uids = ["aaaaaaaaaa", "bbbbbbbbbb"];
  assert.deepEqual(waitingElsewhere(uids, "/games/aaaaaaaaaa/"), ["bbbbbbbbbb"]);
  assert.deepEqual(waitingElsewhere(uids, "/"), uids);
});

test("a round that has begun is told by push, as are challenges, invitations and turns that have days", () => {
  const isTold = (/** @type {string} */ kind, control = "180+2") => isPushed(/** @type {any} */ ({ kind, control }));
  for (const kind of ["begun", "challenge", "round"]) assert.ok(isTold(kind), kind);
  assert.ok(isTold("turn", "3d"));
  for (const kind of ["turn", "joined", "accepted"]) assert.ok(!isTold(kind), kind);
});
