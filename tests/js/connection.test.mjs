import assert from "node:assert/strict";
import test from "node:test";

// As much of a page as the pill touches; time goes on when a test says so.
/** @type {Record<string, (() => void)[]>} */
let listeners = {};
/** @type {Map<number, { work: () => void, ms: number }>} */
let timers = new Map();
/** @type {Record<string, any>} */
let elements = {};

function element() {
  const classes = new Set();
  return {
    textContent: "",
    classList: {
      add: (/** @type {string} */ name) => classes.add(name),
      remove: (/** @type {string} */ name) => classes.delete(name),
      contains: (/** @type {string} */ name) => classes.has(name),
    },
  };
}

const WORDS = ["connected", "reconnecting", "reconnecting_unsent", "offline", "no_socket", "closed", "closed_4401"];
const TEMPLATE = {
  content: { querySelectorAll: () => WORDS.map((key) => ({ getAttribute: () => key, textContent: `${key}.` })) },
};

Object.assign(globalThis, {
  document: {
    getElementById: (/** @type {string} */ id) => elements[id],
    querySelectorAll: () => [TEMPLATE],
    documentElement: { lang: "en" },
    addEventListener: () => {},
  },
  addEventListener: (/** @type {string} */ name, /** @type {() => void} */ work) => {
    listeners[name] = [...(listeners[name] ?? []), work];
  },
  window: {
    setTimeout: (/** @type {() => void} */ work, /** @type {number} */ ms) => {
      timers.set(timers.size + 1, { work, ms });
      return timers.size;
    },
  },
  clearTimeout: (/** @type {number} */ timer) => timers.delete(timer),
});
const { ConnectionPill, connectionWord } = await import("../../static/js/connection.js");
const { pillOfPoll } = await import("../../static/js/poll-pill.js");

const WELL = { status: "open", isSilent: false, hasBeenOpen: true, isKeptOut: false, pending: null };

/** What the pill says; "" while it is hidden. */
const said = () => (elements.connection.classList.contains("is-shown") ? elements["connection-text"].textContent : "");
const fire = (/** @type {string} */ name) => {
  for (const work of listeners[name]) work();
};

function begin() {
  [listeners, timers] = [{}, new Map()];
  elements = Object.fromEntries(["connection", "connection-text", "alert", "live"].map((id) => [id, element()]));
}

test("each way a connection can stand has its word", () => {
  const lost = { ...WELL, status: "waiting" };
  const never = { ...lost, hasBeenOpen: false, isKeptOut: true };
  const cases = [
    [WELL, false, ""],
    [{ ...WELL, isSilent: true }, false, "reconnecting"],
    [{ ...WELL, isSilent: true, pending: {} }, false, "reconnecting_unsent"],
    [lost, false, "reconnecting"],
    [{ ...lost, status: "connecting" }, false, "reconnecting"],
    [{ ...never, status: "connecting", isKeptOut: false }, false, ""],
    [{ ...never, status: "connecting" }, false, "no_socket"],
    [never, false, "no_socket"],
    [WELL, true, "offline"],
    [{ ...lost, pending: {} }, true, "offline_unsent"],
  ];
  for (const [connection, isOffline, word] of cases) {
    assert.equal(connectionWord(connection, isOffline, 0), word, JSON.stringify([connection, isOffline]));
  }
  assert.equal(connectionWord({ ...WELL, status: "closed" }, true, 4401), "closed_4401");
});

test("that the network is gone is said at once, and its return only once the connection is well", () => {
  begin();
  const pill = new ConnectionPill();
  pill.follow(WELL, 0);
  fire("offline");
  assert.equal(said(), "offline.");
  assert.match(elements.alert.textContent, /^offline/);
  pill.follow({ ...WELL, isSilent: true }, 0);
  assert.equal(said(), "offline.");
  fire("online");
  assert.equal(said(), "reconnecting.");
  pill.follow(WELL, 0);
  assert.equal(said(), "");
  assert.match(elements.live.textContent, /^connected/);
  assert.equal(timers.size, 0);
});

test("a missed answer is said at once, a socket that comes back within a moment is not", () => {
  begin();
  const pill = new ConnectionPill();
  const socket = { ...WELL };
  pill.follow(socket, 0);
  socket.isSilent = true;
  pill.tell();
  assert.equal(said(), "reconnecting.");
  socket.isSilent = false;
  pill.tell();
  assert.equal(said(), "");
  socket.status = "waiting";
  pill.follow(socket, 1006);
  assert.equal(said(), "");
  const [[number, { work }]] = timers;
  timers.delete(number);
  work();
  assert.equal(said(), "reconnecting.");
});

test("a close for good says why, or at least that it is one", () => {
  begin();
  const pill = new ConnectionPill();
  pill.follow({ ...WELL, status: "closed" }, 4401);
  assert.equal(said(), "closed_4401.");
  pill.follow({ ...WELL, status: "closed" }, 4404);
  assert.equal(said(), "closed.");
});

test("a page that asks again and again says the same after a missed answer", () => {
  begin();
  const poll = { onQuestion: () => {}, answered: (/** @type {boolean} */ _) => {} };
  pillOfPoll(/** @type {any} */ (poll));
  poll.onQuestion();
  assert.equal(said(), "");
  const [[, { work, ms }]] = timers;
  assert.ok(ms < 8000);
  work();
  assert.equal(said(), "reconnecting.");
  poll.onAnswer(true);
  assert.equal(said(), "");
  poll.onAnswer(false);
  assert.equal(said(), "reconnecting.");
});
