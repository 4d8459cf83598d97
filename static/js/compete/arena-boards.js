// A page of all boards of an arena: they follow their games by the arena's socket.

import { socketWithPill } from "../connection.js";
import { byId, pageData } from "../dom.js";
import { LiveGames } from "../play/watch/live-games.js";
import { words } from "../words.js";

const { uid, page } = byId("tournament").dataset;
const games = new LiveGames(byId("live-games"), pageData("live-games-data"));
socketWithPill(`/ws/tournaments/${uid}/?boards=${page}`, {
  message: (message) => {
    if (message.type === "boards") games.show(message.games);
    else if (message.type === "standing") byId("playing").textContent = words("boards", { count: message.playing });
  },
}).connect();
