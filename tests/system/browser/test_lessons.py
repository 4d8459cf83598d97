"""Lessons by keyboard, on a phone and at a desk; the pages are accessible in every look.

That each lesson is answered to its end, tests/learn/lessons/test_views.py holds.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.learn.lessons.content import LESSONS
from games.learn.lessons.questions import ON_BOARD, LessonQuestion
from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import DESKTOP, PHONE, Visitor

TABS = 60  # more than there are places on a page


def press_by_keyboard(visitor: Visitor, name: str) -> None:
    """Go with Tab to what is called so, and press it."""
    page = visitor.page
    for _ in range(TABS):
        page.keyboard.press("Tab")
        label = page.evaluate(
            "() => document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.textContent.trim()"
        )
        if label == name:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"The keyboard does not come to {name}.")


def label_of(question: LessonQuestion) -> str:
    (choice, *_) = question.right
    return f"{choice.text}, empty" if question.kind in ON_BOARD else choice.text


@pytest.mark.parametrize(
    ("size", "lessons"), [(PHONE, LESSONS[:2]), (DESKTOP, LESSONS[-2:])], ids=["390", "1280"]
)
def test_the_lessons_are_walked_by_keyboard(visit, size, lessons):
    visitor = visit(viewport=size)
    page = visitor.open(f"/learn/{lessons[0].slug}/")
    for lesson in lessons:
        expect(page.get_by_role("heading", level=1)).to_have_text(str(lesson.title))
        for number, question in enumerate(lesson.questions, start=1):
            expect(page.locator(".kicker")).to_contain_text(f"Question {number} of 3")
            press_by_keyboard(visitor, label_of(question))
            expect(page.locator("#verdict")).to_contain_text("Right: ")
            is_last = number == 3 and lesson.following is None
            if number < 3:
                press_by_keyboard(visitor, "Next question")
            elif not is_last:
                press_by_keyboard(visitor, f"Next lesson: {lesson.following.title}")
    following = lessons[-1].following
    if following is None:
        expect(page.get_by_role("heading", name="Now write it yourself")).to_be_visible()
    else:
        expect(page.get_by_role("heading", level=1)).to_have_text(str(following.title))
    page = visitor.open("/learn/")
    expect(page.get_by_text("6 of 48 questions answered")).to_be_visible()


def test_the_pages_to_learn_from_are_accessible_and_fit(visit):
    visitor = visit()
    for path in (
        "/learn/",
        "/learn/cuts/2/?answer=c3",
        "/learn/proof-numbers/3/?answer=show",
        "/p/3x3x3/a3b3b2c1/explain/?step=16",
        "/p/3x3x3/a3b3b2c1/explain/?predict=1&step=15",
        "/p/6x6x4/a3e2c5e3e4b5/explain/",
        "/explain/?position=none",
    ):
        assert findings_in_every_look(visitor.open(path)) == []


def test_a_question_is_answered_without_a_script(visit):
    page = visit(java_script_enabled=False).open("/learn/cuts/2/")
    page.get_by_role("button", name="c3, empty").click()
    expect(page.get_by_role("heading", name="No, not c3.")).to_be_visible()
    page.get_by_role("button", name="c1, empty").click()
    expect(page.get_by_role("heading", name=re.compile("^Right: c1"))).to_be_visible()
    page.get_by_role("link", name="Next question").click()
    expect(page.get_by_text("Question 3 of 3")).to_be_visible()
