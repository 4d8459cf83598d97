// A puzzle: moves and forms are sent without leaving the page. What comes back is the page itself,
// of which the panel is taken over; the board draws what has changed.

import { say } from "../announce.js";
import "../board/board.js";
import { watchCopyButtons } from "../copy.js";
import { byId, pageData } from "../dom.js";
import { documentOf } from "../pages.js";
import { words } from "../words.js";

/**
 * @typedef {import("../board/board.js").TttBoard} TttBoard
 * @typedef {import("../board/board.js").BoardSetup} BoardSetup
 * @typedef {import("../board/marks.js").Mark} Mark
 * @typedef {import("../board/marks.js").MarkLook} MarkLook
 * @typedef {object} PuzzleData
 * @property {number} m
 * @property {number} n
 * @property {number} k
 * @property {(Mark | "")[]} cells
 * @property {number} last
 * @property {number[] | null} line
 * @property {Mark | null} mark whose turn it is; null once it is over
 * @property {Record<Mark, MarkLook>} marks
 * @property {boolean} coordinates
 */

class PuzzlePage {
  #board = /** @type {TttBoard} */ (document.querySelector("#puzzle ttt-board"));
  /** The form of the board, which the board itself takes out of the page. */
  #form = /** @type {HTMLFormElement} */ (this.#board.querySelector("form"));
  #isSending = false;

  start() {
    const data = /** @type {PuzzleData} */ (pageData("puzzle-data"));
    const { m, n, k, marks, coordinates } = data;
    this.#board.setup({ m, n, k, label: words("board"), looks: marks, coordinates });
    this.#show(data, false);
    this.#board.addEventListener("ttt-move", (event) => {
      this.#move(/** @type {CustomEvent<{ cell: number }>} */ (event).detail.cell);
    });
    this.#board.addEventListener("ttt-ask", () => say(this.#board.describe()));
    this.#board.addEventListener("ttt-say", (event) => {
      say(/** @type {CustomEvent<{ text: string }>} */ (event).detail.text);
    });
    byId("panel").addEventListener("submit", (event) => this.#submit(event));
  }

  /** @param {PuzzleData} data @param {boolean} animate */
  #show({ cells, last, line, mark }, animate) {
    this.#board.show({ cells, last, line, animate });
    this.#board.allow(mark);
  }

  /** @param {number} cell */
  #move(cell) {
    const mark = this.#board.allowed;
    if (this.#isSending || !mark) return;
    this.#board.put(cell, mark, { animate: true, pending: true });
    this.#board.allow(null);
    const sent = new FormData(this.#form);
    sent.set("cell", String(cell));
    this.#send(this.#form.action, sent);
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-puzzle-form]")) return;
    event.preventDefault();
    if (!this.#isSending) this.#send(form.action, new FormData(form));
  }

  /** @param {string} path @param {FormData} sent */
  async #send(path, sent) {
    this.#isSending = true;
    const fresh = await documentOf(path, sent);
    this.#isSending = false;
    const panel = fresh?.getElementById("panel");
    if (!fresh || !panel) {
      say(words("failed"));
      this.#show(/** @type {PuzzleData} */ (pageData("puzzle-data")), false);
      return;
    }
    const address = fresh.URL;
    this.#takeOver(fresh, panel);
    if (address.includes("?try=")) history.replaceState(null, "", address);
  }

  /** @param {Document} fresh @param {Element} panel */
  #takeOver(fresh, panel) {
    const focused = document.activeElement?.id;
    const form = fresh.querySelector("#puzzle ttt-board form");
    byId("panel").replaceChildren(...Array.from(document.adoptNode(panel).childNodes));
    if (form) this.#form = /** @type {HTMLFormElement} */ (document.adoptNode(form));
    this.#show(/** @type {PuzzleData} */ (pageData("puzzle-data")), true);
    if (focused) document.getElementById(focused)?.focus();
    const verdict = document.querySelector("#panel [data-say]");
    say(verdict?.textContent?.trim().replace(/\s+/g, " ") ?? "", { shown: "" });
    if (!this.#board.allowed) document.getElementById("next-puzzle")?.focus({ preventScroll: true });
  }
}

watchCopyButtons();
new PuzzlePage().start();
