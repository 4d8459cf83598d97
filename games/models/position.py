"""What is known about positions, each with all its images under one key."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.core.rules import Mark, Position, Ruleset
from games.core.symmetry import position_of


class OfPosition(models.Model):
    """Something kept once for a position and all its images.

    *key* is what `games.core.symmetry.key_of` returns for each of them.
    """

    m = models.PositiveSmallIntegerField()
    n = models.PositiveSmallIntegerField()
    k = models.PositiveSmallIntegerField()
    key = models.BinaryField()

    class Meta:
        abstract = True

    @cached_property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)

    @cached_property
    def position(self) -> Position:
        """The image that stands for all: see `games.core.symmetry.canonical`."""
        return position_of(self.ruleset, bytes(self.key))

    @property
    def to_move(self) -> Mark:
        return Mark.X.at(self.position.ply)


class PositionCount(OfPosition):
    """How often a move was made in a position by people or by programs, and how it went for them.

    *cell* is in the image that stands for all. *latest* are the newest games with this move that
    everybody may see, the newest first; so the newest games through a position are found among its
    moves'. Written by `games.learn.positions.counting`, once for each finished game.
    """

    class Who(models.IntegerChoices):
        PEOPLE = 0, _("People")
        PROGRAMS = 1, _("Programs")

    cell = models.PositiveSmallIntegerField()
    who = models.PositiveSmallIntegerField(choices=Who)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    latest = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("m", "n", "k", "key", "cell", "who"), name="position_count_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.m},{self.n},{self.k} {bytes(self.key).hex()} {self.cell}: {self.games}"

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


class PositionValue(OfPosition):
    """What is proven about a position, as `games.engine.search.value.Proven`.

    `games.learn.proofs` alone reads and writes it. *nodes* are how many positions the search that
    proved it has looked at. *version* was PROOF_VERSION then: older proofs have a lower one.
    """

    value = models.SmallIntegerField()
    plies = models.PositiveSmallIntegerField(null=True, blank=True)
    within = models.PositiveSmallIntegerField(null=True, blank=True)
    nodes = models.PositiveBigIntegerField(default=0)
    version = models.PositiveSmallIntegerField()
    found_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("m", "n", "k", "key"), name="position_value_once"),
            models.CheckConstraint(
                condition=Q(value=0, plies=None, within=None)
                | Q(value__in=(-1, 1)) & (Q(plies=None) | Q(within=None)),
                name="position_value_has_one_distance",
            ),
        )

    def __str__(self) -> str:
        return f"{self.m},{self.n},{self.k} {bytes(self.key).hex()}: {self.value}"
