import assert from "node:assert/strict";
import test from "node:test";

// As much of a browser as the notices of a signed-in reader touch.
/** @type {FakeSocket[]} */
const sockets = [];
class FakeSocket {
  readyState = 1;
  constructor() {
    sockets.push(this);
  }
  send() {}
  close() {}
  onopen = () => {};
  onclose = (/** @type {{ code: number }} */ _) => {};
}
/** @type {Record<string, Promise<void>>} what is held by this page, until when */
const held = {};
let goOn = () => {};
Object.assign(globalThis, {
  HTMLButtonElement: class {},
  WebSocket: FakeSocket,
  BroadcastChannel: class {
    postMessage() {}
    close() {}
  },
  addEventListener: () => {},
  location: { pathname: "/", href: "https://play.example/" },
  window: {
    setTimeout: (/** @type {() => void} */ work) => {
      goOn = work;
      return 1;
    },
    clearTimeout: () => {},
  },
  document: {
    title: "Lobby",
    documentElement: { lang: "en", dataset: { waiting: "" } },
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener: () => {},
    dispatchEvent: () => {},
  },
});
Object.defineProperty(globalThis, "navigator", {
  value: {
    locks: {
      request: (/** @type {string} */ name, /** @type {any[]} */ ...work) => {
        if (name === "notices") held[name] = work.at(-1)();
      },
    },
  },
});
const { watchNotices } = await import("../../../static/js/play/notices.js");

/** Whether this page has let another tab have the socket. @returns {Promise<boolean>} */
function isFree() {
  return Promise.race([held.notices.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
}

test("a tab whose reader has signed out lets another one have the socket", async () => {
  watchNotices();
  const [socket] = sockets;
  socket.onopen();
  assert.equal(await isFree(), false);
  socket.onclose({ code: 1006 });
  assert.equal(await isFree(), false, "it comes back by itself");
  goOn();
  sockets.at(-1)?.onclose({ code: 4401 });
  assert.equal(await isFree(), true);
});
