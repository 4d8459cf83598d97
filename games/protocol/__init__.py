"""Every message between browser or bot and server, as a type. JSON text frames, one object each.

From the client: play, swap, resign, claim, claimdraw, givetime, abort, offer, answer, say, listen,
ping.
From the server: game, moved, ended, offered, timegiven, presence, chat, said, refused, retry, pong;
in the lobby also lobby, opened, closed; among one's notices waiting, notice. Every message has its
name in `type`.

A game's messages carry its `version`: one higher with each change, so that a client drops what
it already has and asks for the whole state (a ping with its version) when it has missed some.

Renamed: `chat` was called `talk` until November 2026; the former name is no longer sent.
"""
