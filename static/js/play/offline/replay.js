// A game of this device, move by move.

import { say } from "../../announce.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";
import { marksOf } from "./device-game.js";
import { makeRuleset, positionAfter } from "./rules.js";

/** @typedef {import("./store.js").KeptGame} KeptGame */
/** @typedef {import("./table.js").Table} Table */

export class Replay {
  /** @param {Table} table @param {KeptGame} game @param {string} title */
  constructor(table, game, title) {
    this.table = table;
    this.game = game;
    this.title = title;
    this.ply = game.moves.length;
  }

  start() {
    this.table.begin(this.game, words("about", { m: this.game.m, n: this.game.n, k: this.game.k }));
    this.table.headline(this.title);
    this.table.offer(["step-back", "step-on"]);
    this.table.allow(null);
    this.#show();
  }

  leave() {}

  /** @param {number} by plies */
  step(by) {
    const ply = Math.max(0, Math.min(this.game.moves.length, this.ply + by));
    if (ply === this.ply) return;
    this.ply = ply;
    this.#show();
    say(words("after_move", { ply, count: this.game.moves.length }));
  }

  #show() {
    const moves = this.game.moves.slice(0, this.ply);
    const { cells, line } = positionAfter(makeRuleset(this.game), moves);
    this.table.show({ cells: marksOf(cells), last: moves.at(-1) ?? -1, line }, { animate: false });
    byId("step-back").toggleAttribute("disabled", this.ply === 0);
    byId("step-on").toggleAttribute("disabled", this.ply === this.game.moves.length);
  }
}
