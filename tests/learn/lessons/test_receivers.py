"""The answers to lessons' questions, as accounts change."""

import pytest

from accounts.guests import claim_guest, make_guest
from games.models import LessonAnswer

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guests_answers_go_with_the_guest(alice):
    guest = make_guest()
    for user, question in ((alice, 1), (guest, 1), (guest, 2)):
        LessonAnswer.objects.create(user=user, lesson="lines", question=question)
    claim_guest(guest=guest, user=alice)
    kept = LessonAnswer.objects.order_by("question").values_list("user", "question")
    assert list(kept) == [(alice.pk, 1), (alice.pk, 2)]
