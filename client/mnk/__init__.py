"""Play tic-tac-toe of every size with a program.

    from mnk import Client, Game

    client = Client("https://play.example", "ttt_…")
    for message in client.events():
        ...

`Client` speaks to a site, `Game` is one moment of a game with the rules; `mnk bridge` and
`mnk lab` need neither to be known. Nothing but the standard library is used.
"""

from mnk.client import Client
from mnk.errors import Refused, Unreachable
from mnk.game import Game

__version__ = "0.2.0"
__all__ = ["Client", "Game", "Refused", "Unreachable"]
