"""Takes your ai.py into the workshop.

python bot.py NAME          opens a game and waits for somebody; after it, another one
python bot.py NAME join     joins games that others have opened

Leave it running: when the teacher starts the round robin, it plays there, too. Ctrl-C ends it.
It speaks Socket.IO over plain requests, and needs nothing but Python.
"""

import http.client
import json
import os
import sys
import threading
import time
import traceback
import urllib.request

import ai

ADDRESS = "{{ origin }}"
CODE = "{{ code }}"
PACKETS = "\x1e"  # stands between packets


class Connection:
    """A connection to the workshop: we ask for news all the time, and send in between."""

    def __init__(self):
        self.url = f"{ADDRESS}/socket.io/?EIO=4&transport=polling"
        greeting = self.request()[1:]
        self.url += "&sid=" + json.loads(greeting)["sid"]
        self.thinks_about = None
        self.has_waiting = False  # whether somebody waits in the lobby
        self.request(f"40/{CODE},")

    def request(self, body=None):
        data = None if body is None else body.encode()
        with urllib.request.urlopen(self.url, data, timeout=60) as answer:
            return answer.read().decode()

    def begin(self, game):
        """Whether there is something to think about: we may be told the same board twice."""
        question = game["gameUid"], game["board"]
        if self.thinks_about == question:
            return False
        self.thinks_about = question
        return True

    def end(self, game):
        if self.thinks_about == (game["gameUid"], game["board"]):
            self.thinks_about = None

    def emit(self, event, **data):
        self.request(f"42/{CODE}," + json.dumps([event, data]))

    def events(self):
        """Yield what we are told, as pairs of an event and what it carries."""
        while True:
            for packet in self.request().split(PACKETS):
                if packet == "2":  # are you there?
                    self.request("3")
                elif packet == "1":
                    raise ConnectionError("the server has ended the connection")
                elif packet.startswith(f"41/{CODE}"):
                    sys.exit("The workshop is closed, or you were removed from it.")
                elif packet.startswith(f"44/{CODE}"):
                    sys.exit("The workshop cannot be entered: " + packet.partition(",")[2])
                elif packet.startswith(f"40/{CODE}"):
                    yield "connected", None
                elif packet.startswith(f"42/{CODE},"):
                    event, *data = json.loads(packet.partition(",")[2])
                    yield event, data[0] if data else None


def play(name, joins):
    """Play until the connection is lost."""
    connection = Connection()
    for event, data in connection.events():
        if event == "connected":
            connection.emit("join" if joins else "create", username=name)
        elif event == "client:lobby":
            connection.has_waiting = any(row["gameUid"] != "notice" for row in data)
            if joins:
                go_on(connection, name, joins)
        elif event == "client:error":
            print(f"  {data['event']} was refused: {data['code']}")
        elif event == "client:leave":
            go_on(connection, name, joins)
        elif event in ("client:init", "client:move"):
            answer(connection, name, data, joins)


def go_on(connection, name, joins):
    """Open a game, or join one that waits. If none does, the lobby tells us of the next one."""
    if not joins:
        connection.emit("create", username=name)
    elif connection.has_waiting:
        connection.emit("join", username=name)


def answer(connection, name, game, joins):
    """Move if it is our turn; begin anew if the game is over."""
    kind, winner = game["status"]["type"], game["status"]["winner"]
    if kind == "FINISHED":
        print("Draw." if winner == "DRAW" else f"{winner} has won.")
        go_on(connection, name, joins)
    elif kind == "ONGOING" and game["turn"] == name and connection.begin(game):
        # In a thread of its own: meanwhile we go on saying that we are there.
        threading.Thread(target=move, args=(connection, name, game), daemon=True).start()


def move(connection, name, game):
    """Have ai.py choose, and send what it has chosen."""
    other = next(player for player in game["players"] if player != name)
    try:
        x, y = ai.choose_move(game["board"], name, other)
        position = {"x": x, "y": y}
        connection.emit("move", username=name, gameUid=game["gameUid"], position=position)
        connection.end(game)
    except (OSError, http.client.HTTPException):  # lost, which is noticed where we listen
        pass
    except Exception:
        traceback.print_exc()  # of your ai.py
        os._exit(1)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    name, joins = sys.argv[1], "join" in sys.argv[2:]
    print(f"{name} plays in {CODE}. Ctrl-C ends it.")
    try:
        while True:
            try:
                play(name, joins)
            except (OSError, http.client.HTTPException) as error:
                print(f"  connecting again: {error}")
                time.sleep(1)
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
