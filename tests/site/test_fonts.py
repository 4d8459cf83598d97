"""The fonts that are served have all that their originals have, and headlines are there at once."""

import ast
import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from games.learn.cards.letters import written as written_on_cards
from games.learn.cards.picture import WITHOUT_LETTERS
from tools.subset_fonts import (
    FOR_CARDS,
    ORIGINALS,
    PARTS,
    ROOT,
    SERVED,
    WEIGHTS,
    characters,
    ranges,
)

FACE = re.compile(r"@font-face \{(.*?)\}", re.S)
FILE = re.compile(r"vendor/fonts/([\w-]+)\.woff2")
COMMENTS = re.compile(r"/\*.*?\*/|^\s*//[^\n]*|\{#.*?#\}", re.S | re.M)
NAMES = sorted(WEIGHTS)
HEADLINES = "bricolage-grotesque"
MAX_BYTES = 12_000  # of what a page waits for before it is painted first
HEADING = re.compile(r"<h1[^>]*>(.*?)</h1>", re.S)
TAG = re.compile(r"<[^>]*>")
PRELOAD = re.compile(
    r'<link rel="preload" href="/static/vendor/fonts/([\w-]+)[.\w]*\.woff2" as="font"[^>]*>'
)


def texts() -> Iterator[str]:
    """What people read on pages, and not what only we do."""
    for path in [*ROOT.glob("templates/**/*.*"), *ROOT.glob("static/js/**/*.js")]:
        yield COMMENTS.sub("", path.read_text())
    for app in ("accounts", "games", "tictactoe_site"):
        for path in (ROOT / app).rglob("*.py"):
            if path.parent.name != "commands":
                yield from _translated(ast.parse(path.read_text()))


def _translated(module: ast.Module) -> Iterator[str]:
    """The messages that *module* gives to gettext, whatever it calls it."""
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and _translates(call.func):
            yield from (part.value for part in ast.walk(call) if _is_text(part))


def translations(language: str) -> str:
    """All that the catalogue of *language* says, one behind the other."""
    path = ROOT / f"locale/{language}/LC_MESSAGES/django.po"
    with path.open("rb") as file:
        forms = [message.string for message in read_po(file) if message.id]
    return "".join("".join(form) if isinstance(form, tuple) else form for form in forms)


def _translates(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and (function.id == "_" or "gettext" in function.id)


def _is_text(part: ast.AST) -> bool:
    return isinstance(part, ast.Constant) and isinstance(part.value, str)


@pytest.mark.parametrize("name", NAMES)
def test_the_interface_is_written_without_the_letters_that_come_late(name):
    interface = {ord(character) for text in texts() for character in text}
    assert ord("×") in interface
    known = characters(ORIGINALS / f"{name}.woff2")
    served = [characters(SERVED / f"{name}{part}.woff2") for part in PARTS[name]]
    assert interface & known <= frozenset().union(*served)


@pytest.mark.parametrize("name", NAMES)
def test_no_character_of_the_original_is_lost_or_served_twice(name):
    served = [characters(SERVED / f"{name}{part}.woff2") for part in (*PARTS[name], "-more")]
    assert frozenset().union(*served) == characters(ORIGINALS / f"{name}.woff2")
    assert sum(len(part) for part in served) == len(frozenset().union(*served))


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/games/new/", "/puzzles/", "/accounts/login/"])
def test_a_page_asks_for_its_headlines_font_before_its_sheets(client, path):
    page = client.get(path).text
    preloads = list(PRELOAD.finditer(page))
    assert [preload[1] for preload in preloads] == [HEADLINES]
    assert "crossorigin" in preloads[0][0]
    assert preloads[0].start() < page.index('rel="stylesheet"')


@pytest.mark.django_db
def test_the_headline_of_the_home_page_is_written_in_one_small_file(client):
    file = SERVED / f"{HEADLINES}.woff2"
    (heading,) = HEADING.findall(client.get("/").text)
    headline = " ".join(TAG.sub("", heading).split())
    assert headline.startswith("Tic-tac-toe")
    assert set(map(ord, headline)) <= characters(file)
    assert file.stat().st_size < MAX_BYTES


def test_browsers_are_told_which_file_has_which_characters():
    css = (ROOT / "static/css/tokens.css").read_text()
    told = {}
    for face in FACE.findall(css):
        (name,) = FILE.findall(face)
        told[name] = face.partition("unicode-range:")[2].rpartition(";")[0].split()
    assert told.keys() == {path.stem for path in SERVED.glob("*.woff2")}
    for name, written in told.items():
        wanted = ranges(characters(SERVED / f"{name}.woff2"))
        assert " ".join(written) == ", ".join(wanted), name


def test_a_name_is_shown_in_our_font_although_its_letters_come_late():
    css = (ROOT / "static/css/tokens.css").read_text()
    late = [face for face in FACE.findall(css) if re.search(r"-(more|extended)\.woff2", face)]
    assert len(late) == 2 * len(NAMES)
    assert all("font-display: swap" in face for face in late)
    assert all(ord("ü") in characters(SERVED / f"{name}-more.woff2") for name in NAMES)
    assert all(ord("ř") in characters(SERVED / f"{name}-extended.woff2") for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["cs", "de", "es"])
def test_the_letters_of_a_language_that_we_speak_are_in_our_fonts(name, language):
    letters = {ord(letter) for letter in translations(language) if letter.isalpha()}
    assert len(letters) > 52
    served = [characters(path) for path in SERVED.glob(f"{name}*.woff2")]
    assert letters <= frozenset().union(*served) | {ord(letter) for letter in "αβ"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["cs", "de", "es"])
def test_cards_are_written_with_the_same_letters(name, language):
    assert language not in WITHOUT_LETTERS
    letters = {ord(letter) for letter in translations(language) if letter.isalpha()}
    assert letters <= characters(FOR_CARDS / f"{name}.ttf") | {ord(letter) for letter in "αβ"}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_card_writes_of_a_name_is_in_its_fonts(name):
    letters = [chr(code) for code in range(0x2000) if chr(code).isalpha()]
    shown = {ord(part) for letter in letters for part in written_on_cards(letter, "")}
    assert ord("ř") in shown
    assert shown <= characters(FOR_CARDS / f"{name}.ttf")


@pytest.mark.parametrize("name", NAMES)
def test_the_licence_lies_beside_every_copy_and_reserves_no_name(name):
    """A changed font may only keep its name where none is reserved (OFL 1.1, clause 3)."""
    file = f"{name}.LICENSE.txt"
    licence = (SERVED / file).read_text()
    assert licence == (ORIGINALS / file).read_text()
    notice = licence.partition("This Font Software is licensed")[0]
    assert "Copyright" in notice
    assert "reserved" not in notice.lower()


def test_the_fonts_keep_their_copyright():
    for path in SERVED.glob("*.woff2"):
        names = TTFont(path)["name"]
        assert "Project Authors" in str(names.getDebugName(0))
        assert "OFL" in str(names.getDebugName(14))


def test_figures_of_one_width_are_kept():
    """Clocks and tables ask for them by font-variant-numeric."""
    for name, parts in PARTS.items():
        (part,) = (part for part, known in parts.items() if ord("0") in known)
        features = TTFont(SERVED / f"{name}{part}.woff2")["GSUB"].table.FeatureList.FeatureRecord
        assert "tnum" in {feature.FeatureTag for feature in features}
