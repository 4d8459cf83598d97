// What stands under the list of moves: an offer, the actions, the result, the score. They are in
// the page from the start; this shows the ones that the state of the game is for.

import { byId, html } from '../dom.js';
import { words } from '../words.js';
import { showOffers } from './offers.js';
import { showSeries } from './series.js';
import { showSwap } from './swap.js';

/** @typedef {import("./state.js").GameState} GameState */

const PLAYED_BEFORE_TOO_LATE_TO_ABORT = 2;

/** @param {GameState} state @param {Record<string, string>} refusals sentence for each code */
export function showPanels(state, refusals) {
  const isSeated = state.you.length > 0;
  const isOver = state.status === "finished";
  byId("waiting").hidden = state.status !== "open";
  byId("actions").hidden = !(isSeated && state.status === "ongoing");
  byId("result").hidden = !isOver;
  byId("review").hidden = state.moves.length === 0;
  hide("reset-score", !isOver);
  showActions(state);
  showSwap(state);
  showOffers(state, refusals);
  showSeries(state);
  showWatchers(state);
}

/** @param {GameState} state */
function showActions(state) {
  const canAbort = state.moves.length - state.setup < PLAYED_BEFORE_TOO_LATE_TO_ABORT;
  byId("claim-draw").hidden = !state.dead;
  byId("abort").hidden = !canAbort;
  byId("resign").hidden = canAbort;
}

/** @param {string} id of an element that not every game has @param {boolean} isHidden */
function hide(id, isHidden) {
  const element = document.getElementById(id);
  if (element) element.hidden = isHidden;
}

/** @param {GameState} state */
function showWatchers({ presence }) {
  const { watchers, names } = presence;
  byId("watchers").hidden = watchers === 0;
  byId("watchers-text").textContent = words("watching", { count: watchers });
  byId("watching").hidden = names.length === 0;
  const list = byId("watching-names");
  const address = list.dataset.profile ?? "";
  if (list.textContent !== names.join("")) list.replaceChildren(...names.map((name) => watcher(name, address)));
  const others = watchers - names.length;
  byId("watching-others").hidden = others === 0;
  byId("watching-others").textContent = words("and_others", { count: others });
}

/** @param {string} name @param {string} address of a profile, with NAME for the name */
function watcher(name, address) {
  const href = address.replace("NAME", encodeURIComponent(name));
  return html("li", {}, html("a", { href }, name));
}
