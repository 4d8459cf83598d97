// Answers for the tests beside it: reads a list of questions as JSON, writes the list of answers.
//   {"size": {m, n, k}, "values": [[own, opposing], …]}       what each position is worth
//   {"size": {m, n, k}, "level": 5, "games": [[cell, …], …]}  among which cells a level chooses next
//   {"size": {m, n, k}, "offered": true}                      the levels that play there
//   {"size": {m, n, k}, "named": true}                        the same by their names
//   {"size": {m, n, k}, "lines": true}                        all lines
//   {"size": {m, n, k}, "best": [[own, opposing], …]}         the best cells

import { readFileSync } from "node:fs";
import { ExactBoard } from "../../../static/js/play/offline/exact.js";
import { candidates, levelsOn, NAMES } from "../../../static/js/play/offline/levels.js";
import { makeRuleset } from "../../../static/js/play/offline/rules.js";

const answers = JSON.parse(readFileSync(0, "utf8")).map(({ size, values, level, games, offered, named, best }) => {
  const ruleset = makeRuleset(size);
  if (values) {
    const board = new ExactBoard(ruleset);
    return values.map(([own, opposing]) => board.value(own, opposing));
  }
  if (best) {
    const board = new ExactBoard(ruleset);
    return best.map(([own, opposing]) => board.bestCells(own, opposing));
  }
  if (named) return levelsOn(size).map((number) => NAMES[number]);
  if (offered) return levelsOn(size);
  if (games) return games.map((moves) => candidates(level, size, moves));
  return ruleset.lines;
});
process.stdout.write(JSON.stringify(answers));
