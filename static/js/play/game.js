// The live game page: joins the board, which draws, and the socket, which reconnects. What is
// allowed, and what has happened, is the server's word; only an own mark is drawn before it.

import { say } from "../announce.js";
import "../board/board.js";
import { watchCopyButtons } from "../copy.js";
import { ConnectionPill, socketWithPill } from "../connection.js";
import { afterPaint, byId, pageData } from "../dom.js";
import { Absence } from "./game/absence.js";
import { Begin } from "./game/begin.js";
import { AimBar } from "./game/aim-bar.js";
import { Announcer } from "./game/announcer.js";
import { Chat } from "./game/chat.js";
import { sendCommandsThrough } from "./game/commands.js";
import { hideLag, showLag } from "./game/lag.js";
import { MoveList } from "./game/move-list.js";
import { showPanels } from "./game/panels.js";
import { headline, ownMark, pageText, reasonText } from "./game/page-text.js";
import { Players } from "./game/players.js";
import { watchPresses } from "./game/presses.js";
import { goOn, tellRound, turnPages } from "./game/series.js";
import { markAhead, Premover } from "./game/premove.js";
import { applyMessage, cellsAfter, closedState, turnOf, withMove } from "./game/state.js";
import { clocksText, lastMoveText } from "./game/wording.js";
import { Waiting } from "./game/waiting.js";
import { watchZen } from "./game/zen.js";
import { tellSeen } from "./notices.js";
import { isForThePage, pageKeysAreOn } from "../page-keys.js";
import { withSeatTexts } from "../seat-text.js";
import { newId } from "../socket.js";
import { watchShareButtons } from "../share.js";
import { playSound, prepareSound } from "../sound.js";
import { vibrate } from "../vibration.js";
import { words } from "../words.js";

/**
 * @typedef {import("./game/state.js").GameState} GameState
 * @typedef {import("../board/marks.js").Mark} Mark
 * @typedef {import("../socket.js").Message} Message
 * @typedef {{ cell: number, id: string, mark: Mark }} OwnMove drawn, but not yet acknowledged
 */

/** An acknowledgement that takes longer than this shows in the mark. */
const SLOW = 250; // ms

const CHANGE_THE_BOARD = new Set(["game", "moved", "ended"]);

class GamePage {
  /** @type {OwnMove[]} the first is on its way; on one device more can wait for it */
  #own = [];
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
    this.board = /** @type {import("../board/board.js").TttBoard} */ (byId("board"));
    this.absence = new Absence();
    this.begin = new Begin();
    this.waiting = new Waiting();
    this.aimBar = new AimBar(this.board);
    this.premover = new Premover(this.board);
    this.announcer = new Announcer();
    this.players = new Players({ low: (mark) => this.announcer.warnOfTime(this.state, mark) });
    this.moveList = new MoveList((ply) => this.#look(ply));
    this.pill = new ConnectionPill();
    this.terms = byId("detail").textContent ?? "";
    this.title = document.title;
    const handlers = {
      message: (/** @type {Message} */ message) => this.#hear(message),
      status: (/** @type {import("../socket.js").Status} */ status) => {
        if (status === "open") this.chat.listen();
        else hideLag();
        if (status === "closed") this.#shut();
      },
      measured: showLag,
      dropped: () => this.#liftOwn(),
    };
    this.socket = socketWithPill(`/ws/games/${state.uid}/`, handlers, this.pill);
    this.chat = new Chat(this.socket, (code) => this.#refusal(code));
  }

  start() {
    this.#setUpBoard();
    this.#showBoard(false);
    this.#showRest();
    this.#listen();
    this.begin.tell(this.state);
    if (this.state.status === "open") this.waiting.start();
    sendCommandsThrough(this.socket, (code) => this.#refuse({ type: "refused", code }));
    this.socket.connect();
  }

  #setUpBoard() {
    const { m, n, k, marks } = this.state;
    const { label = "", coordinates, confirm } = this.board.dataset;
    this.board.setup({
      ...{ m, n, k, label, looks: marks },
      coordinates: coordinates !== "off",
      confirm: /** @type {import("../board/board.js").Confirm} */ (confirm),
    });
  }

  #listen() {
    const { board } = this;
    on(board, "ttt-move", ({ cell }) => this.#play(cell));
    on(board, "ttt-premove", ({ cell }) => this.premover.choose(cell, this.#shownState));
    on(board, "ttt-aim", ({ cell }) => this.aimBar.show(cell));
    on(board, "ttt-say", ({ text }) => say(text));
    on(board, "ttt-ask", ({ what }) => say(this.#answer(what), what === "board" ? { shown: "" } : {}));
    addEventListener("keydown", (event) => this.#onKey(event));
    watchZen(() => board.escape());
    turnPages();
  }

  // ---- Playing ----

  /** Draw the own mark at once and send it before the frame is painted. @param {number} cell */
  #play(cell) {
    const mark = this.board.allowed;
    if (!mark) return;
    const own = { cell, id: newId(), mark };
    this.#own.push(own);
    this.board.put(cell, mark, { animate: true });
    this.board.setLast(cell);
    this.#allow();
    if (this.#own.length === 1 && !this.#send(own)) return;
    this.pill.tell();
    this.#afterPaint(() => {
      playSound(mark);
      vibrate("mark");
      this.#showTurn();
    });
    setTimeout(() => this.#own.includes(own) && this.board.ink.setPending(cell, true), SLOW);
  }

  /** Say to the board what a press may do now: place a mark, or choose one for the next turn. */
  #allow() {
    const state = this.#shownState;
    const isLive = this.#ply === null;
    const turn = isLive ? turnOf(state) : null;
    const isAhead = isLive && this.board.dataset.premove !== "off";
    this.board.allow(turn && state.you.includes(turn) ? turn : null, isAhead ? markAhead(state) : null);
    this.aimBar.label();
  }

  /** The game with the own moves not acknowledged yet. */
  get #shownState() {
    return this.#own.reduce((state, { cell }) => withMove(state, cell), this.state);
  }

  /** @param {OwnMove} own @returns {boolean} whether the page stays */
  #send({ cell, id }) {
    const ply = this.state.moves.length;
    if (this.socket.isKeptOut) return this.#post(ply, cell, id);
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
    if (this.#own.length === 0) return;
    this.#own = [];
    this.#showBoard(false);
    this.#showTurn();
    this.premover.follow(this.state);
  }

  /**
   * The server has closed this page's connection for good. The board stays to be looked at, and
   * nothing on the page offers to play any more.
   */
  #shut() {
    this.#own = [];
    this.state = closedState(this.state);
    this.#showBoard(false);
    this.#showRest();
    byId("headline-text").textContent = words("closed_headline");
    this.board.classList.add("is-closed");
  }

  // ---- Hearing ----

  /** @param {Message} message */
  #hear(message) {
    if (this.chat.hear(message)) return;
    const before = this.state;
    const state = applyMessage(before, withSeatTexts(message));
    this.state = state;
    if ("clock" in message) this.#clockCameAt = performance.now();
    if (message.type === "refused") this.#refuse(message);
    else if (message.type === "retry") say(words("not_connected"));
    else if (message.type === "moved") byId("note").hidden = true;
    const isOwn = this.#settleOwn();
    if (CHANGE_THE_BOARD.has(message.type)) {
      this.#ply = null;
      this.#showBoard(state.moves.length >= before.moves.length);
      this.#playPremove();
    }
    if (ownMark(before) && turnOf(before) !== turnOf(state)) tellSeen(state.uid);
    goOn(before, state);
    tellRound(before, state);
    this.#afterPaint(() => {
      this.#showRest();
      const isOver = this.state.status === "finished";
      this.announcer.tell({ message, before, state, isOwn, isOver });
    });
  }

  /** @returns {boolean} whether an own mark stands now; the next one that waits is sent */
  #settleOwn() {
    if (this.#own.length === 0 || this.socket.pending) return false;
    const [stands, next] = this.#own;
    this.board.ack(stands.cell);
    this.#own = next && this.state.status === "ongoing" ? this.#own.slice(1) : [];
    if (this.#own.length > 0) this.#send(next);
    return true;
  }

  #playPremove() {
    const cell = this.premover.follow(this.#shownState);
    if (cell >= 0) this.#play(cell);
  }

  /** @param {Message} message */
  #refuse({ code, id }) {
    if (id && this.state.status === "finished") return; // a move that waited behind the last one
    const text = this.#refusal(code);
    say(text, { shown: "" });
    byId("note").hidden = false;
    byId("note-text").textContent = text;
  }

  /** @param {string} code */
  #refusal(code) {
    return this.refusals[code] ?? words("refused");
  }

  // ---- Showing ----

  /** @param {boolean} animate */
  #showBoard(animate) {
    const { board, state } = this;
    const ply = this.#ply ?? state.moves.length;
    const isLive = this.#ply === null;
    const own = isLive ? this.#own : [];
    const cells = cellsAfter(state, ply);
    for (const { cell, mark } of own) cells[cell] = mark;
    const last = own.at(-1)?.cell ?? state.moves[ply - 1] ?? -1;
    const line = ply === state.moves.length ? state.line : null;
    board.show({ cells, last, line, animate });
    this.#allow();
  }

  #showRest() {
    const { state } = this;
    this.moveList.show(state, this.#ply ?? state.moves.length);
    if (state.status !== "open") this.waiting.stop();
    const text = pageText(state, words);
    showPanels(state, text, this.refusals);
    this.absence.show(state);
    this.begin.show(state, performance.now() - this.#clockCameAt);
    this.chat.follow(state, text);
    this.#showTurn();
  }

  /** Whose turn it is; against somebody else an own move counts before it is acknowledged. */
  #showTurn() {
    const state = ownMark(this.state) ? this.#shownState : this.state;
    this.players.show(state, performance.now() - this.#clockCameAt);
    if (state.status === "open") return; // the template says what to wait for
    const text = headline(state, words);
    const span = byId("headline-text");
    span.textContent = text.headline;
    span.classList.toggle("marker", text.is_marked);
    byId("detail").textContent = reasonText(state, words) || this.terms;
    document.title = `${text.headline} · ${this.title}`;
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
    if (what === "last") return lastMoveText(this.#shownState, words);
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
watchPresses();
watchCopyButtons();
watchShareButtons();
new GamePage(pageData("state"), pageData("refusals") ?? {}).start();
