// The two cards beside the board: mark, name, whether the player is here, and the clock.

import { byId } from '../dom.js';
import { markPicture, otherMark, usePens } from '../marks.js';
import { words } from '../words.js';
import { ClockFace } from './clock-face.js';
import { labelOf, turnOf } from './state.js';

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("../marks.js").Mark} Mark
 */

export class Players {
  /** @param {{ low: (mark: Mark) => void }} handlers low: a running clock gets short */
  constructor(handlers) {
    this.bottom = new PlayerCard(byId("player-bottom"), handlers);
    this.top = new PlayerCard(byId("player-top"), handlers);
  }

  /** @param {GameState} state @param {number} elapsed since the clock came */
  show(state, elapsed) {
    const mark = state.you[0] && state.you.length === 1 ? state.you[0] : "x";
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
    this.dot = part(element, ".player__dot");
    this.here = part(element, ".player__here");
    this.clock = new ClockFace(part(element, ".clock"), handlers.low);
    this.drawn = "";
  }

  /** @param {GameState} state @param {Mark} mark @param {number} elapsed */
  show(state, mark, elapsed) {
    const seat = state.seats[mark];
    this.element.dataset.mark = mark;
    this.element.classList.toggle("is-turn", turnOf(state) === mark);
    this.name.textContent = seat ? labelOf(state, mark) : freeSeatText(state, mark);
    this.#draw(state, mark);
    this.#showPresence(state, mark);
    this.clock.show(state.clock, mark, elapsed);
    this.clock.element.setAttribute("aria-label", words("clock_of", { name: labelOf(state, mark) }));
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

  /** @param {GameState} state @param {Mark} mark */
  #showPresence(state, mark) {
    const seat = state.seats[mark];
    const isShared = state.opponent === "device";
    const isHere = state.presence[mark] || seat?.kind === "engine";
    this.dot.hidden = !seat || isShared;
    this.dot.classList.toggle("player__dot--away", !isHere);
    this.here.textContent = presenceText(state, mark, isHere);
  }
}

/** Whether somebody waits who has neither side yet. @param {GameState} state */
function isUndecided({ seats }) {
  return !seats.x && !seats.o;
}

/** @param {GameState} state @param {Mark} mark */
function freeSeatText(state, mark) {
  return invitedTo(state, mark) || words(isUndecided(state) ? "side_undecided" : "free_seat");
}

/** Who is asked to take a free seat; "" if nobody is, or may choose the other. @param {GameState} state @param {Mark} mark */
function invitedTo({ seats, invited }, mark) {
  return seats[otherMark(mark)] ? invited : "";
}

/** @param {GameState} state @param {Mark} mark @param {boolean} isHere */
function presenceText(state, mark, isHere) {
  const seat = state.seats[mark];
  const isOver = state.status === "finished";
  if (!seat && invitedTo(state, mark)) return words(isOver ? "asked_declined" : "asked");
  if (!seat) return words(isUndecided(state) ? "side_drawn" : "nobody_yet");
  if (state.opponent === "device") return words("on_this_device");
  if (seat.kind === "engine") return words("computer");
  if (state.you.includes(mark)) return words("you_here");
  return words(isHere ? "online" : "away");
}

/** @param {HTMLElement} element @param {string} selector @returns {HTMLElement} */
function part(element, selector) {
  const found = element.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`#${element.id} has no ${selector}`);
  return found;
}
