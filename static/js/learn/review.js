// The review page: steps through a finished game by slider, keys, buttons and list. Every step is
// an address of its own, so that a position can be linked and the page works without this script.
// What the engine found is in the page; see review/graph.js and review/asking.js.

import { say } from "../announce.js";
import "../board/board.js";
import { watchCopyButtons } from "../copy.js";
import { byId, pageData } from "../dom.js";
import { cellsAfter, moverAt } from "../play/game/state.js";
import { cellName } from "../names.js";
import { isForThePage, pageKeysAreOn } from "../page-keys.js";
import { ReviewAnswer, startTry } from "./review/answer.js";
import { watchRequest } from "./review/asking.js";
import { ReviewGraph } from "./review/graph.js";
import { words } from "../words.js";

/**
 * @typedef {import("../board/board.js").TttBoard} TttBoard
 * @typedef {import("../play/game/state.js").GameState} GameState
 * @typedef {import("./review/answer.js").AnswerData} AnswerData
 * @typedef {import("./review/answer.js").TryData} TryData
 *
 * @typedef {object} Ply what was found of the position after so many moves
 * @property {string} evaluation
 * @property {string} word on the move that led there
 * @property {number[]} best cells
 * @property {boolean} is_proven they are best, and do not only look so
 * @property {string} names of those cells, "" at the end
 * @property {string} line how it goes on best, or ""
 *
 * @typedef {object} Shown
 * @property {number} ply that the page opens with
 * @property {boolean} coordinates
 * @property {Ply[] | null} plies null while nobody has asked
 * @property {AnswerData | null} answer why a move lost something
 * @property {TryData | null} again the move is tried again
 *
 * @typedef {Pick<GameState, "m" | "n" | "k" | "first" | "moves" | "marks" | "line"> & Shown} ReviewedGame
 */

const ADDRESS_STANDS = 250; // ms at least

class ReviewPage {
  #ply = -1;
  /** The timer of the next change of the address. */
  #changing = 0;
  #board = /** @type {TttBoard} */ (byId("board"));
  #slider = /** @type {HTMLInputElement} */ (byId("ply"));
  #numbers = /** @type {HTMLInputElement} */ (byId("numbers").querySelector("input"));
  #hints = document.querySelector("#hints input");
  #count = byId("count");
  /** @type {NodeListOf<HTMLElement>} the first leads to the position after the first move */
  #steps = document.querySelectorAll("#steps .step");
  /** @type {ReviewGraph | null} */
  #graph = null;
  /** @type {ReviewAnswer | null} what is drawn instead of the game, until one goes on in it */
  #answer = null;

  /** @param {ReviewedGame} game */
  constructor(game) {
    this.game = game;
  }

  start() {
    const { m, n, k, marks, coordinates, ply } = this.game;
    this.#board.setup({ m, n, k, label: words("board"), looks: marks, coordinates, confirm: "off" });
    this.#board.allow(null);
    this.#slider.hidden = false;
    byId("numbers").hidden = false;
    const graph = document.getElementById("graph");
    if (graph) this.#graph = new ReviewGraph(graph, (to) => this.go(to), () => this.#ply);
    this.#showHintSwitch();
    this.#listen();
    this.#show(ply, false);
    const { answer, again } = this.game;
    if (answer) this.#answer = new ReviewAnswer(this.#board, this.game, answer);
    else if (again) startTry(this.#board, this.game, again);
  }

  #showHintSwitch() {
    const label = document.getElementById("hints");
    if (!label) return;
    label.hidden = false;
    this.#hints?.addEventListener("change", () => this.#showHints());
  }

  get #last() {
    return this.game.moves.length;
  }

  #listen() {
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    this.#numbers.addEventListener("change", () => this.#showNumbers());
    this.#goOnPress("first", () => 0);
    this.#goOnPress("previous", () => this.#ply - 1);
    this.#goOnPress("next", () => this.#ply + 1);
    this.#goOnPress("last", () => this.#last);
    for (const [index, step] of this.#steps.entries()) {
      onPlainClick(step, () => this.go(index + 1));
    }
    addEventListener("keydown", (event) => this.#onKey(event));
    this.#board.addEventListener("ttt-ask", () => say(this.#board.describe()));
    this.#board.addEventListener("ttt-say", (event) => {
      say(/** @type {CustomEvent<{ text: string }>} */ (event).detail.text);
    });
  }

  /** @param {string} id @param {() => number} target */
  #goOnPress(id, target) {
    onPlainClick(byId(id), () => this.go(target()));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (!pageKeysAreOn() || !isForThePage(event)) return;
    const targets = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: this.#last };
    const target = /** @type {Record<string, number>} */ (targets)[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.go(target);
  }

  /** Show the game after *ply* moves and say what was played. @param {number} ply */
  go(ply) {
    const wanted = Math.max(0, Math.min(this.#last, ply));
    if (wanted === this.#ply && !this.#answer && !this.game.again) return;
    this.#answer?.leave();
    this.#answer = null;
    this.#leaveTry();
    this.#show(wanted, wanted === this.#ply + 1);
    this.#changeAddress();
    // A slider that has the focus is read out by itself, with the same text.
    if (!document.activeElement?.matches("[type=range], [role=slider]")) say(this.#moveText());
  }

  /** Now, and once more for what follows soon: browsers refuse an address that changes too often. */
  #changeAddress() {
    if (this.#changing) return;
    const change = () => history.replaceState(null, "", `?ply=${this.#ply}`);
    change();
    this.#changing = window.setTimeout(() => {
      this.#changing = 0;
      change();
    }, ADDRESS_STANDS);
  }

  #leaveTry() {
    if (!this.game.again) return;
    this.game.again = null;
    document.getElementById("again")?.remove();
    this.#board.allow(null);
  }

  /** @param {number} ply @param {boolean} animate */
  #show(ply, animate) {
    this.#ply = ply;
    this.#board.show({
      cells: cellsAfter(this.game, ply),
      last: this.game.moves[ply - 1] ?? -1,
      line: ply === this.#last ? this.game.line : null,
      animate,
    });
    this.#showNumbers();
    this.#showHints();
    this.#showEvaluation();
    this.#slider.value = String(ply);
    this.#slider.setAttribute("aria-valuetext", this.#moveText());
    this.#graph?.show(ply, this.#moveText());
    this.#count.textContent = words("position", { ply, last: this.#last });
    this.#showStep();
    this.#showEnds();
    this.#showLinks();
  }

  #showNumbers() {
    if (this.game.answer) return; // which numbers its own marks
    this.#board.numbers(this.#numbers.checked ? this.game.moves.slice(0, this.#ply) : []);
  }

  #showHints() {
    const found = this.game.plies?.[this.#ply];
    const isTold = !this.game.again && !this.game.answer;
    const isWanted = isTold && this.#hints instanceof HTMLInputElement && this.#hints.checked;
    const cells = found && isWanted ? found.best : [];
    this.#board.hint(cells, found?.is_proven ? "best" : "looks_best");
  }

  #showEvaluation() {
    const found = this.game.plies?.[this.#ply];
    if (!found) return;
    byId("evaluation").textContent = found.evaluation;
    const key = found.is_proven ? "best" : "looks_best";
    byId("to-play").textContent = found.names && words(key, { cells: found.names });
    byId("best-line").textContent = found.line && words("best_line", { moves: found.line });
  }

  /** What leads to another page about the position that is shown. */
  #showLinks() {
    for (const id of ["explain", "play-on", "position"]) {
      const link = document.getElementById(id);
      if (link instanceof HTMLAnchorElement) link.search = `?ply=${this.#ply}`;
    }
    const { m, n, line } = this.game;
    byId("play-on").hidden = this.#ply === m * n || (this.#ply === this.#last && Boolean(line));
  }

  #showStep() {
    for (const [index, step] of this.#steps.entries()) {
      const isShown = index + 1 === this.#ply;
      if (isShown) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
      if (isShown) scrollWithin(step);
    }
    if (this.#ply === 0) byId("steps").scrollTop = 0;
  }

  /** The buttons that lead nowhere look so. */
  #showEnds() {
    for (const id of ["first", "previous"]) disable(byId(id), this.#ply === 0);
    for (const id of ["next", "last"]) disable(byId(id), this.#ply === this.#last);
  }

  #moveText() {
    if (this.#ply === 0) return words("start");
    const { m, n, first, moves } = this.game;
    const mark = this.#board.markName(moverAt(this.#ply - 1, first));
    const name = cellName(moves[this.#ply - 1], m, n);
    const move = words("after", { ply: this.#ply, mark, name });
    const found = this.game.plies?.[this.#ply];
    return found ? words("judged", { move, word: found.word, evaluation: found.evaluation }) : move;
  }
}

/** Scroll the list, never the page. @param {HTMLElement} step */
function scrollWithin(step) {
  const list = step.closest("ol");
  const item = step.closest("li");
  if (!list || !item || list.scrollHeight <= list.clientHeight) return;
  const top = item.offsetTop - list.offsetTop;
  const isSeen = top >= list.scrollTop && top + item.offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isSeen) list.scrollTop = top - list.clientHeight / 2;
}

/** @param {HTMLElement} link @param {boolean} isOff */
function disable(link, isOff) {
  if (isOff) link.setAttribute("aria-disabled", "true");
  else link.removeAttribute("aria-disabled");
}

/** A click that is not meant for a new tab. @param {HTMLElement} link @param {() => void} work */
function onPlainClick(link, work) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    work();
  });
}

new ReviewPage(pageData("review-data")).start();
watchRequest();
watchCopyButtons();
