// What stands under the list of moves: an offer, the actions, the result, the score. They are in
// the page from the start; this shows the ones that the state of the game is for.

import { byId } from '../dom.js';
import { words } from '../words.js';
import { turnOf } from './state.js';
import { offerText, ownMark } from './wording.js';

/** @typedef {import("./state.js").GameState} GameState */

const PLAYED_BEFORE_TOO_LATE_TO_ABORT = 2;

/** @param {GameState} state */
export function showPanels(state) {
  const isSeated = state.you.length > 0;
  const isOver = state.status === "finished";
  byId("waiting").hidden = state.status !== "open";
  byId("actions").hidden = !(isSeated && state.status === "ongoing");
  byId("result").hidden = !isOver;
  byId("review").hidden = state.moves.length === 0;
  hide("reset-score", !isOver);
  showActions(state);
  showOffer(state);
  showScore(state);
  showWatchers(state);
}

/** @param {GameState} state */
function showActions(state) {
  const canAbort = state.moves.length < PLAYED_BEFORE_TOO_LATE_TO_ABORT;
  byId("abort").hidden = !canAbort;
  byId("resign").hidden = canAbort;
  block("offer-draw", state.offer !== null);
  block("offer-takeback", state.offer !== null || !hasSomethingToTakeBack(state));
}

/** @param {string} id of an element that not every game has @param {boolean} isHidden */
function hide(id, isHidden) {
  const element = document.getElementById(id);
  if (element) element.hidden = isHidden;
}

/** @param {GameState} state */
function hasSomethingToTakeBack(state) {
  const own = ownMark(state) ?? turnOf(state);
  return state.moves.length >= (own === turnOf(state) && ownMark(state) ? 2 : 1);
}

/** @param {string} id of a form @param {boolean} isBlocked it keeps its place and its focus */
function block(id, isBlocked) {
  const button = document.getElementById(id)?.querySelector("button");
  if (isBlocked) button?.setAttribute("aria-disabled", "true");
  else button?.removeAttribute("aria-disabled");
}

/** @param {GameState} state */
function showOffer(state) {
  const { offer } = state;
  const panel = byId("offer");
  panel.hidden = !offer || state.you.length === 0;
  if (!offer) return;
  const isOwn = offer.by === ownMark(state);
  byId("offer-text").textContent = offerText(state, offer, "made", words);
  for (const form of panel.querySelectorAll("form")) {
    form.dataset.what = offer.what;
    const what = form.elements.namedItem("what");
    if (what instanceof HTMLInputElement) what.value = offer.what;
    form.hidden = isOwn !== form.hasAttribute("data-own");
  }
}

/** @param {GameState} state */
function showScore({ score }) {
  if (!score) return;
  byId("score-x").textContent = String(score.x);
  byId("score-o").textContent = String(score.o);
  byId("score-draws").textContent = words("draws", { count: score.draws });
}

/** @param {GameState} state */
function showWatchers({ presence }) {
  const element = byId("watchers");
  element.hidden = presence.watchers === 0;
  byId("watchers-text").textContent = words("watching", { count: presence.watchers });
}
