// The home page: the first game, the dialog for another, the live games and the table of open games.

import { socketWithPill } from "../connection.js";
import { byId, pageData } from "../dom.js";
import { Poll } from "../poll.js";
import { FirstGame } from "./lobby/first-game.js";
import { NewGameDialog } from "./lobby/new-game-dialog.js";
import { OpenGames } from "./lobby/open-games.js";
import { LiveGames } from "./watch/live-games.js";

/**
 * @typedef {import("../socket.js").Message} Message
 * @typedef {import("./watch/live-games.js").LiveGame} LiveGame
 */

const PERIOD = 6000; // ms between two looks for live games

new FirstGame();
new NewGameDialog();
const games = new OpenGames(/** @type {HTMLTableElement} */ (byId("open-games")));

/** @param {Message} message */
function hear(message) {
  if (message.type === "lobby") games.replace(message.games);
  else if (message.type === "opened") games.add(message.game);
  else if (message.type === "closed") games.remove(message.uid);
}

const socket = socketWithPill("/ws/lobby/", {
  message: hear,
  status: (status) => games.setStale(status !== "open" && socket.hasBeenOpen),
});

/** The games that are shown of all that are live. @param {{ games: LiveGame[], best: string[] }} live */
function bestOf({ games, best }) {
  return best.flatMap((uid) => games.filter((game) => game.uid === uid));
}

const list = byId("live-games");
const live = new LiveGames(list, pageData("live-games-data"));
new Poll(list.dataset.from ?? "", PERIOD, (answer) => live.show(bestOf(answer))).start();
socket.connect();
