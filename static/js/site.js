// On every page: the header's buttons, messages that can be closed, and the page's own keys.

import { watchNotices } from './notices.js';
import { watchPageKeys } from './page-keys.js';
import { watchPreferences } from './theme.js';

function watchMessages() {
  for (const button of document.querySelectorAll("[data-dismiss]")) {
    button.removeAttribute("hidden");
    button.addEventListener("click", () => button.closest(".toast")?.remove());
  }
}

watchPreferences();
watchMessages();
watchPageKeys();
watchNotices();
