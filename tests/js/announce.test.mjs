import assert from "node:assert/strict";
import test from "node:test";

import { alertNow, say, sentence } from "../../static/js/announce.js";

const regions = { live: { textContent: "" }, alert: { textContent: "" }, said: { textContent: "" } };
globalThis.document = /** @type {any} */ ({ getElementById: (/** @type {keyof typeof regions} */ id) => regions[id] });

const heard = (/** @type {keyof typeof regions} */ id) => regions[id].textContent.replace("\u00a0", "");

test("what is said ends as a sentence, whatever it ended with", () => {
  assert.equal(sentence("alice offers a draw"), "alice offers a draw.");
  assert.equal(sentence("You played b2."), "You played b2.");
  assert.equal(sentence("Reconnecting…"), "Reconnecting…");
  assert.equal(sentence("It is the turn of bob_"), "It is the turn of bob_.");
});

test("what comes at once is joined in sentences, and the last one is shown", () => {
  say("alice withdrew the rematch offer");
  say("Your turn");
  assert.equal(heard("live"), "alice withdrew the rematch offer. Your turn.");
  assert.equal(heard("said"), "Your turn.");
});

test("what stands elsewhere is heard once, and the line below the board is free", () => {
  say("alice played c1");
  alertNow("You lost. Three in a row, a1 to c1", { shown: "" });
  assert.equal(heard("alert"), "You lost. Three in a row, a1 to c1.");
  assert.equal(heard("said"), "");
});

test("what interrupts is a sentence, too", () => {
  alertNow("Ten seconds left");
  assert.equal(heard("alert"), "Ten seconds left.");
  assert.equal(heard("said"), "Ten seconds left.");
});
