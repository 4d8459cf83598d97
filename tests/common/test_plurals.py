"""The forms of words that count, for gettext and for scripts."""

import json
import os
import subprocess

import pytest
from django.conf import settings
from django.utils.translation import override

from games.text.phrases import TIME_LEFT, for_scripts, phrase
from tictactoe_site.common.numbers import plural_samples


def test_a_language_has_a_word_for_each_category_of_its_numbers() -> None:
    with override("cs"):
        told = dict(for_scripts(TIME_LEFT))
        assert [phrase("days_left", count=count) for count in (1, 3, 7)] == [
            told[f"days_left.{category}"].format(count=count)
            for category, count in (("one", 1), ("few", 3), ("other", 7))
        ]
    assert len({told[f"days_left.{category}"] for category in ("one", "few", "other")}) == 3


@pytest.mark.node
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_categories_are_those_of_browsers(language: str) -> None:
    script = """
        const rules = new Intl.PluralRules(process.argv[1]);
        const found = Array.from({ length: 400 }, (_, number) => rules.select(number));
        console.log(JSON.stringify(found));
    """
    node = subprocess.run(
        [os.environ["NODE"], "-e", script, language], capture_output=True, text=True, check=True
    )
    categories = json.loads(node.stdout)
    with override(language):
        samples = dict(plural_samples())
    assert set(samples) == set(categories)
    assert [categories[count] for count in samples.values()] == list(samples)
