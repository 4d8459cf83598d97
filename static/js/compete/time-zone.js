// The form of a tournament: a date and a time are meant by the reader's own clock. The browser says
// how far it is ahead then, for the server may not know a zone of that name.

import { words } from "../words.js";

const MINUTE = 60_000;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const chosen = /** @type {HTMLInputElement | null} */ (document.getElementById("id_starts_at"));
const field = /** @type {HTMLInputElement | null} */ (document.getElementById("id_offset"));
const hint = document.getElementById("id_starts_at_helptext");

/** By how many minutes the reader's clock is ahead of UTC as it shows *time*; NaN without a time. @param {string} time */
function offsetAt(time) {
  return Math.round((Date.parse(`${time}Z`) - Date.parse(time)) / MINUTE);
}

if (zone && chosen && field && hint) {
  hint.textContent = words("in_zone", { zone });
  chosen.form?.addEventListener("submit", () => {
    field.value = String(offsetAt(chosen.value) || 0);
  });
}
