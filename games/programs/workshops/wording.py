"""What is said when a workshop refuses something: in a row of its lobby, and to the teacher."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.text.refusals import REFUSALS

OWN: Mapping[str, Promise] = {
    "already_playing": _("This player is in a game already."),
    "bad_move_time": _("A move takes 5 to 600 seconds."),
    "bad_hours": _("A workshop is open from 1 hour to 7 days."),
    "bad_message": _("The message is malformed."),
    "name_characters": _("Use letters, digits, spaces, and - _ . ' in a name."),
    "name_of_account": _("That name is taken on this site. Choose another."),
    "name_reserved": _("This name is reserved. Choose another."),
    "name_taken": _("That name is taken here. Choose another."),
    "name_too_long": _("Set a username of your own in the client: at most 20 characters."),
    "name_too_short": _("Set a username of your own in the client first."),
    "being_asked": _("This program is being tested right now."),
    "no_round_robin": _("There is no round robin yet."),
    "nobody_chosen": _("Choose at least one player."),
    "nobody_late": _("Choose players who haven’t joined yet."),
    "not_away": _("This player was neither withdrawn nor removed."),
    "removed": _("The teacher has removed this name."),
    "sure": _("Tick the box to confirm."),
    "no_such_workshop": _("No workshop has that code."),
    "room_full": _("This workshop is full."),
    "too_few_players": _("Choose at least two players."),
    "too_many_players": _("Choose at most 16 players, the computer’s levels included."),
    "too_many_workshops": _("You have the maximum number of open workshops."),
}


def refusal_text(code: str) -> str:
    """Return the sentence for *code*, or the code itself where there is none."""
    return str(OWN.get(code) or REFUSALS.get(code) or code)
