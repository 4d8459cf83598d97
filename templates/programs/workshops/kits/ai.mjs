// Your program for tic-tac-toe. Do it step by step: `node --test` says how far you are, and
// `node bot.mjs NAME` plays with it in the workshop.
//
// A board is an array of three rows, each an array of three cells. A cell holds the name of the
// player who has marked it, or "" if it is free: board[y][x].

const indices = [0, 1, 2];
const rows = indices.map((y) => indices.map((x) => ({ x, y })));
const columns = indices.map((x) => indices.map((y) => ({ x, y })));
const diagonals = [indices.map((i) => ({ x: i, y: i })), indices.map((i) => ({ x: 2 - i, y: i }))];

/** The cells of each line. */
export const lines = [...rows, ...columns, ...diagonals];

/** How many boards alphaBeta has looked at; see step 5. */
export const counter = { nodes: 0 };

/** The free cells, as { x, y }. */
export function freeCells(board) {
  return rows.flat().filter(({ x, y }) => board[y][x] === "");
}

// Step 1: play. Run bot.mjs: any free cell will do. Later, return bestMove(board, me, other) here.

/** The cell { x, y } that I mark next. */
export function chooseMove(board, me, other) {
  const cells = freeCells(board);
  return cells[Math.floor(Math.random() * cells.length)];
}

// Step 2: who has won?

/** Whether a player has all three cells of a line. */
export function didPlayerWin(board, player) {
  throw new Error("step 2: didPlayerWin");
}

/** 1 if I have won, -1 if the other has, 0 for a draw, and null if the game goes on. */
export function getUtility(board, me, other) {
  throw new Error("step 2: getUtility");
}

// Step 3: what can happen next?

/**
 * An array of { cell, board }: each free cell { x, y }, and the board after the player has marked
 * it. The board itself must stay as it is: structuredClone(board) copies it.
 */
export function getSuccessors(board, player) {
  throw new Error("step 3: getSuccessors");
}

// Step 4: which move is best?

/**
 * What the board is worth to me, 1, 0 or -1, if `turn` moves next and both play their best.
 *
 * If the game is over it is the utility. Else look at the worth of all successors: if it is my
 * turn I take the highest, and if it is the other's the other takes the lowest.
 */
export function minimax(board, turn, me, other) {
  throw new Error("step 4: minimax");
}

/** The cell { x, y } of the successor that is worth most to me. Then the other moves. */
export function bestMove(board, me, other) {
  throw new Error("step 4: bestMove");
}

// Step 5: the same with less work.

/**
 * As minimax, but stop looking at successors that cannot matter any more.
 *
 * `alpha` is what I am sure of already, `beta` what the other is sure of. When alpha >= beta, the
 * rest does not matter. Count each board with `counter.nodes += 1`.
 */
export function alphaBeta(board, turn, me, other, alpha = -1, beta = 1) {
  throw new Error("step 5: alphaBeta");
}
