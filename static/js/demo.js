// The board beside sign-up and sign-in: the visitor is X, a simple player answers. It is no game of
// the site; lines of three are all it knows.

import { say } from "./announce.js";
import "./board/board.js";
import { words } from "./words.js";

/** @typedef {import("./board/board.js").TttBoard} TttBoard */
/** @typedef {import("./board/marks.js").Mark} Mark */

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const BEST_FIRST = [4, 0, 2, 6, 8, 1, 3, 5, 7];
const THINKING = 450; // ms

/** The timer of the answer under way. */
let answering = 0;

/** @param {(Mark | "")[]} cells */
function lineOf(cells) {
  return LINES.find(([a, b, c]) => cells[a] && cells[a] === cells[b] && cells[a] === cells[c]) ?? null;
}

/** The cell that completes a line of *mark*. @param {(Mark | "")[]} cells @param {Mark} mark */
function completing(cells, mark) {
  const line = LINES.find((of) => {
    return of.filter((cell) => cells[cell] === mark).length === 2 && of.some((cell) => !cells[cell]);
  });
  return line?.find((cell) => !cells[cell]);
}

/** Win, block, or take the best free cell. @param {(Mark | "")[]} cells */
function reply(cells) {
  const free = BEST_FIRST.find((cell) => !cells[cell]) ?? -1;
  return completing(cells, "o") ?? completing(cells, "x") ?? free;
}

/** Write *key* above the board. @param {string} key */
function title(key) {
  const heading = document.querySelector("[data-demo-title]");
  if (heading) heading.textContent = words(`demo_${key}_title`);
}

/** @param {TttBoard} board */
function start(board) {
  clearTimeout(answering);
  board.setup({ m: 3, n: 3, k: 3, label: board.dataset.label ?? "", coordinates: false });
  board.allow("x");
  title("move");
}

/** @param {TttBoard} board @param {number} cell @param {Mark} mark */
function put(board, cell, mark) {
  board.put(cell, mark, { animate: true });
  board.setLast(cell);
}

/** Show the end, if there is one. @param {TttBoard} board @param {Mark} mover */
function isOver(board, mover) {
  const line = lineOf(board.cells);
  if (!line && board.cells.some((mark) => !mark)) return false;
  board.showLine(line, { animate: true });
  const result = !line ? "drawn" : mover === "x" ? "won" : "lost";
  title(result);
  say(words(`demo_${result}`));
  return true;
}

/** @param {TttBoard} board */
function answer(board) {
  const cell = reply(board.cells);
  put(board, cell, "o");
  if (isOver(board, "o")) return;
  say(words("demo_reply", { name: board.nameOf(cell) }));
  board.allow("x");
}

/** @param {TttBoard} board @param {number} cell */
function play(board, cell) {
  put(board, cell, "x");
  board.allow(null);
  if (!isOver(board, "x")) answering = setTimeout(answer, THINKING, board);
}

for (const element of document.querySelectorAll("ttt-board[data-demo]")) {
  const board = /** @type {TttBoard} */ (element);
  start(board);
  board.addEventListener("ttt-move", (event) => {
    play(board, /** @type {CustomEvent<{ cell: number }>} */ (event).detail.cell);
  });
  board.addEventListener("ttt-say", (event) => {
    say(/** @type {CustomEvent<{ text: string }>} */ (event).detail.text);
  });
  const again = document.querySelector("[data-demo-again]");
  again?.removeAttribute("hidden");
  again?.addEventListener("click", () => start(board));
}
