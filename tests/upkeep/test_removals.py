"""What is removed once an hour, and by hand."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from games.live.regular_work import Removal
from games.models import Duel, Seek, Workshop
from games.upkeep import capabilities
from games.upkeep.capabilities import remove_what_is_left
from tests.management.calling import run

pytestmark = pytest.mark.django_db(transaction=True)

LONG_AGO = timedelta(days=365)


@pytest.fixture
def left_behind(alice):
    """What nobody has looked at for a year, of three kinds."""
    then = timezone.now() - LONG_AGO
    board = {"m": 3, "n": 3, "k": 3, "control": "60+2", "pool": "fours"}
    return [
        Seek.objects.create(user=alice, uid="a" * 8, seen_at=then, **board),
        Duel.objects.create(is_public=True, positions=[], created_at=then),
        Workshop.objects.create(owner=alice, title="old", ends_at=then, closed_at=then),
    ]


def test_tidy_removes_all_that_a_server_removes(left_behind):
    output, _ = run("tidy")
    assert not any(type(row).objects.exists() for row in left_behind)
    told = [line.rpartition(": ")[0] for line in output.splitlines()]
    assert told == [removal.label for removal in capabilities.removals()]
    assert "Old seeks removed: 1\n" in output


def test_what_a_deeper_folder_says_is_found(tmp_path, monkeypatch):
    folder = tmp_path / "deep_games" / "learn" / "puzzles" / "duel"
    folder.mkdir(parents=True)
    (folder / "upkeep.py").write_text(
        "from games.live.regular_work import RegularWork\nWORK = (RegularWork(print, 1.0),)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(capabilities, "GAMES", tmp_path / "deep_games")
    assert [one.work for one in capabilities.regular_work()] == [print]


@pytest.mark.parametrize("text", ["WROK = (Removal('', print),)", "WORK = ()", "REMOVAL = []"])
def test_what_is_misspelt_is_refused(text, tmp_path, monkeypatch):
    folder = tmp_path / "misspelt_games" / f"of_{len(text)}"
    folder.mkdir(parents=True)
    (folder / "upkeep.py").write_text(f"from games.live.regular_work import Removal\n{text}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(capabilities, "GAMES", tmp_path / "misspelt_games")
    with pytest.raises(ImportError, match="WORK or REMOVALS"):
        list(capabilities.removals())


def test_one_kind_that_fails_cannot_stop_the_next(left_behind, monkeypatch, caplog):
    async def fail(now):
        raise ValueError("broken")

    removals = [Removal("broken", fail), *capabilities.removals()]
    monkeypatch.setattr(capabilities, "removals", lambda: removals)
    removed = async_to_sync(remove_what_is_left)(now=timezone.now())
    assert "broken" not in removed
    assert not any(type(row).objects.exists() for row in left_behind)
    assert [record.message for record in caplog.records] == ["upkeep failed: broken"]
