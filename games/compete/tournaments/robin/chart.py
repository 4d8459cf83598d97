"""A round robin as values: who meets whom, what has been played, and what may be played now.

Nothing is stored of it but who takes part and the rounds themselves. So however the process ends
that drives a round robin, what is to be done next follows from what is there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from games.core.round_robin import berger_table

# As many boards as a wall shows large enough to follow, and as a class's machines can play while
# the machine of the site still answers everybody else at once.
MAX_AT_ONCE = 4
MAX_ROUNDS_LEFT = 3  # rounds that somebody may leave, or not come to, before they are withdrawn
HALVES = 4  # half points in a round

Pair: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who takes part, by the key of their account; a *level* is one of the computer's.

    Who is banned has no place. What they have played still counts for the others.
    """

    key: int
    is_level: bool = False
    is_withdrawn: bool = False
    is_banned: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """A round that belongs to the table; *first* has X in its first game."""

    first: int
    second: int

    @property
    def pair(self) -> Pair:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True)
class Played:
    """A round that goes on, or is over with so many *halves* of its *first* player.

    *left_by* is who left it, or did not come. What was called off or annulled is none.
    """

    first: int
    second: int
    halves: int | None = None
    left_by: int | None = None

    @property
    def pair(self) -> Pair:
        return frozenset((self.first, self.second))

    @property
    def is_over(self) -> bool:
        return self.halves is not None


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
    """All of a round robin at one moment: its *members* in their order, and what was *played*.

    *quit* are those who called a round off as it began, once for each time.
    """

    members: tuple[Member, ...]
    played: tuple[Played, ...]
    quit: tuple[int, ...] = ()

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """The rounds of the table, in its order. The computer's levels do not meet each other:
        they ask nothing, and how strong they are has been measured before."""
        levels = {member.key for member in self.members if member.is_level}
        table = chain.from_iterable(berger_table([member.key for member in self.members]))
        met = (Meeting(first, second) for first, second in table)
        return tuple(meeting for meeting in met if not meeting.pair <= levels)

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        return frozenset(member.key for member in self.members if member.is_withdrawn)

    @cached_property
    def struck(self) -> frozenset[int]:
        """Those withdrawn who had played less than half of their rounds to the end.

        None of their results counts, as in chess by the FIDE's rules: whoever met them early
        would else have what others never had to play for. Of those who played half or more,
        the results stay, and what they did not play is lost.
        """
        return frozenset(
            key for key in self.withdrawn if 2 * self._completed[key] < self._to_meet[key]
        )

    @cached_property
    def _completed(self) -> Counter[int]:
        over = (played for played in self._by_pair.values() if played.is_over)
        # Whoever left a round has not played it to the end, though it is over and counts.
        return Counter(key for one in over for key in one.pair if key != one.left_by)

    @cached_property
    def _to_meet(self) -> Counter[int]:
        return Counter(key for meeting in self.meetings for key in meeting.pair)

    @cached_property
    def _by_pair(self) -> Mapping[Pair, Played]:
        """The round of each two; were there ever more than one, the first counts."""
        return {played.pair: played for played in reversed(self.played)}

    # What is to be done.

    @property
    def unplayed(self) -> Iterator[Meeting]:
        """What is still to begin, in the table's order."""
        for meeting in self.meetings:
            if meeting.pair not in self._by_pair and not meeting.pair & self.withdrawn:
                yield meeting

    @cached_property
    def playing(self) -> tuple[Played, ...]:
        return tuple(played for played in self.played if not played.is_over)

    @property
    def is_finished(self) -> bool:
        """Whether all is played, or decided by the rules."""
        return not self.playing and next(self.unplayed, None) is None

    def may_begin(self, free: Collection[int]) -> list[Meeting]:
        """What begins now, with those who are here and *free*; nobody waits for one who is not.

        The computer's levels are always here, and play several rounds at once.
        """
        levels = {member.key for member in self.members if member.is_level}
        ready = set(free) | levels
        ready -= {key for played in self.playing for key in played.pair} - levels
        chosen: list[Meeting] = []
        for meeting in self.unplayed:
            if len(self.playing) + len(chosen) >= MAX_AT_ONCE:
                break
            if meeting.pair <= ready:
                chosen.append(meeting)
                ready -= meeting.pair - levels
        return chosen

    def too_often_away(self) -> frozenset[int]:
        """Those who have left so many rounds that they are to be withdrawn."""
        left = Counter(self.quit)
        left.update(played.left_by for played in self.played if played.left_by is not None)
        often = {member.key for member in self.members if left[member.key] >= MAX_ROUNDS_LEFT}
        return frozenset(often - self.withdrawn)

    # How it stands.

    @cached_property
    def decided(self) -> Mapping[Pair, Mapping[int, int]]:
        """The half points of both, for each pair that counts and has played, or will not any more.

        Two who are both withdrawn have nothing of each other.
        """
        found = ((meeting.pair, self._halves(meeting)) for meeting in self.meetings)
        return {pair: halves for pair, halves in found if halves is not None}

    def _halves(self, meeting: Meeting) -> Mapping[int, int] | None:
        if meeting.pair & self.struck:
            return None
        if played := self._by_pair.get(meeting.pair):
            if played.halves is None:
                return None
            return {played.first: played.halves, played.second: HALVES - played.halves}
        away = meeting.pair & self.withdrawn
        return {key: 0 if key in away else HALVES for key in meeting.pair} if away else None

    @property
    def rounds(self) -> int:
        """How many are to be played, or decided by the rules."""
        return len(self.meetings)

    @property
    def done(self) -> int:
        """How many of them are over, or will not be played any more."""
        return sum(self._is_done(meeting) for meeting in self.meetings)

    def _is_done(self, meeting: Meeting) -> bool:
        played = self._by_pair.get(meeting.pair)
        return played.is_over if played else bool(meeting.pair & self.withdrawn)

    @cached_property
    def halves(self) -> Mapping[int, int]:
        """The half points of everybody."""
        points = Counter({member.key: 0 for member in self.members})
        for result in self.decided.values():
            points.update(result)
        return points

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody, best first; then those without a place, in their order: who is banned, and
        those whose results do not count.

        Of those with as many points, whoever has more against the better ones is ahead: each
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
        for pair, result in self.decided.items():
            for key in pair:
                (other,) = pair - {key}
                sums[key] += result[key] * self.halves[other]
        return sums


def chart(members: Iterable[Member], played: Iterable[Played], quit: Iterable[int] = ()) -> Chart:
    return Chart(tuple(members), tuple(played), tuple(quit))
