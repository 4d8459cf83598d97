"""An arena of simulated players in simulated time, run by the services of a real one.

It tells whether anybody waits while an opponent is free whom they may play, and how long pairing
takes. The database must be empty: users and rounds are made in it.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from unittest import mock

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.compete.rounds import services as rounds
from games.compete.tournaments import standings, upkeep
from games.compete.tournaments.arena import pairing, services
from games.compete.tournaments.arena.pairing import Company, Free
from games.core.events import Outcome, Termination
from games.models import Game, Round, Tournament, TournamentEntry

A_SECOND = timedelta(seconds=1)
MAX_IDLE = 20.0  # seconds of waiting, while another is free whom one may play
SHORTEST, LONGEST = 30, 240  # seconds of a game
STAYS_AWAY = 0.01  # the share of the games to which a player does not come
TAKES_A_BREAK, COMES_BACK = 0.01, 0.02  # the chance that a player does, each ten seconds


@dataclass
class SimulationReport:
    """What was observed. *idle* has the seconds of each wait that ended with a round."""

    rounds: int = 0
    again: int = 0  # rounds with the last opponent, though others were there
    # Seconds, of all players together, beyond MAX_IDLE in which they could have played.
    waited_in_vain: int = 0
    idle: list[float] = field(default_factory=list)
    # Seconds of a processor for each step that paired: the choice, and its rounds.
    pairing: list[float] = field(default_factory=list)
    is_kept: bool = True  # whether the stored standing equals one computed from the rounds


class Simulation:
    """One arena on 6×6, from its beginning to its end."""

    def __init__(self, players: int, minutes: int, seed: int) -> None:
        self._chance = random.Random(seed)
        self.now = timezone.now()
        self.report = SimulationReport()
        self._ends: dict[str, datetime] = {}  # of games, by the uid of their round
        self.arena = Tournament.objects.create(
            kind="arena",
            title="Simulated",
            m=6,
            n=6,
            k=4,
            pool="fours",
            control="120+2",
            minutes=minutes,
            starts_at=self.now,
        )
        users = [User.objects.create_user(f"player{number}") for number in range(players)]
        self._strengths = {user.pk: self._chance.gauss(0, 1) for user in users}
        TournamentEntry.objects.bulk_create(
            TournamentEntry(tournament=self.arena, user=user, seen_at=self.now) for user in users
        )

    def run(self) -> SimulationReport:
        """Play the arena to its end, and return what was seen."""
        # This call loads networkx, which must not be measured with the first pairing.
        pairing.pairs([Free(1, 1), Free(2, 2)], Company(Counter()))
        with self._clock():
            services.begin(uid=self.arena.uid, now=self.now)
            self.arena.refresh_from_db()
            while not self.arena.is_over:
                self._second()
            while self._ends:  # the last games are played to their end
                self.now += A_SECOND
                self._end_games()
        self.report.is_kept = standings.recount(self.arena) == standings.stored_scores(self.arena)
        return self.report

    @contextmanager
    def _clock(self) -> Iterator[None]:
        with mock.patch.object(timezone, "now", side_effect=lambda: self.now):
            yield

    def _second(self) -> None:
        self.now += A_SECOND
        self._end_games()
        upkeep.note_seen(users=self._strengths, now=self.now)
        if self.now.second % 10 == 0:
            self._take_breaks()
        waits = {entry.user_id: entry.free_since for entry in self._free() if entry.free_since}
        last = {entry.user_id: entry.last_opponent_id for entry in self.arena.entries.all()}
        began = time.thread_time()
        begun = services.advance(uid=self.arena.uid, now=self.now)
        if begun:
            self.report.pairing.append(time.thread_time() - began)
        for round in begun:
            self._note(round, waits, last)
        self.arena.refresh_from_db()
        if not self.arena.is_over and self.now < self.arena.last_pairing_at:
            self.report.waited_in_vain += self._waiting_in_vain()

    def _free(self) -> QuerySet[TournamentEntry]:
        free = self.arena.entries.filter(free_since__isnull=False, paused_at=None)
        return free.filter(withdrawn_at=None)

    def _note(self, round: Round, waits: dict[int, datetime], last: dict[int, int | None]) -> None:
        self.report.rounds += 1
        for user_id in (round.first_id, round.second_id):
            self.report.idle.append((self.now - waits[user_id]).total_seconds())
        met = last[round.first_id] == round.second_id or last[round.second_id] == round.first_id
        there = self.arena.entries.filter(paused_at=None, withdrawn_at=None).count()
        self.report.again += met and there > 2
        self._begin_game(round.uid)

    def _waiting_in_vain(self) -> int:
        """Return how many wait for too long now, while somebody whom they may play waits, too."""
        limit = self.now - timedelta(seconds=MAX_IDLE)
        entries = list(self._free().select_related("user"))
        late = [one for one in entries if one.free_since and one.free_since < limit]
        described, company = services.described(self.arena, entries, self.now)
        by_user = {free.user: free for free in described}
        return sum(_can_play(by_user[one.user_id], described, company) for one in late)

    def _begin_game(self, uid: str) -> None:
        self._ends[uid] = self.now + timedelta(seconds=self._chance.uniform(SHORTEST, LONGEST))

    def _end_games(self) -> None:
        for uid in [uid for uid, end in self._ends.items() if end <= self.now]:
            del self._ends[uid]
            self._end_game(uid)

    def _end_game(self, uid: str) -> None:
        game = Round.objects.with_players_and_games().get(uid=uid).game
        is_away = self._chance.random() < STAYS_AWAY
        Game.objects.filter(pk=game.pk).update(
            status=Game.Status.FINISHED,
            outcome=self._outcome(game, is_drawn=not is_away),
            termination=Termination.ABANDONED if is_away else Termination.LINE,
            ended_at=self.now,
        )
        if rounds.advance(uid).state == Round.State.GOING:
            self._begin_game(uid)

    def _outcome(self, game: Game, *, is_drawn: bool) -> Outcome:
        assert game.x_player
        assert game.o_player
        x, o = (self._strengths[player.pk] for player in (game.x_player, game.o_player))
        difference = x - o + self._chance.gauss(0, 1)
        if is_drawn and abs(difference) < 0.3:
            return Outcome.DRAW
        return Outcome.X if difference > 0 else Outcome.O

    def _take_breaks(self) -> None:
        for entry in self.arena.entries.all():
            chance = COMES_BACK if entry.paused_at else TAKES_A_BREAK
            if self._chance.random() < chance:
                entry.paused_at = None if entry.paused_at else self.now
                if entry.free_since and not entry.paused_at:
                    entry.free_since = self.now
                entry.save(update_fields=["paused_at", "free_since"])


def _can_play(one: Free, others: list[Free], company: Company) -> bool:
    return any(other is not one and company.may_play(one, other) for other in others)
