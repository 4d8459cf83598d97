// Takes your ai.mjs into the workshop.
//
//   node bot.mjs NAME          opens a game and waits for somebody; after it, another one
//   node bot.mjs NAME join     joins games that others have opened
//
// Leave it running: when the teacher starts the round robin, it plays there, too. Ctrl-C ends it.
// It speaks Socket.IO over plain requests, and needs nothing but node 18 or newer.

import { chooseMove } from "./ai.mjs";

const address = "{{ origin }}";
const code = "{{ code }}";
const between = "\x1e"; // stands between packets

class Closed extends Error {}

/** A connection to the workshop: we ask for news all the time, and send in between. */
class Connection {
  url = `${address}/socket.io/?EIO=4&transport=polling`;
  hasWaiting = false; // whether somebody waits in the lobby

  async open() {
    const greeting = await this.request();
    this.url += `&sid=${JSON.parse(greeting.slice(1)).sid}`;
    await this.request(`40/${code},`);
  }

  async request(body) {
    const options = body === undefined ? {} : { method: "POST", body };
    const answer = await fetch(this.url, options);
    if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
    return answer.text();
  }

  emit(event, data) {
    return this.request(`42/${code},${JSON.stringify([event, data])}`);
  }

  /** What we are told, as pairs of an event and what it carries. */
  async *events() {
    for (;;) {
      for (const packet of (await this.request()).split(between)) {
        const rest = packet.slice(packet.indexOf(",") + 1);
        if (packet === "2") await this.request("3"); // are you there?
        else if (packet === "1") throw new Error("the server has ended the connection");
        else if (packet.startsWith(`41/${code}`)) throw new Closed("The workshop is closed, or you were removed from it.");
        else if (packet.startsWith(`44/${code}`)) throw new Closed(`The workshop cannot be entered: ${rest}`);
        else if (packet.startsWith(`40/${code}`)) yield ["connected"];
        else if (packet.startsWith(`42/${code},`)) yield JSON.parse(rest);
      }
    }
  }
}

/** Play until the connection is lost. */
async function play(username, joins) {
  const connection = new Connection();
  await connection.open();
  for await (const [event, data] of connection.events()) {
    if (event === "connected") {
      await connection.emit(joins ? "join" : "create", { username });
    } else if (event === "client:lobby") {
      connection.hasWaiting = data.some((row) => row.gameUid !== "notice");
      if (joins) await goOn(connection, username, joins);
    } else if (event === "client:error") {
      console.log(`  ${data.event} was refused: ${data.code}`);
    } else if (event === "client:leave") {
      await goOn(connection, username, joins);
    } else if (event === "client:init" || event === "client:move") {
      await answer(connection, username, data, joins);
    }
  }
}

/** Open a game, or join one that waits. If none does, the lobby tells us of the next one. */
async function goOn(connection, username, joins) {
  if (!joins) await connection.emit("create", { username });
  else if (connection.hasWaiting) await connection.emit("join", { username });
}

/** Move if it is our turn; begin anew if the game is over. */
async function answer(connection, username, game, joins) {
  const { type, winner } = game.status;
  if (type === "FINISHED") {
    console.log(winner === "DRAW" ? "Draw." : `${winner} has won.`);
    await goOn(connection, username, joins);
  } else if (type === "ONGOING" && game.turn === username) {
    await connection.emit("move", { username, gameUid: game.gameUid, position: choose(game, username) });
  }
}

/** Have ai.mjs choose. If that fails, the error says in which line, and the bot ends. */
function choose(game, username) {
  const other = game.players.find((player) => player !== username);
  try {
    return chooseMove(game.board, username, other);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

const [username, how] = process.argv.slice(2);
if (!username) {
  console.log("node bot.mjs NAME, or node bot.mjs NAME join");
  process.exit(1);
}
console.log(`${username} plays in ${code}. Ctrl-C ends it.`);
for (;;) {
  try {
    await play(username, how === "join");
  } catch (error) {
    console.log(`  ${error.message}`);
    if (error instanceof Closed) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
