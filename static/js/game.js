// The live game page: joins the board, which draws, and the socket, which reconnects. What is
// allowed, and what has happened, is the server's word; only an own mark is drawn before it.

import { say } from './announce.js';
import { TttBoard } from './board.js';
import { watchCopyButtons } from './copy.js';
import { afterPaint, byId, pageData } from './dom.js';
import { Announcer } from './game/announcer.js';
import { sendCommandsThrough } from './game/commands.js';
import { ConnectionPill } from './game/connection.js';
import { MoveList } from './game/move-list.js';
import { showPanels } from './game/panels.js';
import { Players } from './game/players.js';
import { applied, cellsAfter, turnOf, withMove } from './game/state.js';
import { clocksText, headline, lastMoveText, ownMark, reasonText } from './game/wording.js';
import { isForThePage, pageKeysAreOn } from './page-keys.js';
import { LiveSocket, newId, socketUrl, wakeWithThePage } from './socket.js';
import { watchShareButtons } from './share.js';
import { playSound, prepareSound } from './sound.js';
import { words } from './words.js';

/**
 * @typedef {import("./game/state.js").GameState} GameState
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./socket.js").Message} Message
 * @typedef {{ cell: number, id: string, mark: Mark }} OwnMove drawn, but not yet acknowledged
 */

/** An acknowledgement that takes longer than this shows in the mark. */
const SLOW = 250;

const CHANGE_THE_BOARD = new Set(["game", "moved", "ended"]);

class GamePage {
  /** @type {OwnMove | null} */
  #own = null;
  /** How many moves the board shows; null: all, and it follows the game. */
  #ply = /** @type {number | null} */ (null);
  #clockCameAt = performance.now();
  /** @type {(() => void)[]} what waits for the next paint */
  #later = [];

  /**
   * @param {GameState} state
   * @param {Record<string, string>} refusals sentence for each code
   */
  constructor(state, refusals) {
    this.state = state;
    this.refusals = refusals;
    this.board = /** @type {TttBoard} */ (byId("board"));
    this.announcer = new Announcer();
    this.players = new Players({ low: (mark) => this.announcer.warnOfTime(this.state, mark) });
    this.moveList = new MoveList((ply) => this.#look(ply));
    this.pill = new ConnectionPill();
    this.terms = byId("detail").textContent ?? "";
    this.title = document.title;
    this.socket = new LiveSocket(socketUrl(`/ws/games/${state.uid}/`), {
      message: (message) => this.#hear(message),
      status: (_, code) => this.pill.follow(this.socket, code),
      dropped: () => this.#liftOwn(),
    });
  }

  start() {
    this.#setUpBoard();
    this.#showBoard(false);
    this.#showRest();
    this.#listen();
    sendCommandsThrough(this.socket);
    wakeWithThePage(this.socket);
    this.socket.connect();
  }

  #setUpBoard() {
    const { m, n, k, marks } = this.state;
    const { label = "", coordinates, confirm } = this.board.dataset;
    this.board.setup({
      ...{ m, n, k, label, looks: marks },
      coordinates: coordinates !== "off",
      confirm: /** @type {import("./board.js").Confirm} */ (confirm),
    });
  }

  #listen() {
    const { board } = this;
    on(board, "ttt-move", ({ cell }) => this.#play(cell));
    on(board, "ttt-aim", ({ cell }) => this.#showAim(cell));
    on(board, "ttt-say", ({ text }) => say(text));
    on(board, "ttt-ask", ({ what }) => say(this.#answer(what)));
    byId("aim-place").addEventListener("click", () => board.confirmAim());
    byId("aim-cancel").addEventListener("click", () => board.setAim(-1));
    addEventListener("keydown", (event) => this.#onKey(event));
  }

  // ---- Playing ----

  /** Draw the own mark at once and send it before the frame is painted. @param {number} cell */
  #play(cell) {
    const mark = this.board.allowed;
    if (!mark) return;
    const own = { cell, id: newId(), mark };
    this.#own = own;
    this.board.put(cell, mark, { animate: true });
    this.board.setLast(cell);
    this.board.allow(null);
    if (!this.#send(own)) return;
    this.pill.follow(this.socket, 0);
    this.#afterPaint(() => {
      playSound(mark);
      this.#showTurn();
    });
    setTimeout(() => this.#own === own && this.board.ink.setPending(cell, true), SLOW);
  }

  /** @param {OwnMove} own @returns {boolean} whether the page stays */
  #send({ cell, id }) {
    const ply = this.state.moves.length;
    if (!this.socket.hasBeenOpen && this.socket.status === "waiting") return this.#post(ply, cell, id);
    this.socket.command({ type: "play", ply, cell, id });
    return true;
  }

  /**
   * Something on the way forbids sockets: play as without scripts.
   * @param {number} ply
   * @param {number} cell
   * @param {string} id
   */
  #post(ply, cell, id) {
    const form = /** @type {HTMLFormElement} */ (byId("play-form"));
    for (const [name, value] of Object.entries({ ply, cell, id })) {
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
      field.value = String(value);
    }
    form.submit();
    return false;
  }

  /** The own mark did not take place. */
  #liftOwn() {
    if (!this.#own) return;
    this.#own = null;
    this.#showBoard(false);
    this.#showTurn();
  }

  // ---- Hearing ----

  /** @param {Message} message */
  #hear(message) {
    const before = this.state;
    const state = applied(before, message);
    this.state = state;
    if ("clock" in message) this.#clockCameAt = performance.now();
    if (message.type === "refused") this.#refuse(message);
    else if (message.type === "moved") byId("note").hidden = true;
    const isOwn = this.#settleOwn();
    if (CHANGE_THE_BOARD.has(message.type)) {
      this.#ply = null;
      this.#showBoard(state.moves.length >= before.moves.length);
    }
    this.#afterPaint(() => {
      this.#showRest();
      const isOver = this.state.status === "finished";
      this.announcer.tell({ message, before, state, isOwn, isOver });
    });
  }

  /** @returns {boolean} whether the own mark stands now */
  #settleOwn() {
    if (!this.#own || this.socket.pending) return false;
    this.board.ack(this.#own.cell);
    this.#own = null;
    return true;
  }

  /** @param {Message} message */
  #refuse({ code }) {
    const text = this.refusals[code] ?? words("refused");
    say(text);
    byId("note").hidden = false;
    byId("note-text").textContent = text;
  }

  // ---- Showing ----

  /** @param {boolean} animate */
  #showBoard(animate) {
    const { board, state } = this;
    const ply = this.#ply ?? state.moves.length;
    const isLive = this.#ply === null;
    const own = isLive ? this.#own : null;
    const cells = cellsAfter(state, ply);
    if (own) cells[own.cell] = own.mark;
    const last = own ? own.cell : state.moves[ply - 1] ?? -1;
    const line = ply === state.moves.length ? state.line : null;
    board.show({ cells, last, line, animate });
    const turn = turnOf(state);
    board.allow(isLive && !own && turn && state.you.includes(turn) ? turn : null);
  }

  #showRest() {
    const { state } = this;
    this.moveList.show(state, this.#ply ?? state.moves.length);
    showPanels(state);
    this.#showTurn();
  }

  /** Whose turn it is; against somebody else an own move counts before it is acknowledged. */
  #showTurn() {
    const own = ownMark(this.state) && this.#own;
    const state = own ? withMove(this.state, own.cell) : this.state;
    this.players.show(state, performance.now() - this.#clockCameAt);
    if (state.status === "open") return; // the template says what to wait for
    const { text, isMarked } = headline(state, words);
    const span = byId("headline-text");
    span.textContent = text;
    span.classList.toggle("marker", isMarked);
    byId("detail").textContent = state.status === "finished" ? reasonText(state, words) : this.terms;
    document.title = `${text} · ${this.title}`;
  }

  /** @param {number} cell */
  #showAim(cell) {
    byId("aim-bar").classList.toggle("is-shown", cell >= 0);
    if (cell < 0) return;
    const name = this.board.nameOf(cell);
    byId("aim-place").textContent = words("place_at", { name });
    say(words("aiming", { name }));
  }

  /** Show the board after *ply* moves. @param {number} ply */
  #look(ply) {
    this.#ply = ply === this.state.moves.length ? null : ply;
    this.#showBoard(false);
    this.moveList.show(this.state, ply);
  }

  /** @param {"last" | "board" | "clocks"} what */
  #answer(what) {
    if (what === "board") return this.board.describe();
    if (what === "last") return lastMoveText(this.state, words);
    return clocksText(this.state, performance.now() - this.#clockCameAt, words);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const steps = { ArrowLeft: "previous", ArrowRight: "next" };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step || !pageKeysAreOn() || !isForThePage(event)) return;
    this.moveList.step(step);
  }

  /** @param {() => void} work */
  #afterPaint(work) {
    this.#later.push(work);
    if (this.#later.length > 1) return;
    afterPaint(() => {
      for (const waiting of this.#later.splice(0)) waiting();
    });
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} type of a custom event
 * @param {(detail: any) => void} handler
 */
function on(element, type, handler) {
  element.addEventListener(type, (event) => handler(/** @type {CustomEvent} */ (event).detail));
}

prepareSound();
watchCopyButtons();
watchShareButtons();
new GamePage(pageData("state"), pageData("refusals") ?? {}).start();
