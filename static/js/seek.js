// Somebody waits for an opponent: asking also says that the page is still there.

import { byId } from './dom.js';
import { Poll } from './poll.js';

const PERIOD = 2000; // ms

const page = byId("seek");

/** @param {{ next: string, reach: number }} answer */
function take({ next, reach }) {
  if (next) return location.assign(next);
  const place = document.getElementById("reach");
  if (!place) return;
  const { any = "", points = "" } = place.dataset;
  place.textContent = reach ? points.replace("{points}", String(reach)) : any;
}

new Poll(page.dataset.path ?? "", PERIOD, take).start();
