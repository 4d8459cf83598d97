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

async function begin(ally, bobby) {
  await ally.ask("create");
  const { gameUid } = await ally.hear("client:init");
  await bobby.ask("join", { gameUid });
  await Promise.all([ally.hear("client:init"), bobby.hear("client:init")]);
  return gameUid;
}

/** Play the cells in turn; what both hear last. */
async function play(ally, bobby, gameUid, cells) {
  let told;
  for (const [ply, cell] of cells.entries()) {
    const player = ply % 2 ? bobby : ally;
    const position = { x: cell % 3, y: Math.floor(cell / 3) };
    const answer = await player.ask("move", { gameUid, position });
    if (!answer.ok) fail(JSON.stringify(answer));
    const both = await Promise.all([ally.hear("client:move"), bobby.hear("client:move")]);
    told = both[0];
    if (JSON.stringify(both[1]) !== JSON.stringify(told)) fail("they were told two things");
  }
  return told;
}

const ally = new Player("ally");
const bobby = new Player("Bobby ü");
await Promise.all([ally.hear("client:lobby"), bobby.hear("client:lobby")]);

let uid = await begin(ally, bobby);
tell({ won: (await play(ally, bobby, uid, [0, 3, 1, 4, 2])).status });

uid = await begin(ally, bobby);
tell({ drawn: (await play(ally, bobby, uid, [4, 0, 8, 2, 1, 7, 3, 5, 6])).status });

uid = await begin(ally, bobby);
await play(ally, bobby, uid, [0, 4]);
tell({ refused: await ally.ask("move", { gameUid: uid, position: { x: null, y: null } }) });
tell({ truth: (await ally.hear("client:move")).turn });
tell({ error: await ally.hear("client:error") });
await bobby.ask("leave", { gameUid: uid });
tell({ resigned: (await ally.hear("client:move")).status });

uid = await begin(ally, bobby);
await bobby.ask("leave", { gameUid: uid });
await Promise.all([ally.hear("client:leave"), bobby.hear("client:leave")]);
tell({ aborted: true });

const engine = ally.socket.io.engine;
tell({ transport: engine.transport.name, revision: engine.protocol ?? engine.constructor.protocol });
for (const player of [ally, bobby]) player.socket.close();
setTimeout(() => process.exit(0), 100);
