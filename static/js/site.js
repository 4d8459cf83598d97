// On every page, before its own script: a word if a script fails, the header's buttons, messages
// that can be closed, the page's own keys, and the time left in lists of games.

import { watchFailures } from './failures.js';
import { watchNotices } from './play/notices.js';
import { watchPageKeys } from './page-keys.js';
import { watchPreferences } from './theme.js';
import { countDown } from './time-left.js';

function watchMessages() {
  for (const button of document.querySelectorAll("[data-dismiss]")) {
    button.removeAttribute("hidden");
    button.addEventListener("click", () => button.closest(".toast")?.remove());
  }
}

watchFailures();
watchPreferences();
watchMessages();
watchPageKeys();
watchNotices();
countDown();
