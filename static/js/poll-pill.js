// The pill of a page that has no socket and asks again and again.

import { ConnectionPill } from "./connection.js";

/** @typedef {import("./poll.js").Poll} Poll */

/** After so many milliseconds an answer is missing. */
const ANSWER_EXPECTED = 4_000;

/**
 * Let the pill tell whether the page gets its answers.
 * @param {Poll} poll
 */
export function pillOfPoll(poll) {
  const pill = new ConnectionPill();
  let timer = 0;
  /** @param {boolean} isSilent */
  const tell = (isSilent) => {
    clearTimeout(timer);
    pill.follow({ status: "open", isSilent, hasBeenOpen: true, isKeptOut: false, pending: null }, 0);
  };
  poll.onQuestion = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => tell(true), ANSWER_EXPECTED);
  };
  poll.onAnswer = (isAnswer) => tell(!isAnswer);
}
