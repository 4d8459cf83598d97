// The computer's levels in the browser: 1 to 5 choose as games/engine/players has them do, on every
// board; level 8 plays perfectly where every position can be valued.

import { ExactBoard, maskOf, MAX_EXACT_CELLS } from "./exact.js";
import { freeCells, makeRuleset, moverAt, positionAfter } from "./rules.js";

/**
 * @typedef {import("./rules.js").Owner} Owner
 * @typedef {import("./rules.js").Ruleset} Ruleset
 * @typedef {import("./rules.js").Size} Size
 * @typedef {{ ruleset: Ruleset, cells: Owner[], own: 1 | 2, other: 1 | 2 }} Asked
 * @typedef {(asked: Asked) => number[]} Rule  the cells among which chance decides; none: the next rule
 */

export const PERFECT = 8;
/** The names of games/engine, which stay when levels are numbered anew. @type {Record<number, string>} */
export const NAMES = { 1: "random", 2: "weights", 3: "rules", 4: "guard", 5: "heuristic", [PERFECT]: "perfect" };
/** How much more a line is worth with each further mark. */
const GROWTH = 4;

/** @param {Size} size @returns {number[]} the levels that play there */
export function levelsOn({ m, n }) {
  return m * n <= MAX_EXACT_CELLS ? [1, 2, 3, 4, 5, PERFECT] : [1, 2, 3, 4, 5];
}

/**
 * The cells among which *level* lets chance decide after *moves*, in a game that goes on.
 * @param {number} level
 * @param {Size} size
 * @param {readonly number[]} moves
 */
export function candidates(level, size, moves) {
  if (level === PERFECT) return perfectCells(size, moves);
  const ruleset = makeRuleset(size);
  const own = moverAt(moves.length);
  const { cells } = positionAfter(ruleset, moves);
  /** @type {Asked} */
  const asked = { ruleset, cells, own, other: own === 1 ? 2 : 1 };
  for (const rule of RULES[level]) {
    const found = rule(asked);
    if (found.length) return found;
  }
  return freeCells(cells);
}

/**
 * @param {number} level
 * @param {Size} size
 * @param {readonly number[]} moves
 * @param {() => number} random from 0 to 1, without 1
 */
export function choose(level, size, moves, random = Math.random) {
  const found = candidates(level, size, moves);
  return found[Math.floor(random() * found.length)];
}

/** @type {Record<number, Rule[]>} */
const RULES = {
  1: [],
  2: [withMostLines],
  3: [winning, blocking, withMostLines],
  4: [winning, blocking, blockingSoon, withMostLines],
  5: [winning, mostPromising],
};

/** @param {Asked} asked */
function winning({ ruleset, cells, own }) {
  return completing(ruleset, cells, own);
}

/** @param {Asked} asked */
function blocking({ ruleset, cells, other }) {
  return completing(ruleset, cells, other);
}

/**
 * The free cells that complete a line of *owner*.
 * @param {Ruleset} ruleset @param {Owner[]} cells @param {Owner} owner
 */
function completing({ lines, k }, cells, owner) {
  const found = lines.filter((line) => marksIn(line, cells, owner) === k - 1);
  return unique(found.flatMap((line) => line.filter((cell) => !cells[cell])));
}

/** Where most of the other side's open lines that lack two marks meet. @param {Asked} asked */
function blockingSoon({ ruleset: { lines, k }, cells, own, other }) {
  if (k - 2 < 2) return [];
  const numbers = new Map();
  for (const line of lines) {
    if (marksIn(line, cells, own) || marksIn(line, cells, other) !== k - 2) continue;
    for (const cell of line) if (!cells[cell]) numbers.set(cell, (numbers.get(cell) ?? 0) + 1);
  }
  return greatest([...numbers.keys()], (cell) => numbers.get(cell));
}

/** @param {Asked} asked */
function withMostLines({ ruleset, cells }) {
  return greatest(freeCells(cells), (cell) => ruleset.through[cell].length);
}

/**
 * Where the open lines look best afterwards. Lines of whoever moves next count as if they had one
 * mark more, and a complete one outweighs all others.
 * @param {Asked} asked
 */
function mostPromising({ ruleset: { lines, through, k }, cells, own, other }) {
  const weights = Array.from({ length: k }, (_, marks) => GROWTH ** marks);
  weights.push(GROWTH ** k * lines.length);
  const worth = (/** @type {number} */ mine, /** @type {number} */ theirs) => {
    if (mine && theirs) return 0;
    return mine ? weights[mine] : theirs ? -weights[theirs + 1] : 0;
  };
  return greatest(freeCells(cells), (cell) => {
    let gained = 0;
    for (const line of through[cell]) {
      const mine = marksIn(line, cells, own);
      const theirs = marksIn(line, cells, other);
      gained += worth(mine + 1, theirs) - worth(mine, theirs);
    }
    return gained;
  });
}

/** @type {{ size: string, board: ExactBoard } | undefined} the last that was asked about */
let valued;

/** @param {Size} size */
export function exactBoard(size) {
  const name = `${size.m},${size.n},${size.k}`;
  if (valued?.size !== name) valued = { size: name, board: new ExactBoard(makeRuleset(size)) };
  return valued.board;
}

/** @param {Size} size @param {readonly number[]} moves */
function perfectCells(size, moves) {
  const marked = (/** @type {number} */ from) => maskOf(moves.filter((_, ply) => ply % 2 === from));
  const turn = moves.length % 2;
  return exactBoard(size).bestCells(marked(turn), marked(1 - turn));
}

/** @param {number[]} line @param {Owner[]} cells @param {Owner} owner */
function marksIn(line, cells, owner) {
  let marks = 0;
  for (const cell of line) if (cells[cell] === owner) marks++;
  return marks;
}

/** Those of *cells* with the greatest number. @param {number[]} cells @param {(cell: number) => number} numberOf */
function greatest(cells, numberOf) {
  const numbers = cells.map(numberOf);
  const most = Math.max(...numbers);
  return cells.filter((_, index) => numbers[index] === most);
}

/** @param {number[]} cells */
function unique(cells) {
  return [...new Set(cells)];
}
