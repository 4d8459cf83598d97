// node bots.mjs ADDRESS NAME…: programs of a workshop, one for each NAME, which mark a free cell by
// chance whenever it is their turn, and come back by themselves when the server was away.

import { createRequire } from "node:module";

const [address, ...names] = process.argv.slice(2);
const require = createRequire(new URL("../../../var/workshop-clients/", import.meta.url));
const io = require("socket.io-client-4");

function freeCells(board) {
  const cells = [];
  for (const [y, row] of board.entries()) {
    for (const [x, name] of row.entries()) if (name === "") cells.push({ x, y });
  }
  return cells;
}

function start(name) {
  const socket = io(address, { forceNew: true, reconnectionDelay: 100, reconnectionDelayMax: 500 });
  const answer = ({ gameUid, turn, board }) => {
    if (turn !== name) return;
    const cells = freeCells(board);
    const position = cells[Math.floor(Math.random() * cells.length)];
    socket.emit("move", { username: name, gameUid, position });
  };
  // Whoever says its name has its game again; there is none to join.
  socket.on("connect", () => socket.emit("join", { username: name }));
  socket.on("client:init", answer);
  socket.on("client:move", answer);
}

for (const name of names) start(name);
