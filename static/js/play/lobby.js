// The home page: the create dialog, the featured game, and the live table of open games.

import { openDialogFromLinks } from './create.js';
import { byId, pageData } from '../dom.js';
import { ConnectionPill } from './game/connection.js';
import { Featured } from './lobby/featured.js';
import { OpenGames } from './lobby/open-games.js';
import { LiveSocket, socketUrl, wakeWithThePage } from '../socket.js';

/** @typedef {import("../socket.js").Message} Message */

const games = new OpenGames(/** @type {HTMLTableElement} */ (byId("open-games")));
const pill = new ConnectionPill();

/** @param {Message} message */
function hear(message) {
  if (message.type === "lobby") games.replace(message.games);
  else if (message.type === "opened") games.add(message.game);
  else if (message.type === "closed") games.remove(message.uid);
}

/** @param {number} code */
function followConnection(code) {
  pill.follow(socket, code);
  games.setStale(socket.status !== "open" && socket.hasBeenOpen);
}

const socket = new LiveSocket(socketUrl("/ws/lobby/"), {
  message: hear,
  status: (_, code) => followConnection(code),
  dropped: () => {},
});

openDialogFromLinks();
const featured = pageData("featured-data");
if (featured) new Featured(featured);
socket.connect();
wakeWithThePage(socket);
