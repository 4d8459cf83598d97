"""Pictures of pages: the right size, of the right board, and bounded in work."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from games.core.rules import Ruleset
from games.learn.cards import picture, services
from games.learn.cards.picture import Card
from games.learn.puzzles.making import add_from_table
from games.live.limits import CARDS
from games.models import Game, Puzzle
from tests.conftest import make_person
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_drawn() -> None:
    caches["here"].clear()
    CARDS.forget()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Card]:
    """The cards that are drawn, one after the other."""
    cards: list[Card] = []

    def note(card: Card) -> bytes:
        cards.append(card)
        return picture.png_of(card)

    monkeypatch.setattr(services, "png_of", note)
    return cards


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_finished_game_shows_its_line(
    client: Client, alice: User, bob: User, drawn: list[Card]
) -> None:
    game = play(new_game(alice, bob), X_WINS)
    answer = client.get(f"/games/{game.uid}/card.png")
    assert answer["Content-Type"] == "image/png"
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert size_of(answer.content) == (1200, 630)
    (card,) = drawn
    assert card.title == "alice beat bob"
    assert card.cells == tuple(X_WINS)
    assert len(card.line) == 3


def test_a_game_that_goes_on_does_not_show_its_moves(
    client: Client, alice: User, bob: User, drawn: list[Card]
) -> None:
    game = play(new_game(alice, bob), X_WINS[:2])
    assert client.get(f"/games/{game.uid}/card.png").status_code == 200
    assert drawn[0].cells == ()


def test_a_challenge_has_no_picture(client: Client, alice: User, bob: User) -> None:
    game = Game.objects.create(m=3, n=3, k=3, creator=alice, invited=bob, x_player=alice)
    assert client.get(f"/games/{game.uid}/card.png").status_code == 404


def test_a_puzzle_is_shown_without_its_answer(client: Client, drawn: list[Card]) -> None:
    add_from_table(Ruleset(3, 3, 3))
    puzzle = Puzzle.objects.order_by("pk")[0]
    answer = client.get(f"/puzzles/{puzzle.pk}/card.png")
    assert size_of(answer.content) == (1200, 630)
    (card,) = drawn
    assert len(card.cells) == puzzle.position.ply
    Puzzle.objects.filter(pk=puzzle.pk).update(is_hidden=True)
    assert client.get(f"/puzzles/{puzzle.pk}/card.png").status_code == 404


def test_a_position_is_drawn_from_its_address(client: Client, drawn: list[Card]) -> None:
    assert client.get("/p/15x15x5/h8h9g7/card.png").status_code == 200
    assert drawn[0].title == "O to play"
    assert client.get("/p/15x15x5/h8h8/card.png").status_code == 404
    assert client.get("/p/2x2x2/a1/card.png").status_code == 404


def test_whoever_asks_gets_the_same_picture_which_may_be_kept(client: Client) -> None:
    client.cookies["prefs"] = "language=de"
    answer = client.get("/p/3x3x3/a1b2/card.png", headers={"accept-language": "cs"})
    assert answer["Content-Language"] == "cs"
    assert "public" in answer["Cache-Control"]
    assert "Cookie" not in answer["Vary"]


@pytest.mark.parametrize("language", ["ja", "zh-hans"])
def test_a_language_whose_letters_the_fonts_lack_is_not_drawn(
    client: Client, drawn: list[Card], language: str
) -> None:
    answer = client.get("/p/3x3x3/a1b2/card.png", headers={"accept-language": language})
    assert answer["Content-Language"] == "en"
    assert drawn[0].title == "X to play"


def test_the_same_content_is_drawn_once(client: Client, drawn: list[Card]) -> None:
    first, second = (client.get("/p/3x3x3/a1b2/card.png").content for _ in range(2))
    assert first == second
    assert len(drawn) == 1


@pytest.mark.usefixtures("no_token_comes_back")
def test_an_address_has_only_so_many_drawn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "png_of", lambda card: b"")
    for _ in range(CARDS.at_once):
        assert CARDS.take("127.0.0.1") == 0
    answer = client.get("/p/3x3x3/a1/card.png")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "public" not in answer["Cache-Control"]
    assert "no-store" in answer["Cache-Control"]


def test_titles_fit() -> None:
    for title in ("Draw", "alice beat bob", "a_very_long_name_of_20 beat another_long_name_20"):
        lines, size, _ = picture._title(title)
        assert " ".join(lines) == title
        assert max(map(len, lines)) * size * 0.55 < 540


def test_large_boards_are_cropped_to_their_marks() -> None:
    ruleset = Ruleset(19, 19, 5)
    assert picture._view(ruleset, (0, 1)).startswith("-10 -10 720 ")
    assert picture._view(ruleset, (360,)).startswith("1190 1190 720 ")
    assert picture._view(Ruleset(9, 9, 5), (0,)) == "-10 -10 920 920"


def test_a_narrow_board_stands_in_the_middle_of_its_card() -> None:
    assert picture._view(Ruleset(3, 19, 3), (0,)) == "-210 -10 720 720"
    assert picture._view(Ruleset(19, 3, 3), (9, 30)) == "690 -210 720 720"
    assert picture._view(Ruleset(3, 19, 3), (0, 56)) == "-910 -110 2120 2120"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Анна", "X beat bob"),
        ("Νίκη", "X beat bob"),
        ("美咲", "X beat bob"),
        ("Nguyễn", "Nguyen beat bob"),
        ("Dvořák", "Dvořák beat bob"),
    ],
)
def test_a_name_in_letters_that_no_font_has_is_drawn_without_boxes(
    client: Client, bob: User, drawn: list[Card], name: str, title: str
) -> None:
    player = make_person(name)
    game = play(new_game(player, bob), X_WINS)
    client.get(f"/games/{game.uid}/card.png")
    client.get(f"/@{name}/card.png")
    assert [card.title for card in drawn] == [title, title.split()[0].replace("X", "Player")]


def test_a_name_that_begins_as_the_other_ones_is_not_taken_for_it(
    client: Client, drawn: list[Card]
) -> None:
    game = play(new_game(make_person("美咲"), make_person("美咲2")), X_WINS)
    client.get(f"/games/{game.uid}/card.png")
    assert [card.title for card in drawn] == ["X beat O"]


def test_an_invitation_names_nobody_whose_name_cannot_be_drawn(
    client: Client, drawn: list[Card]
) -> None:
    game = new_game(make_person("Анна"), None, status="open")
    client.get(f"/games/{game.uid}/card.png")
    assert [card.title for card in drawn] == ["Join the game, or watch it"]


def test_pages_name_their_pictures(client: Client, alice: User, bob: User) -> None:
    game = play(new_game(alice, bob), X_WINS)
    page = client.get(f"/games/{game.uid}/review/").text
    assert f'property="og:image" content="http://127.0.0.1:8000/games/{game.uid}/card.png"' in page


def test_an_invitation_says_who_invites_to_what(
    client: Client, alice: User, drawn: list[Card]
) -> None:
    game = new_game(alice, None, ruleset=Ruleset(15, 15, 5))
    assert client.get(f"/games/{game.uid}/card.png").status_code == 200
    assert drawn[0].title == "alice invites you"
    assert drawn[0].text == "15×15, five in a row, no clock"
