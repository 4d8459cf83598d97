"""A round robin as values: who meets whom, what has been played, and what may be played now.

Only who takes part and what they play is stored. So what is to be done next follows from that, even
if the process that drives a round robin is killed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeVar

from games.compete.round_robin.cross_table import EntrantGame, GameStage

Player = TypeVar("Player")
# As many boards as a wall shows large enough to follow, and as a class's machines can play while
# the machine of the site still answers everybody else at once.
MAX_AT_ONCE = 4
LEFT_UNTIL_WITHDRAWN = 3  # whoever leaves so many meetings, or does not come to them, is withdrawn


def berger_table(players: Sequence[Player]) -> list[list[tuple[Player, Player]]]:
    """Return the turns of a round robin, each with its meetings; the first of two has the first
    seat. Berger's tables (J. Berger, 1895).

    All players but the last stand on a circle, which turns by half its length each time. Whoever is
    at its head meets the last; the others meet across. So everybody plays in every turn, and each
    has the first seat as often as the second, as nearly as that can be.

    Of an odd number of players, one rests in each turn. Fewer than two meet nobody.
    """
    seats: list[Player | None] = [*players, *([None] if len(players) % 2 else [])]
    turns = (_turn(seats, number) for number in range(len(seats) - 1))
    return [[(x, o) for x, o in turn if x is not None and o is not None] for turn in turns]


def _turn(seats: Sequence[Player], number: int) -> list[tuple[Player, Player]]:
    *circle, last = seats
    head = number * len(seats) // 2
    leader = circle[head % len(circle)]
    across = [
        (circle[(head + step) % len(circle)], circle[(head - step) % len(circle)])
        for step in range(1, len(seats) // 2)
    ]
    return [(last, leader) if number % 2 else (leader, last), *across]


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who takes part, by the key of their account; a *level* is one of the computer's.

    Whoever is banned has no place. What they have played still counts for the others. *forgiven* is
    how many of the meetings that they left are not held against them.
    """

    key: int
    is_level: bool = False
    is_withdrawn: bool = False
    is_banned: bool = False
    forgiven: int = 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """All *games* that two play in one go: one, or the two of a round.

    *left_by* is who left it, or did not come. The *key* is that of its row, if it has one.
    """

    games: tuple[EntrantGame, ...]
    left_by: int | None = None
    key: int = 0

    @property
    def first(self) -> int:
        """Who has X in its first game."""
        return self.games[0].x

    @property
    def second(self) -> int:
        return self.games[0].o

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.first, self.second))

    @property
    def is_begun(self) -> bool:
        return any(game.stage is not GameStage.TO_PLAY for game in self.games)

    @property
    def is_over(self) -> bool:
        return all(game.counts for game in self.games)


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody has: half points, and the tie-break of Sonneborn and Berger in quarters.

    Those with as much of both share a *place*.
    """

    key: int
    place: int
    halves: int
    quarters: int


@dataclass(frozen=True)
class Chart:
    """All of a round robin at one moment: its *members* and *meetings*, both in their order.

    *quit* are those who called a meeting off as it began, once for each time. Where it *strikes*,
    the results of those who withdrew early do not count.
    """

    members: Sequence[Member]
    meetings: Sequence[Meeting]
    quit: Sequence[int] = ()
    strikes: bool = False

    @cached_property
    def levels(self) -> frozenset[int]:
        return frozenset(member.key for member in self.members if member.is_level)

    @cached_property
    def walkouts(self) -> Counter[int]:
        """How many meetings each has left."""
        found = Counter(self.quit)
        found.update(meeting.left_by for meeting in self.meetings if meeting.left_by is not None)
        return found

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        """The members who play no further: they were taken out, or have left too many meetings."""
        return frozenset(
            member.key
            for member in self.members
            if member.is_withdrawn
            or self.walkouts[member.key] - member.forgiven >= LEFT_UNTIL_WITHDRAWN
        )

    @cached_property
    def struck(self) -> frozenset[int]:
        """The withdrawn members who had played less than half of their meetings to the end.

        None of their results counts, as in chess by the FIDE's rules: whoever met them early
        would else have what others never had to play for. The results of withdrawn members who
        played half or more stay, and they lose what they did not play.
        """
        if not self.strikes:
            return frozenset()
        to_meet = Counter(key for meeting in self.meetings for key in meeting.pair)
        # Whoever left a meeting has not played it to the end, though it is over and counts.
        completed = Counter(
            key
            for meeting in self.meetings
            if meeting.is_over
            for key in meeting.pair
            if key != meeting.left_by
        )
        return frozenset(key for key in self.withdrawn if 2 * completed[key] < to_meet[key])

    # What is to be done.

    @property
    def unplayed(self) -> Iterator[Meeting]:
        """What is still to begin, in the table's order."""
        for meeting in self.meetings:
            if not meeting.is_begun and not meeting.pair & self.withdrawn:
                yield meeting

    @cached_property
    def playing(self) -> tuple[Meeting, ...]:
        return tuple(one for one in self.meetings if one.is_begun and not one.is_over)

    @property
    def is_finished(self) -> bool:
        """Whether all is played, or decided by the rules."""
        return not self.playing and next(self.unplayed, None) is None

    def may_begin(
        self, free: Collection[int], beginning: Collection[Meeting] = ()
    ) -> list[Meeting]:
        """Return the meetings that begin now, among those who are here and *free*.

        Those who are not are passed over, as are meetings that are *beginning* already. The
        computer's levels are always here, and play several meetings at once.
        """
        going_on = [*self.playing, *beginning]
        ready = {*free, *self.levels}
        ready -= {key for meeting in going_on for key in meeting.pair} - self.levels
        chosen: list[Meeting] = []
        for meeting in self.unplayed:
            if len(going_on) + len(chosen) >= MAX_AT_ONCE:
                break
            if meeting.pair <= ready:
                chosen.append(meeting)
                ready -= meeting.pair - self.levels
        return chosen

    # How it stands.

    @cached_property
    def counting(self) -> tuple[Meeting, ...]:
        """The meetings of those whose results count."""
        return tuple(meeting for meeting in self.meetings if not meeting.pair & self.struck)

    @cached_property
    def results(self) -> tuple[EntrantGame, ...]:
        """All games that count or will, with what the rules decide of those not played."""
        return tuple(chain.from_iterable(map(self._results, self.counting)))

    def _results(self, meeting: Meeting) -> Sequence[EntrantGame]:
        """Return the games; if they have not begun, whoever is withdrawn loses them, or both do."""
        away = meeting.pair & self.withdrawn
        if meeting.is_begun or not away:
            return meeting.games
        return [
            EntrantGame(
                one.x, one.o, GameStage.WALKOVER, (2 * (one.x not in away), 2 * (one.o not in away))
            )
            for one in meeting.games
        ]

    @property
    def done(self) -> int:
        """How many meetings are over, or will not be played any more."""
        return len(self.meetings) - len(self.playing) - sum(1 for _ in self.unplayed)

    @cached_property
    def halves(self) -> Mapping[int, int]:
        """The half points of everybody."""
        points = Counter({member.key: 0 for member in self.members})
        for result in self.results:
            for key, halves in result.gained:
                points[key] += halves
        return points

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody, best first; then those without a place, in their order: who is banned, and
        those whose results do not count.

        Among players with equal points, the one with more against the better ones is ahead: each
        opponent's points, times what one has of them (W. Sonneborn 1886, J. Berger 1887).
        """
        quarters = self._quarters()
        counting = [member for member in self.members if member.key not in self.struck]
        points = {one.key: (self.halves[one.key], quarters[one.key]) for one in counting}
        scores = {one.key: points[one.key] for one in counting if not one.is_banned}
        best = sorted(scores, key=lambda key: scores[key], reverse=True)
        better = {key: sum(other > scores[key] for other in scores.values()) for key in scores}
        found = [Standing(key, better[key] + 1, *scores[key]) for key in best]
        banned = (one.key for one in counting if one.is_banned)
        last = (member.key for member in self.members if member.key in self.struck)
        return (
            *found,
            *(Standing(key, 0, *points[key]) for key in banned),
            *(Standing(key, 0, 0, 0) for key in last),
        )

    def _quarters(self) -> Mapping[int, int]:
        sums: dict[int, int] = defaultdict(int)
        for result in self.results:
            (x, of_x), (o, of_o) = result.gained
            sums[x] += of_x * self.halves[o]
            sums[o] += of_o * self.halves[x]
        return sums


def meetings_of(members: Sequence[Member]) -> list[Meeting]:
    """Return who meets whom, in the order of Berger's table: two games each, none of them begun.

    The computer's levels do not meet each other: players want to know which of them they beat, and
    how strong the levels are has been measured before.
    """
    levels = {member.key for member in members if member.is_level}
    table = chain.from_iterable(berger_table([member.key for member in members]))
    return [Meeting(both_seats(*pair)) for pair in table if not {*pair} <= levels]


def both_seats(
    first: int, second: int, stage: GameStage = GameStage.TO_PLAY
) -> tuple[EntrantGame, EntrantGame]:
    """Return the two games of a round at the *stage* that both are at."""
    return EntrantGame(first, second, stage), EntrantGame(second, first, stage)
