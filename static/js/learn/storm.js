// A storm: the board is answered by a form, and once the time is up the page shows how it ended. The
// clock itself goes down as on every page; of it only two moments are said.

import { say } from "../announce.js";
import { watchPlainGrids } from "../board/plain-grid.js";
import { words } from "../words.js";

const AFTER_THE_END = 100; // ms, so that the server sees it as past
/** @type {[number, string][]} what is said with how many ms left */
const MOMENTS = [[60_000, "one_minute"], [10_000, "ten_seconds"]];

const clock = document.getElementById("storm-left");
if (clock) {
  watchPlainGrids(document);
  const left = Number(clock.dataset.msLeft);
  const endsAt = Date.now() + left + AFTER_THE_END;
  const end = () => window.location.replace(window.location.pathname.replace(/answer\/$/, ""));
  window.setTimeout(end, left + AFTER_THE_END);
  // Timers stand still while the device sleeps.
  document.addEventListener("visibilitychange", () => Date.now() >= endsAt && end());
  for (const [at, name] of MOMENTS) {
    if (left > at) window.setTimeout(() => say(words(name), { shown: "" }), left - at);
  }
}
