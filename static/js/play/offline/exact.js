// What every position of a board of up to 16 cells is worth with perfect play, by search: alpha-beta
// with a table of what is known. Sets of cells are the bits of a number.
//
//   const board = new ExactBoard(makeRuleset({ m: 4, n: 4, k: 4 }));
//   board.value(own, opposing)   d: the side to move wins in d plies; -d: it loses in d; 0: a draw;
//                                LOST: the last move has completed a line
//   board.bestCells(own, opposing)
//
// Values are those of games/engine/search/full_table.py.

/** @typedef {import("./rules.js").Ruleset} Ruleset */

export const MAX_EXACT_CELLS = 16;
export const LOST = -100;
/** A line at ply p is worth WIN - p to whoever completes it, so that the sooner one counts more. */
const WIN = 32;
const TABLE_BITS = 17;
const TABLE_SIZE = 1 << TABLE_BITS;
const EXACT = 0;
const AT_LEAST = 1;
const AT_MOST = 2;
/** With so few cells free, or fewer, images of a position are not worth looking for. */
const MAX_FREE_WITHOUT_IMAGES = 6;

export class ExactBoard {
  #cells;
  #all;
  /** By a set of cells: whether it holds a line, and which cells would complete one. */
  #hasLine;
  #completing;
  #lines;
  /** @type {number[]} cells, the ones with most lines first */
  #order;
  /** @type {{ low: Uint16Array, high: Uint16Array }[]} */
  #symmetries;
  #keys = new Uint32Array(TABLE_SIZE);
  #bounds = new Uint16Array(TABLE_SIZE);

  /** @param {Ruleset} ruleset of at most MAX_EXACT_CELLS cells */
  constructor(ruleset) {
    this.#cells = ruleset.m * ruleset.n;
    this.#all = (1 << this.#cells) - 1;
    this.#hasLine = new Uint8Array(this.#all + 1);
    this.#completing = new Uint16Array(this.#all + 1);
    this.#fill(ruleset);
    this.#lines = Uint16Array.from(ruleset.lines, maskOf);
    const numbers = ruleset.through.map((lines) => lines.length);
    this.#order = numbers.map((_, cell) => cell).sort((a, b) => numbers[b] - numbers[a]);
    this.#symmetries = symmetriesOf(ruleset);
  }

  /** Each set from the one without its lowest cell: only lines through that cell can be new. @param {Ruleset} ruleset */
  #fill({ through, k }) {
    const masks = through.map((lines) => lines.map(maskOf));
    for (let set = 1; set <= this.#all; set++) {
      const rest = set & (set - 1);
      let has = this.#hasLine[rest];
      let completing = this.#completing[rest];
      for (const line of masks[cellOf(set ^ rest)]) {
        const marked = countOf(set & line);
        if (marked === k) has = 1;
        else if (marked === k - 1) completing |= line & ~set;
      }
      this.#hasLine[set] = has;
      this.#completing[set] = completing;
    }
  }

  /**
   * What a position is worth to its side to move, as said above.
   * @param {number} own cells of the side to move
   * @param {number} opposing
   */
  value(own, opposing) {
    const ply = countOf(own | opposing);
    if (this.#hasLine[opposing]) return LOST;
    if (ply === this.#cells) return 0;
    if (this.#search(own, opposing, 0, 1) > 0) return this.#pliesToWin(own, opposing, ply);
    if (this.#search(own, opposing, -1, 0) >= 0) return 0;
    return -this.#pliesToLoss(own, opposing, ply);
  }

  /**
   * The moves that keep the value, and of a win or a loss its length.
   * @param {number} own
   * @param {number} opposing
   * @returns {number[]}
   */
  bestCells(own, opposing) {
    if (this.value(own, opposing) === 0) return this.#drawingCells(own, opposing);
    const worths = this.worths(own, opposing);
    const best = Math.max(...worths.map(({ rank }) => rank));
    return worths.filter(({ rank }) => rank === best).map(({ cell }) => cell);
  }

  /**
   * The moves after which the other side cannot win, which is all that a draw asks.
   * @param {number} own
   * @param {number} opposing
   */
  #drawingCells(own, opposing) {
    return this.#order.filter((cell) => {
      const moved = own | (1 << cell);
      if ((own | opposing) & (1 << cell)) return false;
      return (moved | opposing) === this.#all || this.#search(opposing, moved, 0, 1) <= 0;
    });
  }

  /**
   * Every move with its value for whoever makes it, counted from before it; the greater its rank
   * the better the move.
   * @param {number} own
   * @param {number} opposing
   */
  worths(own, opposing) {
    return this.#order
      .filter((cell) => !(((own | opposing) >> cell) & 1))
      .map((cell) => {
        const value = this.#valueOfMove(own | (1 << cell), opposing);
        return { cell, value, rank: value === 0 ? 0 : value > 0 ? WIN - value : -WIN - value };
      });
  }

  /** @param {number} moved the mover's cells with the move @param {number} opposing */
  #valueOfMove(moved, opposing) {
    const after = this.value(opposing, moved);
    if (after === LOST) return 1;
    return after === 0 ? 0 : after > 0 ? -after - 1 : 1 - after;
  }

  /** @param {number} own @param {number} opposing @param {number} ply */
  #pliesToWin(own, opposing, ply) {
    let plies = 1;
    while (this.#search(own, opposing, WIN - ply - plies - 1, WIN - ply - plies) < WIN - ply - plies) plies += 2;
    return plies;
  }

  /** @param {number} own @param {number} opposing @param {number} ply */
  #pliesToLoss(own, opposing, ply) {
    let plies = 2;
    while (this.#search(own, opposing, ply + plies - WIN, ply + plies - WIN + 1) > ply + plies - WIN) plies += 2;
    return plies;
  }

  /**
   * The worth of a position that goes on, exact if it lies between *alpha* and *beta*, else a bound.
   * @param {number} own
   * @param {number} opposing
   * @param {number} alpha
   * @param {number} beta
   * @returns {number}
   */
  #search(own, opposing, alpha, beta) {
    const free = this.#all & ~(own | opposing);
    const left = countOf(free);
    const ply = this.#cells - left;
    if (this.#completing[own] & free) return WIN - ply - 1;
    const threats = this.#completing[opposing] & free;
    if (threats & (threats - 1)) return ply + 2 - WIN;
    // What either side can still reach at best: nobody completes a line with the next two marks.
    const most = left >= 3 && this.#hasLine[this.#all & ~opposing] ? WIN - ply - 3 : 0;
    const least = left >= 4 && this.#hasLine[this.#all & ~own] ? ply + 4 - WIN : 0;
    if (alpha >= most) return most;
    if (beta <= least) return least;
    const moves = threats || free;
    if (this.#hasFork(own, free, moves)) return WIN - ply - 3;

    const key = left > MAX_FREE_WITHOUT_IMAGES ? this.#canonical(own, opposing) : ((own << 16) | opposing) >>> 0;
    const slot = Math.imul(key, 0x9e3779b1) >>> (32 - TABLE_BITS);
    if (this.#keys[slot] === key && this.#bounds[slot]) {
      const kind = this.#bounds[slot] >> 8;
      const worth = (this.#bounds[slot] & 255) - 2 * WIN;
      if (kind === EXACT || (kind === AT_LEAST ? worth >= beta : worth <= alpha)) return worth;
    }
    const best = this.#bestOf(own, opposing, threats || this.#different(own, opposing, free), Math.max(alpha, least), Math.min(beta, most));
    const kind = best <= Math.max(alpha, least) ? AT_MOST : best >= Math.min(beta, most) ? AT_LEAST : EXACT;
    this.#keys[slot] = key;
    this.#bounds[slot] = (kind << 8) | (best + 2 * WIN);
    return best;
  }

  /**
   * Those of *free* that may differ: of cells on no line that anybody can still complete, one.
   * @param {number} own @param {number} opposing @param {number} free
   */
  #different(own, opposing, free) {
    let open = 0;
    for (const line of this.#lines) if (!(line & own && line & opposing)) open |= line;
    const idle = free & ~open;
    return (free & open) | (idle & -idle);
  }

  /**
   * Whether one of *moves* makes two threats, while the other side has none left.
   * @param {number} own @param {number} free @param {number} moves
   */
  #hasFork(own, free, moves) {
    for (let rest = moves; rest; rest &= rest - 1) {
      const move = rest & -rest;
      const threats = this.#completing[own | move] & free & ~move;
      if (threats & (threats - 1)) return true;
    }
    return false;
  }

  /**
   * The best of *moves*, those that threaten first.
   * @param {number} own @param {number} opposing @param {number} moves
   * @param {number} alpha @param {number} beta
   */
  #bestOf(own, opposing, moves, alpha, beta) {
    const free = this.#all & ~(own | opposing);
    let best = -WIN;
    for (const threatening of [true, false]) {
      for (const cell of this.#order) {
        const move = 1 << cell;
        if (!(moves & move)) continue;
        if (Boolean(this.#completing[own | move] & free & ~move) !== threatening) continue;
        const isFull = free === move;
        const worth = isFull ? 0 : -this.#search(opposing, own | move, -beta, -Math.max(alpha, best));
        if (worth > best) best = worth;
        if (best >= beta) return best;
      }
    }
    return best;
  }

  /** The least of all images, which stands for them. @param {number} own @param {number} opposing */
  #canonical(own, opposing) {
    let least = 0xffffffff;
    for (const { low, high } of this.#symmetries) {
      const first = low[own & 255] | high[own >> 8];
      const second = low[opposing & 255] | high[opposing >> 8];
      const image = ((first << 16) | second) >>> 0;
      if (image < least) least = image;
    }
    return least;
  }
}

/** How many cells a set has. @param {number} set */
function countOf(set) {
  let pairs = set - ((set >> 1) & 0x5555);
  pairs = (pairs & 0x3333) + ((pairs >> 2) & 0x3333);
  pairs = (pairs + (pairs >> 4)) & 0x0f0f;
  return (pairs + (pairs >> 8)) & 31;
}

/** The cell of a set of one. @param {number} set */
function cellOf(set) {
  return 31 - Math.clz32(set);
}

/** @param {readonly number[]} cells */
export function maskOf(cells) {
  return cells.reduce((mask, cell) => mask | (1 << cell), 0);
}

/**
 * Where turning and mirroring take each set: a table for its lower eight cells, one for the others.
 * @param {Ruleset} ruleset
 */
function symmetriesOf({ m, n }) {
  const ways = [
    (/** @type {number} */ x, /** @type {number} */ y) => [x, y],
    (/** @type {number} */ x, /** @type {number} */ y) => [m - 1 - x, y],
    (/** @type {number} */ x, /** @type {number} */ y) => [x, n - 1 - y],
    (/** @type {number} */ x, /** @type {number} */ y) => [m - 1 - x, n - 1 - y],
  ];
  if (m === n) ways.push(...ways.map((way) => (/** @type {number} */ x, /** @type {number} */ y) => way(y, x)));
  return ways.map((way) => {
    const goesTo = Array.from({ length: m * n }, (_, cell) => {
      const [x, y] = way(cell % m, Math.floor(cell / m));
      return y * m + x;
    });
    return { low: imagesOf(goesTo.slice(0, 8)), high: imagesOf(goesTo.slice(8)) };
  });
}

/** @param {number[]} goesTo of up to eight cells */
function imagesOf(goesTo) {
  return Uint16Array.from({ length: 256 }, (_, set) => {
    return goesTo.reduce((image, place, cell) => image | (((set >> cell) & 1) << place), 0);
  });
}
