// Several games between the same two: the score, who has won, and the way on to the next game.

import { byId } from '../dom.js';

/** @typedef {import("./state.js").GameState} GameState */

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
