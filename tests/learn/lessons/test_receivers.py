"""The answers to lessons' questions, as accounts change."""

import pytest

from accounts.guests import claim_guest, make_guest
from accounts.services import delete_account
from games.models import LessonAnswer

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guests_answers_go_with_the_guest(alice):
    guest = make_guest()
    for user, question in ((alice, 1), (guest, 1), (guest, 2)):
        LessonAnswer.objects.create(user=user, lesson="lines", question=question)
    claim_guest(guest=guest, user=alice)
    kept = LessonAnswer.objects.order_by("question").values_list("user", "question")
    assert list(kept) == [(alice.pk, 1), (alice.pk, 2)]


def test_answers_end_with_a_deleted_account(alice, bob):
    for user in (alice, bob):
        LessonAnswer.objects.create(user=user, lesson="lines", question=1)
    delete_account(user=alice)
    assert [answer.user for answer in LessonAnswer.objects.all()] == [bob]
