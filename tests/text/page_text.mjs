// Whether the scripts say of generated games what the server says. The cases come from
// test_game_page.py as JSON, by the file's name on the command line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { clockText } from "../../static/js/clock.js";
import { absenceText, awayFor, beginText, moveTexts, pageText } from "../../static/js/play/game/page-text.js";
import { applyMessage } from "../../static/js/play/game/state.js";
import { capitalised, goalText } from "../../static/js/goal.js";
import { controlText, specialTermsText } from "../../static/js/terms.js";
import { leftText, timeLeft } from "../../static/js/time-left.js";
import { makeWords } from "../../static/js/words.js";

const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
const words = makeWords(new Map(Object.entries(cases.words)), "en");

for (const { given, said } of cases.terms) {
  const { k, control, special } = given;
  const texts = { goal: goalText(k, words), control: controlText(control, words), special: specialTermsText(special, words) };
  assert.deepEqual({ ...texts, title: capitalised(texts.goal) }, said, JSON.stringify(given));
}

for (const { ms, said } of cases.times_left) assert.equal(leftText(ms, words), said, String(ms));

for (const { seed, readers } of cases.games) {
  for (const steps of readers) follow(steps, seed);
}

/** One reader's page, from the first state on. */
function follow(steps, seed) {
  let state = steps[0].state;
  let clockCameAt = 0;
  for (const [index, step] of steps.entries()) {
    const where = `game ${seed}, step ${index}`;
    state = step.is_whole ? applyMessage(state, step.state) : step.messages.reduce(applyMessage, state);
    if (step.is_whole || step.messages.some((message) => "clock" in message)) clockCameAt = step.at;
    assert.deepEqual(plain(state), plain(step.state), where);
    assert.deepEqual({ page: pageText(state, words), ...timely(state, step, clockCameAt) }, step.said, where);
  }
}

/** A state without what the scripts have no use for, and without the clock, which has run on. */
function plain({ ids, clock, presence: { type, ...presence }, round, ...state }) {
  return { ...state, presence, round: round && { ...round, begin_ms: round.begin_ms !== null } };
}

/** What changes by time alone, *elapsed* milliseconds after the state came. */
function timely(state, { at, elapsed, claim_after }, clockCameAt) {
  const { clock } = state;
  const since = at + elapsed - clockCameAt;
  const left = awayFor(state, elapsed);
  return {
    absence: absenceText(state, left, claim_after, words),
    clocks: clock && ["x", "o"].map((mark) => clockText(timeLeft(clock, mark, since), words)),
    moves: moveTexts(state, words, "en"),
    begin: beginText(state, since, words),
  };
}
