// The page of a run of the lab: its wall fills while the run goes on. The server draws it, and the
// page asks for that part again; without this script the page loads itself anew.

import { say } from './announce.js';
import { watchCopyButtons } from './copy.js';

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
    const fresh = await partOf(`${this.path}?step=${this.#part.dataset.step}`);
    this.#isAsking = false;
    if (fresh) this.#part.replaceWith(document.adoptNode(fresh));
    if (this.#part.hasAttribute("data-running")) this.start();
    else this.#end();
  }

  /** The rest of the page, such as the badge, is drawn anew with it. */
  #end() {
    say(this.place.querySelector("h1")?.textContent ?? "", { isShown: false });
    location.reload();
  }
}

/**
 * The browser reads the answer as a document: no markup passes through a script.
 * @param {string} path
 * @returns {Promise<Element | null>} null if nothing has changed, or nothing came
 */
function partOf(path) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("GET", path);
    request.responseType = "document";
    request.onloadend = () => {
      const isThere = request.status === 200;
      done(isThere ? (request.responseXML?.querySelector("[data-step]") ?? null) : null);
    };
    request.send();
  });
}

watchCopyButtons();
const place = document.getElementById("lab-live");
const path = place?.dataset.from;
if (place && path) new LiveRun(place, path).start();
