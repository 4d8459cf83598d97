"""The pages about positions."""

import re

import pytest

from accounts.models import User
from games.core.rules import TIC_TAC_TOE, Mark, Position, Ruleset
from games.core.symmetry import canonical, image, settled_moves, symmetries
from games.engine.search.table import move_worth, table
from games.learn.positions import counting, services
from games.learn.positions.addresses import PositionAddress, place_of_image
from games.learn.positions.showing import ShownPosition
from games.learn.proofs import studies
from games.models import Game
from tests import stored
from tests.markup import compact
from tictactoe_site.common.limiters.in_cache import CachedBuckets

pytestmark = pytest.mark.django_db

searching = pytest.mark.django_db(transaction=True)  # its connection closes meanwhile
WORTHS = re.compile(r'class="worth worth--(\w+)[^"]*" href="[^"]*" aria-label="(\w+): ([^"]*)"')


def page(client, path, status=200):
    response = client.get(path)
    assert response.status_code == status, response
    return compact(response.content.decode())


def live_positions():
    """All positions of 3×3 that go on, up to symmetry."""
    every = {canonical(Position(TIC_TAC_TOE, *sides)) for sides in table(TIC_TAC_TOE)}
    return sorted(
        (each for each in every if not each.is_over),
        key=lambda each: (each.ply, each.own, each.opposing),
    )


def worths_by_table(position):
    """By cell: who wins and in how many of the winner's moves, as words of the page."""
    mover, other = ("x", "o") if position.ply % 2 == 0 else ("o", "x")
    for cell in position.legal_moves():
        name, worth = "abc"[cell % 3] + str(3 - cell // 3), move_worth(position, cell)
        winner = mover if worth > 0 else other
        number = (10 - abs(worth) - position.ply + 1) // 2
        moves = f"{number} move{'s' if number > 1 else ''}"
        yield name, (winner, f"{winner.upper()} wins in {moves}") if worth else ("draw", "Draw")


@pytest.mark.slow
def test_every_position_of_3x3_is_shown_as_the_table_has_it():
    positions = live_positions()
    assert len(positions) == 627
    for position in positions:
        shown = ShownPosition(place_of_image(position), studies.known_analysis(position), None)
        moves = [cell.move for _, row in shown.rows for cell in row if cell.move]
        assert {move.name: (move.kind, move.text) for move in moves} == dict(
            worths_by_table(position)
        )


@pytest.mark.parametrize("position", live_positions()[::25], ids=repr)
def test_a_page_has_the_values_of_the_table(client, position):
    text = page(client, place_of_image(position).path)
    told = {name: (kind, words) for kind, name, words in WORTHS.findall(text)}
    assert told == dict(worths_by_table(position))


def test_all_images_and_orders_lead_to_one_page(client):
    position = Position.after(TIC_TAC_TOE, [4, 0, 1])
    paths = set()
    for symmetry in symmetries(TIC_TAC_TOE):
        moves = settled_moves(image(position, symmetry))
        for order in (moves, (moves[2], moves[1], moves[0])):
            place = PositionAddress(TIC_TAC_TOE, order)
            response = client.get(place.path)
            paths.add(response["Location"] if response.status_code == 301 else place.path)
    assert len(paths) == 1
    assert client.get(paths.pop()).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/p/3x3/",
        "/p/3,3,3/",
        "/p/03x3x3/",
        "/p/2x2x2/",
        "/p/20x20x5/",
        "/p/3x3x3/d1/",
        "/p/3x3x3/a0/",
        "/p/3x3x3/a1a1/",
        "/p/3x3x3/a1b1a2b2a3b3/",
        "/p/3x3x3/A1/",
        "/p/3x3x3/a1%00/",
        "/p/3x3x3/a1b1a2b2a3/play/",
        "/p/15x15x5/h8/explain/",
    ],
)
def test_what_is_no_position_is_not_found(client, path):
    page(client, path, status=404)


def test_a_position_that_is_over_says_who_has_won(client):
    text = page(client, PositionAddress(TIC_TAC_TOE, (0, 3, 1, 4, 2)).settled.path)
    assert "X has won" in text
    assert "Play from here" not in text


@searching
def test_what_is_not_proven_in_time_is_said_to_be_open(client, monkeypatch):
    monkeypatch.setattr(studies, "SECONDS", 0.05)
    text = page(client, "/p/14x14x5/")
    assert "Not proven yet" in text
    assert {kind for kind, _, _ in WORTHS.findall(text)} == {"open"}


def open_position(m, n):
    """The path of a position of which nothing is known but what a search finds."""
    return PositionAddress(Ruleset(m, n, 4), (0, 1, 2, 3)).settled.path


@searching
def test_many_questions_have_to_wait_and_known_answers_do_not(client, monkeypatch):
    monkeypatch.setattr(studies, "SECONDS", 0.02)
    page(client, open_position(6, 6))
    few = CachedBuckets("full", at_once=0, seconds=7, longest=7)
    monkeypatch.setattr(services, "POSITIONS_OF_ADDRESS", few)
    page(client, open_position(5, 6))
    response = client.get(open_position(7, 6))
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 7
    page(client, open_position(6, 6))
    page(client, "/p/3x3x3/")


@pytest.mark.django_db(transaction=True)
def test_a_game_is_played_from_a_position_as_it_was_asked_for(client):
    path = "/p/3x3x3/c3a1/play/"
    assert "after move 2" in page(client, path)
    response = client.post(
        path, {"opponent": "device", "side": "x", "level": "rules", "control": "none"}
    )
    assert response.status_code == 302, response.content.decode()
    game = Game.objects.get()
    assert (game.ruleset, game.setup, game.cells) == (TIC_TAC_TOE, 2, (2, 6))


@pytest.mark.django_db(transaction=True)
def test_a_game_that_began_from_a_position_has_a_review(as_user, bob):
    chosen = {"opponent": "computer", "level": "perfect", "side": "o", "control": "none"}
    client = as_user(bob)
    assert client.post("/p/3x3x3/a1b2c3a3/play/", chosen).status_code == 302
    game = Game.objects.get()
    assert (game.setup, game.origin) == (4, "")
    stored.resign(game, Mark.O)
    assert client.get(f"/games/{game.uid}/review/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_line_is_followed_in_the_explanation(client):
    path = "/p/3x3x3/a1b2c3/explain/"
    assert "O to move" in client.get(path, {"ply": 3}).content.decode()
    assert "X to move" in client.get(path, {"ply": 3, "line": "a3"}).content.decode()
    assert client.get(path, {"ply": 3, "line": "a1"}).status_code == 422
    over = PositionAddress(TIC_TAC_TOE, (0, 3, 1, 4, 2)).explain_path
    assert "The game is over here." in client.get(over).content.decode()


def test_a_position_is_explained(client):
    text = page(client, PositionAddress(TIC_TAC_TOE, (0, 4, 8)).explain_path)
    assert "O to move" in text
    assert '<a href="/p/3x3x3/a3b2c1/">' in text


def test_a_rectangle_has_four_images():
    assert len(symmetries(Ruleset(4, 3, 3))) == 4


def test_a_review_leads_to_the_page_of_each_position(client, alice, bob):
    game = stored.play(stored.new_game(alice, bob), [4, 0, 1, 7, 3, 5, 8, 2, 6])
    text = page(client, f"/games/{game.uid}/review/?ply=3")
    assert f'href="/games/{game.uid}/position/?ply=3"' in text
    response = client.get(f"/games/{game.uid}/position/?ply=3")
    assert response["Location"] == PositionAddress(TIC_TAC_TOE, (4, 0, 1)).settled.path
    assert client.get("/games/0000000000/position/").status_code == 404


@searching
def test_robots_read_small_boards_alone(client, monkeypatch):
    monkeypatch.setattr(studies, "SECONDS", 0.02)
    assert "noindex, nofollow" not in page(client, "/p/3x3x3/")
    assert "noindex, nofollow" in page(client, "/p/6x6x4/")


@searching
def test_the_explanation_knows_what_the_page_has_proven(client, monkeypatch):
    monkeypatch.setattr(studies, "SECONDS", 0.02)
    path = open_position(6, 6)
    page(client, path)

    async def study(position):
        raise AssertionError("it is kept")

    monkeypatch.setattr(studies, "study", study)
    page(client, f"{path}explain/")


def played_often(alice, bob, cells, times, **columns):
    for _ in range(times):
        stored.play(stored.new_game(alice, bob, **columns), cells)


def test_the_page_says_how_people_have_played(client, alice, bob):
    played_often(alice, bob, (4, 0, 8, 2, 1, 7, 3, 5, 6), 30)  # drawn
    played_often(alice, bob, stored.X_WINS, 10)
    while counting.count_games():
        pass
    text = page(client, "/p/3x3x3/")
    assert "Moves people play here" in text
    assert "40 games" in text
    rows = re.findall(r"<tr>\s*<th scope=\"row\">.*?</tr>", text, re.S)
    words = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows[-3:]]
    assert words == [
        "b2 = Draw 75% , between 60% and 86% 30 50%",
        "a3 +3 and its images c3, a1, c1 = Draw 25% , between 14% and 40% 10 few games",
        "b3 +3 and its images a2, c2, b1 = Draw – 0 –",
    ]
    assert text.count("alice – bob") == 4


def test_people_and_programs_are_apart(client, alice, bob):
    program = User.objects.create_user("program", kind=User.Kind.ENGINE)
    played_often(alice, program, stored.X_WINS, 2)
    played_often(program, alice, stored.X_WINS, 3)
    counting.count_games()
    people, programs = (page(client, f"/p/3x3x3/?who={who}") for who in ("people", "programs"))
    assert "Moves people play here" in people
    assert "2 games" in people
    assert "Moves bots play here" in programs
    assert "3 games" in programs
    assert "Moves bots play here" not in page(client, "/p/3x3x3/")


@searching
def test_all_moves_are_told_to_whoever_asks(client, monkeypatch):
    monkeypatch.setattr(studies, "SECONDS", 0.02)
    path = PositionAddress(Ruleset(5, 4, 4), (15, 16)).settled.path
    few, every = page(client, path), page(client, f"{path}?moves=all")
    assert "All 18 moves" in few
    assert few.count('<tr><th scope="row"><a ') == 7
    assert every.count('<tr><th scope="row"><a ') == 18
    assert "All 18 moves" not in every


def test_a_board_is_chosen_on_the_front_page(client):
    text = page(client, "/p/")
    assert 'href="/p/6x6x4/"' in text
    assert client.get("/p/?m=9&n=8&k=5")["Location"] == "/p/9x8x5/"
    page(client, "/p/?m=3&n=3&k=5", status=422)
    page(client, "/p/?m=x", status=422)


def test_the_key_names_what_is_marked(client):
    shown = page(client, "/p/3x3x3/b2/")
    assert "worth--best" in shown.partition('class="worths-key"')[0]
    assert "worth--best" in shown.partition('class="worths-key"')[2].partition("</ul>")[0]
