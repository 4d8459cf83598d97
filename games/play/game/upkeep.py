"""What a server does for games by itself, beside what they need to go on."""

from __future__ import annotations

from games.live.regular_work import RegularWork
from games.play.game.no_shows import call_off_no_shows

WORK = (RegularWork(call_off_no_shows, seconds=1.0),)
