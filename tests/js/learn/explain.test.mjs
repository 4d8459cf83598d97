import assert from "node:assert/strict";
import test from "node:test";

const LAST = 26;
const LAG = 3000; // ms that every answer takes

class FakeElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";
  hidden = false;
  value = "";
  max = String(LAST);
  classList = { add: () => {}, remove: () => {} };
  setAttribute = () => {};
  querySelectorAll = () => [];
}

/** @param {number} step */
const address = (step) => `https://play.example/?step=${step}`;

/** @type {Record<string, FakeElement & { href?: string }>} */
const elements = {};
/** @param {string} id */
const element = (id) => {
  elements[id] ??= new FakeElement();
  return elements[id];
};

/** @param {number} step */
function show(step) {
  element("step-count").textContent = `Step ${step} of ${LAST}`;
  element("step-next").href = address(step + 1);
}

class FakeRequest {
  status = 200;
  responseXML = { querySelector: () => null };
  onloadend = () => {};
  path = "";

  open(/** @type {string} */ _method, /** @type {string} */ path) {
    this.path = path;
  }

  send() {
    setTimeout(this.onloadend, LAG);
  }
}

Object.assign(globalThis, {
  window: globalThis,
  Element: FakeElement,
  HTMLElement: FakeElement,
  HTMLDetailsElement: class {},
  HTMLAnchorElement: class {},
  XMLHttpRequest: FakeRequest,
  location: { href: address(1) },
  history: { state: null, replaceState: (/** @type {null} */ _, /** @type {string} */ __, /** @type {string} */ to) => show(Number(to.split("=")[1])) },
  addEventListener: () => {},
  document: Object.assign(new FakeElement(), {
    documentElement: { lang: "en" },
    getElementById: element,
    querySelector: () => null,
  }),
});

test("a search plays on where an answer takes longer than a step stays, also from its end", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  show(LAST);
  element("step-scrub").value = String(LAST);
  element("step-play").dataset.start = address(1);
  await import("../../../static/js/learn/explain.js");
  element("step-play").dispatchEvent(new Event("click"));
  for (let passed = 0; passed < 8 * LAG; passed += 200) {
    t.mock.timers.tick(200);
    await null;
    await null;
    await null;
  }
  const shown = Number(element("step-count").textContent.split(" ")[1]);
  assert.ok(shown >= 3 && shown < LAST, `step ${shown}`);
});
