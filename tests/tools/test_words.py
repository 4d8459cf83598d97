"""The catalogues of other languages: what they are made of, and whether they are whole."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override, to_locale

from games.text.refusals import REFUSALS
from tictactoe_site import catalogues
from tools import words

OTHERS = [to_locale(code) for code, _name in settings.LANGUAGES if code != "en"]


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return words.template()


def test_each_language_but_english_has_a_catalogue() -> None:
    assert [source.parent.parent.name for source in catalogues.sources()] == sorted(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_text(language: str, texts: Catalog) -> None:
    """If it fails, run `make words`, and translate what `make words ARGS=--check` names."""
    found = catalogues.read_catalogue(catalogues.FOLDER / language / "LC_MESSAGES" / "django.po")
    words.update(found, texts)
    assert [one.id for one in words.missing(found)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_and_tags_are_those_of_the_text(language: str) -> None:
    found = catalogues.read_catalogue(catalogues.FOLDER / language / "LC_MESSAGES" / "django.po")
    assert words.faults(found) == []


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("%(name)s wins", "gewinnt"),
        ("%(name)s wins", "%(nam)s gewinnt"),
        ("{name} wins", "{name} {name} gewinnt"),
        ('<a href="/a/">Rules</a>', '<a href="/b/">Regeln</a>'),
        ("<b>Rules</b>", "<b>Regeln"),
        ("95 %% of %(count)s", "95 % von %(count)s"),
    ],
)
def test_a_translation_that_would_fail_is_found(text: str, translation: str) -> None:
    catalogue = Catalog(locale="de")
    catalogue.add(text, translation)
    assert len(words.faults(catalogue)) == 1


def test_a_form_for_one_may_leave_the_number_out() -> None:
    catalogue = Catalog(locale="de")
    catalogue.add(("A game", "%(count)s games"), ("Eine Partie", "%(count)s Partien"))
    assert words.faults(catalogue) == []


def test_a_form_that_is_missing_is_found() -> None:
    catalogue = Catalog(locale="cs")
    catalogue.add(("%(count)s game", "%(count)s games"), ("%(count)s partie", "%(count)s", ""))
    assert len(words.missing(catalogue)) == 1


def test_a_form_that_is_doubted_is_missing() -> None:
    catalogue = Catalog(locale="de")
    catalogue.add("Draw", "Unentschieden", flags=["fuzzy"])
    assert len(words.missing(catalogue)) == 1


def test_texts_come_from_modules_and_templates(texts: Catalog) -> None:
    in_template = "Not connected, so this page is not up to date. It keeps trying."
    found = [one for one in texts if str(one.id).startswith(in_template)]
    assert [place for place, line in found[0].locations] == ["templates/base.html"]
    assert "Your preferences are saved." in texts
    assert texts.get("%(count)s game") is not None


def test_what_staff_and_programs_read_stays_english(texts: Catalog) -> None:
    places = {place for one in texts for place, line in one.locations}
    assert not [place for place in places if "/admin" in place or "/management/" in place]
    assert not [place for place in places if "programs/api/" in place]


def test_catalogues_of_two_languages_share_nothing(texts: Catalog) -> None:
    german, czech = Catalog(locale="de"), Catalog(locale="cs")
    words.update(german, texts)
    words.update(czech, texts)
    message = german.get("Draw")
    assert message
    message.string = "Remis"
    assert not czech["Draw"].string


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Hraj s počítačem a vyhraj", "Hraj s~počítačem a~vyhraj"),
        ("V řadě, u každého i v partii", "V~řadě, u~každého i~v~partii"),
        ('%(name)s na tahu <a href="/">tady</a> jo', '%(name)s na tahu <a href="/">tady</a> jo'),
    ],
)
def test_czech_leaves_no_letter_alone_at_the_end_of_a_line(text: str, bound: str) -> None:
    catalogue = Catalog(locale="cs")
    catalogue.add("one", text)
    catalogue.add(("one game", "%(count)s games"), (text, text, text))
    bound = bound.replace("~", "\N{NO-BREAK SPACE}")
    catalogues.without_lone_letters(catalogue)
    assert catalogue["one"].string == bound
    assert catalogue["one game"].string == (bound, bound, bound)


def test_what_is_compiled_is_spoken() -> None:
    with override("de"):
        assert _("Draw") == "Remis"
    with override("cs"):
        assert "k\N{NO-BREAK SPACE}výhře" in str(REFUSALS["bad_ruleset"])


def test_an_option_that_does_not_exist_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "template", lambda: pytest.fail("The texts were read."))
    with pytest.raises(SystemExit, match="--chek"):
        words.main(["--chek"])


@pytest.mark.parametrize("name", ["xx", "../de", "de"])
def test_a_catalogue_that_cannot_be_begun_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    (tmp_path / "de" / "LC_MESSAGES").mkdir(parents=True)
    with pytest.raises(SystemExit, match=name):
        words.begin(name)
    assert [path.name for path in tmp_path.iterdir()] == ["de"]
