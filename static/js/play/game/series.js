// Several games between the same two: the score, who has won, and the way on to the next game.

import { say } from "../../announce.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";
import { wantsToStay } from "../staying.js";
import { ratingText, roundNextText, roundResultText } from "./page-text.js";

/** @typedef {import("./state.js").GameState} GameState */

const SECOND = 1000;
/** How long the result of a round's first game is shown before the second game is. */
const SECONDS_BETWEEN = 5;
/** How long that of its last game is shown before its players go back to their tournament. */
const SECONDS_OF_A_RESULT = 8;

/** @param {GameState} state */
export function showSeries({ score, seats, next }) {
  if (next) byId("next-game").setAttribute("href", pathOf(next));
  if (!score) return;
  for (const mark of /** @type {const} */ (["x", "o"])) {
    byId(`score-${mark}`).textContent = String(score[mark]);
    byId(`score-name-${mark}`).textContent = seats[mark]?.label ?? "";
  }
}

/**
 * Take the players on to the next game once it has been agreed, or follows by itself; whoever
 * watches gets a link, and so does a player who comes back to this one later.
 * @param {GameState} before
 * @param {GameState} state
 */
export function goOn(before, state) {
  if (state.you.length === 0 || !state.next || before.next) return;
  if (!state.round) return goTo(state);
  say(roundNextText(state, words, SECONDS_BETWEEN), { shown: "" });
  count(state, SECONDS_BETWEEN);
}

/** @param {GameState} state @param {number} seconds until the next game is shown */
function count(state, seconds) {
  if (seconds === 0) return goTo(state);
  setTimeout(() => count(state, seconds - 1), SECOND);
  byId("result").classList.add("is-counting");
  byId("round-count").textContent = roundNextText(state, words, seconds);
}

/** Turn the board's page as soon as a form that leads to another game is sent. */
export function turnPages() {
  document.addEventListener("submit", ({ target }) => {
    if (/** @type {Element} */ (target).matches('[action$="/again/"]')) turnPage();
  });
}

function turnPage() {
  byId("board").classList.add("is-turned");
}

/** @param {GameState} state */
function goTo({ next }) {
  turnPage();
  location.assign(pathOf(next));
}

/**
 * Say how the round has ended, and go back to its tournament.
 * @param {GameState} before
 * @param {GameState} state
 */
export function tellRound(before, state) {
  if (!state.round || state.round.state === "going" || before.round?.state !== "going") return;
  say(`${roundResultText(state, state.round, words)} ${ratingText(state, words)}`, { shown: "" });
  const { tournament } = state.round;
  if (!tournament || state.you.length === 0 || wantsToStay()) return;
  setTimeout(() => location.assign(`/tournaments/${tournament}/`), SECONDS_OF_A_RESULT * SECOND);
}

/** @param {string} uid */
function pathOf(uid) {
  return `/games/${uid}/`;
}
