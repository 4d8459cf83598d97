// A small room of our own on Colyseus, on 127.0.0.1:PORT. It sends each change at once: from
// memory, or, where DATABASE names a file, once SQLite has it on disk (WAL, FULL), as ours does.

const ABSENT = 3;
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

let core, transport, schemas, Database;
try {
  if (process.env.DATABASE) Database = require("better-sqlite3");
  core = require("@colyseus/core");
  transport = require("@colyseus/ws-transport");
  schemas = require("@colyseus/schema");
} catch {
  process.exit(ABSENT);
}

const { schema, t } = schemas;
const State = schema(
  {
    cells: t.array("uint8"),
    turn: t.string(),
    ply: t.uint8(),
    winner: t.string(),
    draw: t.boolean(),
    x: t.string(),
    o: t.string(),
  },
  "State",
);

const memory = { begin: () => 0, keep: () => {} };

/** What *file* keeps: a row for each game and each move, in one transaction a move. */
function onDisk(file) {
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec(`
    CREATE TABLE game (id INTEGER PRIMARY KEY, ply INTEGER, winner TEXT, updated INTEGER);
    CREATE TABLE move (game INTEGER, ply INTEGER, cell INTEGER, at INTEGER, UNIQUE (game, ply));
  `);
  const create = database.prepare("INSERT INTO game (ply, winner, updated) VALUES (0, '', ?)");
  const insert = database.prepare("INSERT INTO move VALUES (?, ?, ?, ?)");
  const update = database.prepare(
    "UPDATE game SET ply = ?, winner = ?, updated = ? WHERE id = ? AND ply = ?",
  );
  return {
    begin: () => create.run(Date.now()).lastInsertRowid,
    keep: database.transaction((game, { ply, winner }, cell) => {
      const now = Date.now();
      insert.run(game, ply, cell, now);
      if (update.run(ply, winner, now, game, ply - 1).changes !== 1) throw new Error("stale");
    }),
  };
}

const kept = process.env.DATABASE ? onDisk(process.env.DATABASE) : memory;

class TicTacToe extends core.Room {
  maxClients = 2;
  maxMessagesPerSecond = Infinity;

  onCreate() {
    this.patchRate = null; // changes are sent when they happen
    const state = new State();
    Object.assign(state, { turn: "", ply: 0, winner: "", draw: false, x: "", o: "" });
    state.cells = Array(9).fill(0);
    this.state = state;
    this.game = kept.begin();
    this.onMessage("play", (client, message) => this.#play(client, message?.cell));
    this.onMessage("again", () => this.#again());
  }

  onJoin({ sessionId }) {
    const { state } = this;
    if (!state.x) {
      state.x = sessionId;
    } else {
      state.o = sessionId;
      state.turn = state.x;
      this.lock();
    }
    this.broadcastPatch();
  }

  #play(client, cell) {
    const { state } = this;
    if (state.winner || state.draw || client.sessionId !== state.turn) return;
    if (!Number.isInteger(cell) || cell < 0 || cell > 8 || state.cells[cell]) return;
    const mark = client.sessionId === state.x ? 1 : 2;
    state.cells[cell] = mark;
    state.ply += 1;
    if (LINES.some((line) => line.every((one) => state.cells[one] === mark))) {
      state.winner = client.sessionId;
    } else if (state.ply === 9) {
      state.draw = true;
    } else {
      state.turn = mark === 1 ? state.o : state.x;
    }
    kept.keep(this.game, state, cell);
    this.broadcastPatch();
  }

  #again() {
    const { state } = this;
    if (!state.winner && !state.draw) return;
    for (let cell = 0; cell < 9; cell++) state.cells[cell] = 0;
    Object.assign(state, { ply: 0, winner: "", draw: false, turn: state.x });
    this.game = kept.begin();
    this.broadcastPatch();
  }
}

const server = new core.Server({
  transport: new transport.WebSocketTransport({}),
  greet: false,
  gracefullyShutdown: false,
});
server.define("tic-tac-toe", TicTacToe);
server.listen(Number(process.env.PORT), "127.0.0.1");
