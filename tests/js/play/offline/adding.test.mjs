import assert from "node:assert/strict";
import test from "node:test";

class FakeElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";
  hidden = true;
  disabled = false;
  focus = () => {};
}

/** @type {Record<string, FakeElement>} */
const elements = {};
/** @param {string} id */
const element = (id) => {
  elements[id] ??= new FakeElement();
  return elements[id];
};
const word = { getAttribute: () => "add", textContent: "Add {count}" };

/** What the browser keeps, by id. @type {Map<string, { id: string, uid: string, endedAt: number }>} */
const kept = new Map();
const store = {
  getAll: () => ({ result: [...kept.values()] }),
  put: (/** @type {any} */ game) => ({ result: kept.set(game.id, game) && game.id }),
};

function transaction() {
  const begun = { objectStore: () => store, oncomplete: () => {} };
  queueMicrotask(() => begun.oncomplete());
  return begun;
}

/** What the site answers to the next games. @type {{ id?: string, uid?: string, text?: string }[]} */
let answers = [];
const account = { name: "anna", token: "", games: "" };
Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });
Object.assign(globalThis, {
  document: {
    querySelectorAll: () => [{ content: { querySelectorAll: () => [word] } }],
    getElementById: element,
    documentElement: { lang: "en" },
  },
  addEventListener: () => {},
  indexedDB: {
    open: () => {
      const asked = { result: { transaction }, onsuccess: () => {} };
      queueMicrotask(() => asked.onsuccess());
      return asked;
    },
  },
  fetch: async (/** @type {string} */ _, /** @type {RequestInit | undefined} */ sent) => ({
    ok: true,
    json: async () => (sent ? { games: answers } : account),
  }),
});
const { Adding } = await import("../../../../static/js/play/offline/adding.js");

/** Wait for all that is under way. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function add(/** @type {typeof answers} */ next) {
  answers = next;
  element("add-now").dispatchEvent(new Event("click"));
  await settled();
}

test("what was refused is told with how many games are left, until the next press", async () => {
  for (const id of ["a", "b", "c"]) kept.set(id, { id, uid: "", endedAt: 0 });
  new Adding(async () => {}).start();
  await settled();
  assert.equal(element("add-now").textContent, "Add 3");
  await add([{ id: "a", uid: "A" }, { text: "Wait a while." }, { text: "Wait a while." }]);
  assert.equal(element("add-refused").textContent, "Wait a while.");
  assert.equal(element("add-refused").hidden, false);
  assert.equal(element("add-now").textContent, "Add 2");
  await add([{ id: "b", uid: "B" }, { id: "c", uid: "C" }]);
  assert.equal(element("add-refused").hidden, true);
});
