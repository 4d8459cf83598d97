// The server's game as this page has heard it: the last whole state with what came after it.
// Plain values; nothing here decides what is allowed.

/**
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {import("../../board/marks.js").MarkLook} MarkLook
 * @typedef {import("../../time-left.js").ClockState} ClockState
 * @typedef {import("../../socket.js").Message} Message
 * @typedef {"draw" | "takeback" | "rematch" | "same_sides"} Offering
 * @typedef {{ name: string, kind: string, label: string, level?: number }} Seat
 * @typedef {{ what: Offering, by: Mark }} Offer
 * @typedef {{ x: number, o: number, draws: number, decided: boolean }} Score
 * @typedef {object} Round two games from one opening
 * @property {string} uid
 * @property {number} number of the game, 1 or 2
 * @property {string} pool "" if it is casual
 * @property {"going" | "over" | "off" | "annulled"} state
 * @property {string} tournament
 * @property {Record<Mark, string>} ratings
 * @property {Record<Mark, number> | null} halves
 * @property {Record<Mark, { before: number, after: number } | null>} changes
 * @property {number | null} begin_ms for the first move of whoever moves now
 * @typedef {{ x: boolean, o: boolean, watchers: number, names: string[], x_left: number, o_left: number,
 *   x_lost: boolean, o_lost: boolean, x_reads?: boolean, o_reads?: boolean }} Presence
 *
 * @typedef {object} GameState as the socket's `game` message; see games/protocol/messages.py
 * @property {number} version
 * @property {string} uid
 * @property {number} m
 * @property {number} n
 * @property {number} k
 * @property {Mark} first
 * @property {"open" | "ongoing" | "finished"} status
 * @property {"anyone" | "friend" | "computer" | "device"} opponent
 * @property {Mark[]} you
 * @property {number[]} moves
 * @property {number[]} spent
 * @property {Record<Mark, Seat | null>} seats
 * @property {Record<Mark, MarkLook>} marks as the page came with them: perhaps the reader's own
 * @property {string} control
 * @property {ClockState | null} clock
 * @property {Offer | null} offer
 * @property {Mark | "draw" | ""} outcome
 * @property {string} termination
 * @property {number[] | null} line
 * @property {{ x: number, o: number } | null} takebacks left to each; null without any
 * @property {boolean} swap_rule
 * @property {Mark | ""} swap whose player may take over the first mark now
 * @property {boolean} swapped
 * @property {boolean} dead whether nobody can complete a line any more
 * @property {Score | null} score
 * @property {number} best_of
 * @property {string} next uid of the game that follows
 * @property {number} setup how many of the moves were given
 * @property {string} invited whom the game is meant for
 * @property {Round | null} round that the game is part of
 * @property {Presence} presence
 */

const TIME_TO_BEGIN = 30_000; // ms, as games/core/series.py has it

/**
 * The state after *message*; the same object if the message does not change it.
 * @param {GameState} state
 * @param {Message} message
 * @returns {GameState}
 */
export function applyMessage(state, message) {
  switch (message.type) {
    case "game":
      return { .../** @type {GameState} */ (/** @type {unknown} */ (message)), marks: state.marks };
    case "moved":
      return applyMove(state, message);
    case "ended":
      return applyEnd(state, message);
    case "offered":
      return { ...state, version: message.version ?? 0, offer: offerOf(message) };
    case "timegiven":
      return { ...state, version: message.version ?? 0, clock: message.clock };
    case "presence":
      return { ...state, presence: presenceOf(message) };
    default:
      return state;
  }
}

/**
 * The game for a page whose connection has been closed for good: it can only be looked at, and
 * nobody knows whose time runs.
 * @param {GameState} state
 * @returns {GameState}
 */
export function closedState(state) {
  return { ...state, you: [], offer: null, swap: "", clock: state.clock && { ...state.clock, running: null } };
}

/** @param {Message} message @returns {Presence} */
function presenceOf({ type, ...presence }) {
  return /** @type {any} */ (presence);
}

/** @param {GameState} state @param {Message} message @returns {GameState} */
function applyMove(state, { version = 0, ply, cell, spent, clock, dead }) {
  return {
    ...state,
    version,
    clock,
    dead,
    moves: [...state.moves.slice(0, ply), cell],
    spent: [...state.spent.slice(0, ply), spent],
    round: state.round && { ...state.round, begin_ms: ply - state.setup < 1 ? TIME_TO_BEGIN : null },
    offer: offerAfterMove(state.offer, moverAt(ply, state.first)),
    swap: ply === 0 && state.swap_rule ? moverAt(1, state.first) : "",
  };
}

/**
 * The state as it will most likely be once the move to *cell* is acknowledged.
 * @param {GameState} state
 * @param {number} cell
 * @returns {GameState}
 */
export function withMove(state, cell) {
  return { ...state, moves: [...state.moves, cell] };
}

/**
 * A move answers the other side's offer with no, and ends every wish to take back.
 * @param {Offer | null} offer
 * @param {Mark} mover
 */
function offerAfterMove(offer, mover) {
  return offer?.what === "draw" && offer.by === mover ? offer : null;
}

/** @param {GameState} state @param {Message} message @returns {GameState} */
function applyEnd(state, { version = 0, outcome, termination, line, clock }) {
  const score = state.score && withPoint(state.score, outcome, state.best_of);
  const nothing = { offer: null, swap: /** @type {const} */ (""), dead: false }; // an end leaves none open
  const round = state.round && { ...state.round, begin_ms: null };
  return { ...state, ...nothing, version, status: "finished", outcome, termination, line, clock, score, round };
}

/**
 * @param {Score} score
 * @param {GameState["outcome"]} outcome
 * @param {number} most games of the series, 0 for no end
 * @returns {Score}
 */
function withPoint(score, outcome, most) {
  if (outcome === "") return score;
  const who = outcome === "draw" ? "draws" : outcome;
  const after = { ...score, [who]: score[who] + 1 };
  return { ...after, decided: most > 0 && isDecided(after, most) };
}

/** Whether no game is left, or the lead is too large. @param {Score} score @param {number} most */
function isDecided({ x, o, draws }, most) {
  const left = most - (x + o + draws);
  return left <= 0 || Math.abs(x - o) > left;
}

/** @param {Message} message @returns {Offer | null} */
function offerOf({ what, by, state }) {
  return state === "made" ? { what, by } : null;
}

/**
 * The mark that makes move number *ply*, counted from 0.
 * @param {number} ply
 * @param {Mark} first
 * @returns {Mark}
 */
export function moverAt(ply, first) {
  return ply % 2 === 0 ? first : first === "x" ? "o" : "x";
}

/**
 * The mark to move, null if the game is not going on.
 * @param {Pick<GameState, "status" | "moves" | "first">} state
 */
export function turnOf(state) {
  return state.status === "ongoing" ? moverAt(state.moves.length, state.first) : null;
}

/**
 * The board after the first *ply* moves.
 * @param {Pick<GameState, "m" | "n" | "moves" | "first">} game
 * @param {number} [ply]
 * @returns {(Mark | "")[]}
 */
export function cellsAfter({ m, n, moves, first }, ply = moves.length) {
  const cells = /** @type {(Mark | "")[]} */ (new Array(m * n).fill(""));
  moves.slice(0, ply).forEach((cell, index) => {
    cells[cell] = moverAt(index, first);
  });
  return cells;
}

/** What to call a seat. @param {GameState} state @param {Mark} mark */
export function labelOf(state, mark) {
  return state.seats[mark]?.label || mark.toUpperCase();
}
