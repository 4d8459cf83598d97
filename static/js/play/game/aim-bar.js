// The bar that confirms an aim: where a mark would be placed, a way back, and on dense boards
// arrows that move the aim to the next free cell, for fingers broader than one.

import { say } from "../../announce.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";

/** @typedef {import("../../board/board.js").TttBoard} TttBoard */

/** How an arrow moves the aim: columns to the right, rows down. @type {Record<string, [number, number]>} */
const STEPS = { left: [-1, 0], up: [0, -1], down: [0, 1], right: [1, 0] };

export class AimBar {
  #bar = byId("aim-bar");
  #place = byId("aim-place");
  #arrows = byId("aim-arrows");

  /** @param {TttBoard} board */
  constructor(board) {
    this.board = board;
    this.#place.addEventListener("click", () => this.#leave(() => board.confirmAim()));
    byId("aim-cancel").addEventListener("click", () => this.#leave(() => board.setAim(-1)));
    for (const arrow of this.#arrows.querySelectorAll("button")) {
      const [right, down] = STEPS[arrow.value];
      arrow.addEventListener("click", () => board.moveAim(right, down));
    }
  }

  /** The aim has moved. @param {number} cell -1 for none */
  show(cell) {
    this.#bar.classList.toggle("is-shown", cell >= 0);
    if (cell < 0) return;
    this.#arrows.hidden = !this.board.isDense;
    this.label();
    say(words("aiming", { name: this.board.nameOf(cell) }));
  }

  /** What the button does may change while the aim stands: the turn has come. */
  label() {
    const { aim, allowed } = this.board;
    if (aim < 0) return;
    const key = allowed ? "place_at" : "premove_button";
    this.#place.textContent = words(key, { name: this.board.nameOf(aim) });
  }

  /** Do *work*, which takes the bar away; a keyboard in it goes back to the board. @param {() => void} work */
  #leave(work) {
    const { aim } = this.board;
    const hadFocus = this.#bar.contains(document.activeElement);
    work();
    if (hadFocus) this.board.focusCell(aim);
  }
}
