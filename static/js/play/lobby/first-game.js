// The board of the home page: the first press begins a game against the computer, which goes on in
// its place, under the game's own address. Without this script the cells lead to the game's page.

import { alertNow, say } from "../../announce.js";
import "../../board/board.js";
import { afterPaint, byId, pageData } from "../../dom.js";
import { withSeatTexts } from "../../seat-text.js";
import { LiveSocket, newId, socketUrl, wakeWithThePage } from "../../socket.js";
import { playSound, prepareSound } from "../../sound.js";
import { vibrate } from "../../vibration.js";
import { words } from "../../words.js";
import { applyMessage, cellsAfter, turnOf } from "../game/state.js";
import { showGuest } from "./guest-header.js";

/**
 * @typedef {import("../../board/board.js").TttBoard} TttBoard
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {import("../../socket.js").Message} Message
 * @typedef {import("../game/state.js").GameState} GameState
 * @typedef {"start" | "mine" | "theirs" | "failed" | "draw" | "lost" | "won" | "over"} Stage
 * @typedef {{ cell: number, id: string }} OwnMove drawn, but not yet acknowledged
 * @typedef {{ state: GameState, url: string, review: string, token: string }} Begun
 */

const OWN = "x";
const CENTRE = 4;
const LEFT = 1000; // the socket was closed by this page
/** ms that the pen takes for X: the computer's answer waits for it. */
const PEN = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 360;
const CHANGE_THE_BOARD = new Set(["game", "moved", "ended"]);
/** @type {Partial<Record<Stage, import("../../sound.js").Sound>>} */
const SOUNDS = { draw: "draw", lost: "lose", won: "win" };

export class FirstGame {
  #section = byId("first");
  #form = /** @type {HTMLFormElement} */ (byId("first-form"));
  #board = /** @type {TttBoard} */ (byId("first-board"));
  #title = document.title;
  /** @type {GameState | null} null before the first press */
  #state = null;
  /** @type {LiveSocket | null} */
  #socket = null;
  /** @type {OwnMove | null} */
  #own = null;
  #drawnAt = 0;
  /** @type {Stage} */
  #stage = "start";

  constructor() {
    const board = this.#board;
    board.addEventListener("ttt-move", (event) => this.#play(detailOf(event).cell));
    board.addEventListener("ttt-say", (event) => say(detailOf(event).text));
    board.addEventListener("ttt-ask", (event) => this.#answer(detailOf(event).what));
    for (const button of this.#section.querySelectorAll("[data-again]")) {
      button.addEventListener("click", () => this.#playAgain());
    }
    wakeWithThePage({ wake: () => this.#socket?.wake(), tell: () => this.#socket?.tell() });
    addEventListener("popstate", (event) => this.#goTo(event.state?.first ?? ""));
    prepareSound();
    this.#clear();
  }

  /** An empty board that waits for the first press. */
  #clear() {
    this.#socket?.close();
    this.#socket = this.#state = this.#own = null;
    const { dataset } = this.#board;
    this.#board.setup({
      m: Number(dataset.m),
      n: Number(dataset.n),
      k: Number(dataset.k),
      label: dataset.label ?? "",
      looks: pageData("first-looks"),
      coordinates: false,
      confirm: "off",
    });
    this.#board.allow(OWN);
    this.#board.ink.ghost(CENTRE, OWN, "hover");
    this.#show("start");
  }

  // ---- Playing ----

  /** Draw the own mark at once; the game hears of it before the next paint. @param {number} cell */
  #play(cell) {
    this.#own = { cell, id: newId() };
    this.#drawnAt = performance.now() + PEN;
    this.#board.put(cell, OWN, { animate: true });
    this.#board.setLast(cell);
    this.#board.allow(null);
    if (this.#state) this.#send(this.#state);
    else void this.#begin(cell);
    afterPaint(() => {
      playSound(OWN);
      vibrate("mark");
      if (this.#own) this.#show("theirs");
    });
  }

  /** Begin the game with the mark that has been drawn: one request. @param {number} cell */
  async #begin(cell) {
    const body = new FormData(this.#form);
    body.set("cell", String(cell));
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(this.#form.action, { method: "POST", headers, body });
      if (!isJson(answer)) this.#post({ cell });
      else if (answer.ok) this.#enter(await answer.json());
      else this.#fail((await answer.json()).text);
    } catch {
      this.#fail(words("first_failed"));
    }
  }

  /** The game is there: this page is its page now. @param {Begun} begun */
  #enter({ state, url, review, token }) {
    history.pushState({ first: state.uid }, "", url);
    showGuest(state.seats[OWN]?.name ?? "");
    renewTokens(token);
    byId("first-review").setAttribute("href", review);
    this.#state = state;
    this.#own = null;
    const socket = new LiveSocket(socketUrl(`/ws/games/${state.uid}/`), {
      message: (message) => this.#hear(message),
      status: (status, code) => this.#reloadIfClosed(status, code),
      dropped: () => this.#lift(),
    });
    this.#socket = socket;
    socket.connect();
    this.#showLater();
  }

  /**
   * The server closes the socket for good: the page, loaded anew, says why.
   * @param {import("../../socket.js").Status} status
   * @param {number} code
   */
  #reloadIfClosed(status, code) {
    if (status === "closed" && code !== LEFT) location.reload();
  }

  /** @param {GameState} state */
  #send(state) {
    const { cell, id } = /** @type {OwnMove} */ (this.#own);
    const socket = /** @type {LiveSocket} */ (this.#socket);
    const ply = state.moves.length;
    // Something on the way forbids sockets: play as without scripts.
    if (socket.isKeptOut) this.#post({ ply, cell, id }, `${location.pathname}play/`);
    else socket.command({ type: "play", ply, cell, id });
  }

  /**
   * Leave it to the browser, whose page then says what is the matter.
   * @param {Record<string, string | number>} fields
   * @param {string} [action]
   */
  #post(fields, action = this.#form.action) {
    this.#form.action = action;
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value: String(value) });
      this.#form.append(field);
    }
    this.#form.submit();
  }

  // ---- Hearing ----

  /** @param {Message} message */
  #hear(message) {
    if (!this.#state) return;
    this.#state = applyMessage(this.#state, withSeatTexts(message));
    if (!this.#socket?.pending) this.#own = null;
    if (CHANGE_THE_BOARD.has(message.type)) this.#showLater();
  }

  /** The own mark was refused: perhaps it came after the last move, which is heard before the end. */
  #lift() {
    if (this.#state?.status !== "finished") return this.#fail(words("first_failed"));
    this.#own = null;
    this.#catchUp();
  }

  /** The own mark did not take place. @param {string} problem */
  #fail(problem) {
    if (this.#own) this.#board.lift(this.#own.cell);
    this.#own = null;
    byId("first-problem").textContent = problem;
    this.#showBoard();
    this.#show("failed");
    alertNow(problem);
  }

  // ---- Showing ----

  /** Show what is known once the own mark is drawn. */
  #showLater() {
    const socket = this.#socket;
    setTimeout(() => this.#socket === socket && this.#catchUp(), Math.max(0, this.#drawnAt - performance.now()));
  }

  #catchUp() {
    const state = /** @type {GameState} */ (this.#state);
    const [before, marks] = [this.#stage, this.#board.cells.filter(Boolean).length];
    const stage = this.#own ? "theirs" : stageOf(state);
    this.#showBoard();
    this.#show(stage);
    const sound = SOUNDS[stage];
    if (sound && stage !== before) {
      playSound(sound);
      if (stage === "won") vibrate("win");
      alertNow(this.#headline);
    } else if (stage === "mine" && state.moves.length > marks) {
      playSound("o");
      say(words("computer_marked", { name: this.#board.nameOf(state.moves.at(-1) ?? 0) }));
    }
  }

  #showBoard() {
    const state = this.#state;
    const cells = state ? cellsAfter(state) : new Array(this.#board.cells.length).fill("");
    if (this.#own) cells[this.#own.cell] = OWN;
    const last = this.#own?.cell ?? state?.moves.at(-1) ?? -1;
    this.#board.show({ cells, last, line: state?.line ?? null, animate: true });
    const isTurn = !state || turnOf(state) === OWN;
    this.#board.allow(isTurn && !this.#own ? OWN : null);
  }

  /** @param {Stage} stage */
  #show(stage) {
    this.#stage = stage;
    for (const sentence of this.#section.querySelectorAll("[data-when]")) {
      sentence.classList.toggle("is-said", sentence.getAttribute("data-when") === stage);
    }
    const isOver = ["draw", "lost", "won", "over"].includes(stage);
    const turn = isOver ? "" : stage === "theirs" ? "o" : "x";
    for (const player of this.#section.querySelectorAll("[data-player]")) {
      player.classList.toggle("is-turn", player.getAttribute("data-player") === turn);
    }
    byId("hero-move").classList.toggle("marker", !isOver); // the next step is what to look at
    document.title = stage === "start" ? this.#title : `${this.#headline} · ${this.#title}`;
  }

  get #headline() {
    return this.#section.querySelector(".is-said h2")?.textContent?.trim() ?? "";
  }

  /** @param {"last" | "board" | "clocks"} what */
  #answer(what) {
    const { last, grid } = this.#board;
    if (what === "clocks") say(words("no_clock"));
    else if (what === "board" || last < 0) say(this.#board.describe());
    else say(grid.buttons[last].ariaLabel ?? "");
  }

  // ---- Coming and going ----

  #playAgain() {
    this.#clear();
    history.pushState(null, "", this.#section.dataset.home);
    this.#board.focusCell();
  }

  /** Back and forward. @param {string} uid the game of the address, "" on the home page */
  #goTo(uid) {
    if (uid && uid !== this.#state?.uid) location.reload();
    else if (!uid && this.#state && location.pathname === this.#section.dataset.home) this.#clear();
  }
}

/** @param {Event} event @returns {any} */
function detailOf(event) {
  return /** @type {CustomEvent} */ (event).detail;
}

/** @param {GameState} state @returns {Stage} */
function stageOf(state) {
  if (state.status !== "finished") return turnOf(state) === OWN ? "mine" : "theirs";
  if (state.outcome === "draw") return "draw";
  if (!state.outcome) return "over";
  return state.outcome === OWN ? "won" : "lost";
}

/** @param {Response} answer */
function isJson(answer) {
  return answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
}

/** Whoever has become a guest is signed in, which made the page's tokens invalid. @param {string} token */
function renewTokens(token) {
  for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) {
    /** @type {HTMLInputElement} */ (field).value = token;
  }
}
