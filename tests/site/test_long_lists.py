"""Long lists, whose rows are drawn once for each kind."""

from dataclasses import dataclass

import pytest
from django.template import TemplateSyntaxError, engines
from django.utils.safestring import mark_safe


@dataclass
class Row:
    name: str
    is_x: bool
    count: int = 0


SOME = [Row("a&b", True, 1000), Row("{c} %s", False), Row(mark_safe("<i>d</i>"), True, 7)]


def drawn(text, **context):
    template = engines["django"].from_string("{% load i18n long_lists %}" + text)
    return template.render(context)


def test_each_row_is_drawn_as_a_loop_would_and_its_values_are_escaped():
    text = (
        "{{% {tag} %}}<p{{% if one.is_x %}} x{{% endif %}}>"
        '{{% translate "Name" %}} {before} {{{{ one.name }}}}, {{{{ one.name }}}}</p>{{% {end} %}}'
    )
    rows = text.format(tag="rows one in all by is_x", before="{{ before }}", end="endrows")
    loop = text.format(tag="for one in all", before="{{ before }}", end="endfor")
    context = {"all": SOME, "before": "<", "one": "is there afterwards"}
    assert drawn(rows, **context) == drawn(loop, **context)
    assert drawn(rows, **context).count("a&amp;b") == 2
    assert drawn("{% rows one in all %}{{ one.count }},{% endrows %}", **context) == "1000,0,7,"
    assert drawn("{% rows one in all %}{% endrows %}{{ one }}", **context) == context["one"]


def test_no_rows_draw_nothing():
    assert drawn("{% rows one in all by is_x %}{{ one.name }}{% endrows %}", all=[]) == ""


def test_a_field_that_no_row_has_is_an_error_as_is_one_that_a_filter_has_changed():
    for field in ("one.nam", "one.name|upper"):
        with pytest.raises(AttributeError):
            drawn("{% rows one in all %}{{ " + field + " }}{% endrows %}", all=SOME)


@pytest.mark.parametrize("words", ["", "one", "one of all", "one in", "one in all is_x"])
def test_what_the_tag_cannot_read_is_refused(words):
    with pytest.raises(TemplateSyntaxError, match="rows wants"):
        drawn("{% rows " + words + " %}{% endrows %}")
