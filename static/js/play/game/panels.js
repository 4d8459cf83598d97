// What stands under the list of moves: an offer, the actions, the result, the score. They are in
// the page from the start; this shows the ones that the state of the game is for.

import { byId, html } from "../../dom.js";
import { profileLink } from "../../profile-link.js";
import { showOffers } from "./offers.js";
import { showSeries } from "./series.js";

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./page-text.js").PageText} PageText
 */

/**
 * @param {GameState} state
 * @param {PageText} text
 * @param {Record<string, string>} refusals sentence for each code
 */
export function showPanels(state, text, refusals) {
  for (const [name, isShown] of Object.entries(text.shown)) change(name, (element) => (element.hidden = !isShown));
  for (const [name, words] of Object.entries(text.texts)) change(name, (element) => write(element, words));
  showOffers(state, text, refusals);
  showSeries(state);
  showWatchers(state.presence.names);
}

/**
 * @param {string} name the id of an element that not every game has, with _ for -
 * @param {(element: HTMLElement) => void} work
 */
function change(name, work) {
  const element = document.getElementById(name.replaceAll("_", "-"));
  if (element) work(element);
}

/** @param {HTMLElement} element perhaps with data-usual, its usual text @param {string} words */
function write(element, words) {
  const text = words || element.dataset.usual || "";
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string[]} names */
function showWatchers(names) {
  const list = byId("watching-names");
  if (list.textContent !== names.join("")) list.replaceChildren(...names.map(watcher));
}

/** @param {string} name */
function watcher(name) {
  return html("li", {}, html("a", profileLink(name), name));
}
