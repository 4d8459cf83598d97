"""What a server does for notices by itself."""

from __future__ import annotations

from games.live.regular_work import RegularWork, in_own_thread
from games.play.notices.turn_mail import send_turn_mail

# Turns that come together go into one message.
WORK = (RegularWork(in_own_thread(send_turn_mail), seconds=300.0),)
