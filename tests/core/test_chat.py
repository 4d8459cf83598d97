"""Who may say and read what, and how fast."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.chat import (
    BURST,
    BURST_LASTS,
    CHAT_AFTER_THE_END,
    ChatRoom,
    ChatTurn,
    Setting,
    check_pace,
    clean_line,
)
from games.core.errors import GameError

NOW = 1_700_000_000_000
BEFORE = Setting(is_between_people=True, has_begun=False)
DURING = Setting(is_between_people=True, has_begun=True)
AFTER = Setting(is_between_people=True, has_begun=True, ended_at=NOW)
ALONE = Setting(is_between_people=False, has_begun=True)
ALONE_AFTER = Setting(is_between_people=False, has_begun=True, ended_at=NOW)
PLAYERS, WATCHERS = ChatRoom.PLAYERS, ChatRoom.WATCHERS


@pytest.mark.parametrize(
    ("setting", "is_seated", "rooms"),
    [
        (DURING, True, {PLAYERS}),
        (DURING, False, {WATCHERS}),
        (AFTER, True, {PLAYERS, WATCHERS}),
        (AFTER, False, {WATCHERS}),
        (ALONE, True, {PLAYERS}),
        (ALONE_AFTER, True, {PLAYERS, WATCHERS}),
    ],
)
def test_nobody_reads_the_other_room_while_the_game_is_on(setting, is_seated, rooms):
    assert set(setting.readable_rooms(is_seated=is_seated)) == rooms


@pytest.mark.parametrize(
    ("setting", "is_seated", "room"),
    [
        (DURING, True, PLAYERS),
        (DURING, False, WATCHERS),
        (AFTER, True, PLAYERS),
        (AFTER, False, WATCHERS),
        (ALONE, False, WATCHERS),
    ],
)
def test_the_room_follows_from_the_seat(setting, is_seated, room):
    assert setting.speaking_room(is_seated=is_seated, now=NOW) is room
    assert room in setting.readable_rooms(is_seated=is_seated)


@pytest.mark.parametrize(
    ("setting", "is_seated", "now"),
    [
        (BEFORE, True, NOW),
        (BEFORE, False, NOW),
        (ALONE, True, NOW),
        (ALONE_AFTER, True, NOW),
        (AFTER, True, NOW + CHAT_AFTER_THE_END),
        (AFTER, False, NOW + CHAT_AFTER_THE_END),
    ],
)
def test_the_chat_is_closed(setting, is_seated, now):
    with pytest.raises(GameError, match="chat_closed"):
        setting.speaking_room(is_seated=is_seated, now=now)


def test_a_line_of_chat_is_plain_and_short():
    assert clean_line(" good  luck ") == "good luck"
    with pytest.raises(GameError, match="too_long"):
        clean_line("x" * 141)


def spoken(*seconds: float) -> list[ChatTurn]:
    """Different lines said so many seconds ago, the newest first."""
    return [ChatTurn(1, f"line {i}", NOW - int(ago * 1000)) for i, ago in enumerate(seconds)]


@pytest.mark.parametrize(
    "earlier",
    [(), (0,), (0, 0, 0), (0, 0, 0, 12), (3, 6, 9, 12), (0, 5, 10, 15, 15)],
)
def test_some_lines_at_once_are_fine(earlier):
    check_pace(spoken(*earlier), ChatTurn(1, "next", NOW))


@pytest.mark.parametrize("earlier", [(0, 0, 0, 0), (2, 5, 8, 11), (0, 0, 0, 11.999, 60)])
def test_too_many_are_not(earlier):
    with pytest.raises(GameError, match="too_fast"):
        check_pace(spoken(*earlier), ChatTurn(1, "next", NOW))


@given(st.lists(st.integers(0, 20_000), max_size=60))
def test_in_the_long_run_nobody_says_more_than_a_line_in_three_seconds(pauses):
    said: list[ChatTurn] = []
    now = NOW
    for i, pause in enumerate(pauses):
        now += pause
        line = ChatTurn(1, str(i), now)
        try:
            check_pace(said[::-1], line)
        except GameError:
            continue
        said.append(line)
    for first, fifth in zip(said, said[BURST:], strict=False):
        assert fifth.at - first.at >= BURST_LASTS


def test_the_same_line_is_refused_the_third_time_in_a_row():
    twice = [ChatTurn(1, "hi", NOW - 60_000), ChatTurn(1, "hi", NOW - 90_000)]
    with pytest.raises(GameError, match="repeated"):
        check_pace(twice, ChatTurn(1, "hi", NOW))
    check_pace(twice, ChatTurn(1, "hi!", NOW))
    check_pace(twice, ChatTurn(2, "hi", NOW))
    check_pace([ChatTurn(1, "well", NOW - 30_000), *twice], ChatTurn(1, "hi", NOW))
