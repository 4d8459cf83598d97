// Prints what boardgame.io's Monte Carlo bot does with the named boards (JSON): the seconds of its
// first move and its playouts a second. The game is written as in boardgame.io's own tutorial.
//
// node peer_boardgame_io.cjs 1000 3,3,3 4,4,4

const ABSENT = 3;
const ENOUGH = 2; // seconds for a board

let ai, internal;
try {
  ai = require("boardgame.io/ai");
  internal = require("boardgame.io/internal");
} catch {
  process.exit(ABSENT);
}

/** For each cell the lines of k cells through it. */
function linesThrough(m, n, k) {
  const through = Array.from({ length: m * n }, () => []);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < m; column++) {
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        const lastRow = row + (k - 1) * down, lastColumn = column + (k - 1) * right;
        if (lastRow >= n || lastColumn < 0 || lastColumn >= m) continue;
        const line = Array.from({ length: k }, (_, i) => (row + i * down) * m + column + i * right);
        for (const cell of line) through[cell].push(line);
      }
    }
  }
  return through;
}

function gameOf(m, n, k) {
  const through = linesThrough(m, n, k);
  return {
    setup: () => ({ cells: Array(m * n).fill(null), last: null, free: m * n }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
      mark: ({ G, playerID }, cell) => {
        G.cells[cell] = playerID;
        G.last = cell;
        G.free -= 1;
      },
    },
    endIf: ({ G, ctx }) => {
      const isLine = (line) => line.every((cell) => G.cells[cell] === ctx.currentPlayer);
      if (G.last !== null && through[G.last].some(isLine)) return { winner: ctx.currentPlayer };
      if (G.free === 0) return { draw: true };
    },
    ai: {
      enumerate: (G) =>
        G.cells.flatMap((mark, cell) => (mark === null ? [{ move: "mark", args: [cell] }] : [])),
    },
  };
}

async function firstMoveSeconds(board, playouts) {
  const [m, n, k] = board.split(",").map(Number);
  const game = gameOf(m, n, k);
  let best = Infinity;
  for (let spent = 0; spent < ENOUGH; ) {
    const bot = new ai.MCTSBot({
      game, enumerate: game.ai.enumerate, iterations: playouts, playoutDepth: m * n, seed: "1",
    });
    const started = process.cpuUsage();
    await bot.play(internal.InitializeGame({ game }), "0");
    const { user, system } = process.cpuUsage(started);
    const seconds = (user + system) / 1e6;
    best = Math.min(best, seconds);
    spent += seconds;
  }
  return best;
}

async function main([playouts, ...boards]) {
  const told = {};
  for (const board of boards) {
    const seconds = await firstMoveSeconds(board, Number(playouts));
    told[board] = { first_move: seconds, playouts_a_second: Number(playouts) / seconds };
  }
  console.log(JSON.stringify(told));
}

main(process.argv.slice(2));
