import assert from "node:assert/strict";
import test from "node:test";

/** What a page's element is to the list: rows of 20 pixels, and a window of 100. */
class Element extends EventTarget {
  clientHeight = 100;
  clientWidth = 100;
  scrollTop = 0;
  scrollLeft = 0;
  style = { setProperty() {}, removeProperty() {} };
  hidden = true;
  /** @type {Element[]} */
  children = [];
  offsetLeft = 0;
  offsetTop = 0;

  append(/** @type {Element[]} */ ...added) {
    for (const child of added) if (child instanceof Element) child.offsetTop = 20 * this.children.push(child);
  }

  replaceChildren() {
    this.children = [];
  }

  setAttribute() {}
  removeAttribute() {}
}

const list = new Element();
Object.assign(globalThis, {
  document: {
    documentElement: { lang: "en" },
    createElement: () => new Element(),
    createElementNS: () => new Element(),
    getElementById: () => list,
    querySelectorAll: () => [],
  },
  ResizeObserver: class {
    observe() {}
  },
});
const { MoveList } = await import("../../../../static/js/play/game/move-list.js");

const count = 36;
const state = {
  ...{ m: 6, n: 6, k: 6, first: "x", setup: 0, marks: { x: {}, o: {} } },
  ...{ moves: [...Array(count).keys()], spent: Array(count).fill(1000) },
  ...{ seats: { x: { label: "Ann" }, o: { label: "Ben" } } },
};

test("the list shows the move that the board shows, and its beginning before the first one", () => {
  const moves = new MoveList((ply) => moves.show(/** @type {any} */ (state), ply));
  moves.show(/** @type {any} */ (state), count);
  const atTheEnd = list.scrollTop;
  assert.ok(atTheEnd > 20 * count);
  moves.step("previous");
  assert.ok(list.scrollTop < atTheEnd);
  moves.step("first");
  assert.equal(list.scrollTop, 0);
  assert.equal(list.scrollLeft, 0);
});
