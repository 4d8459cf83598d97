// A workshop's page: what is marked as live follows the page as the server makes it now.

import { watchCopyButtons } from './copy.js';
import { Poll } from './poll.js';

const PERIOD = 2000; // ms

/** Show what is live as it is in *fresh*, but for what somebody is using. @param {Document} fresh */
function show(fresh) {
  for (const old of document.querySelectorAll("[data-live]")) {
    const now = fresh.getElementById(old.id);
    if (now && !old.matches(":focus-within") && now.outerHTML !== old.outerHTML) {
      keepChoices(old, now);
      old.replaceWith(document.adoptNode(now));
    }
  }
}

/** What has been checked or unchecked stays so. @param {Element} old @param {HTMLElement} now */
function keepChoices(old, now) {
  for (const box of now.querySelectorAll("input")) {
    const before = old.querySelector(`#${box.id}`);
    if (before instanceof HTMLInputElement && before.checked !== before.defaultChecked) {
      box.checked = before.checked;
    }
  }
}

/**
 * The page of an address, parsed as the browser loads it: no script here makes markup of text.
 * @param {string} path @returns {Promise<Document | undefined>} undefined if there is none just now
 */
function pageOf(path) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", path);
    request.responseType = "document";
    request.timeout = 5 * PERIOD;
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML ?? undefined : undefined);
    request.send();
  });
}

watchCopyButtons();
new Poll(location.pathname, PERIOD, show, pageOf).start();
