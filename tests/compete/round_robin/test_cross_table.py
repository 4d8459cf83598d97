"""The cross table as values, as a file and as a picture."""

import csv
from io import StringIO
from unicodedata import east_asian_width
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.utils.translation import override

from games.compete.round_robin.cross_table import (
    MINUS,
    Entrant,
    EntrantGame,
    GameStage,
    ProgramVerdict,
    cross_table,
)
from games.compete.round_robin.picture import style, style_source, svg_text
from games.compete.round_robin.table_file import csv_text
from games.engine.arena.standings import standings
from games.engine.arena.tournament import ArenaGame, TimeUsed

SVG = "{http://www.w3.org/2000/svg}"
GUARD = Entrant(1, "Guard", ProgramVerdict.REFUTED, 6, is_computer=True)
ALLY = Entrant(2, "ally", ProgramVerdict.PROVEN)
BOBBY = Entrant(3, "bobby", is_withdrawn=True)
PERFECT = Entrant(4, "Perfect", is_computer=True)
RESULTS = [
    EntrantGame(1, 2, GameStage.OVER, (1, 1)),
    EntrantGame(2, 1, GameStage.OVER, (2, 0)),
    EntrantGame(2, 3, GameStage.OVER, (2, 0)),
    EntrantGame(3, 2, GameStage.OVER, (0, 2)),
    EntrantGame(1, 3, GameStage.WALKOVER, (2, 0)),
    EntrantGame(3, 1, GameStage.PLAYING),
    EntrantGame(2, 4, GameStage.PLAYING),
    EntrantGame(4, 2),
    EntrantGame(3, 4),
]


@pytest.fixture
def table():
    return cross_table([GUARD, ALLY, BOBBY, PERFECT], RESULTS)


def test_each_row_says_what_its_entrant_has_against_each(table):
    assert [[cell.text or cell.state for cell in row.cells] for row in table.rows] == [
        ["self", "½", "1", "apart"],
        ["1½", "self", "2", "playing"],
        ["0", "0", "self", "none"],
        ["apart", "playing", "none", "self"],
    ]
    assert table.rows[1].cells[2].state == "full"
    assert [row.points for row in table.rows] == ["1½", "3½", "0", "0"]
    assert [row.games for row in table.rows] == [2, 4, 2, 0]
    assert (table.played, table.games) == (5, 9)
    assert table.withdrawn == (BOBBY,)


def test_the_strengths_are_those_of_the_standings_of_the_same_games(table):
    """A walkover was not played, so it says nothing of anybody's strength."""
    names = {entrant.key: entrant.name for entrant in table.entrants}
    games = [
        ArenaGame(
            names[one.x],
            names[one.o],
            0,
            (),
            winner={2: names[one.x], 1: None, 0: names[one.o]}[one.halves[0]],
            used=(TimeUsed(), TimeUsed()),
        )
        for one in RESULTS
        if one.stage is GameStage.OVER
    ]
    told = {one.name: one for one in standings(list(names.values()), games)}
    for row in table.rows[:3]:
        assert row.rating == told[row.entrant.name].rating
        assert row.games == told[row.entrant.name].games
    assert table.rows[3].rating is None
    assert (table.rows[3].elo, table.rows[3].margin) == ("", "")
    assert table.rows[1].elo == f"+{round(told['ally'].rating.elo)}"
    assert table.rows[2].elo == f"{MINUS}{-round(told['bobby'].rating.elo)}"
    assert table.rows[1].margin == str(round(told["ally"].rating.error))


def test_the_file_has_what_the_page_shows(table):
    text = csv_text(table)
    assert text.startswith("\ufeff")  # so that spreadsheets read it as UTF-8
    guard, ally, bobby, perfect = csv.DictReader(StringIO(text.lstrip("\ufeff")))
    assert (guard["kind"], ally["kind"]) == ("computer", "player")
    assert [row["against ally"] for row in (guard, ally, bobby, perfect)] == ["0.5", "", "0.0", ""]
    assert [row["points"] for row in (guard, ally, bobby)] == ["1.5", "3.5", "0.0"]
    assert float(ally["elo"]) == round(table.rows[1].rating.elo, 1)
    assert (guard["verdict"], guard["shortest_loss"]) == ("refuted", "6")
    assert (ally["verdict"], ally["shortest_loss"]) == ("proven", "")
    assert (bobby["withdrawn"], perfect["elo"], perfect["games"]) == ("yes", "", "0")


def test_a_row_without_a_place_has_as_many_cells_as_the_others():
    """Of somebody who is banned, where the others are ranked."""
    entrants = [Entrant(1, "ally", place=1, tie_break="2"), Entrant(2, "bobby", tie_break="0")]
    text = csv_text(cross_table(entrants, [EntrantGame(1, 2)]))
    ally, bobby = csv.DictReader(StringIO(text))
    assert (ally["place"], ally["tie_break"]) == ("1", "2")
    assert (bobby["place"], bobby["tie_break"]) == ("", "0")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", "\uff1d1"])
def test_no_name_is_a_formula(name):
    entrants = [Entrant(1, name), ALLY]
    lines = list(csv.reader(StringIO(csv_text(cross_table(entrants, [EntrantGame(1, 2)])))))
    assert lines[1][0] == f"'{name}"
    assert not any(cell.startswith(("=", "+", "-", "@")) for line in lines for cell in line)


def test_the_picture_says_what_it_shows(table):
    picture = ElementTree.fromstring(svg_text(table, title="Minimax afternoon"))
    assert picture.find(f"{SVG}title").text == "Minimax afternoon"
    assert "ally: 3½." in picture.find(f"{SVG}desc").text
    shown = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    row = shown.index("bobby", shown.index("bobby") + 1)
    assert shown[row : row + 6] == [
        "bobby",
        "0",
        "0",
        "·",
        "0",
        f"{table.rows[2].elo} ± {table.rows[2].margin}",
    ]
    assert {"✗ 6", "✓"} <= set(shown)
    assert any("count as losses: bobby" in text for text in shown)
    edge = float(picture.get("width"))
    assert all(float(text.get("x")) < edge for text in picture.iter(f"{SVG}text"))


def test_names_are_no_markup():
    entrants = [Entrant(1, "<script>&"), ALLY]
    text = svg_text(cross_table(entrants, [EntrantGame(1, 2)]), title="<b>")
    assert "<script>" not in text
    assert ElementTree.fromstring(text).find(f"{SVG}title").text == "<b>"


def test_numbers_stand_above_columns_that_are_too_narrow_for_names():
    long = [Entrant(1, "a name of 20 letters"), ALLY]
    shown = svg_text(cross_table(long, [EntrantGame(1, 2)]), title="")
    assert shown.count("a name of 20 letters") == 2  # in the description and before its row


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("title", ["A long afternoon of forty letters (BOT)!!", "井" * 40])
def test_the_title_and_the_lines_below_fit_beside_a_small_table(language, title):
    widths = {"title": 13, "small": 6.5}  # of a letter, about
    with override(language):
        small = svg_text(cross_table([GUARD, ALLY], [EntrantGame(1, 2)]), title=title)
    picture = ElementTree.fromstring(small)
    for text in picture.iter(f"{SVG}text"):
        if width := widths.get(text.get("class")):
            letters = sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text.text)
            assert float(text.get("x")) + width * letters < float(picture.get("width"))


def test_the_policy_names_the_pictures_own_style(table):
    assert f"<style>{style()}</style>" in svg_text(table, title="")
    assert style_source().startswith("'sha256-")
