// node play.mjs CLIENT ADDRESS TRANSPORT: two clients of a socket.io-client play in a workshop: a
// game that is won, a draw, one that is resigned, one that is aborted, and what is refused. Prints
// one line of JSON for each. TRANSPORT is "default", "polling" or "websocket".

import { createRequire } from "node:module";

const [client, address, transport] = process.argv.slice(2);
const require = createRequire(new URL("../../../var/workshop-clients/", import.meta.url));
const io = require(client);

const PATIENCE = 15_000; // ms
setTimeout(() => fail("it takes too long"), PATIENCE * 2).unref();

/** A client that keeps what it hears. */
class Player {
  constructor(name) {
    this.name = name;
    this.heard = [];
    this.waiting = [];
    const options = { forceNew: true, reconnection: false };
    if (transport !== "default") options.transports = [transport];
    this.socket = io(address, options);
    for (const event of ["client:lobby", "client:init", "client:move", "client:leave", "client:error"]) {
      this.socket.on(event, (data) => this.take(event, data));
    }
    for (const event of ["connect_error", "error"]) {
      this.socket.on(event, (error) => fail(`${name}: ${error?.message ?? error}`));
    }
  }

  take(event, data) {
    const at = this.waiting.findIndex((waiting) => waiting.event === event);
    if (at < 0) this.heard.push({ event, data });
    else this.waiting.splice(at, 1)[0].resolve(data);
  }

  /** What the next such event carries. */
  hear(event) {
    const at = this.heard.findIndex((heard) => heard.event === event);
    if (at >= 0) return Promise.resolve(this.heard.splice(at, 1)[0].data);
    return new Promise((resolve) => this.waiting.push({ event, resolve }));
  }

  /** Emit an event, and return its acknowledgement. */
  ask(event, data) {
    return new Promise((resolve) => this.socket.emit(event, { username: this.name, ...data }, resolve));
  }
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

function tell(what) {
  console.log(JSON.stringify(what));
}

async function begin(alice, bob) {
  await alice.ask("create");
  const { gameUid } = await alice.hear("client:init");
  await bob.ask("join", { gameUid });
  await Promise.all([alice.hear("client:init"), bob.hear("client:init")]);
  return gameUid;
}

/** Play the cells in turn; what both hear last. */
async function play(alice, bob, gameUid, cells) {
  let told;
  for (const [ply, cell] of cells.entries()) {
    const player = ply % 2 ? bob : alice;
    const position = { x: cell % 3, y: Math.floor(cell / 3) };
    const answer = await player.ask("move", { gameUid, position });
    if (!answer.ok) fail(JSON.stringify(answer));
    const both = await Promise.all([alice.hear("client:move"), bob.hear("client:move")]);
    told = both[0];
    if (JSON.stringify(both[1]) !== JSON.stringify(told)) fail("they were told two things");
  }
  return told;
}

const alice = new Player("alice");
const bob = new Player("Bob ü");
await Promise.all([alice.hear("client:lobby"), bob.hear("client:lobby")]);

let uid = await begin(alice, bob);
tell({ won: (await play(alice, bob, uid, [0, 3, 1, 4, 2])).status });

uid = await begin(alice, bob);
tell({ drawn: (await play(alice, bob, uid, [4, 0, 8, 2, 1, 7, 3, 5, 6])).status });

uid = await begin(alice, bob);
await play(alice, bob, uid, [0, 4]);
tell({ refused: await alice.ask("move", { gameUid: uid, position: { x: null, y: null } }) });
tell({ truth: (await alice.hear("client:move")).turn });
tell({ error: await alice.hear("client:error") });
await bob.ask("leave", { gameUid: uid });
tell({ resigned: (await alice.hear("client:move")).status });

uid = await begin(alice, bob);
await bob.ask("leave", { gameUid: uid });
await Promise.all([alice.hear("client:leave"), bob.hear("client:leave")]);
tell({ aborted: true });

const engine = alice.socket.io.engine;
tell({ transport: engine.transport.name, revision: engine.protocol ?? engine.constructor.protocol });
for (const player of [alice, bob]) player.socket.close();
setTimeout(() => process.exit(0), 100);
