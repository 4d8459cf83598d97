"""The page of the course for a class."""

from __future__ import annotations

import re

import pytest

from games.learn.lessons.content import LESSONS
from games.programs.workshops.kits import KITS

pytestmark = pytest.mark.django_db


def test_it_has_the_lessons_in_order_the_kits_and_the_lab(client):
    page = client.get("/course/").text
    lessons = re.findall(r'href="/learn/([\w-]+)/"', page)
    assert [slug for slug in lessons if slug in {one.slug for one in LESSONS}] == [
        one.slug for one in LESSONS
    ]
    for kit in KITS.values():
        assert f"<h3>{kit.title}</h3>" in page
        assert all(f"<code>{name}</code>" in page for name in kit.files)
    for path in ("/lab/", "/workshops/", "/bots/"):
        assert f'href="{path}"' in page
    assert "/embed/explanation/" in page


@pytest.mark.parametrize("path", ["/learn/", "/workshops/"])
def test_it_is_found_from_where_teachers_look(client, alice, path):
    assert 'href="/course/"' in client.get(path).text
    client.force_login(alice)
    assert 'href="/course/"' in client.get(path).text
