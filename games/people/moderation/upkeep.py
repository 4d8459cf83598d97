"""What a server removes by itself, soon after it was left."""

from __future__ import annotations

from games.live.regular_work import RegularWork, at_this_time
from games.live.waiting import NOTED_EVERY
from games.people.moderation.removal import remove_left

WORK = (RegularWork(at_this_time(remove_left), seconds=NOTED_EVERY.total_seconds()),)
