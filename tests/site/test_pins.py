"""What is installed is pinned with the hashes of its files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = {ROOT / "requirements.txt": "site.in"}  # of the others: beside them
FILES = [*SOURCES, *sorted(ROOT.glob("requirements/*.txt"))]
PIN = re.compile(r"[A-Za-z0-9._-]+(\[[^]]+\])?==\S+( ; [^\\]+)?( --hash=sha256:[0-9a-f]{64})+")


def pins(file: Path) -> list[str]:
    """The pins of *file*, each in one line and without what is remarked beside it."""
    joined = file.read_text().replace("\\\n", " ")
    lines = (re.sub(r"\s+", " ", line.partition(" # ")[0]).strip() for line in joined.splitlines())
    return [line for line in lines if line and not line.startswith(("#", "-c ", "-r "))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_package_is_pinned_with_hashes(file: Path) -> None:
    assert pins(file)
    assert [line for line in pins(file) if not PIN.fullmatch(line)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_list_is_made_of_its_source(file: Path) -> None:
    source = SOURCES.get(file, f"{file.stem}.in")
    assert (ROOT / "requirements" / source).exists()


def test_pip_takes_nothing_without_a_hash() -> None:
    lines = (ROOT / "Makefile").read_text().splitlines()
    (install,) = (line for line in lines if line.startswith("PIP :="))
    assert "--require-hashes" in install
    # What is newest has no pin: it is only tried, in an environment of its own.
    own = ("\t@$(NEWEST)/bin/python", "\t@var/client/bin/python")
    tried = [line for line in lines if line.startswith(own)]
    pinned = [line for line in lines if line not in tried]
    assert [line for line in pinned if "-m pip install" in line] == [install]
