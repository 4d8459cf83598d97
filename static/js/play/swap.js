// Links that change only parts of the page: the answer is a page as well, and its parts take the
// places of those here. Without this script they lead there.

import { say } from "../announce.js";
import { documentOf } from "../pages.js";

let latest = 0;

/**
 * Follow the links that say so (data-swap) in place.
 * @param {() => void} done called after each change
 */
export function swapInPlace(done) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-swap]") : null;
    if (!(link instanceof HTMLAnchorElement) || isForTheBrowser(event)) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") void swap(link.href, done);
  });
}

/** @param {MouseEvent} event */
function isForTheBrowser(event) {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/**
 * Show the parts of the page at *address* in place of those here.
 * @param {string} address
 * @param {() => void} done
 */
export async function swap(address, done) {
  latest += 1;
  const asked = latest;
  const answer = await documentOf(address);
  if (asked !== latest) return; // another was asked for meanwhile
  if (!answer) {
    location.assign(address);
    return;
  }
  history.replaceState(history.state, "", address);
  const focused = document.activeElement;
  for (const part of document.querySelectorAll("[data-part]")) {
    const name = /** @type {HTMLElement} */ (part).dataset.part;
    const fresh = answer.querySelector(`[data-part="${name}"]`);
    if (!fresh) continue;
    if (part instanceof HTMLDetailsElement && part.open) fresh.setAttribute("open", "");
    part.replaceWith(document.adoptNode(fresh));
  }
  if (focused && !focused.isConnected) focusAgain(focused.id);
  done();
}

/** The keyboard stays where it was, or goes to the first place that says it may. @param {string} id */
function focusAgain(id) {
  const place = document.getElementById(id) ?? document.querySelector("[data-focus]");
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}

/** Say what stands on the page already. @param {string} text */
export function sayShown(text) {
  say(text.replace(/\s+/g, " ").trim(), { shown: "" });
}
