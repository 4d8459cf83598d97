// The page of a run of the lab: its wall fills while the run goes on. The server draws it, and the
// page asks for that part again; without this script the page loads itself anew.

import { say } from "../announce.js";
import { watchCopyButtons } from "../copy.js";
import { documentOf } from "../pages.js";

const PERIOD = 1000; // ms

class LiveRun {
  #isAsking = false;

  /** @param {HTMLElement} place that holds the part @param {string} path of it */
  constructor(place, path) {
    this.place = place;
    this.path = path;
    document.addEventListener("visibilitychange", () => this.#follow());
  }

  get #part() {
    return /** @type {HTMLElement} */ (this.place.querySelector("[data-step]"));
  }

  start() {
    this.timer = window.setTimeout(() => this.#follow(), PERIOD);
  }

  async #follow() {
    clearTimeout(this.timer);
    if (document.hidden || this.#isAsking) return;
    this.#isAsking = true;
    const answer = await documentOf(`${this.path}?step=${this.#part.dataset.step}`);
    const fresh = answer?.querySelector("[data-step]"); // none if nothing has changed
    this.#isAsking = false;
    if (fresh) this.#part.replaceWith(document.adoptNode(fresh));
    if (this.#part.hasAttribute("data-running")) this.start();
    else this.#end();
  }

  /** Load the page again: the rest, such as the badge, has changed. */
  #end() {
    say(this.place.querySelector("h1")?.textContent ?? "", { shown: "" });
    location.reload();
  }
}

watchCopyButtons();
const place = document.getElementById("lab-live");
const path = place?.dataset.from;
if (place && path) new LiveRun(place, path).start();
