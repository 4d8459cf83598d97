// The solution of the JavaScript kit: what its class is to write.

const indices = [0, 1, 2];
const rows = indices.map((y) => indices.map((x) => ({ x, y })));
const columns = indices.map((x) => indices.map((y) => ({ x, y })));
const diagonals = [indices.map((i) => ({ x: i, y: i })), indices.map((i) => ({ x: 2 - i, y: i }))];

export const lines = [...rows, ...columns, ...diagonals];
export const counter = { nodes: 0 };

export function freeCells(board) {
  return rows.flat().filter(({ x, y }) => board[y][x] === "");
}

export function chooseMove(board, me, other) {
  return bestMove(board, me, other);
}

export function didPlayerWin(board, player) {
  return lines.some((line) => line.every(({ x, y }) => board[y][x] === player));
}

export function getUtility(board, me, other) {
  if (didPlayerWin(board, me)) return 1;
  if (didPlayerWin(board, other)) return -1;
  return freeCells(board).length ? null : 0;
}

export function getSuccessors(board, player) {
  return freeCells(board).map((cell) => {
    const after = structuredClone(board);
    after[cell.y][cell.x] = player;
    return { cell, board: after };
  });
}

export function minimax(board, turn, me, other) {
  const utility = getUtility(board, me, other);
  if (utility !== null) return utility;
  const following = turn === me ? other : me;
  const worths = getSuccessors(board, turn).map((next) => minimax(next.board, following, me, other));
  return turn === me ? Math.max(...worths) : Math.min(...worths);
}

export function bestMove(board, me, other) {
  const worth = (next) => alphaBeta(next.board, other, me, other);
  return getSuccessors(board, me).reduce((best, next) => (worth(next) > worth(best) ? next : best)).cell;
}

export function alphaBeta(board, turn, me, other, alpha = -1, beta = 1) {
  counter.nodes += 1;
  const utility = getUtility(board, me, other);
  if (utility !== null) return utility;
  for (const next of getSuccessors(board, turn)) {
    const worth = alphaBeta(next.board, turn === me ? other : me, me, other, alpha, beta);
    if (turn === me) alpha = Math.max(alpha, worth);
    else beta = Math.min(beta, worth);
    if (alpha >= beta) break;
  }
  return turn === me ? alpha : beta;
}
