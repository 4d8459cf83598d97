"""The pseudonyms of networks in rounds and entries: kept to be compared, and then removed."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Round, TournamentEntry

KEPT_FOR = timedelta(days=90)  # as far back as reports for staff look
AT_ONCE = 500
NOTHING = {"first_network": "", "second_network": ""}


def forget_networks(now: datetime) -> int:
    """Remove some of the pseudonyms that are older than KEPT_FOR; return how many rows had any.

    Keys follow the time, so the oldest come first: the caller repeats until nothing is left.
    """
    with_networks = Round.objects.exclude(**NOTHING).order_by("pk")
    rounds = list(with_networks.values_list("pk", "begun_at")[:AT_ONCE])
    # Compared here, because the index holds keys alone, and the oldest of them are enough.
    old = [pk for pk, at in rounds if at < now - KEPT_FOR]
    with_network = TournamentEntry.objects.exclude(network="").order_by("pk")
    entries = list(with_network.values_list("pk", "joined_at")[:AT_ONCE])
    old_entries = [pk for pk, at in entries if at < now - KEPT_FOR]
    if old:
        Round.objects.filter(pk__in=old).update(**NOTHING)
    if old_entries:
        TournamentEntry.objects.filter(pk__in=old_entries).update(network="")
    return len(old) + len(old_entries)


def forget_networks_of(user: User) -> None:
    """Remove the pseudonyms of *user*, whose account is deleted."""
    Round.objects.filter(first=user).exclude(first_network="").update(first_network="")
    Round.objects.filter(second=user).exclude(second_network="").update(second_network="")
    TournamentEntry.objects.filter(user=user).exclude(network="").update(network="")
