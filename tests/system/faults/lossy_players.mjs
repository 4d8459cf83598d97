// Plays games over connections that lose, double, delay and reorder messages, or break. What plays
// is the page's own socket and state. Reads a plan as JSON, and writes a line of JSON for each
// game with what its two clients saw. The trouble ends when one of them sees the end of the game.

import { readFileSync } from "node:fs";

import { applyMessage, cellsAfter, turnOf } from "../../../static/js/play/game/state.js";
import { LiveSocket } from "../../../static/js/socket.js";
import { WebSocket } from "./web_socket.mjs";

/**
 * @typedef {object} Plan
 * @property {number} port
 * @property {string} origin
 * @property {string[]} cookies of X and of O
 * @property {string[]} uids
 * @property {number} seed
 * @property {number} at_once games that are played at the same time
 * @property {number} haste how many times faster than the browser's the clients' clocks run
 * @property {number} patience milliseconds for one game
 * @property {Record<"drop" | "double" | "delay" | "cut", number>} chances for each message
 * @property {number} longest_delay milliseconds
 */

/** Milliseconds on the client's clock until somebody whose move was refused tries another. */
const SECOND_THOUGHTS = 12_000;

/** @type {Plan} */
const plan = JSON.parse(readFileSync(0, "utf8"));
const counts = { messages: 0, drop: 0, double: 0, delay: 0, cut: 0 };

/** Mulberry32. @param {number} seed @returns {() => number} from 0 to 1 */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A WebSocket whose messages meet with trouble, in both directions, while its game has any. */
class LossySocket {
  onopen = null;
  onmessage = null;
  onclose = null;

  constructor(game, headers) {
    this.game = game;
    this.real = new WebSocket(plan.port, `/ws/games/${game.uid}/`, headers);
    this.real.onopen = () => this.onopen?.();
    this.real.onclose = (event) => this.onclose?.(event);
    this.real.onmessage = (event) => this.#carry(() => this.onmessage?.(event));
  }

  get readyState() {
    return this.real.readyState;
  }

  send(text) {
    this.#carry(() => this.real.send(text));
  }

  close() {
    this.real.close();
  }

  #carry(deliver) {
    counts.messages += 1;
    const trouble = this.#trouble();
    if (trouble) counts[trouble] += 1;
    if (trouble === "cut") this.real.close();
    else if (trouble === "delay") this.#late(deliver);
    else if (trouble !== "drop") deliver();
    if (trouble === "double") this.#late(deliver);
  }

  #late(deliver) {
    setTimeout(deliver, this.game.random() * plan.longest_delay);
  }

  /** @returns {"" | "drop" | "double" | "delay" | "cut"} */
  #trouble() {
    if (this.game.isHealed) return "";
    let left = this.game.random();
    for (const [trouble, chance] of Object.entries(plan.chances)) {
      left -= chance;
      if (left < 0) return trouble;
    }
    return "";
  }
}

/** One client, as the page of a game is one. */
class Player {
  state = { status: "", moves: [], marks: {}, you: [] };
  sent = {};
  dropped = [];
  wentBack = 0;

  constructor(game, cookie) {
    this.game = game;
    const headers = { Origin: plan.origin, Cookie: cookie };
    const handlers = {
      message: (message) => this.#hear(message),
      status: () => {},
      dropped: (id) => {
        this.dropped.push(id);
        setTimeout(() => this.#play(), SECOND_THOUGHTS / plan.haste);
      },
    };
    this.socket = new LiveSocket("", handlers, {
      open: () => new LossySocket(game, headers),
      later: (work, ms) => setTimeout(work, ms / plan.haste),
      forget: clearTimeout,
      random: game.random,
      isHidden: () => false,
    });
    this.socket.connect();
  }

  #hear(message) {
    if (message.version < this.state.version) this.wentBack += 1;
    this.state = applyMessage(this.state, message);
    if (message.type !== "refused") this.#play();
    this.game.look();
  }

  /** Make a move if it is one's turn and none is on its way. */
  #play() {
    const turn = turnOf(this.state);
    if (!turn || !this.state.you.includes(turn) || this.socket.pending) return;
    const free = [...cellsAfter(this.state).entries()].filter(([, mark]) => !mark);
    if (free.length === 0) return; // the end is on its way
    const cell = free[Math.floor(this.game.random() * free.length)][0];
    const id = `${this.game.uid}-${this.game.nextId++}`;
    const ply = this.state.moves.length;
    this.sent[id] = [ply, cell];
    this.socket.command({ type: "play", ply, cell, id });
  }

  get saw() {
    const { sent, dropped, wentBack, state, socket } = this;
    const { version, status, moves, outcome } = state;
    return { sent, dropped, wentBack, version, status, moves, outcome, pending: socket.pending?.id ?? "" };
  }
}

/** One game of two clients, over when both see the same end, or after too long. */
class Game {
  isHealed = false;
  nextId = 1;
  #healedAt = 0;

  constructor(uid, number, over) {
    this.uid = uid;
    this.over = over;
    this.random = dice(plan.seed * 1_000_003 + number);
    this.timer = setTimeout(() => this.#end(), plan.patience);
    this.players = plan.cookies.map((cookie) => new Player(this, cookie));
  }

  look() {
    const [x, o] = this.players.map(({ state }) => state);
    if (!this.isHealed && [x, o].some(({ status }) => status === "finished")) {
      this.isHealed = true;
      this.#healedAt = performance.now();
    }
    if (x.status === "finished" && o.status === "finished" && x.version === o.version) this.#end();
  }

  #end() {
    clearTimeout(this.timer);
    for (const { socket } of this.players) socket.close();
    const healed = this.isHealed ? performance.now() - this.#healedAt : null;
    console.log(JSON.stringify({ uid: this.uid, healed, saw: this.players.map(({ saw }) => saw) }));
    this.look = () => {};
    this.over();
  }
}

let next = 0;

function playNext() {
  if (next === plan.uids.length) return;
  const number = next++;
  new Game(plan.uids[number], number, playNext);
}

for (let place = 0; place < plan.at_once; place++) playNext();
process.on("exit", () => console.log(JSON.stringify(counts)));
