"""What a server does for reviews by itself."""

from __future__ import annotations

from games.learn.review.wanted import grade_wanted
from games.live.regular_work import RegularWork, at_this_time

WORK = (RegularWork(at_this_time(grade_wanted), seconds=5.0),)  # begins one at a time
