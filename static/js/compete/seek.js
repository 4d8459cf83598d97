// Somebody waits for an opponent, and hears of the round with the notices. Asking says that the page
// is still there, and has the server look again, in a reach that may have widened. A page that
// would not hear of its round does not ask, so that nobody is paired unawares. The computer is
// offered meanwhile.

import { byId } from "../dom.js";
import { Waiting } from "../play/game/waiting.js";
import { followConnection, followWaiting } from "../play/notices.js";
import { Poll } from "../poll.js";
import { pillOfPoll } from "../poll-pill.js";

const PERIOD = 5000; // ms; whoever is silent for 15 s is not paired
const PATIENCE = 5000; // ms without connection

const page = byId("seek");
const poll = new Poll(page.dataset.path ?? "", PERIOD, take);
let timer = 0;

/** @param {{ next: string, reach: number }} answer */
function take({ next, reach }) {
  if (next) return location.assign(next);
  const place = document.getElementById("reach");
  if (!place) return;
  const { any = "", points = "" } = place.dataset;
  place.textContent = reach ? points.replace("{points}", String(reach)) : any;
}

let isPaused = false;

/** @param {boolean} isOff */
function pause(isOff) {
  if (isOff === isPaused) return;
  isPaused = isOff;
  const status = byId("unconnected");
  status.textContent = isOff ? (status.dataset.text ?? "") : "";
  status.classList.toggle("notice", isOff);
  if (isOff) poll.stop();
  else poll.start();
}

followConnection((isHeard) => {
  if (!isHeard) {
    timer ||= window.setTimeout(() => pause(true), PATIENCE);
    return;
  }
  clearTimeout(timer);
  timer = 0;
  pause(false);
});
pillOfPoll(poll);
followWaiting(() => poll.now());
poll.start();
new Waiting().start();
