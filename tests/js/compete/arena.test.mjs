import assert from "node:assert/strict";
import test from "node:test";

class FakeElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";
  classList = { add: () => {}, remove: () => {}, contains: () => false };
  matches = () => false;
}

const ARENA = "../../../static/js/compete/arena.js";
const timer = Object.assign(new FakeElement(), { dataset: { seconds: "25" } });
const page = Object.assign(new FakeElement(), { dataset: { uid: "abcdefghij" }, querySelector: () => timer });
/** @type {Record<string, FakeElement>} */
const elements = { tournament: page };
for (const id of ["standing", "row", "connection", "connection-text"]) elements[id] = new FakeElement();
const browser = new EventTarget();
/** @type {string[]} */
const visited = [];
/** @type {any[]} those that pages have opened */
const sockets = [];
Object.assign(globalThis, {
  window: globalThis,
  matchMedia: () => ({ matches: true }),
  HTMLElement: FakeElement,
  HTMLInputElement: FakeElement,
  HTMLAnchorElement: FakeElement,
  WebSocket: class {
    constructor() {
      sockets.push(this);
    }
  },
  location: { href: "https://play.example/", assign: (/** @type {string} */ path) => visited.push(path) },
  addEventListener: browser.addEventListener.bind(browser),
  document: Object.assign(new FakeElement(), {
    documentElement: { lang: "en" },
    getElementById: (/** @type {string} */ id) => elements[id] ?? null,
    querySelectorAll: () => [],
    adoptNode: (/** @type {FakeElement} */ node) => node,
  }),
});

/** One's own round with *uid*, and the way to its board. @param {string} uid */
function showRound(uid) {
  const replaceWith = (/** @type {FakeElement} */ fresh) => (elements.next = fresh);
  const next = Object.assign(new FakeElement(), { dataset: { round: uid }, replaceWith });
  elements["to-the-board"] = Object.assign(new FakeElement(), { href: `/games/${uid}/` });
  elements["go-by-itself"] = Object.assign(new FakeElement(), { checked: true });
  return next;
}

test("a page that is shown again leads to the round that goes on by now", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  elements.next = showRound("first");
  await import(`${ARENA}?left`);
  browser.dispatchEvent(new Event("pagehide"));
  t.mock.timers.tick(60_000);
  assert.deepEqual(visited, []);
  Object.assign(globalThis, {
    XMLHttpRequest: class {
      status = 200;
      onloadend = () => {};
      responseXML = { getElementById: () => showRound("second") };
      open() {}
      send() {
        this.onloadend();
      }
    },
  });
  browser.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  t.mock.timers.tick(3000); // there is time to read
  assert.deepEqual(visited, []);
  t.mock.timers.tick(1000);
  assert.deepEqual(visited, ["/games/second/"]);
});

test("a round whose page does not come at once is asked for again", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  visited.length = 0;
  elements.next = showRound("");
  let asked = 0;
  Object.assign(globalThis, {
    XMLHttpRequest: class {
      onloadend = () => {};
      open() {}
      send() {
        asked += 1;
        const isThere = asked > 1;
        Object.assign(this, { status: isThere ? 200 : 503 });
        Object.assign(this, { responseXML: isThere ? { getElementById: () => showRound("third") } : null });
        this.onloadend();
      }
    },
  });
  await import(`${ARENA}?busy`);
  sockets.at(-1).onmessage({ data: JSON.stringify({ type: "paired", uid: "third" }) });
  for (let second = 0; second < 10; second++) {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    t.mock.timers.tick(1000);
  }
  assert.deepEqual(visited, ["/games/third/"]);
});

test("the seconds left for a first move are right in a page whose timers come late", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  let now = 0;
  t.mock.method(Date, "now", () => now);
  await import(`${ARENA}?late`);
  for (const [at, shown] of [[1000, "24 s"], [20_000, "5 s"], [60_000, "0 s"]]) {
    now = Number(at);
    t.mock.timers.tick(1000);
    assert.equal(timer.textContent, shown);
  }
});

/** Have the page hear that *names* stand there now, in this order. @param {string[]} names */
function tellStanding(...names) {
  const rows = names.map((name) => ({ name, chips: [] }));
  const standing = { type: "standing", state: "announced", players: rows.length, playing: 0, rows };
  sockets.at(-1).onmessage({ data: JSON.stringify(standing) });
}

/** The first page of an arena that has not begun. */
function showStanding() {
  const part = () => Object.assign(new FakeElement(), { setAttribute() {}, replaceChildren() {} });
  const line = Object.assign(part(), { querySelector: part });
  line.classList = Object.assign(line.classList, { toggle() {} });
  Object.assign(elements.row, { content: { cloneNode: () => ({ querySelector: () => line }) } });
  Object.assign(page.dataset, { page: "1", state: "announced" });
  for (const id of ["players", "nobody", "own-row"]) elements[id] = new FakeElement();
  const body = Object.assign(new FakeElement(), { count: 0, replaceChildren: (/** @type {any[]} */ ...rows) => (body.count = rows.length) });
  elements.standing = body;
  return body;
}

test("where nobody was yet, nothing says so once somebody is there", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  showStanding();
  await import(`${ARENA}?empty`);
  tellStanding("alice");
  assert.equal(/** @type {any} */ (elements.nobody).hidden, true);
  tellStanding();
  assert.equal(/** @type {any} */ (elements.nobody).hidden, false);
});

test("the standing keeps still while somebody is in it", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const body = showStanding();
  await import(`${ARENA}?used`);
  tellStanding("alice");
  body.matches = () => true;
  tellStanding("alice", "bob");
  assert.equal(body.count, 1);
  body.matches = () => false;
  t.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ work) => work());
  body.dispatchEvent(new Event("focusout"));
  assert.equal(body.count, 2);
});
