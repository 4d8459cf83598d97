// A game in a frame, followed as anybody may watch it: the server reads no session for its socket.

import { alertNow, say } from "../../announce.js";
import "../../board/board.js";
import { byId, pageData } from "../../dom.js";
import { cellName } from "../../names.js";
import { applyMessage, moverAt } from "../../play/game/state.js";
import { withSeatTexts } from "../../seat-text.js";
import { LiveSocket, socketUrl, wakeWithThePage } from "../../socket.js";
import { words } from "../../words.js";

/**
 * @typedef {import("../../board/board.js").TttBoard} TttBoard
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {import("../../board/marks.js").MarkLook} MarkLook
 * @typedef {import("../../play/game/state.js").GameState} GameState
 * @typedef {import("../../socket.js").Message} Message
 */

class FramedGame {
  #board = /** @type {TttBoard} */ (byId("board"));
  #turn = byId("turn");
  /** @type {GameState | undefined} nothing before the first word of the socket */
  #state;

  /** @param {{ uid: string, m: number, n: number, k: number, first: Mark, moves: number[],
   *   marks: Record<Mark, MarkLook> }} game as the page came with it */
  constructor(game) {
    this.game = game;
    this.socket = new LiveSocket(socketUrl(`/ws/games/${game.uid}/public/`), {
      message: (message) => this.#hear(message),
      status: (status) => this.#tellStatus(status),
      dropped: () => {},
    });
  }

  start() {
    const { m, n, k, marks } = this.game;
    this.#board.setup({ m, n, k, label: words("board"), looks: marks, coordinates: false });
    this.#draw(this.game, false);
    wakeWithThePage(this.socket);
    this.socket.connect();
  }

  /** @param {Message} message */
  #hear(message) {
    if (!this.#state && message.type !== "game") return;
    const before = this.#state;
    const state = applyMessage(/** @type {GameState} */ (before ?? { marks: this.game.marks }), withSeatTexts(message));
    this.#state = state;
    if (state === before) return;
    this.#draw(state, before !== undefined);
    for (const mark of /** @type {const} */ (["x", "o"])) {
      const name = document.querySelector(`[data-seat="${mark}"] [data-name]`);
      if (name) name.textContent = state.seats[mark]?.label ?? "";
    }
    this.#tell(state, before);
    if (state.status === "finished") this.socket.close();
  }

  /** @param {Pick<GameState, "m" | "n" | "first" | "moves"> & { line?: number[] | null }} game @param {boolean} animate */
  #draw({ m, n, first, moves, line = null }, animate) {
    const cells = /** @type {(Mark | "")[]} */ (new Array(m * n).fill(""));
    for (const [ply, cell] of moves.entries()) cells[cell] = moverAt(ply, first);
    this.#board.show({ cells, last: moves.at(-1) ?? -1, line, animate });
  }

  /** @param {GameState} state @param {GameState | undefined} before */
  #tell(state, before) {
    this.#turn.textContent = textOf(state);
    if (!before) return;
    const { moves, n, m } = state;
    const ply = moves.length - 1;
    if (ply >= before.moves.length) {
      const cell = cellName(moves[ply], m, n);
      say(words("played", { mark: moverAt(ply, state.first).toUpperCase(), cell }), { shown: "" });
    }
    if (state.status !== before.status) alertNow(textOf(state), { shown: "" });
  }

  /** @param {import("../../socket.js").Status} status */
  #tellStatus(status) {
    if (this.#state?.status === "finished") return;
    // The server closes it for good once the game has been called off and is no longer there.
    if (status === "closed") this.#turn.textContent = words("no_result");
    else if (this.#state) this.#turn.textContent = status === "open" ? textOf(this.#state) : words("reconnecting");
  }
}

/** Whose turn it is, or how it ended. @param {GameState} state */
function textOf({ status, outcome, moves, first, seats }) {
  if (status !== "finished") return words("turn", { mark: moverAt(moves.length, first).toUpperCase() });
  if (outcome === "draw") return words("drawn");
  if (outcome === "") return words("no_result");
  return words("won", { name: seats[outcome]?.label ?? outcome.toUpperCase() });
}

new FramedGame(pageData("game-data")).start();
