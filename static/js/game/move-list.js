// The list of moves with their times, and the buttons that step through it.

import { byId, html } from '../dom.js';
import { markPicture, usePens } from '../marks.js';
import { cellName } from '../names.js';
import { words } from '../words.js';
import { labelOf, moverAt } from './state.js';

/** @typedef {import("./state.js").GameState} GameState */

export class MoveList {
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {number[]} the moves in the list */
  #listed = [];
  #ply = 0;

  /** @param {(ply: number) => void} onStep the reader wants to see the board after *ply* moves */
  constructor(onStep) {
    this.element = byId("move-list");
    this.onStep = onStep;
    this.element.replaceChildren();
    byId("steps").hidden = false;
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
    this.#keep(commonStart(this.#listed, state.moves));
    for (let at = this.#listed.length; at < state.moves.length; at++) this.#add(state, at);
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

  /** @param {GameState} state @param {number} ply */
  #add(state, ply) {
    const mark = moverAt(ply, state.first);
    const cell = cellName(state.moves[ply], state.m, state.n);
    if (ply % 2 === 0) {
      const number = html("span", { class: "move-list__number", "aria-hidden": "true" }, `${ply / 2 + 1}.`);
      this.element.append(number);
    }
    const who = html("span", { class: "visually-hidden" }, `${labelOf(state, mark)} `);
    const spent = ply < state.setup
      ? html("small", { class: "move-list__given" }, words("given"))
      : html("small", {}, spentText(state.spent[ply] ?? 0));
    const button = html("button", { type: "button" }, markPicture(mark, state.marks[mark]), who, cell, " ", spent);
    button.addEventListener("click", () => this.onStep(ply + 1));
    this.#buttons.push(button);
    this.#listed.push(state.moves[ply]);
    this.element.append(button);
  }

  /** @param {number} ply */
  #point(ply) {
    this.#buttons[this.#ply - 1]?.removeAttribute("aria-current");
    this.#ply = ply;
    const current = this.#buttons[ply - 1];
    if (!current) return;
    current.setAttribute("aria-current", "step");
    const { element } = this; // scrolled by hand: scrollIntoView would move the page as well
    element.scrollTop = current.offsetTop - element.clientHeight + 60;
    element.scrollLeft = current.offsetLeft - element.clientWidth + 80;
  }
}

/** @param {number[]} a @param {number[]} b @returns {number} how many first entries are equal */
function commonStart(a, b) {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** @param {number} ms */
function spentText(ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return words("short_seconds", { seconds: seconds.toFixed(1) });
  if (seconds < 3600) return words("short_minutes", { minutes: Math.round(seconds / 60) });
  return words("short_hours", { hours: Math.round(seconds / 3600) });
}
