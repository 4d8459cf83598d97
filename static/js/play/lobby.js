// The home page: the create dialog, the featured game, and the live table of open games.

import { openDialogFromLinks } from './create.js';
import { socketWithPill } from '../connection.js';
import { byId, pageData } from '../dom.js';
import { Featured } from './lobby/featured.js';
import { OpenGames } from './lobby/open-games.js';

/** @typedef {import("../socket.js").Message} Message */

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

openDialogFromLinks();
const featured = pageData("featured-data");
if (featured) new Featured(featured);
socket.connect();
