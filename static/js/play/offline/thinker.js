// The worker in which the computer thinks, so that the page never stands still. Asked
// { id, what, … } it answers { id, answer }.

import { choose, exactBoard } from "./levels.js";
import { bestLine, judge } from "./judging.js";

/** @type {Record<string, (question: any) => unknown>} */
const ANSWERS = {
  move: ({ level, size, moves }) => choose(level, size, moves),
  judge: ({ size, own, opposing, cell }) => judge(exactBoard(size), own, opposing, cell),
  line: ({ size, own, opposing }) => bestLine(exactBoard(size), own, opposing),
};

self.addEventListener("message", ({ data }) => {
  self.postMessage({ id: data.id, answer: ANSWERS[data.what](data) });
});
