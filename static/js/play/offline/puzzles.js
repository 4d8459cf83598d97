// Puzzles kept on this device. Each is a win or a draw that one move alone keeps, but for its
// images; moves are judged by exact value.

import { say } from "../../announce.js";
import { words } from "../../words.js";
import { maskOf } from "./exact.js";
import { makeRuleset, positionAfter } from "./rules.js";

/**
 * @typedef {import("./rules.js").Owner} Owner
 * @typedef {import("./rules.js").Size} Size
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./thinking.js").Thinking} Thinking
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {[number, number, number, string, number | null]} Row  m, n, k, marks, plies of a win
 */

export class Puzzle {
  /** @param {Row} row */
  constructor([m, n, k, marks, plies]) {
    this.size = { m, n, k };
    this.marks = /** @type {(Mark | "")[]} */ ([...marks].map((sign) => (sign === "." ? "" : sign)));
    this.plies = plies;
    this.name = `${m},${n},${k} ${marks}`;
    const [x, o] = [this.cellsOf("x"), this.cellsOf("o")];
    /** @type {Mark} */
    this.mover = x.length === o.length ? "x" : "o";
    /** Moves that lead to it, in some order. */
    this.before = x.flatMap((cell, i) => (i < o.length ? [cell, o[i]] : [cell]));
  }

  /** @param {Mark} mark */
  cellsOf(mark) {
    return this.marks.flatMap((other, cell) => (other === mark ? [cell] : []));
  }

  get title() {
    const mark = this.mover.toUpperCase();
    if (this.plies === null) return words("puzzle_draw", { mark });
    return words("puzzle_win", { mark, moves: (this.plies + 1) / 2 });
  }
}

export class PuzzleAttempt {
  /** @type {number[]} */
  #made = [];
  /** Rises with each question, and as the puzzle is begun anew or left: older answers are not heard. */
  #turn = 0;

  /**
   * @param {Table} table
   * @param {Thinking} thinking
   * @param {Puzzle} puzzle
   * @param {() => void} onSolved
   */
  constructor(table, thinking, puzzle, onSolved) {
    this.table = table;
    this.thinking = thinking;
    this.puzzle = puzzle;
    this.onSolved = onSolved;
  }

  start() {
    const { size, title, mover } = this.puzzle;
    this.table.begin(size, words("about", { ...size }));
    this.table.headline(title);
    this.table.onMove = (cell) => void this.#play(cell);
    this.table.offer(["show-answer"]);
    this.#turn += 1;
    this.#made = [];
    this.#show(false);
    this.table.allow(mover);
  }

  leave() {
    this.#turn += 1;
  }

  /** Play the best moves of both sides. */
  async showAnswer() {
    this.table.allow(null);
    this.#made = [];
    const turn = ++this.#turn;
    try {
      const line = await this.thinking.ask("line", { size: this.puzzle.size, ...this.#masks() });
      if (turn === this.#turn) this.#showLine(line);
    } catch {
      this.#stop(turn);
    }
  }

  /** @param {number[]} line */
  #showLine(line) {
    this.#made = line;
    this.#show(true);
    const names = line.map((cell) => this.#name(cell)).join(", ");
    this.table.result(words("puzzle_answer", { names }));
    this.table.offer(["retry", "next-puzzle"]);
  }

  /** @param {number} cell */
  async #play(cell) {
    this.table.allow(null);
    const asked = { size: this.puzzle.size, ...this.#masks(), cell };
    this.#made.push(cell);
    this.#show(true);
    const turn = ++this.#turn;
    try {
      const judgement = await this.thinking.ask("judge", asked);
      if (turn === this.#turn) this.#tell(cell, judgement);
    } catch {
      this.#stop(turn);
    }
  }

  /** The worker has stopped, which was asked in this *turn*. @param {number} turn */
  #stop(turn) {
    if (turn === this.#turn) this.table.result(words("stopped"));
  }

  /** @param {number} cell @param {import("./judging.js").Judgement} judgement */
  #tell(cell, { isRight, loses, reply }) {
    if (reply !== null) {
      this.#made.push(reply);
      this.#show(true);
    }
    if (!isRight) this.#fail(cell, loses, reply);
    else if (reply === null) this.#succeed();
    else {
      const mark = this.puzzle.mover === "x" ? "O" : "X";
      const text = words("puzzle_right", { mark, name: this.#name(reply) });
      this.table.headline(text);
      say(text);
      this.table.allow(this.puzzle.mover);
    }
  }

  /** @param {number} cell @param {boolean} loses @param {number | null} reply */
  #fail(cell, loses, reply) {
    const values = { name: this.#name(cell), mark: this.puzzle.mover === "x" ? "O" : "X" };
    if (reply === null) this.table.result(words("puzzle_draws_at_once", values));
    else this.table.result(words(loses ? "puzzle_loses" : "puzzle_draws", { ...values, reply: this.#name(reply) }));
    this.table.offer(["retry", "show-answer", "next-puzzle"]);
  }

  #succeed() {
    this.table.result(words("puzzle_solved"));
    this.table.offer(["next-puzzle"]);
    this.onSolved();
  }

  get #moves() {
    return [...this.puzzle.before, ...this.#made];
  }

  /** The sides of the position as it stands, before the next move. */
  #masks() {
    const side = (/** @type {number} */ from) => maskOf(this.#moves.filter((_, ply) => ply % 2 === from));
    const turn = this.#moves.length % 2;
    return { own: side(turn), opposing: side(1 - turn) };
  }

  /** @param {boolean} animate */
  #show(animate) {
    const { cells, line } = positionAfter(makeRuleset(this.puzzle.size), this.#moves);
    const marks = cells.map((owner) => /** @type {Mark | ""} */ (owner ? (owner === 1 ? "x" : "o") : ""));
    this.table.show({ cells: marks, last: this.#made.at(-1) ?? -1, line }, { animate });
  }

  /** @param {number} cell */
  #name(cell) {
    return this.table.board.nameOf(cell);
  }
}
