// What one player may ask the other, and what is asked just now: a draw, a takeback, another game.
// Buttons keep their places; one that has to wait says why, and says it again when it is pressed.

import { byId } from "../../dom.js";

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./page-text.js").PageText} PageText
 */

/**
 * @param {GameState} state
 * @param {PageText} text
 * @param {Record<string, string>} refusals sentence for each code
 */
export function showOffers({ offer }, text, refusals) {
  for (const [what, code] of Object.entries(text.refusals)) setBlocked(`offer-${what}`, code, refusals);
  if (!offer) return;
  for (const form of byId("offer").querySelectorAll("form")) {
    form.dataset.what = offer.what;
    const what = form.elements.namedItem("what");
    if (what instanceof HTMLInputElement) what.value = offer.what;
  }
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
