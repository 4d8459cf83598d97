import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = /** @type {any} */ ({
  querySelectorAll: () => [],
  getElementById: () => null,
  documentElement: { lang: "en" },
});
const { Puzzle, PuzzleAttempt } = await import("../../../../static/js/play/offline/puzzles.js");

const RIGHT = { isRight: true, loses: false, isFastest: true, reply: null };

/** What a puzzle shows, and what it asks: an answer comes when a test says so. */
function attempt() {
  const shown = { offered: [""], allowed: /** @type {string | null} */ (""), result: "" };
  const table = {
    board: { nameOf: String },
    onMove: (/** @type {number} */ _) => {},
    begin() {},
    headline() {},
    show() {},
    result: (/** @type {string} */ text) => (shown.result = text),
    allow: (/** @type {string | null} */ mark) => (shown.allowed = mark),
    offer: (/** @type {string[]} */ names) => (shown.offered = names),
  };
  /** @type {((answer: any) => Promise<void>)[]} */
  const answers = [];
  const thinking = {
    ask: () =>
      new Promise((resolve, reject) => {
        answers.push(async (answer) => {
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
          for (let turn = 0; turn < 5; turn++) await Promise.resolve();
        });
      }),
  };
  const solved = { count: 0 };
  const puzzle = new Puzzle([3, 3, 3, "xx.oo....", 1]);
  const made = new PuzzleAttempt(/** @type {any} */ (table), /** @type {any} */ (thinking), puzzle, () => solved.count++);
  made.start();
  return { made, table, shown, answers, solved };
}

test("a move that is judged after the solution was asked for solves nothing", async () => {
  const { made, table, shown, answers, solved } = attempt();
  table.onMove(2);
  void made.showAnswer();
  const [judged, told] = answers;
  await judged(RIGHT);
  assert.equal(solved.count, 0);
  await told([2]);
  assert.deepEqual(shown.offered, ["retry", "next-puzzle"]);
  assert.equal(shown.allowed, null);
});

test("a solution that comes after the puzzle was begun anew is not shown", async () => {
  const { made, shown, answers } = attempt();
  void made.showAnswer();
  made.start();
  await answers[0]([2]);
  assert.deepEqual(shown.offered, ["show-answer"]);
  assert.equal(shown.allowed, "x");
});

test("a right move solves it", async () => {
  const { table, answers, solved } = attempt();
  table.onMove(2);
  await answers[0](RIGHT);
  assert.equal(solved.count, 1);
});

test("a worker that stops while it looks for the solution is told of", async () => {
  const { made, shown, answers } = attempt();
  const asked = made.showAnswer();
  await answers[0](new Error("the worker has stopped"));
  await asked;
  assert.equal(shown.result, "stopped");
});

test("a worker that stops is not told of once the puzzle was left", async () => {
  const { made, table, shown, answers } = attempt();
  table.onMove(2);
  made.leave();
  await answers[0](new Error("the worker has stopped"));
  assert.equal(shown.result, "");
});
