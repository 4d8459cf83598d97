import assert from "node:assert/strict";
import test from "node:test";

/** @type {FakeDatabase[]} in the order they were opened */
const databases = [];
/** Whether the browser opens one. */
let opens = true;

/** A request that is answered a moment later. @param {any} fields @param {string} type */
function request(fields, type = "success") {
  const asked = Object.assign(/** @type {any} */ ({}), fields);
  queueMicrotask(() => asked[`on${type}`]?.());
  return asked;
}

class FakeDatabase {
  #isClosed = false;
  onclose = () => {};

  /** As a browser does that has been away for long. */
  close() {
    this.#isClosed = true;
    this.onclose();
  }

  transaction() {
    if (this.#isClosed) throw new Error("the connection is closing");
    const transaction = request({}, "complete");
    transaction.objectStore = () => ({ getAllKeys: () => ({ result: ["a puzzle"] }) });
    return transaction;
  }
}

Object.assign(globalThis, {
  indexedDB: {
    open: () => {
      if (!opens) return request({ error: new Error("no") }, "error");
      databases.push(new FakeDatabase());
      return request({ result: databases.at(-1) });
    },
  },
});
const { solvedPuzzles } = await import("../../../../static/js/play/offline/store.js");

test("what could not be opened is opened anew at the next question", async () => {
  opens = false;
  await assert.rejects(solvedPuzzles());
  opens = true;
  assert.deepEqual([...(await solvedPuzzles())], ["a puzzle"]);
});

test("what the browser has closed is opened anew", async () => {
  await solvedPuzzles();
  const before = databases.length;
  databases.at(-1)?.close();
  assert.deepEqual([...(await solvedPuzzles())], ["a puzzle"]);
  assert.equal(databases.length, before + 1);
});
