// The page that works without a network: two on this device, the computer, puzzles, and the games
// that were played here.

import "../../board/board.js";
import { makeThumbnail } from "../../board/thumbnail.js";
import { say } from "../../announce.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";
import { Adding } from "./adding.js";
import { DeviceGame } from "./device-game.js";
import { listGames, PLAIN_LOOKS, titleOf } from "./device-list.js";
import { keepInStep, opponentIn, sizeIn } from "./forms.js";
import { Puzzle, PuzzleAttempt } from "./puzzles.js";
import { Replay } from "./replay.js";
import { keepGame, keepSolved, keptGames, solvedPuzzles } from "./store.js";
import { Table } from "./table.js";
import { Thinking } from "./thinking.js";

/** @typedef {import("./store.js").KeptGame} KeptGame */
/** @typedef {DeviceGame | PuzzleAttempt | Replay} Played */

class OfflinePage {
  #page = byId("offline");
  #table = new Table();
  #thinking = new Thinking(this.#page.dataset.thinker ?? "");
  /** @type {Played | undefined} */
  #played;
  /** @type {Puzzle[]} */
  #puzzles = [];
  #solved = new Set();
  /** How often a puzzle was passed over in this visit. */
  #passed = 0;
  #adding = new Adding(() => this.#list());
  /** What began the game, and gets the focus back. @type {HTMLElement | null} */
  #opener = null;

  start() {
    this.#watchForms();
    this.#watchButtons();
    byId("front").hidden = false;
    void this.#loadPuzzles();
    void this.#list();
    this.#adding.start();
  }

  #watchForms() {
    const two = /** @type {HTMLFormElement} */ (byId("two"));
    const computer = /** @type {HTMLFormElement} */ (byId("computer"));
    for (const form of [two, computer]) keepInStep(form);
    two.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin({ size: sizeIn(two), level: 0, side: "" });
    });
    computer.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin({ size: sizeIn(computer), ...opponentIn(computer) });
    });
  }

  #watchButtons() {
    /** @type {Record<string, () => void>} */
    const works = {
      leave: () => this.#leave(),
      again: () => this.#again(),
      solve: () => this.#solve(),
      "next-puzzle": () => this.#solveAnother(),
      retry: () => this.#played?.start(),
      "show-answer": () => this.#played instanceof PuzzleAttempt && void this.#played.showAnswer(),
      "step-back": () => this.#played instanceof Replay && this.#played.step(-1),
      "step-on": () => this.#played instanceof Replay && this.#played.step(1),
    };
    for (const [id, work] of Object.entries(works)) byId(id).addEventListener("click", work);
  }

  /** @param {Played} played */
  #open(played) {
    if (byId("play").hidden) this.#opener = /** @type {HTMLElement | null} */ (document.activeElement);
    this.#played?.leave();
    this.#played = played;
    byId("front").hidden = true;
    byId("play").hidden = false;
    played.start();
    this.#table.focusHeadline();
  }

  #leave() {
    this.#played?.leave();
    this.#played = undefined;
    byId("play").hidden = true;
    byId("front").hidden = false;
    this.#opener?.focus();
  }

  /** @param {import("./device-game.js").Terms} terms */
  #begin(terms) {
    this.#open(new DeviceGame(this.#table, this.#thinking, terms, (game) => void this.#keep(game)));
  }

  #again() {
    if (this.#played instanceof DeviceGame) this.#begin(this.#played.terms);
  }

  /** @param {KeptGame} game */
  async #keep(game) {
    try {
      await keepGame(game);
    } catch {
      say(words("not_kept"));
    }
    await this.#list();
    await this.#adding.look();
  }

  async #list() {
    const games = await keptGames().catch(() => []);
    const replay = (/** @type {KeptGame} */ game) => this.#open(new Replay(this.#table, game, titleOf(game)));
    listGames(byId("games"), games, replay);
  }

  async #loadPuzzles() {
    const answer = await fetch(this.#page.dataset.puzzles ?? "");
    this.#puzzles = (await answer.json()).map((/** @type {import("./puzzles.js").Row} */ row) => new Puzzle(row));
    this.#solved = await solvedPuzzles().catch(() => new Set());
    this.#showPuzzles();
  }

  /** The easiest that is not solved, after those that were passed over. */
  get #next() {
    const left = this.#puzzles.filter(({ name }) => !this.#solved.has(name));
    const among = left.length ? left : this.#puzzles;
    return among[this.#passed % among.length];
  }

  #showPuzzles() {
    const count = this.#puzzles.length;
    const solved = this.#puzzles.filter(({ name }) => this.#solved.has(name)).length;
    byId("puzzles-kept").textContent = words("kept", { count });
    byId("solved").textContent = words("solved", { solved, count });
    const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
    progress.max = count;
    progress.value = solved;
    const { size, before } = this.#next;
    const picture = makeThumbnail({ ...size, first: "x", moves: before, looks: PLAIN_LOOKS });
    picture.querySelector(".thumb__wash")?.remove(); // which mark came last is not known
    byId("puzzle-thumb").replaceChildren(picture);
    /** @type {HTMLButtonElement} */ (byId("solve")).disabled = false;
  }

  #solve() {
    const puzzle = this.#next;
    this.#open(new PuzzleAttempt(this.#table, this.#thinking, puzzle, () => void this.#keepSolved(puzzle)));
  }

  #solveAnother() {
    const isSolved = this.#played instanceof PuzzleAttempt && this.#solved.has(this.#played.puzzle.name);
    if (!isSolved) this.#passed += 1;
    this.#solve();
  }

  /** @param {Puzzle} puzzle */
  async #keepSolved({ name }) {
    this.#solved.add(name);
    this.#showPuzzles();
    await keepSolved(name).catch(() => {}); // then it is solved for this visit
  }
}

new OfflinePage().start();
