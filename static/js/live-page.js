// A page whose parts change: what is marked as live follows the page as the server makes it now.

import { watchCopyButtons } from "./copy.js";
import { documentOf } from "./pages.js";
import { Poll } from "./poll.js";
import { pillOfPoll } from "./poll-pill.js";

const PERIOD = 2000; // ms

/** Show what is live as it is in *fresh*, but for what somebody is using. @param {Document} fresh */
function show(fresh) {
  for (const old of document.querySelectorAll("[data-live]")) {
    const now = fresh.getElementById(old.id);
    if (now && !old.matches(":focus-within") && now.outerHTML !== old.outerHTML) {
      keepChoices(now);
      old.replaceWith(document.adoptNode(now));
    }
  }
}

/** What has been checked or unchecked stays so. @param {HTMLElement} now */
function keepChoices(now) {
  for (const box of now.querySelectorAll("input")) {
    const before = box.id && document.getElementById(box.id); // a form's token has none
    if (before instanceof HTMLInputElement && before.checked !== before.defaultChecked) {
      box.checked = before.checked;
    }
  }
}

/**
 * Go where the page has just begun to lead: one's own board. Load a page anew whose state has
 * become another, and with it what parts there are.
 * @param {Document} fresh
 * @param {boolean} hasLed
 */
function follow(fresh, hasLed) {
  const link = document.querySelector("a[data-go]");
  if (link instanceof HTMLAnchorElement && !hasLed) location.assign(link.href);
  else if (stateOf(fresh) !== stateOf(document)) location.reload();
}

/** @param {Document} page */
function stateOf(page) {
  return page.getElementById("tournament")?.dataset.state;
}

watchCopyButtons();
const ask = (/** @type {string} */ path) => documentOf(path, undefined, 5 * PERIOD);
const poll = new Poll(
  location.pathname,
  PERIOD,
  (fresh) => {
    const hasLed = document.querySelector("a[data-go]") !== null;
    show(fresh);
    follow(fresh, hasLed);
  },
  ask,
);
pillOfPoll(poll);
poll.start();
