// What the page of a game says to its reader, decided from the state. games/text/game_page.py says
// the same for the page's first drawing; both are run over the same generated games in the tests.

import { otherMark } from "../../board/marks.js";
import { straightRuns } from "../../board/runs.js";
import { spanText } from "../../clock.js";
import { cellName } from "../../names.js";
import { capitalised, goalText } from "../../goal.js";
import { labelOf, moverAt, turnOf } from "./state.js";

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./state.js").Mark} Mark
 * @typedef {import("../../words.js").Words} Words
 *
 * @typedef {object} PlayerText one player's card
 * @property {string} label
 * @property {string} rating as it is shown, or ""
 * @property {string} here
 * @property {"here" | "away" | ""} dot "" where it says nothing
 * @property {boolean} is_turn
 * @property {string} clock_label
 *
 * @typedef {object} PageText all that does not change by time alone
 * @property {string} headline "" for an open game, whose page says it by who reads it
 * @property {boolean} is_marked the headline is about the reader: their turn, or their win
 * @property {string} reason why the game is over, or ""
 * @property {Record<string, string>} texts of elements by their ids, with _ for -
 * @property {Record<string, boolean>} shown whether elements are there, by their ids as well
 * @property {Record<string, string>} refusals why something cannot be offered now, or ""
 * @property {Mark} bottom whose card stands below
 * @property {Record<Mark, PlayerText>} players
 * @property {"start" | "end" | ""} chat_phase the part of the game whose lines are offered for its chat
 * @property {string} partner the name of the person at the other device, or ""
 *
 * @typedef {{ text: string, wait: number | null }} AbsenceText the sentence, and the seconds until
 *   the win can be claimed, null if it cannot be now
 */

const SECOND = 1000;
/** ms; whoever only reloads has not left. */
export const SHOWN_AFTER = 1500;
const BOTH_HAVE_MOVED = 2;
/** To a game from the lobby, as games/core/match_state.py has it. */
const COME_WITHIN = 20_000;
/** So long players greet each other. */
const PLIES_OF_THE_START = 4;

/** @param {GameState} state @param {Words} words @returns {PageText} */
export function pageText(state, words) {
  return {
    ...headline(state, words),
    reason: reasonText(state, words),
    texts: texts(state, words),
    shown: visibility(state, words),
    refusals: refusals(state),
    bottom: ownMark(state) ?? "x",
    players: { x: playerText(state, "x", words), o: playerText(state, "o", words) },
    chat_phase: chatPhase(state),
    partner: partner(state),
  };
}

/** The mark whose side the reader takes, null if none or both. @param {GameState} state */
export function ownMark({ you }) {
  return you.length === 1 ? you[0] : null;
}

/** Whether one of the computer's levels plays *mark*. @param {GameState} state @param {Mark} mark */
function isComputer(state, mark) {
  return state.seats[mark]?.kind === "engine";
}

/** What to call a mark: its own symbol, or the letter. @param {GameState} state @param {Mark} mark */
export function markName(state, mark) {
  return state.marks[mark].symbol || mark.toUpperCase();
}

// ---- How it stands ----

/** @param {GameState} state @param {Words} words @returns {{ headline: string, is_marked: boolean }} */
export function headline(state, words) {
  const turn = turnOf(state);
  const about = /** @type {Mark} */ (turn ?? state.outcome);
  return { headline: headlineText(state, turn, words), is_marked: state.you.includes(about) };
}

/** @param {GameState} state @param {Mark | null} turn @param {Words} words */
function headlineText(state, turn, words) {
  if (state.status === "finished") return resultText(state, words);
  return turn ? turnText(state, turn, words) : "";
}

/** @param {GameState} state @param {Mark} turn @param {Words} words */
export function turnText(state, turn, words) {
  const own = ownMark(state);
  if (turn === own) return words("your_turn");
  if (own && isComputer(state, turn)) return words("computer_thinking");
  return words(own ? "is_thinking" : "to_move", { name: labelOf(state, turn) });
}

/** Who has won. @param {GameState} state @param {Words} words */
export function resultText(state, words) {
  const { outcome, termination } = state;
  if (outcome === "draw") return words("draw");
  if (outcome === "") return words(`ended_${termination}`);
  const own = ownMark(state);
  if (own) return words(outcome === own ? "you_win" : "you_lost");
  if (isComputer(state, outcome)) return words("computer_wins");
  return words("wins", { name: labelOf(state, outcome) });
}

/** Why it is over; "" while it is not. @param {GameState} state @param {Words} words */
export function reasonText(state, words) {
  const { outcome, termination } = state;
  if (!termination) return "";
  if (state.line && termination === "line") return lineText(state, state.line, words);
  return words(`by_${termination}`, { name: labelOf(state, outcome === "x" ? "o" : "x") });
}

/** @param {GameState} state @param {number[]} line @param {Words} words */
function lineText({ m, n, k }, line, words) {
  if (straightRuns(line, m, k).length > 1) return words("by_line");
  const [from, to] = [line[0], line[line.length - 1]].map((cell) => cellName(cell, m, n));
  return words("line", { goal: capitalised(goalText(line.length, words)), from, to });
}

/** @param {GameState} state @param {Words} words @returns {PageText["texts"]} */
function texts(state, words) {
  const { score, presence } = state;
  const series = seriesText(state, words);
  const isDecided = score?.decided; // then it stands beside the headline
  return {
    detail_more: isDecided ? series : "",
    swap_text: swapText(state, words),
    first_mover: firstMoverText(state, words),
    offer_text: state.offer ? offerText(state, state.offer, "made", words) : "",
    takebacks_left: takebacksText(state, words),
    series: isDecided ? "" : series,
    score_draws: score ? words("draws", { count: score.draws }) : "",
    watchers_text: words("watching", { count: presence.watchers }),
    watching_others: words("and_others", { count: presence.watchers - presence.names.length }),
    chat_title: words(state.you.length > 0 ? "chat_title" : "chat_watchers"),
    ...roundTexts(state, words),
  };
}

/**
 * Which mark moved first and whose it is, if that is known and has not changed since.
 * @param {GameState} state
 * @param {Words} words
 */
function firstMoverText(state, words) {
  const { first } = state;
  const mark = markName(state, first);
  if (state.swapped || !state.seats[first]) return mark;
  return words("first_mover", { mark, name: labelOf(state, first) });
}

/** @param {GameState} state @param {Words} words @returns {PageText["shown"]} */
function visibility(state, words) {
  const { status, you, offer, presence } = state;
  const isOwnOffer = offer !== null && you.includes(offer.by);
  const isBound = isBoundBy(state.round);
  const canAbort = state.moves.length - state.setup < BOTH_HAVE_MOVED;
  return {
    waiting: status === "open",
    actions: you.length > 0 && status === "ongoing",
    claim_draw: state.dead,
    abort: canAbort && !isBound,
    resign: !canAbort || isBound,
    swap_choice: swapText(state, words) !== "",
    swap: you.includes(/** @type {Mark} */ (state.swap)),
    offer: you.length > 0 && offer !== null,
    accept: !isOwnOffer,
    decline: !isOwnOffer,
    withdraw: isOwnOffer,
    result: status === "finished",
    again: canGoOn(state),
    find_another: findsAnother(state),
    next_game: state.next !== "",
    round_over: status === "finished" && state.round !== null && state.round.state !== "going",
    round_rating: ratingText(state, words) !== "",
    round_so_far: roundSoFarText(state, words) !== "",
    review: state.moves.length > 0,
    reset_score: status === "finished",
    watchers: presence.watchers > 0,
    watching: presence.names.length > 0,
    watching_others: presence.watchers > presence.names.length,
  };
}

/** Whether the two have parted before they played. @param {GameState} state */
function findsAnother({ termination, opponent, round }) {
  return termination === "abort" && opponent === "anyone" && !round;
}

/** Whether to ask for another game: none follows, and nobody waits for the answer. @param {GameState} state */
function canGoOn(state) {
  const { status, seats, next, offer, you, round } = state;
  if (round || findsAnother(state)) return false;
  const isAsked = offer !== null && !you.includes(offer.by);
  return status === "finished" && seats.x !== null && seats.o !== null && next === "" && !isAsked;
}

// ---- The round of two games ----

/** Whether a game is the second one, which nobody can call off. @param {GameState["round"]} round */
function isBoundBy(round) {
  return round !== null && round.number > 1;
}

/** @param {GameState} state @param {Words} words */
function roundTexts(state, words) {
  const { round } = state;
  if (!round) return { round_line: "", round_so_far: "", round_next: "", round_result: "", round_rating: "" };
  return {
    round_line: words(`round_${round.pool ? "rated" : "casual"}`, { number: round.number }),
    round_so_far: roundSoFarText(state, words),
    round_next: roundNextText(state, words),
    round_result: roundResultText(state, round, words),
    round_rating: ratingText(state, words),
  };
}

/**
 * How the first game ended and what that means now, as the second one begins; else "".
 * @param {GameState} state
 * @param {Words} words
 */
export function roundSoFarText(state, words) {
  const { round, score } = state;
  if (!round || !score || round.number === 1 || round.begin_ms === null) return "";
  const winner = score.x > score.o ? "x" : score.o > score.x ? "o" : null;
  const name = winner ? labelOf(state, winner) : "";
  const own = ownMark(state);
  if (!own) return words(winner ? "round_so_far_won_by" : "round_so_far_drawn_by_both", { name });
  const ended = !winner ? "drawn" : winner === own ? "won" : "lost";
  return words(`round_so_far_${ended}`, { name, mark: own.toUpperCase() });
}

/**
 * That the second game has begun, or begins in so many *seconds*; "" if it has not, or is this one.
 * @param {GameState} state
 * @param {Words} words
 * @param {number} [seconds]
 */
export function roundNextText(state, words, seconds = 0) {
  const own = ownMark(state);
  if (!state.next) return "";
  if (!own) return words("round_next");
  return words(seconds ? "round_next_you" : "round_next_now", { mark: otherMark(own).toUpperCase(), seconds });
}

/** @param {GameState} state @param {import("./state.js").Round} round @param {Words} words */
export function roundResultText(state, { state: stands, halves }, words) {
  if (stands === "off" || stands === "annulled") return words(`round_${stands}`);
  if (!halves) return "";
  const reader = ownMark(state);
  const mark = reader ?? (halves.x >= halves.o ? "x" : "o");
  const [own, opposing] = [halves[mark], halves[otherMark(mark)]];
  const score = `${pointsText(own)}–${pointsText(opposing)}`;
  if (own === opposing) return words("round_drawn", { score });
  if (!reader) return words("round_won", { name: labelOf(state, mark), score });
  return words(own > opposing ? "round_won_by_you" : "round_lost", { score });
}

/** For example 1½. @param {number} halves */
function pointsText(halves) {
  const whole = Math.floor(halves / 2);
  return halves % 2 ? `${whole || ""}½` : String(whole);
}

/** What the round made of the reader's rating; "" if nothing. @param {GameState} state @param {Words} words */
export function ratingText(state, words) {
  const own = ownMark(state);
  const moved = own && state.round?.changes[own];
  if (!moved) return "";
  const points = moved.after - moved.before;
  const change = points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0";
  return words("round_rating", { before: moved.before, after: moved.after, change });
}

/** Seconds left for a first move; null where they do not matter. @param {GameState} state @param {number} elapsed */
export function secondsToBegin(state, elapsed) {
  const left = state.round?.begin_ms;
  return left === null || left === undefined ? null : Math.max(0, Math.ceil((left - elapsed) / SECOND));
}

/**
 * How long there is for a first move in a game of a round; "" where that does not matter.
 * @param {GameState} state
 * @param {number} elapsed since the state, or a move, came
 * @param {Words} words
 */
export function beginText(state, elapsed, words) {
  const turn = turnOf(state);
  const seconds = secondsToBegin(state, elapsed);
  if (!turn || seconds === null) return "";
  if (state.you.includes(turn)) return words("round_begin_you", { seconds });
  return words("round_begin", { name: labelOf(state, turn), seconds });
}

// ---- What the players may ask each other ----

/**
 * What became of an offer, seen from the reader's side.
 * @param {GameState} state
 * @param {import("./state.js").Offer} offer
 * @param {"made" | "declined" | "withdrawn"} became
 * @param {Words} words
 */
export function offerText(state, { what, by }, became, words) {
  const own = ownMark(state);
  const theirs = own && became === "declined" ? "you_" : "";
  return words(`${by === own ? "own_" : theirs}${what}_${became}`, { name: labelOf(state, by) });
}

/** @param {GameState} state @param {Words} words */
function takebacksText(state, words) {
  const { takebacks } = state;
  if (!takebacks) return words("takebacks_none");
  return words("takebacks_left", { count: takebacks[whoTakesBack(state) ?? "x"] });
}

/** On one device it is whoever has just moved. @param {GameState} state */
function whoTakesBack(state) {
  const turn = turnOf(state);
  return ownMark(state) ?? (turn && otherMark(turn));
}

/** @param {GameState} state @returns {PageText["refusals"]} */
function refusals(state) {
  return {
    takeback: takebackRefusal(state),
    draw: state.offer ? "offer_pending" : "",
    rematch: rematchRefusal(state, "rematch"),
    same_sides: rematchRefusal(state, "same_sides"),
  };
}

/** @param {GameState} state */
function takebackRefusal(state) {
  if (!state.takebacks) return "takebacks_off";
  const mark = whoTakesBack(state);
  if (!mark) return "nothing_to_take_back";
  if (!state.takebacks[mark]) return "no_takebacks_left";
  const plies = turnOf(state) === mark ? 2 : 1;
  const stays = Math.max(state.setup, state.swapped ? 1 : 0); // given, or a first mark that changed hands
  if (state.moves.length - plies < stays) return "nothing_to_take_back";
  return state.offer ? "offer_pending" : "";
}

/** Offering what the other side offers accepts it. @param {GameState} state @param {string} what */
function rematchRefusal({ offer, you }, what) {
  if (!offer) return "";
  return offer.what === what && !you.includes(offer.by) ? "" : "offer_pending";
}

/** @param {GameState} state @returns {Record<string, string>} values of the phrases on the swap rule */
export function swapValues(state) {
  const [first, second] = [moverAt(0, state.first), moverAt(1, state.first)];
  return {
    ...{ first: markName(state, first), second: markName(state, second) },
    ...{ name: labelOf(state, second), other: labelOf(state, first) },
  };
}

/**
 * What the swap rule means for the reader now; "" if it means nothing any more.
 * @param {GameState} state
 * @param {Words} words
 */
export function swapText(state, words) {
  const isOpen = state.swap_rule && !state.swapped && state.moves.length < BOTH_HAVE_MOVED;
  if (!isOpen || state.status !== "ongoing") return "";
  const own = ownMark(state);
  const side = !own ? "watching" : own === state.first ? "first" : "second";
  return words(`swap_${state.swap ? "now" : "soon"}_${side}`, swapValues(state));
}

/**
 * How far a series has come, or who has won it; "" for one without an end, and a round.
 * @param {GameState} state
 * @param {Words} words
 */
export function seriesText(state, words) {
  const { score, best_of: most, outcome } = state;
  if (!score || !most || state.round) return "";
  const games = score.x + score.o + score.draws;
  if (!score.decided) return words("series_game", { number: outcome ? games : games + 1, most });
  if (score.x === score.o) return words("series_drawn");
  const winner = score.x > score.o ? "x" : "o";
  if (winner === ownMark(state)) return words("series_won_by_you");
  return words("series_won", { name: labelOf(state, winner) });
}

// ---- Who is there ----

/** @param {GameState} state @param {Mark} mark @param {Words} words @returns {PlayerText} */
export function playerText(state, mark, words) {
  return {
    label: state.seats[mark] ? labelOf(state, mark) : freeSeatText(state, mark, words),
    rating: state.round?.ratings[mark] ?? "",
    here: hereText(state, mark, words),
    dot: dotOf(state, mark),
    is_turn: turnOf(state) === mark,
    clock_label: words("clock_of", { name: labelOf(state, mark) }),
  };
}

/** Whether somebody waits who has neither side yet. @param {GameState} state */
function isUndecided({ seats }) {
  return !seats.x && !seats.o;
}

/** @param {GameState} state @param {Mark} mark @param {Words} words */
function freeSeatText(state, mark, words) {
  const name = invitedTo(state, mark);
  if (name) return name;
  if (isUndecided(state)) return words("side_undecided");
  return words(awaitsFriend(state) ? "friend_seat" : "free_seat");
}

/** Whether the reader has sent a link to a friend who has not opened it yet. @param {GameState} state */
function awaitsFriend(state) {
  return state.status === "open" && state.opponent === "friend" && ownMark(state) !== null;
}

/** Who is asked to take a free seat; "" if nobody is, or may choose the other. @param {GameState} state @param {Mark} mark */
function invitedTo({ seats, invited }, mark) {
  return seats[otherMark(mark)] ? invited : "";
}

/** @param {GameState} state @param {Mark} mark @param {Words} words */
function hereText(state, mark, words) {
  const seat = state.seats[mark];
  const isOver = state.status === "finished";
  if (!seat && invitedTo(state, mark)) return words(isOver ? "asked_declined" : "asked");
  if (!seat && isUndecided(state)) return words("side_drawn");
  if (!seat) return words(awaitsFriend(state) ? "not_joined" : "nobody_yet");
  if (state.opponent === "device") return words("on_this_device");
  if (seat.kind === "engine") return words("computer");
  if (state.you.includes(mark)) return words("you_here");
  if (state.presence[mark]) return words("online");
  return words(state.presence[`${mark}_lost`] ? "lost" : "away");
}

/** @param {GameState} state @param {Mark} mark @returns {PlayerText["dot"]} */
function dotOf(state, mark) {
  const seat = state.seats[mark];
  if (!seat || state.opponent === "device") return "";
  return seat.kind === "engine" || state.presence[mark] ? "here" : "away";
}

/** @param {GameState} state */
function partner(state) {
  const own = ownMark(state);
  const seat = own && state.seats[otherMark(own)];
  return seat && seat.kind !== "engine" ? seat.name : "";
}

/** @param {GameState} state @returns {PageText["chat_phase"]} */
function chatPhase({ you, status, outcome, moves }) {
  if (you.length === 0) return "";
  if (status === "finished") return outcome ? "end" : ""; // nobody thanks for a game that was called off
  return moves.length < PLIES_OF_THE_START ? "start" : "";
}

/**
 * For how long the other player has been away; null while here, or if it does not matter.
 * @param {GameState} state
 * @param {number} elapsed since the presence came
 */
export function awayFor(state, elapsed) {
  const own = ownMark(state);
  if (!own || state.status !== "ongoing" || state.control.endsWith("d")) return null;
  const other = otherMark(own);
  if (!state.seats[other] || state.presence[other]) return null;
  return state.presence[`${other}_left`] + elapsed;
}

/**
 * What the reader can do about a player who has left; null while there is nothing to say.
 * @param {GameState} state
 * @param {number | null} left for how long the other player has been away
 * @param {number} claimAfter milliseconds
 * @param {Words} words
 * @returns {AbsenceText | null}
 */
export function absenceText(state, left, claimAfter, words) {
  if (left === null) return null;
  const own = state.you[0];
  const how = state.presence[`${otherMark(own)}_lost`] ? "lost" : "left";
  if (how === "left" && left < SHOWN_AFTER) return null;
  const name = labelOf(state, otherMark(own));
  const isOwnTurn = turnOf(state) === own;
  const made = state.moves.length - state.setup;
  const isFromLobby = state.opponent === "anyone" && !state.round;
  if (made < BOTH_HAVE_MOVED && isFromLobby && !state.presence[`${otherMark(own)}_reads`]) {
    const count = Math.max(1, Math.ceil((COME_WITHIN - left) / SECOND));
    return { text: words(`${how}_called_off`, { name, count }), wait: null };
  }
  if (made < BOTH_HAVE_MOVED && !isBoundBy(state.round)) return { text: words(`${how}_abort`, { name }), wait: null };
  if (made < BOTH_HAVE_MOVED && !(made && isOwnTurn)) return { text: words(`${how}_round`, { name }), wait: null };
  if (isOwnTurn) return { text: words(`${how}_your_turn`, { name }), wait: null };
  const wait = Math.max(0, Math.ceil((claimAfter - left) / SECOND));
  return { text: words(`${how}_${wait ? "wait" : "claim"}`, { name, count: wait }), wait };
}

/**
 * One move of the list.
 * @typedef {object} MoveText
 * @property {string} number of a pair of moves, for the first of them
 * @property {Mark} mark
 * @property {string} who
 * @property {string} cell
 * @property {string} spent or that the move was given
 * @property {boolean} is_given
 */

/**
 * The moves in their order.
 * @param {GameState} state
 * @param {Words} words
 * @param {string} language in which numbers are written
 * @returns {MoveText[]}
 */
export function moveTexts(state, words, language) {
  const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1 });
  return state.moves.map((cell, ply) => {
    const mark = moverAt(ply, state.first);
    const isGiven = ply < state.setup;
    return {
      mark,
      who: labelOf(state, mark),
      number: ply % 2 ? "" : `${ply / 2 + 1}.`,
      cell: cellName(cell, state.m, state.n),
      spent: isGiven ? words("given") : spanText(state.spent[ply], words, tenths),
      is_given: isGiven,
    };
  });
}
