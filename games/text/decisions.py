"""What people read of what the staff decided; moderators see it before they decide."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.events import Termination
from games.models import StaffDecision
from games.text.wording import ENDINGS

Kind = StaffDecision.Kind

WHAT: dict[str, str | Promise] = {
    Kind.ANNULLED: gettext_lazy("The staff annulled your round against %(opponent)s."),
    Kind.RESTORED: gettext_lazy("Your round against %(opponent)s counts again."),
    Kind.RESULT: gettext_lazy("The staff decided your game against %(opponent)s: %(result)s."),
    Kind.GAME_OFF: gettext_lazy("The staff cancelled your game against %(opponent)s."),
    Kind.MUTED: gettext_lazy("You can’t chat until %(until)s."),
    Kind.UNMUTED: gettext_lazy("You can chat again."),
    Kind.WARNED: gettext_lazy("This is a warning from the staff."),
    Kind.BANNED: gettext_lazy("The account %(name)s was banned on %(today)s."),
    Kind.UNBANNED: gettext_lazy("Your account is open again."),
    Kind.REMOVED: gettext_lazy("The staff removed you from a tournament."),
    Kind.CALLED_OFF: gettext_lazy("The staff cancelled your tournament."),
}
RESULTS: dict[str, str | Promise] = {
    "won": gettext_lazy("you won"),
    "lost": gettext_lazy("you lost"),
    "draw": gettext_lazy("a draw"),
    "": gettext_lazy("no result"),
}


@dataclass(frozen=True, slots=True)
class DecisionText:
    """A decision as one of those whom it concerns reads of it; *result* is a key of RESULTS."""

    kind: str
    reason: str
    name: str = ""
    opponent: str = ""
    result: str = ""
    until: datetime | None = None
    pool: str = ""
    before: int | None = None
    after: int | None = None

    @property
    def text(self) -> str:
        reason = _("Reason: %(reason)s") % {"reason": self.reason} if self.reason else ""
        return " ".join(part for part in (self._what(), self._rating(), reason) if part)

    def _what(self) -> str:
        if self.kind == Kind.GAME_OFF and not self.opponent:
            return str(ENDINGS[Termination.CANCELLED])  # nobody had joined
        return str(WHAT[self.kind]) % {
            "name": self.name,
            "opponent": self.opponent,
            "result": RESULTS[self.result],
            "until": moment_text(self.until) if self.until else "",
            "today": date_format(timezone.localdate(), "DATE_FORMAT"),
        }

    def _rating(self) -> str:
        if self.before is None or self.after is None or self.before == self.after:
            return ""
        return _("Your rating in %(pool)s is now %(after)d instead of %(before)d.") % {
            "pool": self.pool,
            "after": self.after,
            "before": self.before,
        }


def answer_text(name: str, *, acted: bool, words: str = "") -> str:
    """Return what somebody who reported *name* reads; *words* are what the staff add."""
    if acted:
        sentence = _("Thank you for your report about %(name)s. We acted on it.")
    else:
        sentence = _(
            "Thank you for your report about %(name)s. We found nothing against the rules."
        )
    return " ".join(part for part in (sentence % {"name": name}, words) if part)


def moment_text(at: datetime) -> str:
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")
