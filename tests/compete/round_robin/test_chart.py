"""What a round robin comes to follows from who takes part and what was played, in any order."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.compete.round_robin.chart import (
    LEFT_UNTIL_WITHDRAWN,
    MAX_AT_ONCE,
    Chart,
    Meeting,
    Member,
    Standing,
    both_seats,
    meetings_of,
)
from games.compete.round_robin.cross_table import GameStage

HALVES = 4  # of a meeting of two games


def chart(members, played, quit=()) -> Chart:
    """A round robin of meetings of two games, of which some were *played*."""
    known = {meeting.pair: meeting for meeting in played}
    meetings = [known.get(meeting.pair, meeting) for meeting in meetings_of(members)]
    return Chart(members, meetings, quit, strikes=True)


def over(first: int, second: int, halves: int, left_by: int | None = None) -> Meeting:
    """A meeting in which *first* has made so many half points."""
    of_first = min(halves, 2), halves - min(halves, 2)
    x, o = both_seats(first, second, GameStage.OVER)
    games = (
        replace(x, halves=(of_first[0], 2 - of_first[0])),
        replace(o, halves=(2 - of_first[1], of_first[1])),
    )
    return Meeting(games, left_by)


def going(first: int, second: int) -> Meeting:
    return Meeting(both_seats(first, second, GameStage.PLAYING))


def members(count: int, *, levels: int = 0) -> list[Member]:
    return [Member(key, is_level=key <= levels) for key in range(1, count + 1)]


def withdrawn(some: list[Member], *keys: int) -> list[Member]:
    return [replace(one, is_withdrawn=one.is_withdrawn or one.key in keys) for one in some]


def wins(winner: int, loser: int) -> Meeting:
    return over(winner, loser, HALVES)


def test_twelve_play_sixty_six_rounds_and_everybody_meets_everybody():
    table = chart(members(12), [])
    assert (len(table.meetings), table.done) == (66, 0)
    assert len({meeting.pair for meeting in table.meetings}) == 66


def test_the_levels_of_the_computer_do_not_meet_and_play_several_rounds_at_once():
    table = chart(members(5, levels=2), [])
    assert len(table.meetings) == 10 - 1
    begun = chart(members(4, levels=1), []).may_begin({2, 3})
    assert [meeting.pair for meeting in begun] == [{2, 3}]
    begun = chart(members(4, levels=1), [wins(2, 3)]).may_begin({2, 3})
    assert [meeting.pair for meeting in begun] == [{1, 2}, {1, 3}]


def test_nobody_waits_for_one_who_is_away():
    table = chart(members(6), [])
    first = table.meetings[0]
    begun = table.may_begin({2, 3, 4, 5, 6} - {first.first})
    assert begun
    assert first.first not in set().union(*(meeting.pair for meeting in begun))


def test_so_many_rounds_go_on_at_once_and_no_more():
    table = chart(members(24), [])
    begun = table.may_begin(set(range(1, 25)))
    assert len(begun) == MAX_AT_ONCE
    played = [going(meeting.first, meeting.second) for meeting in begun[:3]]
    assert len(chart(members(24), played).may_begin(set(range(1, 25)))) == 1


def test_what_is_just_being_begun_is_not_begun_twice_nor_are_its_players_in_another():
    table = chart(members(5, levels=1), [])
    free = {2, 3, 4, 5}
    beginning = table.may_begin(free)[:1]
    begun = table.may_begin(free, beginning)
    assert begun
    assert not beginning[0].pair - table.levels & set().union(*(one.pair for one in begun))


def test_whoever_left_too_many_meetings_is_withdrawn_until_that_is_forgiven():
    left = [over(1, other, 0, left_by=1) for other in range(2, 2 + LEFT_UNTIL_WITHDRAWN)]
    assert chart(members(6), left[1:]).withdrawn == frozenset()
    assert chart(members(6), left).withdrawn == {1}
    assert chart(withdrawn(members(6), 1), left[1:]).withdrawn == {1}
    assert chart(members(6), left[1:], quit=[1]).withdrawn == {1}
    forgiven = [replace(one, forgiven=1) for one in members(6)]
    assert chart(forgiven, left).withdrawn == frozenset()
    assert chart(forgiven, left, quit=[1]).withdrawn == {1}


def test_who_withdraws_before_half_of_the_rounds_counts_for_nobody():
    """Of four rounds one was played: without the rule 2 would have what 3 never played for."""
    table = chart(withdrawn(members(5), 1), [wins(2, 1)])
    assert table.struck == {1}
    assert table.halves[2] == 0
    assert table.standings[-1] == Standing(1, 0, 0, 0)
    assert table.done == 4


def test_where_nobody_is_struck_what_was_not_played_is_lost_all_the_same():
    table = chart(withdrawn(members(5), 1), [wins(2, 1)])
    table = replace(table, strikes=False)
    assert [table.halves[key] for key in (1, 2, 3, 4, 5)] == [0, 4, 4, 4, 4]


def test_a_meeting_may_be_one_game():
    meetings = [Meeting((game,)) for one in meetings_of(members(3)) for game in one.games]
    assert len(meetings) == 6
    played = [
        Meeting((replace(one.games[0], stage=GameStage.OVER, halves=(2, 0)),)) for one in meetings
    ]
    table = Chart(members(3), [*played[:3], *meetings[3:]])
    assert (table.done, sum(table.halves.values())) == (3, 6)
    assert Chart(members(3), played).is_finished


def test_who_withdraws_after_half_of_the_rounds_has_lost_the_others():
    table = chart(withdrawn(members(5), 1), [wins(1, 2), wins(1, 3)])
    assert not table.struck
    assert [table.halves[key] for key in (1, 2, 3, 4, 5)] == [8, 0, 0, 4, 4]
    assert table.done == 4


def test_two_who_both_withdraw_have_nothing_of_each_other():
    played = [wins(1, 3), wins(1, 4), wins(2, 3), wins(2, 4)]
    table = chart(withdrawn(members(5), 1, 2), played)
    between = [one.halves for one in table.results if {one.x, one.o} == {1, 2}]
    assert between == [(0, 0), (0, 0)]


def test_a_round_that_was_left_is_not_played_to_its_end():
    played = [wins(1, 2), over(3, 1, HALVES, left_by=1)]
    assert chart(withdrawn(members(5), 1), played).struck == {1}


def test_of_equal_points_those_against_the_better_ones_are_worth_more():
    """1 beats 2, 2 beats 3, 3 beats 1, and 4 loses to all but draws with 2."""
    played = [wins(1, 2), wins(2, 3), wins(3, 1), wins(1, 4), wins(3, 4), over(2, 4, 2)]
    table = chart(members(4), played)
    order = [(one.key, one.place, one.halves, one.quarters) for one in table.standings]
    assert order == [(3, 1, 8, 40), (1, 2, 8, 32), (2, 3, 6, 36), (4, 4, 2, 12)]


def test_those_with_as_much_of_everything_share_a_place():
    played = [wins(1, 2), wins(2, 3), wins(3, 1)]
    assert [one.place for one in chart(members(3), played).standings] == [1, 1, 1]


@st.composite
def _histories(draw: st.DrawFn) -> Chart:
    """A round robin after any steps: who was here, what came out, who was withdrawn, what was
    annulled, each read anew from what is kept, as after a kill."""
    table = members(draw(st.integers(2, 8)), levels=draw(st.integers(0, 2)))
    keys = [member.key for member in table]
    played: list[Meeting] = []
    for _ in range(draw(st.integers(0, 40))):
        now = chart(table, played)
        match draw(st.sampled_from(("begin", "begin", "end", "end", "leave", "annul", "withdraw"))):
            case "begin":
                free = draw(st.sets(st.sampled_from(keys)))
                played += [going(one.first, one.second) for one in now.may_begin(free)]
            case "end" | "leave" as how if now.playing:
                one = draw(st.sampled_from(now.playing))
                left = one.first if how == "leave" else None
                halves = 0 if left else draw(st.integers(0, HALVES))
                played[played.index(one)] = over(one.first, one.second, halves, left)
            case "annul" if done := [one for one in played if one.is_over]:
                played.remove(draw(st.sampled_from(done)))
            case "withdraw":
                humans = [one.key for one in table if not one.is_level]
                if humans:
                    table = withdrawn(table, draw(st.sampled_from(humans)))
        for key in chart(table, played).withdrawn:
            table = withdrawn(table, key)
    return chart(table, played)


UNHURRIED = settings(suppress_health_check=[HealthCheck.too_slow])


@UNHURRIED
@given(_histories())
def test_everybody_plays_everybody_once_or_it_is_decided_by_the_rules(now):
    pairs = [one.pair for one in now.meetings]
    assert len(pairs) == len(set(pairs))
    assert len(now.playing) <= MAX_AT_ONCE
    busy = [key for one in now.playing for key in one.pair]
    assert all(busy.count(key) == 1 for key in set(busy) - now.levels)
    for one in now.counting:
        games = [result for result in now.results if {result.x, result.o} == one.pair]
        is_nobodys = one.pair <= now.withdrawn and not one.is_begun
        assert sum(map(sum, (game.halves for game in games))) == (
            0 if is_nobodys or one in (*now.playing, *now.unplayed) else HALVES
        )


@UNHURRIED
@given(_histories())
def test_it_comes_to_an_end_when_everybody_stays(now):
    everybody = {member.key for member in now.members}
    played = [one for one in now.meetings if one.is_over]
    played += [over(one.first, one.second, 2) for one in now.playing]
    steps = 0
    while not (now := chart(now.members, played)).is_finished:
        played += [over(one.first, one.second, 2) for one in now.may_begin(everybody)]
        steps += 1
        assert steps <= len(now.meetings)
    assert now.done == len(now.meetings)
    assert all(result.counts for result in now.results)


def test_who_is_banned_has_no_place_and_the_points_won_against_them_stay():
    some = [replace(one, is_banned=one.key == 1) for one in members(3)]
    found = chart(some, [wins(1, 2), wins(1, 3), wins(2, 3)]).standings
    assert [(one.key, one.place, one.halves) for one in found] == [
        (2, 1, HALVES),
        (3, 2, 0),
        (1, 0, 2 * HALVES),
    ]
