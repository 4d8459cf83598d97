// Why a move lost something: the answer is drawn on the game's own board, mark by mark. And trying
// the move again: a press leads to the page that judges it. Both pages work without this script.

import { say } from "../../announce.js";
import { byId, svg } from "../../dom.js";
import { cellName } from "../../names.js";
import { cellsAfter, moverAt } from "../../play/game/state.js";
import { words } from "../../words.js";

/**
 * @typedef {import("../../board/board.js").TttBoard} TttBoard
 * @typedef {import("../review.js").ReviewedGame} ReviewedGame
 * @typedef {object} AnswerData
 * @property {number} start how many moves of the game stand before it
 * @property {number[]} line cells of its marks, in their order
 * @property {number} shown how many of them are drawn
 * @property {number} crossed cell of the move that it is about, crossed out while none stands there
 * @typedef {{ tried: number[] }} TryData  tried: the cell that was, if any
 */

export class ReviewAnswer {
  #panel = byId("why");
  /** @type {SVGElement | null} */
  #cross = null;

  /** @param {TttBoard} board @param {ReviewedGame} game @param {AnswerData} answer */
  constructor(board, game, answer) {
    this.board = board;
    this.game = game;
    this.answer = answer;
    this.links = /** @type {NodeListOf<HTMLAnchorElement>} */ (this.#panel.querySelectorAll("#why-line a"));
    for (const [index, link] of this.links.entries()) {
      link.addEventListener("click", (event) => this.#onPress(event, index + 1));
    }
    document.getElementById("why-next")?.addEventListener("click", (event) => this.#onPress(event, this.answer.shown + 1));
    this.show(answer.shown, false);
  }

  /** @param {MouseEvent} event @param {number} shown */
  #onPress(event, shown) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.show(shown, true);
    const { start, line } = this.answer;
    const mark = this.board.markName(moverAt(start + shown - 1, this.game.first));
    say(words("after", { ply: shown, mark, name: cellName(line[shown - 1], this.game.m, this.game.n) }));
  }

  /** Draw so many marks of the answer. @param {number} shown @param {boolean} animate */
  show(shown, animate) {
    const { start, line } = this.answer;
    this.answer.shown = shown;
    this.board.show({ cells: cellsOf(this.game, start, line.slice(0, shown)), last: line[shown - 1], line: null, animate });
    this.board.hint([]);
    this.board.numbers(line.slice(0, shown));
    this.#drawCross(!line.slice(0, shown).includes(this.answer.crossed));
    for (const [index, link] of this.links.entries()) {
      link.parentElement?.classList.toggle("is-shown", index < shown);
      if (index + 1 === shown) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    const next = document.getElementById("why-next");
    if (next) next.hidden = shown === line.length;
    if (next?.hidden && document.activeElement === document.body) this.#panel.focus();
  }

  /** @param {boolean} isShown */
  #drawCross(isShown) {
    this.#cross?.remove();
    if (!isShown) return;
    const { x, y } = this.board.ink.corner(this.answer.crossed);
    this.#cross = svg("path", { class: "answer__cross", d: `M${x + 16} ${y + 84}L${x + 84} ${y + 16}` });
    this.board.ink.element.append(this.#cross);
  }

  /** Take everything away: the game is shown again. */
  leave() {
    this.#cross?.remove();
    this.#panel.remove();
    this.game.answer = null;
  }
}

/**
 * Let another cell be tried, or show the one that was.
 * @param {TttBoard} board
 * @param {ReviewedGame} game
 * @param {TryData} tried
 */
export function startTry(board, game, { tried }) {
  const { ply } = game;
  if (tried.length) {
    board.show({ cells: cellsOf(game, ply, tried), last: tried[0], line: null });
    return;
  }
  board.allow(moverAt(ply, game.first));
  board.addEventListener("ttt-move", (event) => {
    const { cell } = /** @type {CustomEvent<{ cell: number }>} */ (event).detail;
    location.assign(`?ply=${ply}&again=1&cell=${cell}#again`);
  });
}

/**
 * The cells after *start* moves of the game and the marks of *line*.
 * @param {ReviewedGame} game
 * @param {number} start
 * @param {readonly number[]} line
 */
export function cellsOf(game, start, line) {
  const cells = cellsAfter(game, start);
  for (const [index, cell] of line.entries()) cells[cell] = moverAt(start + index, game.first);
  return cells;
}
