import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import test from "node:test";

import { LiveSocket, newId, waitBefore } from "../../static/js/socket.js";

globalThis.crypto ??= webcrypto; // node 18 has it in a module only

/** A WebSocket that a test drives from the server's side. */
class FakeSocket {
  readyState = 0;
  sent = [];
  closed = false;

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  accept() {
    this.readyState = 1;
    this.onopen();
  }

  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  drop(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

/** One client in a world of its own, in which time passes only when the test says so. */
function world({ random = () => 0.5 } = {}) {
  const timers = new Map();
  const sockets = [];
  const heard = [];
  const statuses = [];
  const dropped = [];
  const measured = [];
  const silences = [];
  const page = { isHidden: false };
  let now = 0;
  let nextTimer = 1;
  const handlers = {
    message: (message) => heard.push(message),
    status: (status, code) => statuses.push([status, code]),
    dropped: (id) => dropped.push(id),
    measured: (ms) => measured.push(ms),
    silent: (isSilent) => silences.push([isSilent, now]),
  };
  const around = {
    open: () => sockets[sockets.push(new FakeSocket()) - 1],
    later: (work, ms) => {
      timers.set(nextTimer, { work, at: now + ms });
      return nextTimer++;
    },
    forget: (timer) => timers.delete(timer),
    random,
    now: () => now,
    isHidden: () => page.isHidden,
  };
  const pass = (ms) => {
    const end = now + ms;
    for (;;) {
      const due = [...timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      timers.delete(due[0]);
      now = Math.max(now, due[1].at); // late, if it slept
      due[1].work();
    }
    now = end;
  };
  /** The page sleeps: time goes by, and its timers are late by as much. */
  const sleep = (ms) => {
    now += ms;
  };
  const client = new LiveSocket("ws://test/", handlers, around);
  client.connect();
  const world = { client, sockets, heard, statuses, dropped, measured, silences, page };
  return { ...world, pass, sleep, last: () => sockets[sockets.length - 1] };
}

function state(version, moves = [], ids = []) {
  return { type: "game", version, moves, ids, status: "ongoing" };
}

function connected(options) {
  const made = world(options);
  made.last().accept();
  made.last().say(state(1));
  return made;
}

const play = (ply = 0) => ({ type: "play", ply, cell: 4, id: "mine" });

test("the wait doubles to ten seconds, with full jitter", () => {
  const waits = (away) => [0, 1, 2, 3, 4, 5, 20].map((attempt) => waitBefore(attempt, 1, away));
  assert.deepEqual(waits(6000), [500, 1000, 2000, 4000, 8000, 10000, 10000]);
  assert.equal(waitBefore(3, 0, 6000), 0);
  assert.equal(waitBefore(3, 0.25, 6000), 1000);
});

test("for the first seconds, in which a server restarts, nobody waits long", () => {
  const { sockets, pass, last } = connected({ random: () => 0.999 });
  const attempts = (ms) => {
    for (let i = 0; i < ms / 100; i++) {
      pass(100);
      if (sockets.length > 1 && !last().closed) last().drop();
    }
    return sockets.length - 1;
  };
  last().drop(1012);
  assert.equal(attempts(6000), 4); // after half a second, one, and then every two
  assert.equal(attempts(30_000), 7); // longer and longer, for it is no restart
});

test("it tells how long the server took to answer a ping", () => {
  const { measured, pass, last } = connected();
  last().say({ type: "pong", version: 1 }); // nobody has asked
  assert.deepEqual(measured, []);
  pass(3000);
  assert.equal(last().sent.at(-1).type, "ping");
  pass(80);
  last().say({ type: "pong", version: 1 });
  assert.deepEqual(measured, [80]);
});

test("a command's id is of the kind the server takes", () => {
  const ids = new Set(Array.from({ length: 100 }, newId));
  assert.equal(ids.size, 100);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{16}$/);
});

test("it comes back after the server has gone, and starts short again", () => {
  const { sockets, statuses, pass, last } = connected();
  last().drop(1012);
  assert.deepEqual(statuses.at(-1), ["waiting", 1012]);
  pass(249);
  assert.equal(sockets.length, 1);
  pass(1);
  assert.equal(sockets.length, 2);
  last().drop();
  pass(499);
  assert.equal(sockets.length, 2);
  pass(1);
  assert.equal(sockets.length, 3);
  last().accept();
  last().drop();
  pass(250);
  assert.equal(sockets.length, 4);
});

test("it does not come back where it is not wanted", () => {
  for (const code of [4401, 4403, 4404]) {
    const { sockets, statuses, pass, last } = connected();
    last().drop(code);
    pass(120_000);
    assert.equal(sockets.length, 1);
    assert.deepEqual(statuses.at(-1), ["closed", code]);
  }
});

test("it comes back after every other close", () => {
  for (const code of [1000, 1001, 1006, 1011, 1012, 4400, 4429]) {
    const { sockets, pass, last } = connected();
    last().drop(code);
    pass(500);
    assert.equal(sockets.length, 2, String(code));
  }
});

test("it pings with its version, so that both sides know of each other", () => {
  const { last, pass } = connected();
  pass(2999);
  assert.deepEqual(last().sent, []);
  pass(1);
  assert.deepEqual(last().sent, [{ type: "ping", version: 1 }]);
});

test("one that has come back asks for the version soon, and then no oftener than others", () => {
  const { sockets, pass, last } = connected();
  last().drop(1012);
  pass(1000);
  assert.equal(sockets.length, 2);
  last().accept();
  last().say(state(1));
  pass(1500);
  assert.deepEqual(last().sent, [{ type: "ping", version: 1 }]);
  last().say({ type: "pong", version: 1 });
  pass(2500);
  assert.equal(last().sent.length, 1);
});

test("a ping without a pong is a broken connection after nine seconds", () => {
  const { sockets, pass, last } = connected();
  pass(3000 + 8999);
  assert.equal(sockets[0].closed, false);
  pass(1 + 250);
  assert.equal(sockets[0].closed, true);
  assert.equal(sockets.length, 2);
  assert.notEqual(last(), sockets[0]);
});

test("a missed answer is told before eight seconds of silence are over, and its coming too", () => {
  const { client, silences, pass, last } = connected({ random: () => 1 });
  pass(7999);
  assert.deepEqual(silences, [[true, 7000]]);
  assert.equal(client.isSilent, true);
  assert.equal(client.status, "open"); // whether the connection is dead nobody knows yet
  last().say({ type: "pong", version: 1 });
  assert.deepEqual(silences, [[true, 7000], [false, 7999]]);
  assert.equal(client.isSilent, false);
});

test("what others do does not hide that the server hears nothing of this page", () => {
  const { last, pass } = connected();
  for (let version = 2; version < 12; version++) {
    pass(500);
    last().say({ type: "moved", version, ply: 0, cell: 1, id: "" });
  }
  assert.deepEqual(last().sent, [{ type: "ping", version: 6 }]);
});

test("what this page sends spares a ping", () => {
  const { client, last, pass } = connected();
  pass(2000);
  client.command(play());
  last().say({ type: "moved", version: 2, ply: 0, cell: 4, id: "mine" });
  pass(2999);
  assert.deepEqual(last().sent, [play()]);
  pass(1);
  assert.deepEqual(last().sent.slice(1), [{ type: "ping", version: 2 }]);
});

test("a page that has slept accuses nobody: it asks again", () => {
  const { sockets, silences, pass, sleep, last } = connected();
  pass(3000);
  sleep(600_000);
  pass(0);
  assert.deepEqual(silences, []);
  assert.equal(last().sent.length, 2);
  pass(3500);
  assert.deepEqual(silences.map(([isSilent]) => isSilent), [true]); // and this answer is missing
  sleep(600_000);
  pass(3500);
  assert.equal(sockets.length, 1); // asked once more
  pass(5500);
  assert.equal(sockets[0].closed, true);
});

test("a page out of sight says so before it may fall asleep, and that it is back", () => {
  const { client, page, last } = connected();
  page.isHidden = true;
  client.tell();
  page.isHidden = false;
  client.wake();
  assert.deepEqual(last().sent, [{ type: "ping", version: 1, hidden: true }, { type: "ping", version: 1 }]);
});

test("a connection that opens out of sight says so at once", () => {
  const { page, last } = world();
  page.isHidden = true;
  last().accept();
  assert.deepEqual(last().sent, [{ type: "ping", version: 0, hidden: true }]);
});

test("an attempt that is neither taken nor refused is given up", () => {
  const { sockets, pass } = world();
  pass(20_000 + 250);
  assert.equal(sockets[0].closed, true);
  assert.equal(sockets.length, 2);
});

test("a first attempt that takes long is told of, until it succeeds", () => {
  const { client, last, pass, silences } = world();
  pass(3_400);
  assert.equal(client.isKeptOut, false);
  pass(200);
  assert.equal(client.isKeptOut, true);
  assert.deepEqual(silences, [[true, 3_500]]);
  last().accept();
  assert.equal(client.isKeptOut, false);
});

test("a client that was never let in is kept out while it tries again, one that was there is not", () => {
  const { client, last, pass } = world();
  last().drop();
  pass(500);
  assert.equal(client.status, "connecting");
  assert.equal(client.isKeptOut, true);
  last().accept();
  last().drop();
  pass(10_000);
  assert.equal(client.isKeptOut, false);
});

test("versions that it has are dropped", () => {
  const { heard, last } = connected();
  const moved = { type: "moved", version: 2, ply: 0, cell: 1, id: "" };
  last().say(moved);
  last().say(moved);
  last().say({ ...moved, version: 1 });
  last().say(state(1));
  assert.deepEqual(heard.map(({ version }) => version), [1, 2]);
});

test("a gap is not passed on: the whole state is asked for, once", () => {
  const { heard, last } = connected();
  last().say({ type: "moved", version: 3, ply: 1, cell: 1, id: "" });
  last().say({ type: "moved", version: 4, ply: 2, cell: 2, id: "" });
  assert.deepEqual(last().sent, [{ type: "ping", version: 1 }]);
  last().say({ type: "pong", version: 4 });
  last().say(state(4, [0, 1, 2]));
  last().say({ type: "moved", version: 5, ply: 3, cell: 3, id: "" });
  assert.deepEqual(heard.map(({ version }) => version), [1, 4, 5]);
});

test("a server that is ahead and does not send the state is left", () => {
  const { sockets, pass, last } = connected();
  last().say({ type: "pong", version: 9 });
  assert.equal(sockets[0].closed, false);
  last().say({ type: "pong", version: 9 });
  assert.equal(sockets[0].closed, true);
  pass(250);
  assert.equal(sockets.length, 2);
});

test("messages without a version always pass", () => {
  const { heard, last } = connected();
  last().say({ type: "presence", x: true, o: false, watchers: 2 });
  assert.equal(heard.at(-1).type, "presence");
});

test("a command is sent at once and done with its acknowledgement", () => {
  const { client, last } = connected();
  client.command(play());
  assert.deepEqual(last().sent, [play()]);
  last().say({ type: "moved", version: 2, ply: 0, cell: 4, id: "mine" });
  assert.equal(client.pending, null);
});

test("the acknowledgement counts also if its version is old", () => {
  const { client, last } = connected();
  client.command(play());
  last().say(state(2, [4], ["other"]));
  assert.equal(client.pending, null);
  client.command(play(1));
  last().say({ type: "moved", version: 2, ply: 1, cell: 4, id: "mine" });
  assert.equal(client.pending, null);
});

test("after a break the command goes out again if the server waits for its ply", () => {
  const { client, dropped, last, pass } = connected();
  client.command(play());
  last().drop();
  pass(250);
  last().accept();
  assert.deepEqual(last().sent, []);
  last().say(state(1));
  assert.deepEqual(last().sent, [play()]);
  assert.deepEqual(dropped, []);
});

test("after a break the command is done if the server has it", () => {
  const { client, dropped, last, pass } = connected();
  client.command(play());
  last().drop();
  pass(250);
  last().accept();
  last().say(state(2, [4], ["mine"]));
  assert.deepEqual(last().sent, []);
  assert.equal(client.pending, null);
  assert.deepEqual(dropped, []);
});

test("after a break the command is dropped if the game has gone another way", () => {
  for (const other of [state(2, [5], ["theirs"]), { ...state(2), status: "finished" }]) {
    const { client, dropped, last, pass } = connected();
    client.command(play());
    last().drop();
    pass(250);
    last().accept();
    last().say(other);
    assert.deepEqual(last().sent, []);
    assert.deepEqual(dropped, ["mine"]);
    assert.equal(client.pending, null);
  }
});

test("a command made while the connection is down goes out when it is up", () => {
  const { client, last, pass } = connected();
  last().drop();
  client.command(play());
  assert.equal(client.pending.id, "mine");
  pass(250);
  last().accept();
  last().say(state(1));
  assert.deepEqual(last().sent, [play()]);
});

test("a command that got lost on an open connection goes out again after the next ping", () => {
  const { client, last, pass } = connected();
  client.command(play());
  pass(3000);
  assert.deepEqual(last().sent, [play(), { type: "ping", version: 1 }]);
  last().say({ type: "pong", version: 1 });
  assert.deepEqual(last().sent.slice(2), [play()]);
});

test("a command that a pong has overtaken does not go out twice", () => {
  const { client, last, pass } = connected();
  pass(3000);
  client.command(play());
  last().say({ type: "pong", version: 1 });
  assert.deepEqual(last().sent, [{ type: "ping", version: 1 }, play()]);
});

test("an old state says nothing about a command", () => {
  const { client, dropped, last } = connected();
  last().say({ type: "moved", version: 2, id: "theirs" });
  client.command(play(1));
  last().say(state(1));
  assert.deepEqual(dropped, []);
  assert.deepEqual(client.pending, play(1));
});

test("a refused command is dropped", () => {
  const { client, dropped, heard, last } = connected();
  client.command(play());
  last().say({ type: "refused", code: "stale_ply", id: "another" });
  assert.deepEqual(dropped, []);
  last().say({ type: "refused", code: "cell_taken", id: "mine" });
  assert.deepEqual(dropped, ["mine"]);
  assert.equal(client.pending, null);
  assert.equal(heard.at(-1).code, "cell_taken");
});

test("a command that the server could not keep is sent again after a moment", () => {
  const { client, last, pass } = connected();
  client.command(play());
  last().say({ type: "retry", id: "mine" });
  pass(749);
  assert.equal(last().sent.length, 1);
  pass(1);
  assert.deepEqual(last().sent, [play(), play()]);
});

test("waking connects at once, or looks whether the connection still lives", () => {
  const { client, sockets, last } = connected({ random: () => 1 });
  client.wake();
  assert.deepEqual(last().sent, [{ type: "ping", version: 1 }]);
  last().drop();
  client.wake();
  assert.equal(sockets.length, 2);
});

test("closing is for good", () => {
  const { client, sockets, pass, statuses } = connected();
  client.close();
  pass(120_000);
  assert.equal(sockets.length, 1);
  assert.equal(sockets[0].closed, true);
  assert.deepEqual(statuses.at(-1), ["closed", 1000]);
});

test("a socket whose messages have no versions stays open, ping after ping", () => {
  const { client, last, pass, sockets } = world();
  last().accept();
  last().say({ type: "lobby", games: [] });
  for (let ping = 0; ping < 4; ping += 1) {
    pass(5000);
    last().say({ type: "pong", version: 0 });
  }
  assert.equal(sockets.length, 1);
  assert.equal(client.status, "open");
});
