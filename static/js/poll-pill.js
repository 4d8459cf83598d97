// The pill of a page that asks again and again, which has no socket of its own.

import { ConnectionPill } from './connection.js';

/** @typedef {import("./poll.js").Poll} Poll */

/** There is no answer after so many milliseconds. */
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
  poll.asking = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => tell(true), ANSWER_EXPECTED);
  };
  poll.onAnswer = (isAnswer) => tell(!isAnswer);
}
