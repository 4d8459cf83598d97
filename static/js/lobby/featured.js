// The game beside the headline: followed while it is played, replayed on demand when it is over.

import '../board.js';
import { byId } from '../dom.js';
import { applied, cellsAfter, labelOf } from '../game/state.js';
import { LiveSocket, socketUrl, wakeWithThePage } from '../socket.js';
import { words } from '../words.js';

/**
 * @typedef {import("../board.js").TttBoard} TttBoard
 * @typedef {import("../game/state.js").GameState} GameState
 * @typedef {Pick<GameState, "uid" | "m" | "n" | "k" | "first" | "moves" | "marks" | "line"> & { live: boolean }} FeaturedGame
 */

const STEP = 700; // ms between two moves of a replay

/** @param {FeaturedGame} game */
export function showFeatured(game) {
  const board = /** @type {TttBoard} */ (byId("featured"));
  const { m, n, k, marks } = game;
  board.setup({ m, n, k, label: words("featured", { m, n }), looks: marks, confirm: "off" });
  board.allow(null);
  show(board, game, game.moves.length, false);
  if (game.live) follow(board, game);
  else offerReplay(board, game);
}

/**
 * @param {TttBoard} board
 * @param {Pick<GameState, "m" | "n" | "first" | "moves" | "line">} game
 * @param {number} ply
 * @param {boolean} animate
 */
function show(board, game, ply, animate) {
  const isEnd = ply === game.moves.length;
  board.show({
    cells: cellsAfter(/** @type {GameState} */ (game), ply),
    last: game.moves[ply - 1] ?? -1,
    line: isEnd ? game.line : null,
    animate,
  });
}

/** @param {TttBoard} board @param {FeaturedGame} game */
function follow(board, game) {
  /** @type {GameState | undefined} */
  let state;
  const socket = new LiveSocket(socketUrl(`/ws/games/${game.uid}/`), {
    message: (message) => {
      if (!state && message.type !== "game") return;
      const before = state;
      state = applied(/** @type {GameState} */ (state), message);
      show(board, state, state.moves.length, before !== undefined);
      if (state.status === "finished") tellResult(state);
    },
    status: () => {},
    dropped: () => {},
  });
  socket.connect();
  wakeWithThePage(socket);
}

/** @param {GameState} state */
function tellResult(state) {
  const tag = byId("featured-tag");
  tag.classList.remove("tag--live");
  if (state.outcome === "draw") tag.textContent = words("drawn");
  else if (state.outcome) tag.textContent = words("won_by", { name: labelOf(state, state.outcome) });
  else tag.textContent = words("no_result");
}

/** @param {TttBoard} board @param {FeaturedGame} game */
function offerReplay(board, game) {
  const button = byId("replay");
  let timer = 0;
  /** @param {number} ply */
  const step = (ply) => {
    show(board, game, ply, true);
    if (ply < game.moves.length) timer = window.setTimeout(() => step(ply + 1), STEP);
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    clearTimeout(timer);
    step(0);
  });
}
