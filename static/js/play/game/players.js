// The two cards beside the board: mark, name, whether the player is here, and the clock.

import { markPicture, otherMark, usePens } from "../../board/marks.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";
import { ClockFace } from "./clock-face.js";
import { ownMark, playerText } from "./page-text.js";

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("../../board/marks.js").Mark} Mark
 */

export class Players {
  /** @param {{ low: (mark: Mark) => void }} handlers low: a running clock gets short */
  constructor(handlers) {
    this.bottom = new PlayerCard(byId("player-bottom"), handlers);
    this.top = new PlayerCard(byId("player-top"), handlers);
  }

  /** @param {GameState} state @param {number} elapsed since the clock came */
  show(state, elapsed) {
    const mark = ownMark(state) ?? "x";
    this.bottom.show(state, mark, elapsed);
    this.top.show(state, otherMark(mark), elapsed);
  }
}

class PlayerCard {
  /** @param {HTMLElement} element @param {{ low: (mark: Mark) => void }} handlers */
  constructor(element, handlers) {
    this.element = element;
    this.picture = part(element, ".player__mark");
    this.name = part(element, ".player__name > span");
    this.rating = part(element, ".player__rating");
    this.dot = part(element, ".player__dot");
    this.here = part(element, ".player__here");
    this.clock = new ClockFace(part(element, ".clock"), handlers.low);
    this.drawn = "";
  }

  /** @param {GameState} state @param {Mark} mark @param {number} elapsed */
  show(state, mark, elapsed) {
    const text = playerText(state, mark, words);
    this.element.dataset.mark = mark;
    this.element.classList.toggle("is-turn", text.is_turn);
    this.name.textContent = text.label;
    this.rating.textContent = text.rating;
    this.here.textContent = text.here;
    this.dot.hidden = !text.dot;
    this.dot.classList.toggle("player__dot--away", text.dot === "away");
    this.#draw(state, mark);
    this.clock.show(state.clock, mark, elapsed);
    this.clock.element.setAttribute("aria-label", text.clock_label);
  }

  /** @param {GameState} state @param {Mark} mark */
  #draw(state, mark) {
    const look = state.marks[mark];
    const drawn = `${mark} ${look.symbol} ${look.colour}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.picture.replaceChildren(markPicture(mark, look));
    usePens(this.element, state.marks);
  }
}

/** @param {HTMLElement} element @param {string} selector @returns {HTMLElement} */
function part(element, selector) {
  const found = element.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`#${element.id} has no ${selector}`);
  return found;
}
