// What one player may ask the other, and what is asked just now: a draw, a takeback, another game.
// Buttons keep their places; one that has to wait says why, and says it again when it is pressed.

import { byId } from '../dom.js';
import { otherMark } from '../marks.js';
import { words } from '../words.js';
import { turnOf } from './state.js';
import { offerText, ownMark } from './wording.js';

/** @typedef {import("./state.js").GameState} GameState */

/** @param {GameState} state @param {Record<string, string>} refusals sentence for each code */
export function showOffers(state, refusals) {
  showStanding(state);
  const block = (/** @type {string} */ id, /** @type {string} */ code) => setBlocked(id, code, refusals);
  block("offer-draw", state.offer ? "offer_pending" : "");
  block("offer-takeback", takebackRefusal(state));
  for (const what of ["rematch", "same_sides"]) block(`offer-${what}`, rematchRefusal(state, what));
  showTakebacksLeft(state);
}

/** The offer that stands, with the buttons that are for the reader. @param {GameState} state */
function showStanding(state) {
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

/** Why nothing can be taken back now; "" if it can. @param {GameState} state */
export function takebackRefusal(state) {
  if (!state.takebacks) return "takebacks_off";
  const mark = whoTakesBack(state);
  if (!mark) return "nothing_to_take_back";
  if (!state.takebacks[mark]) return "no_takebacks_left";
  const plies = turnOf(state) === mark ? 2 : 1;
  const stays = Math.max(state.setup, state.swapped ? 1 : 0); // given, or a first mark that changed hands
  if (state.moves.length - plies < stays) return "nothing_to_take_back";
  return state.offer ? "offer_pending" : "";
}

/** On one device it is whoever has just moved. @param {GameState} state */
function whoTakesBack(state) {
  const turn = turnOf(state);
  return ownMark(state) ?? (turn && otherMark(turn));
}

/** Offering what the other side offers accepts it. @param {GameState} state @param {string} what */
export function rematchRefusal({ offer, you }, what) {
  if (!offer) return "";
  return offer.what === what && !you.includes(offer.by) ? "" : "offer_pending";
}

/** @param {GameState} state */
function showTakebacksLeft(state) {
  const element = document.getElementById("takebacks-left");
  if (!element) return;
  const mark = whoTakesBack(state) ?? "x";
  const { takebacks } = state;
  element.textContent = takebacks ? words("takebacks_left", { count: takebacks[mark] }) : words("takebacks_none");
}

/**
 * @param {string} id of a form that not every game has
 * @param {string} code why it has to wait; "" if it has not
 * @param {Record<string, string>} refusals
 */
function setBlocked(id, code, refusals) {
  const form = document.getElementById(id);
  const button = form?.querySelector("button");
  if (!form || !button) return;
  form.dataset.refusal = code;
  if (code) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
  button.title = code ? refusals[code] ?? "" : "";
}
