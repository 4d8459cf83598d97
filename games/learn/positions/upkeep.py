"""What a server does for positions by itself."""

from __future__ import annotations

from games.learn.positions.counting import count_games
from games.live.regular_work import RegularWork, in_own_thread

# A few games each time: live ones come first.
WORK = (RegularWork(in_own_thread(count_games), seconds=2.0),)
