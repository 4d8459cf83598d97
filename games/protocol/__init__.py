"""Every message between browser or bot and server, as a type. JSON text frames, one object each.

From the client: play, swap, resign, claim, claimdraw, givetime, abort, offer, answer, say, listen,
ping.
From the server: game, moved, ended, offered, timegiven, presence, chat, said, refused, retry, pong;
in the lobby lobby, opened, closed; among one's notices waiting, notice; in an arena standing,
boards, paired; in a duel duel. Every message has its name in `type`.

What changes a game carries its `version`: one higher with each change, so that a client drops what
it already has and asks for the whole state (a ping with its version) when it has missed some.

Renamed: `chat` was called `talk` until November 2026; the former name is no longer sent.
"""
