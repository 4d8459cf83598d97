"""One's own mistakes: what becomes a puzzle, when it comes again, and who sees it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.utils import timezone

from accounts.guests import claim_guest, make_guest
from accounts.services import delete_account
from games.core.rules import TIC_TAC_TOE, Mark, Position
from games.core.symmetry import canonical, key_of
from games.engine.search.table import move_worth, worth
from games.engine.search.value import Value
from games.learn.puzzles.judging import MoveVerdict
from games.learn.puzzles.mistakes import services
from games.learn.puzzles.mistakes.services import new_card, reviewed
from games.learn.puzzles.mistakes.tags import until_due
from games.learn.puzzles.mistakes.views import MISTAKES_A_PAGE
from games.learn.review.grade_codec import parse_grades
from games.learn.review.grading import grading_queue
from games.learn.review.services import begin_grading, request_review
from games.models import Game, Mistake, Review
from tests.stored import carry_out, new_game, play, resign

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
URL = "/puzzles/mistakes/"


def graded(game: Game) -> Game:
    async_to_sync(request_review)(uid=game.uid, asker="test", wait=30)
    return game


@pytest.fixture
def game(alice, bob) -> Game:
    """alice, with X, throws a win away: after 4 1 the move 7 only draws."""
    made = new_game(alice, bob)
    play(made, (4, 1, 7))
    resign(made, Mark.X)
    return graded(made)


@pytest.fixture
def card(game, alice) -> Mistake:
    found = Mistake.objects.get(user=alice)
    found.card, found.due = new_card(NOON), NOON
    found.save()
    return found


def right(card: Mistake) -> int:
    return next(cell for cell in card.position.legal_moves() if move_worth(card.position, cell) > 0)


def wrong(card: Mistake) -> int:
    return next(
        cell for cell in card.position.legal_moves() if move_worth(card.position, cell) <= 0
    )


def test_proven_slips_become_cards_of_whoever_made_them(game, alice, bob):
    first = Position.after(TIC_TAC_TOE, (4, 1))
    (alices,) = Mistake.objects.filter(user=alice)
    assert (alices.position, alices.value, alices.ply) == (canonical(first), 1, 2)
    (bobs,) = Mistake.objects.filter(user=bob)
    assert (bobs.value, bobs.ply) == (0, 1)


def test_only_what_is_certain_counts(game):
    """Each card is worth by the table what it says, and the move that was made less."""
    cells = game.cells
    for mistake in Mistake.objects.all():
        position = Position.after(TIC_TAC_TOE, cells[: mistake.ply])
        assert (worth(position) > 0) == (mistake.value == 1)
        assert move_worth(position, cells[mistake.ply]) < mistake.value
        assert key_of(position) == bytes(mistake.key)


def test_slips_whose_loss_is_open_are_no_cards(game, alice):
    Mistake.objects.all().delete()
    grades = Review.objects.get(game=game).grades
    for evaluation in grades["evaluations" if "evaluations" in grades else "standings"]:
        evaluation["value"] = None
    assert services.collect(game, parse_grades(grades)) == []


def test_a_first_mark_that_could_be_taken_over_is_no_card(alice, bob):
    """A first mark that only draws is the best one there, and whoever took it over made none."""
    made = new_game(alice, bob, swap=True)
    play(made, (4,))
    carry_out(made, lambda match, now: match.swap_sides(mark=Mark.O), bob)
    play(made, (1, 7))
    resign(made, Mark.X)
    graded(made)
    grades = parse_grades(Review.objects.get(game=made).grades)
    empty, *others = grades.evaluations
    Mistake.objects.all().delete()
    won = (replace(empty, value=Value.WIN), *others)  # as on a board that has the rule
    collected = services.collect(made, replace(grades, evaluations=won))
    assert [(card.user, card.ply) for card in collected] == [(alice, 1), (bob, 2)]


def test_a_deleted_account_has_no_cards(alice, bob):
    made = new_game(alice, bob)
    play(made, (4, 1, 7))
    resign(made, Mark.X)
    delete_account(user=alice)
    graded(made)
    assert set(Mistake.objects.values_list("user", flat=True)) == {bob.pk}


async def test_whoever_signs_in_while_a_game_is_graded_has_its_cards(alice, bob):
    guest = await sync_to_async(make_guest)()
    game = await sync_to_async(new_game)(guest, bob)
    await sync_to_async(play)(game, (4, 1, 7))
    await sync_to_async(resign)(game, Mark.X)
    queue = grading_queue()
    async with queue._one_at_a_time:  # other games are graded before it
        await begin_grading(game.uid)
        await sync_to_async(claim_guest)(guest=guest, user=alice)
    await queue.wait(game.uid, 30)
    owners = await sync_to_async(set)(Mistake.objects.values_list("user", flat=True))
    assert owners == {alice.pk, bob.pk}


def test_the_same_position_again_is_the_same_card(card, game, alice, bob):
    services.answer(mistake=card, review=0, cell=right(card), now=NOON)
    again = new_game(alice, bob)
    play(again, (4, 3, 5))  # the same, turned
    resign(again, Mark.X)
    graded(again)
    (now,) = Mistake.objects.filter(user=alice)
    assert (now.pk, now.game, now.reviews) == (card.pk, again, 1)
    services.remove(mistake=now)
    assert services.collect(game, parse_grades(Review.objects.get(game=game).grades)) == []
    assert not Mistake.objects.kept().filter(user=alice).exists()


def test_a_card_comes_again_a_day_later(card):
    answered = services.answer(mistake=card, review=0, cell=right(card), now=NOON)
    assert answered.verdict is MoveVerdict.RIGHT
    card.refresh_from_db()
    assert card.due == NOON + DAY
    assert not services.is_due(card, NOON + DAY - timedelta(seconds=1))
    assert services.is_due(card, NOON + DAY)
    services.answer(mistake=card, review=1, cell=right(card), now=NOON + DAY)
    card.refresh_from_db()
    assert card.due > NOON + 2 * DAY


def test_a_wrong_answer_comes_again_today_with_its_refutation(card):
    answered = services.answer(mistake=card, review=0, cell=wrong(card), now=NOON)
    assert answered.verdict is MoveVerdict.WRONG
    card.refresh_from_db()
    assert (card.is_known, card.due) == (False, NOON + timedelta(minutes=10))
    assert set(card.right) == {
        cell for cell in card.position.legal_moves() if move_worth(card.position, cell) > 0
    }


def test_every_move_is_judged_as_the_table_has_it(card):
    for number, cell in enumerate(card.position.legal_moves()):
        answered = services.answer(
            mistake=card, review=number, cell=cell, now=NOON + number * 9 * DAY
        )
        keeps = move_worth(card.position, cell) > 0
        assert answered.verdict is (MoveVerdict.RIGHT if keeps else MoveVerdict.WRONG)
        card = Mistake.objects.get(pk=card.pk)
        Mistake.objects.filter(pk=card.pk).update(due=NOON)
        card.due = NOON


def test_an_answer_that_comes_twice_or_early_changes_nothing(card):
    first = services.answer(mistake=card, review=0, cell=right(card), now=NOON).mistake
    for stale, number in ((card, 0), (first, 0), (first, 1)):
        services.answer(mistake=stale, review=number, cell=wrong(card), now=NOON)
    card.refresh_from_db()
    assert (card.reviews, card.is_known) == (1, True)


def test_fsrs_spaces_what_is_known_ever_wider():
    state, now, gaps = new_card(NOON), NOON, []
    for _ in range(6):
        state, due = reviewed(state, is_right=True, now=now)
        gaps.append(due - now)
        now = due
    assert gaps == sorted(gaps)
    _, due = reviewed(state, is_right=False, now=now)
    assert due - now < DAY


def test_a_guests_cards_go_with_the_guest(card, alice, game):
    guest = make_guest()
    own = new_game(guest, alice)
    play(own, (0, 1, 8))
    resign(own, Mark.X)
    same = new_game(guest, alice)
    play(same, (4, 1, 7))
    resign(same, Mark.X)
    for one in (own, same):
        graded(one)
    mine = Mistake.objects.filter(user=guest).count()
    assert mine >= 2
    before = set(Mistake.objects.filter(user=alice).values_list("key", flat=True))
    theirs = set(Mistake.objects.filter(user=guest).values_list("key", flat=True))
    claim_guest(guest=guest, user=alice)
    assert set(Mistake.objects.filter(user=alice).values_list("key", flat=True)) == before | theirs
    assert not Mistake.objects.filter(user=guest).exists()


@pytest.mark.parametrize(
    ("wait", "text"),
    [
        (timedelta(minutes=10), "in 10 minutes"),
        (timedelta(hours=5), "in 5 hours"),
        (DAY, "tomorrow"),
        (3 * DAY, "in 3 days"),
        (timedelta(0), "in 1 minute"),
    ],
)
def test_when_a_card_comes_is_said_in_one_unit(wait, text):
    assert until_due(timezone.now() + wait) == text


# ---- pages --------------------------------------------------------------------------------------


def test_the_page_asks_and_then_shows_where_it_is_from(as_user, alice, card, game):
    path = f"{URL}{card.pk}/"
    page = as_user(alice).get(path).text
    assert "X to play and win" in page
    assert game.uid not in page
    form = {"review": 0, "cell": card.transform(0).apply(right(card))}
    page = as_user(alice).post(f"{path}answer/", form, follow=True).text
    assert "Right" in page
    assert f"/games/{game.uid}/review/?ply=3" in page
    assert "/p/3x3x3/" in page
    assert "Nothing to practise now" in as_user(alice).get(URL).text


@pytest.fixture
def pages(alice, card):
    """A page full of mistakes and one more, which stands on a page of its own."""
    others = [
        Mistake(user=alice, m=3, n=3, k=3, key=bytes([n]), value=1, ply=0, card={}, due=NOON)
        for n in range(MISTAKES_A_PAGE)
    ]
    Mistake.objects.bulk_create(others)
    return [card, *others[:-1]], others[-1:]


def test_all_that_are_due_are_counted_also_those_on_other_pages(as_user, alice, pages):
    assert f"Review {MISTAKES_A_PAGE + 1}" in as_user(alice).get(URL).text


def test_every_mistake_stands_on_a_page_and_each_leads_to_the_next(as_user, alice, pages):
    for number, shown in enumerate(pages, start=1):
        page = as_user(alice).get(URL, {"page": number}).text
        assert page.count('<a href="/puzzles/mistakes/') == len(shown)
        assert all(f'href="{one.get_absolute_url()}"' in page for one in shown)
        assert ('rel="next" href="?page=2"' in page) == (number == 1)
        assert ('rel="prev" href="?page=1"' in page) == (number == 2)


@pytest.mark.parametrize(("asked", "number"), [("x", 1), ("", 1), ("0", 2), ("9" * 30, 2)])
def test_a_page_that_there_is_not_is_another_one(as_user, alice, pages, asked, number):
    assert as_user(alice).get(URL, {"page": asked}).context["mistakes"].number == number


def test_who_removes_a_card_stays_on_its_page(as_user, alice, pages):
    client, last = as_user(alice), pages[1][0]
    assert f'name="next" value="{URL}?page=2"' in client.get(URL, {"page": 2}).text
    form = {"next": f"{URL}?page=2"}
    answer = client.post(f"{last.get_absolute_url()}remove/", form)
    assert answer["Location"] == form["next"]
    assert 'rel="prev"' not in client.get(form["next"]).text


def test_what_comes_next_is_said_of_all_pages_together(as_user, alice, pages):
    soon, later = timezone.now() + timedelta(hours=2), timezone.now() + 9 * DAY
    Mistake.objects.filter(pk__in=[one.pk for one in pages[0]]).update(due=soon)
    Mistake.objects.filter(pk=pages[1][0].pk).update(due=later)
    for number in (1, 2):
        assert f"Next: {until_due(soon)}" in as_user(alice).get(URL, {"page": number}).text


def test_giving_up_shows_the_answer(as_user, alice, card):
    page = as_user(alice).post(f"{URL}{card.pk}/give-up/", {"review": 0}, follow=True).text
    assert "This keeps it" in page
    card.refresh_from_db()
    assert (card.reviews, card.is_known, card.cell) == (1, False, None)


def test_a_card_can_be_removed(as_user, alice, card):
    assert as_user(alice).post(f"{URL}{card.pk}/remove/", follow=True).status_code == 200
    assert as_user(alice).get(f"{URL}{card.pk}/").status_code == 404
    assert "None yet" in as_user(alice).get(URL).text


def test_nobody_else_sees_a_card(client, as_user, card, bob):
    ways = [("get", ""), ("post", "answer/"), ("post", "give-up/"), ("post", "remove/")]
    for method, way in ways:
        assert getattr(client, method)(f"{URL}{card.pk}/{way}").status_code == 404
        assert getattr(as_user(bob), method)(f"{URL}{card.pk}/{way}").status_code == 404
        client.logout()


@pytest.mark.parametrize("cell", ["", "9", "-1", "x", "²", "1" * 50])
def test_nonsense_is_refused(as_user, alice, card, cell):
    form = {"review": "0", "cell": cell}
    assert as_user(alice).post(f"{URL}{card.pk}/answer/", form).status_code == 409


def test_a_taken_cell_is_refused(as_user, alice, card):
    taken = next(cell for cell in range(9) if cell not in card.position.legal_moves())
    form = {"review": "0", "cell": card.transform(0).apply(taken)}
    page = as_user(alice).post(f"{URL}{card.pk}/answer/", form)
    assert page.status_code == 409
    assert "That cell is taken" in page.text
