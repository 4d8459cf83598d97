// A duel: its socket tells how far both are, and that this page is there; answers are the page's own
// forms, sent without leaving it. The server draws, and alone knows what is right and what time it is.

import { say } from "../announce.js";
import { watchPlainGrids } from "../board/plain-grid.js";
import { socketWithPill } from "../connection.js";
import { watchCopyButtons } from "../copy.js";
import { documentOf } from "../pages.js";
import { timeText } from "../time-left.js";

/** @typedef {{ solved: number, wrong: number, here: boolean }} Seat */
/**
 * @typedef {{ state: string, seats: Seat[], in_ms: number }} News  in_ms: until it begins or ends by
 *   itself, 0 if nothing is to come
 */

const SECOND = 1000;
const PATIENCE = 10_000; // ms
const AFTER_THE_MOMENT = 30; // ms, so that the server sees it as past

class Duel {
  #isSending = false;
  #isStale = false;
  /** When the server's times were shown. */
  #shownAt = Date.now();

  /** @param {HTMLElement} page @param {string} path of the socket */
  constructor(page, path) {
    this.page = page;
    this.socket = socketWithPill(path, { message: (message) => this.#hear(message) });
    page.addEventListener("submit", (event) => this.#submit(event));
  }

  get #part() {
    return /** @type {HTMLElement} */ (document.getElementById("duel"));
  }

  start() {
    watchPlainGrids(this.page);
    this.socket.connect();
    window.setInterval(() => this.#count(), SECOND);
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type !== "duel") return;
    const news = /** @type {News} */ (message);
    this.#show(news.seats);
    clearTimeout(this.timer);
    if (news.in_ms) this.timer = window.setTimeout(() => this.#ask(), news.in_ms + AFTER_THE_MOMENT);
    if (news.state !== this.#part.dataset.state) this.#renew();
  }

  /** Show how far both are: it changes while one thinks. @param {Seat[]} seats */
  #show(seats) {
    seats.forEach(({ solved, wrong, here }, number) => {
      const bar = this.page.querySelector(`[data-solved="${number}"]`);
      if (bar instanceof HTMLProgressElement) bar.value = solved;
      this.#write(`[data-solved-text="${number}"]`, solved);
      this.#write(`[data-wrong-text="${number}"]`, wrong);
      const away = this.page.querySelector(`[data-away="${number}"]`);
      if (away instanceof HTMLElement) away.hidden = here;
    });
  }

  /** @param {string} selector @param {number} number */
  #write(selector, number) {
    const place = this.page.querySelector(selector);
    if (place) place.textContent = String(number);
  }

  /** It begins or ends by itself now: have the server look. */
  #ask() {
    if (!this.socket.send({ type: "ping", version: 0 })) this.#renew();
  }

  /** Count the race's time up, and the seconds before it down. */
  #count() {
    const clock = this.page.querySelector("[data-running-ms]");
    const passed = Date.now() - this.#shownAt;
    if (clock) clock.textContent = timeText(Number(clock.getAttribute("data-running-ms")) + passed);
    const timer = this.page.querySelector("[data-seconds]");
    if (!(timer instanceof HTMLElement)) return;
    timer.textContent = String(Math.max(1, Math.ceil(Number(timer.dataset.seconds) - passed / SECOND)));
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-answer")) return;
    event.preventDefault();
    if (this.#isSending) return;
    this.#renew(form.action, new FormData(form, event.submitter));
  }

  /** Draw the page's part as the server has it now, after *form* if there is one. */
  async #renew(path = location.pathname, /** @type {FormData | undefined} */ form = undefined) {
    if (this.#isSending) {
      this.#isStale = true;
      return;
    }
    this.#isSending = true;
    const fresh = (await documentOf(path, form, PATIENCE))?.getElementById("duel");
    this.#isSending = false;
    if (fresh) this.#replace(fresh, form);
    else if (!form) this.#askAgain();
    if (this.#isStale) {
      this.#isStale = false;
      this.#renew();
    }
  }

  /** The page is behind what the socket told. */
  #askAgain() {
    clearTimeout(this.retry);
    this.retry = window.setTimeout(() => this.#renew(), SECOND);
  }

  /** @param {HTMLElement} fresh @param {FormData | undefined} form */
  #replace(fresh, form) {
    const before = this.#part;
    const cell = form?.get("cell");
    const wasRight = before.dataset.number !== fresh.dataset.number;
    const wasRefused = fresh.querySelector('[role="alert"]') !== null;
    before.replaceWith(document.adoptNode(fresh));
    watchCopyButtons();
    watchPlainGrids(this.page);
    this.#shownAt = Date.now();
    if (form) this.#focus(wasRight ? undefined : cell);
    const title = document.getElementById("duel-title")?.textContent ?? "";
    const verdict = form && !wasRefused ? this.page.dataset[wasRight ? "right" : "wrong"] : "";
    say([verdict, title].filter(Boolean).join(" "), { shown: "" });
  }

  /** Focus *cell*, or else the first. @param {FormDataEntryValue | null | undefined} cell */
  #focus(cell) {
    const same = this.page.querySelector(`button[name="cell"][value="${cell}"]`);
    const next = same ?? this.page.querySelector('button[name="cell"]');
    if (next instanceof HTMLElement) next.focus();
  }
}

watchCopyButtons();
const page = document.getElementById("duel-page");
if (page?.dataset.socket) new Duel(page, page.dataset.socket).start();
