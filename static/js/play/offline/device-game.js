// A game on this device: two people in turn, or one and the computer.

import { say } from "../../announce.js";
import { words } from "../../words.js";
import { NAMES } from "./levels.js";
import { makeRuleset, moverAt, positionAfter } from "./rules.js";
import { newId } from "./store.js";

/**
 * @typedef {import("./rules.js").Owner} Owner
 * @typedef {import("./rules.js").Size} Size
 * @typedef {import("./store.js").KeptGame} KeptGame
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./thinking.js").Thinking} Thinking
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {{ size: Size, level: number, side: Mark | "" }} Terms
 */

/** So that an answer is seen to come after the own mark. */
const MIN_THINKING = 200; // ms

/** @param {number} ply @returns {Mark} X begins */
export function markAt(ply) {
  return moverAt(ply) === 1 ? "x" : "o";
}

/** @param {readonly Owner[]} cells @returns {(Mark | "")[]} */
export function marksOf(cells) {
  return cells.map((owner) => (owner ? (owner === 1 ? "x" : "o") : ""));
}

export class DeviceGame {
  #ruleset;
  /** @type {number[]} */
  #moves = [];
  /** @type {number[]} */
  #spent = [];
  #since = performance.now();
  #isLeft = false;

  /**
   * @param {Table} table
   * @param {Thinking} thinking
   * @param {Terms} terms
   * @param {(game: KeptGame) => void} onEnd
   */
  constructor(table, thinking, terms, onEnd) {
    this.table = table;
    this.thinking = thinking;
    this.terms = terms;
    this.onEnd = onEnd;
    this.#ruleset = makeRuleset(terms.size);
  }

  start() {
    this.table.begin(this.terms.size, words("about", { ...this.terms.size }));
    this.table.onMove = (cell) => this.#play(cell);
    this.#takeTurn();
  }

  /** Nobody looks at it any more: what the computer still says is not heard. */
  leave() {
    this.#isLeft = true;
  }

  get #mark() {
    return markAt(this.#moves.length);
  }

  #takeTurn() {
    const { level, side } = this.terms;
    if (!level) {
      this.table.headline(words("turn_mark", { mark: this.#mark.toUpperCase() }));
      this.table.allow(this.#mark);
    } else if (this.#mark === side) {
      this.table.headline(words("turn_own"));
      this.table.allow(this.#mark);
    } else {
      this.table.headline(words("turn_thinking"));
      this.table.allow(null);
      void this.#think();
    }
  }

  async #think() {
    const { level, size } = this.terms;
    const pause = new Promise((resolve) => setTimeout(resolve, MIN_THINKING));
    try {
      const [cell] = await Promise.all([this.thinking.ask("move", { level, size, moves: this.#moves }), pause]);
      if (!this.#isLeft) this.#play(cell);
    } catch {
      if (!this.#isLeft) this.table.result(words("stopped"));
    }
  }

  /** @param {number} cell */
  #play(cell) {
    const now = performance.now();
    this.#spent.push(Math.round(now - this.#since));
    this.#since = now;
    const who = this.#whoMoves();
    this.#moves.push(cell);
    const { cells, line, isOver } = positionAfter(this.#ruleset, this.#moves);
    this.table.show({ cells: marksOf(cells), last: cell, line });
    say(words("played", { who, name: this.table.board.nameOf(cell) }));
    if (isOver) this.#end(line ? markAt(this.#moves.length - 1) : "draw");
    else this.#takeTurn();
  }

  #whoMoves() {
    const { level, side } = this.terms;
    if (!level) return this.#mark.toUpperCase();
    return this.#mark === side ? words("you") : words("level_number", { level });
  }

  /** @param {Mark | "draw"} outcome */
  #end(outcome) {
    this.table.allow(null);
    this.table.result(resultText(this.terms, outcome));
    this.table.offer(["again"]);
    const { size, level, side } = this.terms;
    const levelName = NAMES[level] ?? "";
    const game = { id: newId(), ...size, level, levelName, side, moves: this.#moves, spent: this.#spent };
    this.onEnd({ ...game, endedAt: Date.now(), outcome, uid: "" });
  }
}

/** @param {Terms} terms @param {Mark | "draw"} outcome */
function resultText({ level, side }, outcome) {
  if (outcome === "draw") return words("draw");
  if (!level) return words("mark_wins", { mark: outcome.toUpperCase() });
  return outcome === side ? words("you_win") : words("you_lose");
}
