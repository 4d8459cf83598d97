"""The page about which boards are fair says what is proven, and what the swap rule may do."""

import re

import pytest
from django.core.cache import caches
from django.utils import timezone

from games.core.rules import MAX_SIDE, MIN_SIDE, Position, Ruleset
from games.engine.openings import first_cells
from games.engine.openings.balanced import boards, openings
from games.engine.openings.first_cells import FirstCell
from games.engine.search.value import Proven, Value
from games.learn.fairness.effects import Winner, effects_of
from games.learn.proofs import store
from games.models import FirstCellProof, Game, Workshop, WorkshopGame
from games.text.solved_games import swap_refusal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_memory(monkeypatch):
    """What a test teaches the engine is forgotten after it, and so are shares."""
    known = dict(first_cells._stored_cells())
    monkeypatch.setattr(first_cells, "_stored_cells", lambda: known)
    caches["here"].clear()


def page(client, path="/fair/", status=200):
    response = client.get(path)
    assert response.status_code == status
    return re.sub(r"\s+", " ", response.content.decode())


def test_the_board_of_the_picture(client):
    text = page(client)
    assert "6×5, four in a row" in text
    for kind, number in (("x", 10), ("draw", 14), ("o", 6)):
        assert f'<li class="tally--{kind}"><b>{number}</b>' in text
    assert 'aria-label="c3: X wins in 6 moves"' in text
    assert 'aria-label="a5: O wins in 8 moves"' in text
    assert "X begins on c3 or d3." in text
    assert text.count("Draw: fair") == 3
    assert "3,078 positions" in text.replace("3078", "3,078")


def test_headings_keep_the_capitals_of_a_language(client):
    shown = client.get("/fair/", headers={"accept-language": "de"}).content.decode()
    assert "Drei in einer Reihe" in shown


def test_every_board_of_the_grids_is_named_and_leads_to_its_page(client):
    text = page(client)
    links = re.findall(r'href="(/fair/(\d)x(\d)x(\d)/)#board" aria-label="([^"]+)"', text)
    grids = [link for link in links if int(link[3]) <= max(int(link[1]), int(link[2]))]
    said = {path: label for path, *_, label in grids}
    assert len(said) == 4 * 49 - 1 - 4 - 9
    assert said["/fair/6x5x4/"] == "6×5: the first player wins; a draw with the swap rule"
    assert said["/fair/7x7x4/"] == "7×7: the first player wins; with the swap rule, the second"
    assert said["/fair/5x5x5/"] == "5×5: a draw, with the swap rule or without"
    assert said["/fair/9x9x5/"] == "9×9: not proven yet"


@pytest.mark.parametrize(
    "board", ["3x3x3", "5x6x4", "4x3x3", "7x7x4", "9x9x5", "15x15x5", "19x19x19"]
)
def test_each_board_has_a_page(client, board):
    assert 'id="board-title"' in page(client, f"/fair/{board}/")


@pytest.mark.parametrize("board", ["3x3x4", "2x3x3", "20x3x3", "06x5x4", "6x5", "x", "6,5,4"])
def test_what_is_no_board_has_none(client, board):
    page(client, f"/fair/{board}/", 404)


def test_no_board_that_is_proven_unfair_is_offered_swap():
    sides = range(MIN_SIDE, MAX_SIDE + 1)
    for m in sides:
        for n in sides:
            for k in range(MIN_SIDE, min(9, max(m, n)) + 1):
                effects = effects_of(Ruleset(m, n, k))
                assert (swap_refusal(Ruleset(m, n, k)) == "") is (
                    effects.plain is Winner.FIRST and effects.swap is not Winner.SECOND
                )


def test_what_the_store_proves_ends_the_offer_of_swap_at_once(client, monkeypatch):
    board = Ruleset(10, 5, 4)
    kept, still_open = first_cells._stored_cells(), (3, 4, 10)
    before = kept[board] | dict.fromkeys(still_open, first_cells.UNKNOWN)
    monkeypatch.setitem(kept, board, before)
    assert swap_refusal(board) == ""
    for cell in still_open:
        store.keep(Position(board).play(cell), Proven(Value.WIN), 5)
    text = page(client, "/fair/5x10x4/")
    assert "No first cell is a draw" in text
    assert swap_refusal(board) == swap_refusal(Ruleset(5, 10, 4)) == "swap_unfair"


def test_a_drawn_opening_makes_the_swap_of_three_fair_where_that_of_one_is_not():
    effects = effects_of(Ruleset(4, 3, 3))
    assert effects.swap is Winner.SECOND
    assert effects.swap_of_three is effects.balanced is Winner.NOBODY
    effects = effects_of(Ruleset(4, 4, 3))
    assert (effects.swap_of_three, effects.balanced) == (Winner.SECOND, None)


def test_effects_agree_with_one_another():
    for board in first_cells.boards():
        effects = effects_of(board)
        if effects.plain is Winner.NOBODY:
            assert set(vars_of(effects)) == {Winner.NOBODY}
        if effects.swap is Winner.NOBODY:
            assert effects.swap_of_three is Winner.NOBODY
    for board in boards():
        if openings(board).none_is_drawn:
            assert effects_of(board).swap is not Winner.NOBODY


def vars_of(effects):
    return [effects.plain, effects.swap, effects.swap_of_three, effects.balanced]


def play_games(users, number, outcome, **columns):
    usual = {"m": 6, "n": 5, "k": 4, "first": "x", "opponent": Game.Opponent.FRIEND}
    for _ in range(number):
        Game.objects.create(
            x_player=users[0], o_player=users[1], creator=users[0], status=Game.Status.FINISHED,
            outcome=outcome, termination=Game.Termination.LINE, started_at=timezone.now(),
            ended_at=timezone.now(), **{**usual, **columns},
        )  # fmt: skip


@pytest.fixture
def people(django_user_model):
    return [django_user_model.objects.create_user(name) for name in ("alice", "bob")]


def test_the_share_of_who_began_is_measured_in_games_of_people(client, people):
    play_games(people, 12, "x")
    play_games(people, 4, "draw", m=5, n=6)
    play_games(people, 6, "x", first="o")
    play_games(people, 30, "x", opponent=Game.Opponent.COMPUTER)
    play_games(people, 30, "x", opponent=Game.Opponent.DEVICE)
    play_games(people, 3, "x", swap=True, swapped=True)
    text = page(client)
    share = "In 22 games between people the player who began scored 64% (43 to 80)."
    assert share in text  # 14 points of 22
    assert "Only 3 games between people so far" in text


def test_games_of_workshops_are_not_measured_as_games_of_people(client, people):
    play_games(people, 30, "x")
    workshop = Workshop.objects.create(owner=people[0], title="Minimax afternoon")
    WorkshopGame.objects.bulk_create(
        WorkshopGame(workshop=workshop, game=game) for game in Game.objects.all()
    )
    play_games(people, 3, "o")
    assert "Only 3 games between people so far" in page(client)


def test_finds_and_challenges_are_listed(client):
    FirstCellProof.objects.create(
        m=10, n=4, k=4, cell=13, nodes=7_654_321, value=0, found_at=timezone.now()
    )
    text = page(client)
    assert "is a draw, proven with 7,654,321 positions" in text
    assert re.search(r'<th scope="row"><a href="/fair/9x8x5/#board">9×8, five in a row</a>', text)


def rows_of(text, title):
    """The table of the section with this title: its cells' texts, row by row."""
    section = text[text.index(f'id="{title}"') :]
    table = section[section.index("<tbody>") : section.index("</tbody>")]
    return [
        [
            " ".join(re.sub(r"<[^>]+>", "", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row)
        ]
        for row in re.findall(r"<tr>.*?</tr>", table)
    ]


def test_large_boards_say_how_much_is_proven(client):
    said = dict(rows_of(page(client), "walks-title"))
    assert said["15×15, five in a row"].startswith(
        "X wins in at most 33 moves 35 of 35 first answers proven"
    )
    for board, answers in (("13×13", "27"), ("11×11", "20")):
        result, known = re.match(
            rf"(.*) (\d+) of {answers} first answers", said[f"{board}, five in a row"]
        ).groups()
        assert (result == "Not proven yet") is (known != answers)


def test_boards_too_large_to_search_are_unsolved_only_until_it_is_known_who_wins(client):
    listed = [row[0] for row in rows_of(page(client), "open-title")]
    assert "10×4, four in a row" in listed
    assert "9×9, five in a row" in listed  # too large, and nobody knows
    assert "15×15, five in a row" not in listed


def test_numbers_are_grouped_as_the_readers_language_does(client):
    FirstCellProof.objects.create(
        m=10, n=4, k=4, cell=13, nodes=7_654_321, value=0, found_at=timezone.now()
    )
    text = client.get("/fair/", headers={"accept-language": "de"}).text
    assert "7.654.321" in text
    assert not re.search(r"\d,\d{3}", text)


def test_a_proof_of_the_store_is_shown(client):
    board = Ruleset(12, 9, 5)
    store.keep(Position(board).play(0), Proven(Value.DRAW), 5)
    text = page(client, "/fair/9x12x5/")
    assert text.count('class="worth worth--draw"') == 4


def test_a_page_asks_little_of_the_database(client, django_assert_max_num_queries):
    page(client)
    with django_assert_max_num_queries(5):
        page(client, "/fair/9x8x5/")


def test_learning_again_changes_nothing():
    first_cells.note_proof(Ruleset(6, 5, 4), 0, FirstCell())
    assert first_cells.first_cells(Ruleset(6, 5, 4))[0].value is Value.LOSS
