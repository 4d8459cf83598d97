// Several games between the same two: the score, who has won, and the way on to the next game.

import { byId } from '../dom.js';
import { words } from '../words.js';
import { labelOf } from './state.js';
import { seriesText } from './wording.js';

/** @typedef {import("./state.js").GameState} GameState */

/** @param {GameState} state */
export function showSeries(state) {
  showScore(state);
  showWayOn(state);
}

/** @param {GameState} state */
function showScore(state) {
  const { score } = state;
  if (!score) return;
  for (const mark of /** @type {const} */ (["x", "o"])) {
    byId(`score-${mark}`).textContent = String(score[mark]);
    byId(`score-name-${mark}`).textContent = labelOf(state, mark);
  }
  byId("score-draws").textContent = words("draws", { count: score.draws });
  byId("series").textContent = seriesText(state, words);
  const more = byId("detail-more");
  more.textContent = score.decided ? seriesText(state, words) : more.dataset.usual ?? "";
}

/** Another game can be asked for until one follows. @param {GameState} state */
function showWayOn({ status, seats, next, offer, you }) {
  const isOver = status === "finished";
  const again = document.getElementById("again"); // for those who sit
  const isAsked = offer !== null && you.length === 1 && offer.by !== you[0]; // one answer is enough
  if (again) again.hidden = !(isOver && seats.x && seats.o) || next !== "" || isAsked;
  const link = byId("next-game");
  link.hidden = next === "";
  if (next) link.setAttribute("href", pathOf(next));
}

/**
 * Take the players on to the next game once it has been agreed; whoever watches gets a link, and
 * so does a player who comes back to this one later.
 * @param {GameState} before
 * @param {GameState} state
 */
export function goOn(before, state) {
  if (state.you.length > 0 && state.next && !before.next) location.assign(pathOf(state.next));
}

/** @param {string} uid */
function pathOf(uid) {
  return `/games/${uid}/`;
}
