"""Every message between browser or bot and server, as a type. JSON text frames, one object each.

Every message has its name in `type`. From the client: play, swap, resign, claim, claimdraw,
givetime, abort, offer, answer, say, listen, ping. From the server, by socket:
- a game: game, moved, ended, offered, timegiven, presence, chat, said, refused, retry, pong
- the lobby: lobby, opened, closed; notices: waiting, notice
- an arena: standing, boards, paired; a duel: duel

A message about a change of a game carries the game's `version`, which each change raises by one.
So a client drops changes that it already has. If it has missed some, it asks for the whole state by
a ping with its version.

Renamed: `chat` was called `talk` until November 2026; the former name is no longer sent.
"""
