// The live game page: joins the board, which draws, and the socket, which reconnects. What is
// allowed, and what has happened, is the server's word; only an own mark is drawn before it.

import { alertNow, say } from './announce.js';
import { TttBoard } from './board.js';
import { watchCopyButtons } from './copy.js';
import { afterPaint, byId, pageData } from './dom.js';
import { sendCommandsThrough } from './game/commands.js';
import { ConnectionPill } from './game/connection.js';
import { MoveList } from './game/move-list.js';
import { showPanels } from './game/panels.js';
import { Players } from './game/players.js';
import { applied, cellsAfter, moverAt, turnOf, withMove } from './game/state.js';
import { clocksText, headline, lastMoveText, moveAnnouncement, offerText, ownMark, reasonText, resultText } from './game/wording.js';
import { isForThePage, pageKeysAreOn } from './page-keys.js';
import { LiveSocket, newId, socketUrl, wakeWithThePage } from './socket.js';
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

class GamePage {
  /** @type {OwnMove | null} */
  #own = null;
  /** How many moves the board shows; null: all, and it follows the game. */
  #ply = /** @type {number | null} */ (null);
  #clockCameAt = performance.now();
  /** Whether it has been said that the other player is gone. */
  #otherHasLeft = false;
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
    this.players = new Players({ low: (mark) => this.#warnOfTime(mark) });
    this.moveList = new MoveList((ply) => this.#look(ply));
    this.pill = new ConnectionPill();
    this.terms = byId("detail").textContent ?? "";
    this.title = document.title;
    this.socket = new LiveSocket(socketUrl(`/ws/games/${state.uid}/`), {
      message: (message) => this.#hear(message),
      status: (_, code) => this.#followConnection(code),
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
    this.state = applied(before, message);
    if ("clock" in message) this.#clockCameAt = performance.now();
    if (message.type === "refused") this.#refuse(message);
    if (message.type !== "moved" && message.type !== "game" && message.type !== "ended") {
      this.#tellOther(message, before);
      this.#afterPaint(() => this.#showRest());
      return;
    }
    const isOwn = this.#settleOwn(message);
    this.#ply = null;
    this.#showBoard(message.type !== "game" || this.state.moves.length > before.moves.length);
    this.#afterPaint(() => {
      this.#showRest();
      this.#tell(message, before, isOwn);
    });
  }

  /** @param {Message} message @returns {boolean} whether it acknowledges the own mark */
  #settleOwn(message) {
    if (!this.#own || this.socket.pending) return false;
    this.board.ack(this.#own.cell);
    this.#own = null;
    return message.type === "moved";
  }

  /** @param {Message} message */
  #refuse({ code }) {
    const text = this.refusals[code] ?? words("refused");
    say(text);
    this.#showNote(text);
  }

  /** @param {Message} message @param {GameState} before @param {boolean} isOwn */
  #tell(message, before, isOwn) {
    const { state } = this;
    if (message.type === "moved") {
      if (!isOwn) playSound(moverAt(message.ply, state.first));
      if (state.status === "ongoing") say(moveAnnouncement(state, words));
    }
    if (state.status === "finished" && before.status !== "finished") this.#tellResult();
    if (message.type === "game") this.#tellState(before);
  }

  #tellResult() {
    const { state } = this;
    alertNow(`${resultText(state, words)}. ${reasonText(state, words)}`);
    const isLost = ownMark(state) && state.outcome !== ownMark(state);
    if (state.outcome === "draw") playSound("draw");
    else if (state.outcome) playSound(isLost ? "lose" : "win");
  }

  /** What is new in a whole state. @param {GameState} before */
  #tellState(before) {
    const { state } = this;
    const turn = headline(state, words).text;
    if (before.status === "open" && state.status === "ongoing") say(`${words("game_on")} ${turn}.`);
    else if (state.moves.length < before.moves.length) say(`${words("taken_back")} ${turn}.`);
    else if (state.moves.length > before.moves.length) say(moveAnnouncement(state, words));
  }

  /** @param {Message} message @param {GameState} before */
  #tellOther(message, before) {
    const { type, what, by, state: became } = message;
    if (type === "offered" && this.state.you.length) {
      say(offerText(this.state, { what, by }, became, words));
    }
    if (type === "presence") this.#tellPresence(before);
  }

  /** @param {GameState} before */
  #tellPresence(before) {
    const own = ownMark(this.state);
    if (!own || this.state.status !== "ongoing") return;
    const other = own === "x" ? "o" : "x";
    const isHere = this.state.presence[other];
    if (isHere === before.presence[other] || (isHere && !this.#otherHasLeft)) return;
    this.#otherHasLeft = !isHere;
    const name = this.state.seats[other]?.label ?? "";
    say(words(isHere ? "came_back" : "has_left", { name }));
  }

  /** @param {Mark} mark */
  #warnOfTime(mark) {
    if (mark !== ownMark(this.state)) return;
    playSound("low");
    alertNow(words("ten_seconds"));
  }

  /** @param {number} code */
  #followConnection(code) {
    this.pill.follow(this.socket, code);
  }

  // ---- Showing ----

  /** @param {boolean} animate */
  #showBoard(animate) {
    const { board, state } = this;
    const ply = this.#ply ?? state.moves.length;
    const isLive = this.#ply === null;
    const cells = cellsAfter(state, ply);
    if (isLive && this.#own) cells[this.#own.cell] = this.#own.mark;
    const last = (isLive && this.#own?.cell) ?? state.moves[ply - 1] ?? -1;
    board.show({ cells, last: Number(last), line: ply === state.moves.length ? state.line : null, animate });
    const turn = turnOf(state);
    board.allow(isLive && !this.#own && turn && state.you.includes(turn) ? turn : null);
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

  /** @param {string} text */
  #showNote(text) {
    const note = byId("note");
    note.hidden = false;
    byId("note-text").textContent = text;
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
new GamePage(pageData("state"), pageData("refusals") ?? {}).start();
