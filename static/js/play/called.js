// Somebody has come to the reader's open game, or to a rated round that the reader looked for, and
// the reader is on another page: a banner leads there with one press, while the other one waits.
// It takes no focus, and moves the page once.

import { alertNow } from "../announce.js";
import { words } from "../words.js";

const SECOND = 1000;
const UID = "UID0000000"; // stands in the pattern for the game's own

/** @typedef {{ kind: string, uid: string, within: number }} Call  within: seconds */

export class Called {
  /** @type {HTMLElement | null} */
  #banner = null;
  #uid = "";
  #due = 0;
  #timer = 0;

  /** What the page's title says first; "" while nobody has come. */
  title = "";

  /** Whether the banner tells of a game for whose uid *is* holds. @param {(uid: string) => boolean} is */
  isOf(is) {
    return this.#banner !== null && is(this.#uid);
  }

  /** @param {Call} call @param {string} text who is there, in one sentence */
  show({ kind, uid, within }, text) {
    this.close();
    document.getElementById("looking")?.remove();
    const pattern = document.getElementById("called");
    const main = document.getElementById("main");
    if (!(pattern instanceof HTMLTemplateElement) || !main) return;
    const banner = /** @type {HTMLElement} */ (pattern.content.firstElementChild?.cloneNode(true));
    for (const other of banner.querySelectorAll(`[data-if]:not([data-if=${kind}])`)) other.remove();
    this.#part(banner, "[data-called]").textContent = text;
    for (const link of banner.querySelectorAll("[data-go]")) link.setAttribute("href", `/games/${uid}/`);
    const form = this.#part(banner, "form");
    form.setAttribute("action", (form.getAttribute("action") ?? "").replace(UID, uid));
    this.#part(banner, "[data-close]").addEventListener("click", () => this.close());
    this.#banner = banner;
    this.#uid = uid;
    this.title = text;
    this.#due = performance.now() + within * SECOND;
    main.before(banner);
    this.#count();
    alertNow(text, { shown: "" });
  }

  /** The game waits no more: it was called off, or the round is over. */
  end() {
    if (!this.#banner) return;
    clearTimeout(this.#timer);
    this.title = "";
    const banner = this.#banner;
    this.#part(banner, "form").hidden = true;
    for (const soon of banner.querySelectorAll("[data-called], [data-soon]")) soon.setAttribute("hidden", "");
    for (const late of banner.querySelectorAll("[data-late], [data-close]")) late.removeAttribute("hidden");
  }

  close() {
    clearTimeout(this.#timer);
    this.#banner?.remove();
    this.#banner = null;
    this.title = "";
  }

  #count() {
    if (!this.#banner) return;
    const left = Math.max(0, Math.ceil((this.#due - performance.now()) / SECOND));
    this.#part(this.#banner, "[data-left]").textContent = `0:${String(left).padStart(2, "0")}`;
    if (left === 10) alertNow(words("ten_seconds_to_come"));
    if (left > 0) this.#timer = window.setTimeout(() => this.#count(), SECOND);
  }

  /** @param {HTMLElement} banner @param {string} selector */
  #part(banner, selector) {
    return /** @type {HTMLElement} */ (banner.querySelector(selector));
  }
}
