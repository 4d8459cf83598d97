// The form of a tournament: a date and a time are meant by the reader's own clock.

import { words } from "../words.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const field = /** @type {HTMLInputElement | null} */ (document.getElementById("id_zone"));
const hint = document.getElementById("id_starts_at_helptext");
if (zone && field && hint) {
  field.value = zone;
  hint.textContent = words("in_zone", { zone });
}
