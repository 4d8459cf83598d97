"""The static files as they are deployed: whatever one of them asks for is there."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

SOURCES = settings.BASE_DIR / "static"
TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
IMPORTS = re.compile(
    r"""(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+\sfrom\s*)?["']([^"']+)["']"""
    r"""|\bimport\(\s*["']([^"']+)["']"""
    r"""|new\s+(?:URL|Worker|SharedWorker)\(\s*["'](\.[^"']+)["']"""
)
COMMENTS = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.S | re.M)
STYLE_IMPORTS = re.compile(r'@import "([^"]+)";')
URLS = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)""")
HASHED = re.compile(r"\.[0-9a-f]{12}\.[a-z0-9]+$")
MAX_BYTES = 47_500  # of script and style on the game page, with the calls on every page
MAX_HOME_BYTES = 45_200  # of the home page with its script and style
STATIC_TAG = re.compile(r"""\{%\s*static\s+["']([^"']+)["']""")


@pytest.fixture(scope="module")
def hashed(static_root: Path) -> dict[str, str]:
    """The manifest: name of each source file to the name that browsers see."""
    manifest = json.loads((static_root / "staticfiles.json").read_text())
    paths: dict[str, str] = manifest["paths"]
    return paths


def references(name: str, text: str) -> Iterator[str]:
    """What the file *name* loads from this site, as names of files."""
    pattern = IMPORTS if name.endswith(".js") else URLS
    for match in pattern.finditer(COMMENTS.sub("", text)):
        target = next(group for group in match.groups() if group)
        if not target.startswith(("data:", "#", "http:", "https:")):
            path = PurePosixPath(name).parent / target.partition("#")[0].partition("?")[0]
            yield normpath(path.as_posix())


def loaded(path: Path) -> list[str]:
    """The static files that a template, a script or a style sheet of ours names."""
    text = path.read_text()
    if not path.is_relative_to(SOURCES):
        return STATIC_TAG.findall(text)
    name = path.relative_to(SOURCES).as_posix()
    pattern = IMPORTS if path.suffix == ".js" else STYLE_IMPORTS
    found = (
        next(filter(None, match.groups())) for match in pattern.finditer(COMMENTS.sub("", text))
    )
    return [normpath((PurePosixPath(name).parent / target).as_posix()) for target in found]


def test_no_wing_loads_what_belongs_to_a_wing_above_it() -> None:
    wings = ["play", "learn", "compete", "people", "programs"]
    places = [settings.BASE_DIR / "templates", SOURCES / "css", SOURCES / "js"]
    above = [
        f"{path.relative_to(settings.BASE_DIR)} loads {name}"
        for place in places
        for number, wing in enumerate(wings)
        for path in sorted((place / wing).rglob("*.*"))
        if path.suffix in {".html", ".css", ".js"}
        for name in loaded(path)
        if name.split("/")[1] in wings[number + 1 :]
    ]
    assert above == []


@pytest.mark.parametrize("suffix", [".js", ".css"])
def test_whatever_a_file_asks_for_is_there_under_its_hashed_name(static_root, hashed, suffix):
    ours = [
        name
        for name in hashed
        if name.endswith(suffix) and (settings.BASE_DIR / "static" / name).exists()
    ]
    assert ours
    known = set(hashed.values())
    for source in ours:
        name = hashed[source]
        for target in references(name, (static_root / name).read_text()):
            assert target in known, f"{source} asks for {target}"
            assert HASHED.search(target), f"{source} asks for {target} by a name that may go stale"


def test_every_import_is_seen(hashed):
    """The pattern above finds as many imports as there are lines that begin with one."""
    for source in hashed:
        path = SOURCES / source
        if source.endswith(".js") and path.exists():
            text = COMMENTS.sub("", path.read_text())
            assert len(re.findall(r"^import\b", text, re.M)) <= len(list(references(source, text)))


@pytest.fixture(scope="module")
def named() -> dict[Path, list[str]]:
    """The static files that each template names."""
    found = {template: STATIC_TAG.findall(template.read_text()) for template in TEMPLATES}
    assert any(found.values())
    return found


def test_every_static_file_that_a_template_names_exists(named: dict[Path, list[str]]) -> None:
    there = {name: finders.find(name) for names in named.values() for name in names}
    lacking = {
        template.name: [name for name in names if not there[name]]
        for template, names in named.items()
    }
    assert {template: names for template, names in lacking.items() if names} == {}


def test_a_page_asks_for_one_sheet_beside_that_of_every_page(named: dict[Path, list[str]]) -> None:
    sheets = {
        template.name: [name for name in names if name.endswith(".css") and name != "css/site.css"]
        for template, names in named.items()
    }
    assert {template: names for template, names in sheets.items() if len(names) > 1} == {}


def test_sheets_are_sent_with_what_they_import(static_root, hashed):
    for source in SOURCES.glob("css/**/*.css"):
        name = source.relative_to(SOURCES).as_posix()
        assert "@import" not in (static_root / hashed[name]).read_text()


def test_the_game_page_is_light(static_root, hashed):
    """Its script and style, as they are sent compressed by gzip, and in few requests."""
    folder = settings.BASE_DIR / "templates"
    pages = [folder / "base.html", folder / "play/game/game.html"]
    names = {name for page in pages for name in STATIC_TAG.findall(page.read_text())}
    sent = {name for name in names if name.endswith((".js", ".css"))}
    assert sent == {
        f"{kind}/{page}.{kind}" for kind in ("js", "css") for page in ("site", "play/game")
    }
    sizes = {name: (static_root / f"{hashed[name]}.gz").stat().st_size for name in sent}
    assert sum(sizes.values()) < MAX_BYTES, sizes


@pytest.mark.django_db
def test_the_home_page_is_light(static_root, hashed, client):
    """As a first visitor gets it: what the form for a new game needs comes only with the form."""
    page = gzip.compress(client.get("/").content, 6)  # Django adds a random name
    names = {f"{kind}/{page}.{kind}" for kind in ("js", "css") for page in ("site", "play/lobby")}
    assert names == {
        name
        for template in ("base.html", "play/lobby/home.html")
        for name in STATIC_TAG.findall((settings.BASE_DIR / "templates" / template).read_text())
        if name.endswith((".js", ".css"))
    }
    sizes = {name: (static_root / f"{hashed[name]}.gz").stat().st_size for name in names}
    assert len(page) + sum(sizes.values()) < MAX_HOME_BYTES, (len(page), sizes)


def test_browsers_keep_hashed_files_for_ever(make_site, hashed):
    site = make_site()
    answer = site.get(f"/static/{hashed['css/base.css']}")
    assert answer.status == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert site.get("/static/css/nothing.css").status == 404
    assert site.get("/static/../manage.py").status == 404
    assert site.get("/static/%2e%2e/manage.py").status == 404
    assert site.get("/static/%00").status == 404
