"""Parts of pages that are drawn once."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import override

from games.templatetags import once


class Counted:
    """Something to show that knows how often it was asked."""

    asked = 0

    def __str__(self):
        self.asked += 1
        return "shown"


def test_it_is_drawn_once():
    thing = Counted()
    template = Template("{% load once %}{% once thing=thing %}<{{ thing }}>{% endonce %}")
    pages = [template.render(Context({"thing": thing})) for _ in range(3)]
    assert pages == ["<shown>"] * 3
    assert thing.asked == 1


def test_another_value_or_language_is_another_drawing():
    tongue = "{% get_current_language as language %}{{ language }}"
    block = f"{{% once name=name %}}{{{{ name }}}} {tongue}{{% endonce %}}"
    template = Template("{% load i18n once %}" + block)
    assert template.render(Context({"name": "alice"})) == "alice en"
    assert template.render(Context({"name": "<bob>"})) == "&lt;bob&gt; en"
    with override("de"):
        assert template.render(Context({"name": "alice"})) == "alice de"
    assert template.render(Context({"name": "alice"})) == "alice en"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (mark_safe("<b>"), "<b>"),
        ("<b>", mark_safe("<b>")),
        (True, 1),
        (1, True),
        ((1, ("<b>",)), (True, (mark_safe("<b>"),))),
    ],
)
def test_equal_values_of_different_types_are_drawn_apart(first, second):
    template = Template("{% load once %}{% once value=value %}{{ value }}{% endonce %}")
    plain = Template("{{ value }}")
    for value in (first, second, first):
        page = Context({"value": value})
        assert template.render(page) == plain.render(page)


def test_a_time_is_drawn_for_its_time_zone():
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    template = Template("{% load once %}{% once at=at %}{{ at|date:'H:i' }}{% endonce %}")
    assert template.render(Context({"at": noon})) == "12:00"
    with timezone.override("Asia/Tokyo"):
        assert template.render(Context({"at": noon})) == "21:00"
    assert template.render(Context({"at": noon})) == "12:00"


def test_it_sees_only_what_it_is_given():
    template = Template(
        "{% load once %}{% once a=1 %}{{ a }}{{ user }}{{ csrf_token }}{% endonce %}"
    )
    assert template.render(Context({"user": "alice", "csrf_token": "secret"})) == "1"


def test_the_oldest_drawings_go(monkeypatch):
    monkeypatch.setattr(once, "MOST_KEPT", 2)
    template = Template("{% load once %}{% once n=n %}{{ n }}{% endonce %}")
    node = template.nodelist.get_nodes_by_type(once.OnceNode)[0]
    assert [template.render(Context({"n": n})) for n in range(4)] == ["0", "1", "2", "3"]
    assert list(node.drawings.values()) == ["2", "3"]


def test_a_value_without_a_name_is_refused():
    with pytest.raises(TemplateSyntaxError, match="name=value"):
        Template("{% load once %}{% once user %}{% endonce %}")
