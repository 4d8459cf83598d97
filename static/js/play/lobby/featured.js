// The game beside the headline: followed while it is played, replayed on demand when it is over,
// and followed by the next one worth watching.

import '../../board/board.js';
import { glyph } from '../../board/marks.js';
import { byId } from '../../dom.js';
import { applied, cellsAfter, labelOf } from '../game/state.js';
import { isInUse } from '../../in-use.js';
import { Poll } from '../../poll.js';
import { LiveSocket, socketUrl, wakeWithThePage } from '../../socket.js';
import { goalText } from '../../terms.js';
import { words } from '../../words.js';

/**
 * @typedef {import("../../board/board.js").TttBoard} TttBoard
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {import("../game/state.js").GameState} GameState
 * @typedef {import("../watch/live-games.js").LiveGame} LiveGame
 * @typedef {Pick<GameState, "uid" | "m" | "n" | "k" | "first" | "moves" | "marks" | "line"> & { live: boolean }} FeaturedGame
 */

const STEP = 700; // ms between two moves of a replay
const PERIOD = 6000; // ms between two looks for the next game; so long a result stands at least

export class Featured {
  #section = byId("featured-game");
  #board = /** @type {TttBoard} */ (byId("featured"));
  #tag = byId("featured-tag");
  #replay = byId("replay");
  #watch = byId("featured-watch");
  #review = byId("featured-review");
  #poll = new Poll(this.#section.dataset.from ?? "", PERIOD, (answer) => this.#consider(answer));
  #timer = 0;

  /** @param {FeaturedGame} game as the page shows it */
  constructor(game) {
    this.game = game;
    this.#replay.addEventListener("click", () => this.#play(0));
    this.#start();
  }

  #start() {
    const { m, n, k, marks, live } = this.game;
    const label = words("featured", { m, n });
    this.#board.setup({ m, n, k, label, looks: marks, confirm: "off" });
    this.#board.allow(null);
    this.#show(this.game.moves.length, false);
    if (live) this.#follow();
    else this.#wait();
  }

  /** @param {number} ply @param {boolean} animate */
  #show(ply, animate) {
    const { game } = this;
    this.#board.show({
      cells: cellsAfter(/** @type {GameState} */ (/** @type {unknown} */ (game)), ply),
      last: game.moves[ply - 1] ?? -1,
      line: ply === game.moves.length ? game.line : null,
      animate,
    });
  }

  /** Show the game as it is played. */
  #follow() {
    /** @type {GameState | undefined} */
    let state;
    const socket = new LiveSocket(socketUrl(`/ws/games/${this.game.uid}/`), {
      message: (message) => {
        if (!state && message.type !== "game") return;
        const before = state;
        state = applied(/** @type {GameState} */ (state ?? this.game), message); // marks stay as shown
        this.game = { ...state, live: state.status === "ongoing" };
        this.#show(state.moves.length, before !== undefined);
        if (state.status === "finished") {
          socket.close();
          this.#end(state);
        }
      },
      status: () => {},
      dropped: () => {},
    });
    socket.connect();
    wakeWithThePage(socket);
  }

  /** The game is over: say so, and wait for the next. @param {GameState} state */
  #end(state) {
    this.#tag.classList.remove("tag--live");
    this.#tag.textContent = resultOf(state);
    this.#section.setAttribute("aria-label", words("featured_over"));
    this.#watch.hidden = true;
    this.#review.hidden = false;
    this.#wait();
  }

  /** Until another game is played, this one can be replayed. */
  #wait() {
    this.#replay.hidden = false;
    this.#poll.start();
  }

  /** @param {number} ply */
  #play(ply) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#show(ply, true);
    if (ply < this.game.moves.length) this.#timer = window.setTimeout(() => this.#play(ply + 1), STEP);
  }

  /**
   * Go on to the game most worth watching, unless somebody is busy with this one.
   * @param {{ games: LiveGame[], featured: string }} live
   */
  #consider({ games, featured }) {
    const next = games.find(({ uid }) => uid === featured && uid !== this.game.uid);
    if (!next || this.#timer || isInUse(this.#section)) return;
    this.#poll.stop();
    this.#introduce(next);
    this.game = { ...next, marks: next.seats, line: null, live: true };
    this.#start();
  }

  /** Names, links and terms of a game that is played. @param {LiveGame} game */
  #introduce({ uid, m, n, k, seats }) {
    for (const mark of /** @type {const} */ (["x", "o"])) this.#seat(mark, seats[mark]);
    const { me } = this.#section.dataset;
    const isOwn = Boolean(me) && (seats.x.label === me || seats.o.label === me);
    byId("featured-terms").textContent = `${m}×${n}, ${goalText(k)}`;
    this.#section.setAttribute("aria-label", words("featured_live"));
    this.#tag.classList.add("tag--live");
    this.#tag.textContent = words("live_now");
    this.#replay.hidden = true;
    this.#review.hidden = true;
    this.#review.setAttribute("href", `/games/${uid}/review/`);
    this.#watch.hidden = false;
    this.#watch.setAttribute("href", `/games/${uid}/`);
    this.#watch.querySelector("span")?.replaceChildren(words(isOwn ? "play_on" : "watch"));
  }

  /** @param {Mark} mark @param {import("../watch/live-games.js").LiveSeat} seat */
  #seat(mark, seat) {
    const place = this.#section.querySelector(`[data-seat="${mark}"]`);
    place?.querySelector("[data-mark]")?.replaceChildren(glyph(mark, seat));
    place?.querySelector("b")?.replaceChildren(seat.label);
  }
}

/** @param {GameState} state */
function resultOf(state) {
  if (state.outcome === "draw") return words("drawn");
  return state.outcome ? words("won_by", { name: labelOf(state, state.outcome) }) : words("no_result");
}
