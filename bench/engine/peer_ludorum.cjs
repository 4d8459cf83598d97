// Prints what Ludorum's players do with 3,3,3 (JSON): the seconds of an exact first move by
// alpha-beta and by minimax, and UCT's playouts a second. Its game for other boards is left
// out: it remembers moves that a playout has already made, and UCT stumbles over them.
//
// node peer_ludorum.cjs 1000

const ABSENT = 3;
const ENOUGH = 2; // seconds for each figure
const HORIZON = 10; // moves, more than there are

let ludorum;
try {
  ludorum = require("ludorum");
} catch {
  process.exit(ABSENT);
}
const { games, players } = ludorum;

function firstMoveSeconds(player) {
  let best = Infinity;
  for (let spent = 0; spent < ENOUGH; ) {
    const game = new games.TicTacToe();
    const started = process.cpuUsage();
    player.decision(game, game.activePlayer());
    const { user, system } = process.cpuUsage(started);
    const seconds = (user + system) / 1e6;
    best = Math.min(best, seconds);
    spent += seconds;
  }
  return best;
}

const playouts = Number(process.argv[2]);
const uct = new players.UCTPlayer({ simulationCount: playouts, timeCap: Infinity });
console.log(
  JSON.stringify({
    alpha_beta: firstMoveSeconds(new players.AlphaBetaPlayer({ horizon: HORIZON })),
    minimax: firstMoveSeconds(new players.MiniMaxPlayer({ horizon: HORIZON })),
    playouts_a_second: playouts / firstMoveSeconds(uct),
  }),
);
