// boardgame.io's own server with the tic-tac-toe of its tutorial, in memory, on 127.0.0.1:PORT.

const ABSENT = 3;
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

let library;
try {
  library = require("boardgame.io/server");
} catch {
  process.exit(ABSENT);
}

const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const { cells } = G;
    if (LINES.some((line) => line.every((cell) => cells[cell] === ctx.currentPlayer))) {
      return { winner: ctx.currentPlayer };
    }
    if (cells.every((mark) => mark !== null)) return { draw: true };
  },
};

const server = library.Server({ games: [ticTacToe], origins: [library.Origins.LOCALHOST] });
server.run({ port: Number(process.env.PORT), callback: () => {} });
