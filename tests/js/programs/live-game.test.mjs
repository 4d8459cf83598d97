import assert from "node:assert/strict";
import test from "node:test";

class FakeElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";
  append = () => {};
  getAttribute = (/** @type {string} */ name) => this.dataset[name.replace("data-", "")] ?? "";
  setup = () => {};
  show = () => {};
}

const game = { uid: "abcdefghij", m: 3, n: 3, k: 3, first: "x", moves: [], marks: {} };
/** @type {Record<string, FakeElement>} */
const elements = { board: new FakeElement(), turn: new FakeElement() };
elements["game-data"] = Object.assign(new FakeElement(), { textContent: JSON.stringify(game) });
const said = Object.entries({ no_result: "No result", reconnecting: "Reconnecting…", turn: "{mark} to play" });
const phrases = said.map(([word, textContent]) => Object.assign(new FakeElement(), { dataset: { word }, textContent }));
/** @type {any[]} those that the frame has opened */
const sockets = [];
Object.assign(globalThis, {
  window: globalThis,
  HTMLElement: FakeElement,
  customElements: { define: () => {} },
  WebSocket: class {
    close = () => {};
    constructor() {
      sockets.push(this);
    }
  },
  location: { href: "https://play.example/" },
  addEventListener: () => {},
  document: Object.assign(new FakeElement(), {
    documentElement: { lang: "en" },
    createElement: () => new FakeElement(),
    getElementById: (/** @type {string} */ id) => elements[id] ?? null,
    querySelector: () => null,
    querySelectorAll: () => [{ content: { querySelectorAll: () => phrases } }],
  }),
});

test("a frame waits for its connection, but not for a game that was called off", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await import("../../../static/js/programs/frames/live-game.js");
  const [socket] = sockets;
  socket.onopen();
  const seats = { x: null, o: null };
  socket.onmessage({ data: JSON.stringify({ type: "game", version: 1, status: "ongoing", ...game, seats }) });
  assert.equal(elements.turn.textContent, "X to play");
  socket.onclose({ code: 1006 });
  assert.equal(elements.turn.textContent, "Reconnecting…");
  t.mock.timers.tick(2000);
  sockets[1].onclose({ code: 4404 });
  assert.equal(elements.turn.textContent, "No result");
});
