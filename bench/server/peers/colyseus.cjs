// A small room of our own on Colyseus, in memory, on 127.0.0.1:PORT. It sends each change at once.

const ABSENT = 3;
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

let core, transport, schemas;
try {
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

class TicTacToe extends core.Room {
  maxClients = 2;
  maxMessagesPerSecond = Infinity;

  onCreate() {
    this.patchRate = null; // changes are sent when they happen
    const state = new State();
    Object.assign(state, { turn: "", ply: 0, winner: "", draw: false, x: "", o: "" });
    state.cells = Array(9).fill(0);
    this.state = state;
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
    this.broadcastPatch();
  }

  #again() {
    const { state } = this;
    if (!state.winner && !state.draw) return;
    for (let cell = 0; cell < 9; cell++) state.cells[cell] = 0;
    Object.assign(state, { ply: 0, winner: "", draw: false, turn: state.x });
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
