import assert from "node:assert/strict";
import test from "node:test";

class FakeElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";
  classList = { add: () => {}, remove: () => {}, contains: () => false };
  querySelectorAll = () => [];
  hasAttribute = () => true;
  replaceWith = () => {};
}

/** @type {Record<string, FakeElement>} */
const elements = {};
/** @param {string} id */
const element = (id) => {
  elements[id] ??= new FakeElement();
  return elements[id];
};

/** The server's answer to every form: the part of the page as it is then. */
const fresh = Object.assign(new FakeElement(), {
  /** @type {(selector: string) => FakeElement | null} */
  querySelector: () => null,
});

/** Of the server's next answers. @type {number[]} */
let statuses = [];
let asked = 0;

class FakeRequest {
  status = statuses.shift() ?? 200;
  responseXML = { getElementById: () => fresh };
  onloadend = () => {};
  open = () => {};
  send = () => {
    asked += 1;
    this.onloadend();
  };
}

/** @type {any} the socket of the page */
let socket;

const timer = Object.assign(new FakeElement(), { dataset: { seconds: "5" } });
const page = Object.assign(new FakeElement(), {
  dataset: { socket: "/ws/duels/0/", right: "Right.", wrong: "Wrong." },
  querySelector: (/** @type {string} */ selector) => (selector === "[data-seconds]" ? timer : null),
});
Object.assign(globalThis, {
  window: globalThis,
  HTMLElement: FakeElement,
  HTMLFormElement: FakeElement,
  XMLHttpRequest: FakeRequest,
  FormData: class {
    get = () => "4";
  },
  WebSocket: class {
    constructor() {
      socket = this;
    }
  },
  location: { href: "https://play.example/" },
  addEventListener: () => {},
  document: Object.assign(new FakeElement(), {
    documentElement: { lang: "en" },
    getElementById: (/** @type {string} */ id) => (id === "duel-page" ? page : element(id)),
    adoptNode: (/** @type {FakeElement} */ node) => node,
  }),
});

test("the seconds before a race are right in a page whose timers come late", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  let now = 0;
  t.mock.method(Date, "now", () => now);
  await import("../../../static/js/learn/duel.js");
  for (const [at, shown] of [[1000, "4"], [4000, "1"], [9000, "1"]]) {
    now = Number(at);
    t.mock.timers.tick(1000);
    assert.equal(timer.textContent, shown);
  }
});

test("an answer that is refused is not said to be wrong", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  element("duel").dataset.number = "3";
  element("duel-title").textContent = "You lost";
  const refusal = new FakeElement();
  for (const [number, alert, told] of [["4", null, "Right. You lost."], ["3", null, "Wrong. You lost."], ["3", refusal, "You lost."]]) {
    fresh.dataset.number = String(number);
    fresh.querySelector = (selector) => (selector === '[role="alert"]' ? /** @type {FakeElement | null} */ (alert) : null);
    now += 1000;
    page.dispatchEvent(new Event("submit"));
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(element("live").textContent.replace("\u00a0", ""), told);
  }
});

test("a page that is behind asks until it has the part that is shown now", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  [asked, statuses] = [0, [503, 503]];
  socket.onmessage({ data: JSON.stringify({ type: "duel", state: "going", seats: [], in_ms: 0 }) });
  for (const times of [1, 2, 3, 3]) {
    await new Promise(setImmediate);
    assert.equal(asked, times);
    t.mock.timers.tick(1000);
  }
});
