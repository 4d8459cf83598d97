import assert from "node:assert/strict";
import test from "node:test";

/** @type {FakeWorker[]} in the order they were started */
const workers = [];

class FakeWorker extends EventTarget {
  /** @type {any[]} */
  asked = [];
  #isStopped = false;

  constructor() {
    super();
    workers.push(this);
  }

  /** @param {any} question */
  postMessage(question) {
    this.asked.push(question);
  }

  terminate() {}

  /** @param {any} answer to the last question */
  answer(answer) {
    if (this.#isStopped) return;
    this.dispatchEvent(Object.assign(new Event("message"), { data: { id: this.asked.at(-1).id, answer } }));
  }

  stop() {
    this.#isStopped = true;
    this.dispatchEvent(new Event("error"));
  }
}

Object.assign(globalThis, { Worker: FakeWorker, location: { origin: "https://play.example" } });
const { Thinking } = await import("../../../../static/js/play/offline/thinking.js");

test("whoever waits for a worker that stops is told", async () => {
  const thinking = new Thinking("/thinker.js");
  const asked = [thinking.ask("move", {}), thinking.ask("line", {})];
  workers.at(-1)?.stop();
  for (const question of asked) await assert.rejects(question, /stopped/);
});

test("a question after a worker has stopped is put to another one", async () => {
  const thinking = new Thinking("/thinker.js");
  const lost = thinking.ask("move", {});
  workers.at(-1)?.stop();
  await assert.rejects(lost);
  const asked = thinking.ask("move", {});
  workers.at(-1)?.answer(4);
  assert.equal(await asked, 4);
});
