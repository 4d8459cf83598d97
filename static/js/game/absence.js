// The panel about an opponent who has left: said once, then a countdown, then the win to claim.

import { say } from '../announce.js';
import { byId } from '../dom.js';
import { otherMark } from '../marks.js';
import { words } from '../words.js';
import { labelOf, turnOf } from './state.js';
import { ownMark } from './wording.js';

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./state.js").Presence} Presence
 * @typedef {{ key: string, seconds: number | null }} Options the sentence, and the seconds until
 *   the win can be claimed, null if it cannot be now
 */

const SECOND = 1000;
/** Whoever only loads the page again has not left. */
const SHOWN_AFTER = 1500;
const BOTH_HAVE_MOVED = 2;

export class Absence {
  #panel = byId("absence");
  #form = byId("claim");
  #claimAfter = Number(this.#panel.dataset.claimAfter) * SECOND;
  /** @type {Presence | null} */
  #presence = null;
  #cameAt = 0;
  #timer = 0;
  /** Chat messages of this absence. */
  #said = "";

  /** @param {GameState} state */
  show(state) {
    clearTimeout(this.#timer);
    if (state.presence !== this.#presence) {
      this.#presence = state.presence;
      this.#cameAt = performance.now();
    }
    const own = ownMark(state);
    const left = own && leftSince(state, performance.now() - this.#cameAt);
    const isShown = own !== null && left !== null && left >= SHOWN_AFTER;
    this.#panel.hidden = !isShown;
    if (left !== null) this.#timer = window.setTimeout(() => this.show(state), untilNextChange(left));
    if (isShown) this.#tell(state, options(state, left, this.#claimAfter));
    else if (left === null) this.#welcomeBack(state);
  }

  /** @param {GameState} state @param {Options} what */
  #tell(state, { key, seconds }) {
    const name = labelOf(state, otherMark(state.you[0]));
    const text = words(key, { name, count: seconds ?? 0 });
    byId("absence-text").textContent = text;
    this.#form.hidden = seconds === null;
    const button = this.#form.querySelector("button");
    if (seconds) button?.setAttribute("aria-disabled", "true");
    else button?.removeAttribute("aria-disabled");
    if (this.#said === key || (this.#said && key !== "left_claim")) return;
    this.#said = key;
    say(text);
  }

  /** @param {GameState} state */
  #welcomeBack(state) {
    if (this.#said && state.status === "ongoing" && state.you.length === 1) {
      say(words("came_back", { name: labelOf(state, otherMark(state.you[0])) }));
    }
    this.#said = "";
  }
}

/**
 * For how long the other player has been away; null while here, or if it does not matter.
 * @param {GameState} state with one seat of the reader's
 * @param {number} elapsed since the presence came
 */
function leftSince(state, elapsed) {
  const other = otherMark(state.you[0]);
  const isAway = state.seats[other] !== null && !state.presence[other];
  if (state.status !== "ongoing" || state.control.endsWith("d") || !isAway) return null;
  return state.presence[`${other}_left`] + elapsed;
}

/**
 * @param {GameState} state
 * @param {number} left milliseconds
 * @param {number} claimAfter milliseconds
 * @returns {Options}
 */
export function options(state, left, claimAfter) {
  if (state.moves.length - state.setup < BOTH_HAVE_MOVED) return { key: "left_abort", seconds: null };
  if (turnOf(state) === state.you[0]) return { key: "left_your_turn", seconds: null };
  const seconds = Math.max(0, Math.ceil((claimAfter - left) / SECOND));
  return { key: seconds ? "left_wait" : "left_claim", seconds };
}

/** @param {number} left milliseconds */
function untilNextChange(left) {
  return left < SHOWN_AFTER ? SHOWN_AFTER - left : SECOND - (left % SECOND) + 1;
}
