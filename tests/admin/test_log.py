"""The lists of ratings and of decisions, as people read them."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import services as accounts
from games.compete.rounds.staff import annul
from games.models import Rating, RatingChange, StaffDecision
from tests.admin.conftest import make_staff, signed_in
from tests.compete.ratings.rounds import rated_round

pytestmark = pytest.mark.django_db
LONG = re.compile(r"\d\.\d{4,}")


@pytest.fixture
def client(alice, bob):
    stella = make_staff("stella", "view_rating", "view_ratingchange", "view_staffdecision")
    annul(uid=rated_round(alice, bob, 4, at=timezone.now()).uid, staff=stella, reason="Agreed.")
    rated_round(alice, bob, 4, at=timezone.now())
    accounts.mute(user=bob, staff=stella, days=1, reason="Insults.")
    return signed_in(stella)


@pytest.mark.parametrize("model", [Rating, RatingChange, StaffDecision])
def test_no_list_and_no_page_shows_numbers_with_many_digits(client, model):
    name = model._meta.model_name
    assert not LONG.search(client.get(reverse(f"admin:games_{name}_changelist")).text)
    for row in model.objects.all():
        if model is not RatingChange:
            page = client.get(reverse(f"admin:games_{name}_change", args=[row.pk])).text
            assert not re.search(r"\d\.\d{5,}", page)


def test_the_log_is_found_by_name_by_what_was_decided_and_by_filter(client, bob):
    address = reverse("admin:games_staffdecision_changelist")
    uid = StaffDecision.objects.get(kind="annulled").uid
    for query, kinds in (
        ({"q": "bob"}, ["muted"]),
        ({"q": "stella"}, ["muted", "annulled"]),
        ({"q": uid}, ["annulled"]),
        ({"kind__exact": "muted"}, ["muted"]),
    ):
        found = client.get(address, query).context["cl"].result_list
        assert [line.kind for line in found] == kinds


def test_filters_come_before_the_rows_and_are_closed_until_one_is_chosen(client):
    address = reverse("admin:games_staffdecision_changelist")
    assert '<details class="list-filters">' in client.get(address).text
    assert '<details class="list-filters" open>' in client.get(f"{address}?kind__exact=muted").text
