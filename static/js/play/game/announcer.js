// What is said and sounded when the game changes: moves and offers politely, the end at once.

import { alertNow, say } from "../../announce.js";
import { playSound } from "../../sound.js";
import { vibrate } from "../../vibration.js";
import { words } from "../../words.js";
import { headline, offerText, ownMark, reasonText, resultText, seriesText } from "./page-text.js";
import { moverAt } from "./state.js";
import { giftText, lapsedOfferText, moveText, swappedText, turnAfterMove } from "./wording.js";

/**
 * @typedef {import("./state.js").GameState} GameState
 * @typedef {import("../../board/marks.js").Mark} Mark
 * @typedef {import("../../socket.js").Message} Message
 *
 * @typedef {object} Change
 * @property {Message} message that brought it
 * @property {GameState} before
 * @property {GameState} state after it
 * @property {boolean} isOwn the reader's own mark, which has been drawn and sounded already
 * @property {boolean} isOver by now: the end may come before its move is told
 */

export class Announcer {
  /** @param {Change} change */
  tell(change) {
    const { message, before, state } = change;
    if (message.type === "moved") this.#tellMove(change);
    else if (message.type === "game") this.#tellState(before, state);
    else if (message.type === "offered") this.#tellOffer(message, state);
    else if (message.type === "timegiven") this.#tellGift(message, state);
    if (state.status === "finished" && before.status !== "finished") this.#tellResult(state);
  }

  /** @param {Change} change */
  #tellMove({ message, before, state, isOwn, isOver }) {
    if (!isOwn) playSound(moverAt(message.ply, state.first));
    const move = moveText(state, words);
    const lapsed = isOver ? "" : lapsedOfferText(before, state, words);
    sayNews(lapsed ? `${move} ${lapsed}.` : move, isOver ? "" : turnAfterMove(state, words));
    if (state.dead && !before.dead && !isOver && state.you.length) say(words("can_claim_draw"));
  }

  /** What is new in a whole state. @param {GameState} before @param {GameState} state */
  #tellState(before, state) {
    const turn = `${headline(state, words).headline}.`;
    const more = state.moves.length - before.moves.length;
    if (before.status === "open" && state.status === "ongoing") this.#tellStart(state, turn);
    else if (state.swapped && !before.swapped) sayNews(swappedText(state, words), turn);
    else if (more < 0) sayNews(words("taken_back"), turn);
    else if (more > 0) sayNews(moveText(state, words), turnAfterMove(state, words));
  }

  /** @param {GameState} state @param {string} turn in words */
  #tellStart(state, turn) {
    if (state.you.length) playSound("notice");
    sayNews(words("game_on"), turn);
  }

  /** @param {Message} message @param {GameState} state */
  #tellOffer({ what, by, state: became }, state) {
    if (state.you.length === 0) return;
    if (by !== ownMark(state) && became === "made") playSound("notice");
    say(offerText(state, { what, by }, became, words));
  }

  /** @param {Message} message @param {GameState} state */
  #tellGift({ by, span }, state) {
    if (by !== ownMark(state) && state.you.length) playSound("notice");
    say(giftText(state, { by, span }, words));
  }

  /** @param {GameState} state */
  #tellResult(state) {
    const series = state.score?.decided ? seriesText(state, words) : "";
    const told = [resultText(state, words), reasonText(state, words), series];
    alertNow(told.filter(Boolean).join(". "), { shown: "" }); // the headline shows it
    const own = ownMark(state);
    if (state.you.includes(/** @type {Mark} */ (state.outcome))) vibrate("win");
    if (state.outcome === "draw") playSound("draw");
    else if (state.outcome) playSound(own && own !== state.outcome ? "lose" : "win");
  }

  /** A clock gets short. @param {GameState} state @param {Mark} mark whose */
  warnOfTime(state, mark) {
    if (!state.you.includes(mark)) return;
    playSound("low");
    alertNow(words("ten_seconds"));
  }
}

/**
 * Say what is new and whose turn it is, which the headline shows already.
 * @param {string} news
 * @param {string} turn
 */
function sayNews(news, turn) {
  say(`${news} ${turn}`.trim(), { shown: news });
}
