// On every page, before its own script: a word if a script fails, filters, the header's buttons,
// messages that can be closed, the page's own keys, notices, times, and what is kept for when there
// is no network.

import { watchFailures } from "./failures.js";
import { showLocalTimes } from "./local-times.js";
import { watchNotices } from "./play/notices.js";
import { watchPageKeys } from "./page-keys.js";
import { watchPreferences } from "./theme.js";
import { countDown } from "./time-left.js";
import { keepOfflinePage } from "./workers.js";

function watchMessages() {
  for (const button of document.querySelectorAll("[data-dismiss]")) {
    button.removeAttribute("hidden");
    button.addEventListener("click", () => button.closest(".toast")?.remove());
  }
}

/** A chip of a filter acts as soon as it is chosen; what is typed waits for the button. */
function watchFilters() {
  for (const form of document.querySelectorAll("form[data-at-once]")) {
    form.addEventListener("change", ({ target }) => {
      const isChip = target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type);
      if (isChip) /** @type {HTMLFormElement} */ (form).requestSubmit();
    });
  }
}

watchFailures();
watchFilters();
watchPreferences();
watchMessages();
watchPageKeys();
watchNotices();
countDown();
showLocalTimes();
keepOfflinePage();
