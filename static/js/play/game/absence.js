// The panel about an opponent who has left: said once, then a countdown, then the win to claim.

import { say } from "../../announce.js";
import { otherMark } from "../../board/marks.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";
import { absenceText, awayFor, SHOWN_AFTER } from "./page-text.js";
import { labelOf } from "./state.js";

/**
 * @typedef {import("./page-text.js").AbsenceText} AbsenceText
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("./state.js").Presence} Presence
 */

const SECOND = 1000;

export class Absence {
  #panel = byId("absence");
  #form = byId("claim");
  #claimAfter = Number(this.#panel.dataset.claimAfter) * SECOND;
  /** @type {Presence | null} */
  #presence = null;
  #cameAt = 0;
  #timer = 0;
  /** What has been announced of this absence. */
  #said = /** @type {"" | "left" | "claim"} */ ("");

  /** @param {GameState} state */
  show(state) {
    clearTimeout(this.#timer);
    if (state.presence !== this.#presence) {
      this.#presence = state.presence;
      this.#cameAt = performance.now();
    }
    const left = awayFor(state, performance.now() - this.#cameAt);
    const absence = absenceText(state, left, this.#claimAfter, words);
    this.#panel.hidden = !absence;
    if (left !== null) this.#timer = window.setTimeout(() => this.show(state), untilNextChange(left, !absence));
    if (absence) this.#tell(absence);
    else if (left === null) this.#welcomeBack(state);
  }

  /** @param {AbsenceText} absence */
  #tell({ text, wait }) {
    byId("absence-text").textContent = text;
    this.#form.hidden = wait === null;
    const button = this.#form.querySelector("button");
    if (wait) button?.setAttribute("aria-disabled", "true");
    else button?.removeAttribute("aria-disabled");
    const news = wait === 0 ? "claim" : "left";
    if (this.#said === news || (this.#said && news === "left")) return;
    this.#said = news;
    say(text);
  }

  /** @param {GameState} state */
  #welcomeBack(state) {
    if (this.#said && state.status === "ongoing" && state.you.length === 1) {
      say(words("came_back", { name: labelOf(state, otherMark(state.you[0])) }));
    }
    this.#said = "";
  }
}

/** @param {number} left milliseconds @param {boolean} isUntold */
function untilNextChange(left, isUntold) {
  return isUntold && left < SHOWN_AFTER ? SHOWN_AFTER - left : SECOND - (left % SECOND) + 1;
}
