// The list of moves with their times, and the buttons that step through it.

import { markPicture, usePens } from "../../board/marks.js";
import { byId, html } from "../../dom.js";
import { words } from "../../words.js";
import { moveTexts } from "./page-text.js";

/**
 * @typedef {import("./page-text.js").MoveText} MoveText
 * @typedef {import("./state.js").GameState} GameState
 */

export class MoveList {
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {MoveText[]} */
  #listed = [];
  #ply = 0;

  /** @param {(ply: number) => void} onStep the reader wants to see the board after *ply* moves */
  constructor(onStep) {
    this.element = byId("move-list");
    this.onStep = onStep;
    this.element.replaceChildren();
    byId("steps").hidden = false;
    // A game that ends shows its result below the list and leaves it less room.
    new ResizeObserver(() => this.#reveal()).observe(this.element);
    for (const button of document.querySelectorAll("[data-step]")) {
      const step = button.getAttribute("data-step") ?? "";
      button.addEventListener("click", () => this.step(step));
    }
  }

  /** @param {string} step "first", "previous", "next" or "last" */
  step(step) {
    const last = this.#listed.length;
    const targets = { first: 0, previous: this.#ply - 1, next: this.#ply + 1, last };
    const ply = targets[/** @type {keyof typeof targets} */ (step)];
    this.onStep(Math.max(0, Math.min(last, ply)));
  }

  /** @param {GameState} state @param {number} ply how many moves the board shows */
  show(state, ply) {
    const moves = moveTexts(state, words, document.documentElement.lang);
    this.#keep(commonStart(this.#listed, moves));
    for (const move of moves.slice(this.#listed.length)) this.#add(move, state.marks[move.mark]);
    this.#point(ply);
    usePens(this.element, state.marks);
  }

  /** Forget all moves from *ply* on. @param {number} ply */
  #keep(ply) {
    for (const button of this.#buttons.splice(ply)) {
      const number = button.previousElementSibling;
      if (number?.classList.contains("move-list__number")) number.remove();
      button.remove();
    }
    this.#listed.length = ply;
  }

  /** @param {MoveText} move @param {import("../../board/marks.js").MarkLook} look */
  #add(move, look) {
    const { mark, number, cell } = move;
    if (number) this.element.append(html("span", { class: "move-list__number", "aria-hidden": "true" }, number));
    const who = html("span", { class: "visually-hidden" }, `${move.who} `);
    const spent = html("small", move.is_given ? { class: "move-list__given" } : {}, move.spent);
    const button = html("button", { type: "button" }, markPicture(mark, look), who, cell, " ", spent);
    const ply = this.#buttons.push(button);
    button.addEventListener("click", () => this.onStep(ply));
    this.#listed.push(move);
    this.element.append(button);
  }

  /** @param {number} ply */
  #point(ply) {
    this.#buttons[this.#ply - 1]?.removeAttribute("aria-current");
    this.#ply = ply;
    this.#buttons[ply - 1]?.setAttribute("aria-current", "step");
    this.#reveal();
  }

  /** Scroll the list to the move that the board shows, to its beginning before the first one. */
  #reveal() {
    const current = this.#buttons[this.#ply - 1];
    const { element } = this; // scrolled by hand: scrollIntoView would move the page as well
    element.scrollTop = current ? current.offsetTop - element.clientHeight + 60 : 0;
    element.scrollLeft = current ? current.offsetLeft - element.clientWidth + 80 : 0;
  }
}

/** @param {MoveText[]} a @param {MoveText[]} b @returns {number} how many first moves read alike */
function commonStart(a, b) {
  const differs = a.findIndex(({ who, cell, spent }, ply) => {
    const now = b[ply];
    return !now || who !== now.who || cell !== now.cell || spent !== now.spent;
  });
  return differs < 0 ? a.length : differs;
}
