// The page of live games: its small boards follow the games.

import { byId, pageData } from "../dom.js";
import { Poll } from "../poll.js";
import { pillOfPoll } from "../poll-pill.js";
import { LiveGames } from "./watch/live-games.js";

const PERIOD = 4000; // ms

const list = byId("live-games");
const games = new LiveGames(list, pageData("live-games-data"));
const poll = new Poll(list.dataset.from ?? "", PERIOD, (answer) => games.show(answer.games));
pillOfPoll(poll);
poll.start();
