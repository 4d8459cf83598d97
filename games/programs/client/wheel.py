"""The client's wheel, made of the folder client/ as the packaging standards describe it.

The same sources give the same bytes: the files are in order, without a date of their own, and not
compressed, because another zlib would compress them differently.
"""

from __future__ import annotations

import base64
import hashlib
import io
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

SOURCES = Path(settings.BASE_DIR, "client")
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
# A zip has the permissions in the upper half of a file's attributes, if its maker is UNIX.
READABLE = 0o644 << 16
UNIX = 3

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel: its file's name, its version, its bytes."""

    name: str
    version: str
    content: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@lru_cache(maxsize=1)
def wheel() -> Wheel:
    """Return the client as it is now; read once in each process."""
    return made_of(SOURCES, Path(settings.BASE_DIR, "LICENSE"))


def wheel_name() -> str:
    """Return, for example, "mnk-1.0-py3-none-any.whl", without making the wheel."""
    project = _project(SOURCES)
    return _name(project)


def made_of(sources: Path, license_file: Path) -> Wheel:
    """Return the wheel of the package that stands in *sources* beside its pyproject.toml."""
    project = _project(sources)
    folder = f"{project['name']}-{project['version']}.dist-info"
    files = dict(_package(sources, project["name"]))
    files |= {
        f"{folder}/METADATA": _metadata(project, sources),
        f"{folder}/WHEEL": b"Wheel-Version: 1.0\nGenerator: mnk\n"
        b"Root-Is-Purelib: true\nTag: py3-none-any\n",
        f"{folder}/entry_points.txt": _entry_points(project),
        f"{folder}/LICENSE": license_file.read_bytes(),
    }
    files[f"{folder}/RECORD"] = _record(files, f"{folder}/RECORD")
    return Wheel(_name(project), project["version"], _zipped(files))


def _project(sources: Path) -> dict[str, Any]:
    text = (sources / "pyproject.toml").read_text()
    project: dict[str, Any] = tomllib.loads(text)["project"]
    return project


def _name(project: dict[str, Any]) -> str:
    return f"{project['name']}-{project['version']}-py3-none-any.whl"


def _package(sources: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted((sources / name).rglob("*")):
        if path.suffix == ".py" or path.name == "py.typed":
            yield path.relative_to(sources).as_posix(), path.read_bytes()


def _metadata(project: dict[str, Any], sources: Path) -> bytes:
    head = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']}",
        *(f"Author: {author['name']}" for author in project["authors"]),
        f"Keywords: {','.join(project['keywords'])}",
        *(f"Classifier: {name}" for name in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    return ("\n".join(head) + "\n\n" + (sources / "README.md").read_text()).encode()


def _entry_points(project: dict[str, Any]) -> bytes:
    scripts = [f"{name} = {target}" for name, target in project["scripts"].items()]
    return "\n".join(["[console_scripts]", *scripts, ""]).encode()


def _record(files: Files, own: str) -> bytes:
    """Return each file with its hash and size; the record itself without."""
    lines = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    return "\n".join([*lines, f"{own},,", ""]).encode()


def _digest(content: bytes) -> str:
    digest = hashlib.sha256(content).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _zipped(files: Files) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.create_system, entry.external_attr = UNIX, READABLE
            archive.writestr(entry, content)
    return buffer.getvalue()
