"""Every line against a player: counted right, bad ones found, and the shortest of them told."""

import pytest

from games.core.errors import GameError, IllegalMove
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import Limits, player
from games.engine.arena.conformance import judge_of, play_every_line
from games.engine.arena.lines import LinesOfPlay
from games.engine.search.alpha_beta import Window
from games.engine.search.events import Bound
from games.engine.search.table import table
from tests.engine.positions import after

ENDLESS = Limits(seconds=float("inf"), seed=0)
SEATS = pytest.mark.parametrize("is_first", [True, False])


def judge(position):
    worth = table()[position.own, position.opposing]
    return (worth > 0) - (worth < 0)


def every_line(name, *, is_first, ruleset=TIC_TAC_TOE, **settings):
    asked = player(name, **settings)
    return play_every_line(asked, ruleset, is_first=is_first, limits=ENDLESS, judge=judge)


def results(asked, position, is_to_move):
    """The result for *asked* of every line, the plainest way."""
    if position.is_over:
        yield 0 if not position.is_won else -1 if is_to_move else 1
    elif is_to_move:
        yield from results(asked, position.play(asked(position, ENDLESS)), False)
    else:
        for cell in position.legal_moves():
            yield from results(asked, position.play(cell), True)


@SEATS
@pytest.mark.parametrize("name", ["random", "weights", "rules"])
def test_every_line_is_counted_once(name, is_first):
    lines = every_line(name, is_first=is_first)
    ends = list(results(player(name), after(), is_first))
    assert (lines.won, lines.drawn, lines.lost) == tuple(ends.count(end) for end in (1, 0, -1))
    assert lines.number == len(ends)


@SEATS
@pytest.mark.parametrize("name", ["perfect", "alpha_beta", "minimax"])
def test_players_that_look_to_the_end_never_lose(name, is_first):
    lines = every_line(name, is_first=is_first, **({} if name == "perfect" else {"horizon": 9}))
    assert lines.never_loses
    assert lines.never_slips
    assert lines.won
    assert lines.shortest_loss is None


@pytest.mark.slow
@SEATS
@pytest.mark.parametrize("numbers", [(4, 3, 3), (4, 4, 3)])
def test_the_perfect_player_gives_nothing_away_on_larger_boards(numbers, is_first):
    ruleset = Ruleset(*numbers)
    lines = play_every_line(
        player("perfect"), ruleset, is_first=is_first, limits=ENDLESS, judge=judge_of(ruleset)
    )
    assert lines.never_slips
    if is_first:  # it wins with perfect play, so nothing else may happen
        assert lines.won == lines.number
    else:
        assert lines.won > lines.lost > 0


def test_rules_lose_to_two_threats_at_once():
    lines = every_line("rules", is_first=False)
    assert lines.lost
    line = lines.shortest_loss
    end = Position.after(TIC_TAC_TOE, line)
    assert end.is_won
    assert len(line) == 7
    assert lines.shortest_slip == line[:4]  # only its second answer could have saved it


def test_a_bug_in_alpha_beta_is_found(monkeypatch):
    """A table that keeps bounds as if they were worths, as published programs had it."""
    monkeypatch.setattr(Window, "bound_of", lambda window, worth: Bound.EXACT)
    lines = every_line("alpha_beta", is_first=False, horizon=9)
    assert not lines.never_slips


def test_a_lost_game_is_no_slip():
    # On 4×3 with three in a row the second player is lost from the start.
    def first_wins(position):
        return -1 if position.ply % 2 else 1

    lines = play_every_line(
        player("rules"), Ruleset(4, 3, 3), is_first=False, limits=ENDLESS, judge=first_wins
    )
    assert lines.lost
    assert lines.never_slips


def test_without_a_first_wins_is_a_slip():
    assert play_every_line(player("random"), TIC_TAC_TOE, is_first=True).never_slips


def test_a_player_is_asked_once_for_each_position():
    asked = []

    def watched(position, limits):
        asked.append(position)
        return player("random")(position, limits)

    seen = []
    play_every_line(watched, TIC_TAC_TOE, is_first=True, watch=seen.append)
    assert len(asked) == len(set(asked)) == len(seen) == seen[-1]


def test_too_large_a_board_is_refused_after_a_while():
    with pytest.raises(GameError, match="too_many_lines"):
        play_every_line(
            player("random"), Ruleset(19, 19, 5), is_first=True, most_positions=200, limits=ENDLESS
        )


def test_a_player_that_breaks_the_rules_is_refused():
    with pytest.raises(IllegalMove):
        play_every_line(lambda position, limits: 0, TIC_TAC_TOE, is_first=True)


def test_lines_add_up():
    one = LinesOfPlay(won=1, shortest_loss=(1, 2, 3))
    other = LinesOfPlay(lost=2, drawn=3, shortest_loss=(4, 5), shortest_slip=(6,))
    assert one.and_also(other) == other.and_also(one) == LinesOfPlay(1, 3, 2, (4, 5), (6,))
