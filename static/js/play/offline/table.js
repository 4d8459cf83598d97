// The board of the offline page and what stands around it: a headline, and buttons that a game,
// puzzle or replay shows. It knows no rules.

import { alertNow, say } from "../../announce.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";
import { AimBar } from "../game/aim-bar.js";

/**
 * @typedef {import("./rules.js").Size} Size
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {{ cells: (Mark | "")[], last?: number, line?: number[] | null }} Shown
 */

const BUTTONS = ["step-back", "step-on", "again", "next-puzzle", "retry", "show-answer"];

export class Table {
  board = /** @type {import("../../board/board.js").TttBoard} */ (byId("board"));
  #headline = byId("headline");
  #isSetUp = false;
  /** What a press on a cell does now. @type {(cell: number) => void} */
  onMove = () => {};

  constructor() {
    const aimBar = new AimBar(this.board);
    this.#on("ttt-move", ({ cell }) => this.onMove(cell));
    this.#on("ttt-aim", ({ cell }) => aimBar.show(cell));
    this.#on("ttt-say", ({ text }) => say(text));
    this.#on("ttt-ask", ({ what }) => say(this.#answer(what)));
  }

  /** @param {string} type @param {(detail: any) => void} work */
  #on(type, work) {
    this.board.addEventListener(type, (event) => work(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {string} what */
  #answer(what) {
    if (what === "clocks") return words("no_clock");
    if (what === "board" || this.board.last < 0) return this.board.describe();
    return this.board.nameOf(this.board.last);
  }

  /** Begin anew with an empty board. @param {Size} size @param {string} about */
  begin({ m, n, k }, about) {
    this.board.setup({ m, n, k, label: words("board", { m, n }) });
    this.#isSetUp = true;
    byId("about").textContent = about;
    this.offer([]);
  }

  /** @param {Shown} shown @param {{ animate?: boolean }} [how] */
  show({ cells, last = -1, line = null }, { animate = true } = {}) {
    this.board.show({ cells, last, line, animate });
  }

  /** Which mark may be placed now; null for none. @param {Mark | null} mark */
  allow(mark) {
    if (this.#isSetUp) this.board.allow(mark);
  }

  /** @param {string} text */
  headline(text) {
    this.#headline.textContent = text;
  }

  /** How a game ended: read at once, and the focus is not moved. @param {string} text */
  result(text) {
    this.headline(text);
    alertNow(text);
  }

  /** Show these buttons and no others. @param {string[]} names */
  offer(names) {
    for (const name of BUTTONS) byId(name).hidden = !names.includes(name);
  }

  focusHeadline() {
    this.#headline.focus();
  }
}
