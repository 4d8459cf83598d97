// A list of live games. A move is drawn at once; games come and go only while nobody is in the
// list. What a card tells beside names and board is up to the page's pattern.

import { glyph } from "../../board/glyph.js";
import { makeThumbnail } from "../../board/thumbnail.js";
import { byId } from "../../dom.js";
import { capitalised, goalText } from "../../goal.js";
import { isInUse, whenLeft } from "../../in-use.js";
import { seatText } from "../../seat-text.js";
import { listedText, roundAndClockText } from "../../terms.js";
import { timeText, timeLeft } from "../../time-left.js";
import { words } from "../../words.js";

/**
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {{ label: string, level?: number, symbol: string, colour: string }} LiveSeat
 * @typedef {import("../../time-left.js").ClockState} ClockState
 * @typedef {object} LiveGame as games/play/watch/queries.py tells it, or a BoardState of an arena
 * @property {string} uid
 * @property {number} m
 * @property {number} n
 * @property {number} k
 * @property {string} [control]
 * @property {string} [round_kind] "rated" or "casual", "" if it is of no round
 * @property {Mark} first
 * @property {number[]} moves
 * @property {Record<Mark, LiveSeat>} seats
 * @property {ClockState | null} [clock]
 */

const BLANK_UID = "0000000000";
const MARKS = /** @type {const} */ (["x", "o"]);
const SECOND = 1000;
const LOW = 20 * SECOND; // a clock that the reader should look at

export class LiveGames {
  #template = /** @type {HTMLTemplateElement} */ (byId("live-game-template"));
  #empty = byId("nobody-plays");
  /** @type {Map<string, LiveCard>} those in the list, by uid */
  #cards = new Map();
  /** @type {LiveGame[]} as of the last answer */
  #games;

  /**
   * @param {HTMLElement} list as the server rendered it
   * @param {LiveGame[]} games in it
   */
  constructor(list, games) {
    this.list = list;
    this.#games = games;
    for (const game of games) {
      const item = list.querySelector(`[data-uid="${game.uid}"]`);
      if (item instanceof HTMLElement) this.#cards.set(game.uid, new LiveCard(item, game));
    }
    whenLeft(list, () => this.#arrange());
    window.setInterval(() => this.#tick(), SECOND);
  }

  #tick() {
    if (document.hidden) return;
    for (const card of this.#cards.values()) card.tick();
  }

  /** List *games*, in their order. @param {LiveGame[]} games */
  show(games) {
    this.#games = games;
    const live = new Map(games.map((game) => [game.uid, game]));
    for (const [uid, card] of this.#cards) {
      const game = live.get(uid);
      if (game) card.show(game);
      else card.end();
    }
    this.#arrange();
  }

  /** Let games come and go. */
  #arrange() {
    if (isInUse(this.list)) return;
    const cards = this.#games.map((game) => this.#cards.get(game.uid) ?? this.#make(game));
    const items = cards.map((card) => card.item);
    if (items.some((item, at) => item !== this.list.children[at]) || items.length !== this.list.children.length) {
      this.list.replaceChildren(...items);
    }
    this.#cards = new Map(cards.map((card) => [card.game.uid, card]));
    this.list.hidden = items.length === 0;
    this.#empty.hidden = items.length > 0;
  }

  /** @param {LiveGame} game */
  #make(game) {
    const { content } = /** @type {HTMLTemplateElement} */ (this.#template.cloneNode(true));
    const item = /** @type {HTMLElement} */ (content.querySelector("li"));
    item.dataset.uid = game.uid;
    const link = item.querySelector("a");
    link?.setAttribute("href", link.getAttribute("href")?.replace(BLANK_UID, game.uid) ?? "");
    fillIn(item, game);
    const card = new LiveCard(item, game);
    card.show(game);
    return card;
  }
}

/** One game of the list. */
class LiveCard {
  #toldAt = performance.now();
  #isOver = false;

  /** @param {HTMLElement} item @param {LiveGame} game as *item* shows it */
  constructor(item, game) {
    this.item = item;
    this.game = game;
  }

  /** @param {LiveGame} game as it stands now */
  show(game) {
    if (game.moves.join() !== this.game.moves.join()) draw(this.item, game);
    this.game = game;
    this.#toldAt = performance.now();
    this.#setOver(false);
    write(this.item, "[data-moves]", () => words("moves", { count: game.moves.length }));
    this.tick();
  }

  /** The game is not among the live ones any more. */
  end() {
    this.#setOver(true);
  }

  /** Show the clocks as they stand by now, if there are any. */
  tick() {
    const { clock } = this.game;
    if (!clock || this.#isOver) return;
    for (const mark of MARKS) {
      const left = timeLeft(clock, mark, performance.now() - this.#toldAt);
      const place = write(this.item, `[data-clock="${mark}"]`, () => timeText(left));
      place?.classList.toggle("is-running", clock.running === mark);
      place?.classList.toggle("is-low", clock.running === mark && left < LOW);
    }
  }

  /** @param {boolean} isOver */
  #setOver(isOver) {
    this.#isOver = isOver;
    this.item.classList.toggle("is-over", isOver);
    partOf(this.item, "[data-over]").hidden = !isOver;
    this.item.querySelector("[data-moves]")?.toggleAttribute("hidden", isOver);
  }
}

/** @param {HTMLElement} item @param {LiveGame} game */
function draw(item, game) {
  partOf(item, "[data-board]").replaceChildren(makeThumbnail({ ...game, looks: game.seats }));
}

/** @param {HTMLElement} item @param {LiveGame} game */
function fillIn(item, game) {
  const { m, n, k, seats } = game;
  draw(item, game);
  write(item, "[data-terms]", () => listedText([`${m}×${n}`, goalText(k)]));
  write(item, "[data-control]", () => capitalised(roundAndClockText({ control: "", round_kind: "", ...game })));
  for (const mark of MARKS) {
    const seat = partOf(item, `[data-seat="${mark}"]`);
    partOf(seat, "[data-mark]").replaceChildren(glyph(mark, seats[mark]));
    partOf(seat, "[data-name]").textContent = seatText(seats[mark]);
  }
}

/**
 * Write into a part of *item* that its pattern may have.
 * @param {HTMLElement} item
 * @param {string} selector
 * @param {() => string} text
 */
function write(item, selector, text) {
  const part = item.querySelector(selector);
  const shown = part && text();
  if (part && part.textContent !== shown) part.textContent = shown;
  return part;
}

/** @param {HTMLElement} item @param {string} selector @returns {HTMLElement} */
function partOf(item, selector) {
  return /** @type {HTMLElement} */ (item.querySelector(selector));
}
