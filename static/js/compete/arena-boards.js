// A page of all boards of an arena: they follow their games by the arena's socket.

import { byId, pageData } from '../dom.js';
import { ConnectionPill } from '../play/game/connection.js';
import { LiveSocket, socketUrl, wakeWithThePage } from '../socket.js';
import { LiveGames } from '../play/watch/live-games.js';
import { words } from '../words.js';

const { uid, page } = byId("tournament").dataset;
const games = new LiveGames(byId("live-games"), pageData("live-games-data"));
const pill = new ConnectionPill();
const socket = new LiveSocket(socketUrl(`/ws/tournaments/${uid}/?boards=${page}`), {
  message: (message) => {
    if (message.type === "boards") games.show(message.games);
    else if (message.type === "standing") byId("playing").textContent = words("boards", { count: message.playing });
  },
  status: (_, code) => pill.follow(socket, code),
  dropped: () => {},
});
socket.connect();
wakeWithThePage(socket);
