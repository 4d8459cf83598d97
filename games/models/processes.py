"""What server processes tell each other: locks, heartbeats, and when somebody was missing."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Lock(models.Model):
    """A name that only one transaction may hold at a time, of all server processes."""

    # Held while somebody is matched with those who wait: in open games, seeks and duels. So of two
    # who come at once, the second finds the first. Held also while a tournament's round begins, so
    # that nobody begins two at once.
    WAITING = "seeks"

    name = models.CharField(max_length=40, primary_key=True)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def hold(cls, name: str) -> None:
        """Hold *name* until the transaction ends; wait while another one holds it."""
        cls.objects.select_for_update().get_or_create(name=name)


class ServerProcess(models.Model):
    """A server process that runs, and when it wrote its last heartbeat.

    `Game.held_by` is the number of the one that has a game. Numbers are never used again: a process
    that was silent comes back as another one.
    """

    at = models.DateTimeField()
    # The ids of people and guests with a page open there, see games/live/sockets/people_here.py.
    people = models.JSONField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return f"{self.pk}, alive at {self.at:%Y-%m-%d %H:%M:%S}"


class Heartbeat(models.Model):
    """When any server process was last seen alive: one row, which all of them keep writing."""

    at = models.DateTimeField()

    class Meta:
        db_table = "games_beat"  # its first name: servers of the version before use it

    def __str__(self) -> str:
        return f"alive at {self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A time in which one server process wrote no heartbeat, or in which none did.

    The clocks of the games that the process had, or that none had, are extended by that time. The
    games' own logs say which have been extended; once all have, the outage is healed.
    """

    process = models.BigIntegerField(
        null=True, blank=True, unique=True, help_text=_("Its number; empty for all of them.")
    )
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    healed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M:%S} to {self.ended_at:%H:%M:%S}"
