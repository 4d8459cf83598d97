"""The wheel that the site serves, and its page."""

import base64
import csv
import hashlib
import io
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import RequestFactory

import mnk
from games.programs.client.wheel import SOURCES, made_of, wheel

LICENSE = SOURCES.parent / "LICENSE"


def test_the_version_is_said_in_one_voice():
    project = tomllib.loads((SOURCES / "pyproject.toml").read_text())["project"]
    assert project["version"] == mnk.__version__ == wheel().version


def test_the_same_sources_make_the_same_bytes(tmp_path):
    subprocess.run(["cp", "-r", SOURCES, tmp_path / "client"], check=True)
    for path in (tmp_path / "client").rglob("*"):
        path.touch()
    assert made_of(tmp_path / "client", LICENSE) == wheel()


def test_an_index_would_take_its_metadata():
    """What `twine check --strict` and an index ask for."""
    archive = zipfile.ZipFile(io.BytesIO(wheel().content))
    told = message_from_bytes(archive.read(f"mnk-{wheel().version}.dist-info/METADATA"))
    assert told["Description-Content-Type"] == "text/markdown"
    assert told.get_payload(decode=True).decode() == (SOURCES / "README.md").read_text()
    project = tomllib.loads((SOURCES / "pyproject.toml").read_text())["project"]
    assert project["readme"] == "README.md"  # for whoever builds it with other tools
    assert told["Author"] == project["authors"][0]["name"]
    assert told.get_all("Classifier") == project["classifiers"]
    assert told["Keywords"].split(",") != [""]
    assert "\n" not in told["Summary"]


def test_the_changelog_knows_this_version():
    changelog = (SOURCES / "CHANGELOG.md").read_text()
    assert changelog.splitlines()[2] == f"## {wheel().version}"


def test_the_record_names_every_file_with_its_hash():
    archive = zipfile.ZipFile(io.BytesIO(wheel().content))
    folder = f"mnk-{wheel().version}.dist-info"
    record = list(csv.reader(archive.read(f"{folder}/RECORD").decode().splitlines()))
    assert [name for name, _, _ in record] == archive.namelist()
    for name, digest, size in record[:-1]:
        content = archive.read(name)
        expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
        assert (digest, size) == (f"sha256={expected.decode()}", str(len(content)))
    assert record[-1] == [f"{folder}/RECORD", "", ""]
    assert {"mnk/py.typed", "mnk/lab/trial.py", f"{folder}/LICENSE"} <= set(archive.namelist())


def test_pip_installs_it_with_its_command(tmp_path):
    file = tmp_path / wheel().name
    file.write_bytes(wheel().content)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    where = ["--no-index", "--no-deps", "--target", tmp_path / "here", file]
    subprocess.run([*pip, *where], check=True)
    done = subprocess.run(
        [tmp_path / "here" / "bin" / "mnk", "--help"],
        env={"PYTHONPATH": str(tmp_path / "here")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "let a program play on the site" in done.stdout
    version = subprocess.run(
        [tmp_path / "here" / "bin" / "mnk", "--version"],
        env={"PYTHONPATH": str(tmp_path / "here")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert version.stdout == f"mnk {wheel().version}\n"


def test_the_site_serves_it_by_its_name(client):
    answer = client.get(f"/client/{wheel().name}")
    assert answer.content == wheel().content
    again = client.get(f"/client/{wheel().name}", headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "origin"),
    [("other.example", "https://other.example"), ("evil.example", "https://play.example")],
)
def test_its_address_is_under_an_origin_of_the_site(settings, client, host, origin):
    settings.PUBLIC_ORIGINS = ["https://play.example", "https://other.example"]
    settings.ALLOWED_HOSTS = [host]
    page = client.get("/client/", headers={"host": host}, secure=True).content.decode()
    assert f"pip install {origin}/client/{wheel().name}" in page
    assert wheel().sha256 in page


def test_other_pages_can_name_its_address(settings):
    template = Template("{% load client %}{% client_wheel_url %}")
    request = RequestFactory().get("/", headers={"host": "evil.example"})
    settings.PUBLIC_ORIGINS, settings.ALLOWED_HOSTS = ["https://play.example"], ["*"]
    address = template.render(Context({"request": request}))
    assert address == f"https://play.example/client/{wheel().name}"


def test_the_client_imports_the_standard_library_alone():
    from tools.imports import imports

    found = {name.split(".")[0] for path in Path(SOURCES).rglob("*.py") for name in imports(path)}
    assert found - {"mnk"} <= set(sys.stdlib_module_names)
