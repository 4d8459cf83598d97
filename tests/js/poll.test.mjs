import assert from "node:assert/strict";
import test from "node:test";

// As much of a browser as a poll touches; its time goes on when a test says so.
const page = { hidden: false, listeners: /** @type {Record<string, () => void>} */ ({}) };
/** @type {{ work: () => void, ms: number } | null} */
let timer = null;
/** @type {(() => Promise<any>)[]} */
let answers = [];
let asked = 0;
/** Ends the patience with the question that is out. */
let giveUp = () => {};
AbortSignal.timeout = () => {
  const controller = new AbortController();
  giveUp = () => controller.abort(new DOMException("", "TimeoutError"));
  return controller.signal;
};

Object.assign(globalThis, {
  document: {
    get hidden() {
      return page.hidden;
    },
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ work) => {
      page.listeners[name] = work;
    },
  },
  addEventListener: () => {},
  window: {
    setTimeout: (/** @type {() => void} */ work, /** @type {number} */ ms) => {
      timer = { work, ms };
      return 1;
    },
  },
  clearTimeout: () => {
    timer = null;
  },
  fetch: (/** @type {string} */ _path, /** @type {RequestInit} */ how) => {
    asked += 1;
    const answer = (answers.shift() ?? (() => Promise.resolve({ ok: true, json: async () => asked })))();
    const signal = how?.signal;
    const late = new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    return Promise.race([answer, late]);
  },
});
const { Poll } = await import("../../static/js/poll.js");

const PERIOD = 1000;

/** @returns {{ poll: InstanceType<typeof Poll>, taken: any[] }} */
function make() {
  Object.assign(page, { hidden: false });
  [timer, answers, asked] = [null, [], 0];
  /** @type {any[]} */
  const taken = [];
  return { poll: new Poll("/data", PERIOD, (answer) => taken.push(answer)), taken };
}

async function goOn() {
  timer?.work();
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

function waitIsAbout(/** @type {number} */ ms) {
  assert.ok(timer && timer.ms >= ms * 0.9 && timer.ms <= ms * 1.1, `${timer?.ms} for ${ms}`);
}

test("it asks once a period", async () => {
  const { poll, taken } = make();
  poll.start();
  waitIsAbout(PERIOD);
  await goOn();
  await goOn();
  assert.deepEqual(taken, [1, 2]);
  waitIsAbout(PERIOD);
});

test("it waits longer while there is no answer, and soon again afterwards", async () => {
  const { poll, taken } = make();
  answers = [() => Promise.resolve({ ok: false }), () => Promise.reject(new TypeError())];
  poll.start();
  await goOn();
  waitIsAbout(2 * PERIOD);
  await goOn();
  waitIsAbout(4 * PERIOD);
  await goOn();
  assert.deepEqual(taken, [3]);
  waitIsAbout(PERIOD);
});

test("a question that is never answered has failed after a while, and the next one goes out", async () => {
  const { poll, taken } = make();
  answers = [() => new Promise(() => {})];
  poll.start();
  await goOn();
  timer = null;
  giveUp();
  await goOn();
  waitIsAbout(2 * PERIOD);
  await goOn();
  assert.deepEqual(taken, [2]);
});

test("its patience has an end", async () => {
  const { poll } = make();
  poll.start();
  for (let failure = 0; failure < 9; failure++) {
    answers = [() => Promise.reject(new TypeError())];
    await goOn();
  }
  waitIsAbout(16 * PERIOD);
});

test("nothing is asked in the background, and at once in front again", async () => {
  const { poll, taken } = make();
  poll.start();
  page.hidden = true;
  page.listeners.visibilitychange();
  assert.equal(timer, null);
  page.hidden = false;
  page.listeners.visibilitychange();
  await goOn();
  assert.deepEqual(taken, [1]);
});

test("an answer that comes after the end is not taken", async () => {
  const { poll, taken } = make();
  poll.start();
  const asking = goOn();
  poll.stop();
  await asking;
  assert.deepEqual(taken, []);
  assert.equal(timer, null);
});

test("an answer that cannot be taken is told of, and the next one is asked for", async () => {
  const { poll } = make();
  /** @type {any[]} */
  const reported = [];
  globalThis.reportError = (error) => reported.push(error);
  poll.take = () => {
    throw new TypeError("no such element");
  };
  poll.start();
  await goOn();
  assert.equal(reported.length, 1);
  waitIsAbout(PERIOD);
  await goOn();
  assert.equal(asked, 2);
});

test("it asks at once when something has changed, and then once a period again", async () => {
  const { poll, taken } = make();
  poll.start();
  poll.now();
  assert.equal(timer, null);
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  assert.deepEqual(taken, [1]);
  waitIsAbout(PERIOD);
});

test("what changes while a question is out is asked for as soon as that is answered", async () => {
  const { poll, taken } = make();
  /** @type {(answer: any) => void} */
  let answer = () => {};
  answers = [() => new Promise((resolve) => (answer = resolve))];
  poll.start();
  await goOn();
  poll.now();
  assert.equal(asked, 1);
  answer({ ok: true, json: async () => "before" });
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  assert.deepEqual(taken, ["before", 2]);
  waitIsAbout(PERIOD);
});

test("it asks nothing once it has stopped", async () => {
  const { poll, taken } = make();
  poll.start();
  poll.stop();
  poll.now();
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  assert.deepEqual(taken, []);
});
