"""What the documents say of the repository is so: every path that they name is there."""

import re
from pathlib import Path

import pytest

from tools.imports import WINGS

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = [*DOCUMENTS, ROOT / "client" / "README.md"]
MAX_LINE = 100  # characters, but for a table, a block of code and what cannot be broken
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ANCHOR = re.compile(r"\]\(([^)#:]*)#([^)]*)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# A folder ends with a slash, a file with one of our endings; else it is a word in code. A file
# without its folder may be anywhere: each capability has its `services.py`.
PATH = re.compile(
    r"(?:[\w.@*-]+/)+|(?:[\w.@*-]+/)*[\w.@*-]+\.(?:conf|css|example|html|in|js|md|mjs|py|service|target|timer|toml|txt|yaml)"
)
# What running the site makes, and so is in no fresh copy of the repository.
MADE = ("var/", "staticfiles/")


def paths_in(document: Path) -> set[str]:
    text = BLOCK.sub("", document.read_text(encoding="utf-8"))
    named = {span for span in SPAN.findall(text) if PATH.fullmatch(span)}
    linked = {
        str((document.parent / link).resolve().relative_to(ROOT)) for link in LINK.findall(text)
    }
    return {path for path in named | linked if not path.startswith(MADE)}


def is_there(path: str) -> bool:
    if any(ROOT.glob(path)):
        return True
    return "/" not in path and any(ROOT.glob(f"[!.]*/**/{path}"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_that_a_document_names_is_there(document):
    assert not {path for path in paths_in(document) if not is_there(path)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_heading_that_a_document_links_to_is_there(document):
    links = ANCHOR.findall(document.read_text(encoding="utf-8"))
    folder = document.parent
    assert not [
        f"{to}#{name}" for to, name in links if name not in anchors(folder / to if to else document)
    ]


def anchors(document: Path) -> set[str]:
    """Return the names by which GitHub links to the headings of *document*."""
    text = BLOCK.sub("", document.read_text(encoding="utf-8"))
    kept = (re.sub(r"[^\w\s-]", "", heading).lower() for heading in HEADING.findall(text))
    return {heading.replace(" ", "-") for heading in kept}


def test_the_readme_names_every_setting():
    settings = (ROOT / "tictactoe_site" / "settings.py").read_text(encoding="utf-8")
    names = set(re.findall(r"environment\.\w+\(\s*\"([A-Z_]+)\"", settings))
    assert {"HOST", "WARM_ENGINE", "HANDSHAKES_PER_ADDRESS"} <= names
    assert not names - set(SPAN.findall((ROOT / "README.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_make_knows_what_a_document_has_it_do(document):
    known = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    text = document.read_text(encoding="utf-8")
    code = "\n".join([*BLOCK.findall(text), *SPAN.findall(BLOCK.sub("", text))])
    asked = re.findall(r"^make ([a-z-]+(?: [a-z-]+)*)", code, re.MULTILINE)
    assert not {name for names in asked for name in names.split()} - set(known)


@pytest.mark.parametrize("document", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_lines_are_wrapped(document):
    prose = BLOCK.sub("", document.read_text(encoding="utf-8")).splitlines()
    wrapped = (line for line in prose if not line.lstrip().startswith("|"))
    breakable = (SPAN.sub(lambda span: span[0].replace(" ", "_"), line) for line in wrapped)
    assert not [line for line in breakable if len(line) > MAX_LINE and " " in line.strip()]


@pytest.mark.parametrize("document", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_conflict_is_left(document):
    assert not re.search(r"^(<{7}|>{7}) ", document.read_text(encoding="utf-8"), re.MULTILINE)


def test_paths_are_told_from_other_words_in_code():
    document = ROOT / "docs" / "architecture.md"
    assert {"games/play/game/commands.py", "tests/test_imports.py"} <= paths_in(document)
    assert PATH.fullmatch("games/core/")
    assert not any(map(PATH.fullmatch, ("/admin/", "make play", "games.core", "https://", "a/b")))


def test_the_architecture_tells_of_every_folder():
    told = paths_in(ROOT / "docs" / "architecture.md")
    games = ROOT / "games"
    wings = [path for path in games.iterdir() if is_folder(path)]
    capabilities = [path for name in WINGS for path in (games / name).iterdir() if is_folder(path)]
    folders = {f"{path.relative_to(ROOT)}/" for path in (*wings, *capabilities)}
    assert not folders - told


def is_folder(path: Path) -> bool:
    """Whether *path* is one of our folders of modules; migrations are Django's own."""
    return (path / "__init__.py").exists() and path.name != "migrations"
