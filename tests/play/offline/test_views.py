"""The installed site: what devices are told, and what a browser keeps."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import Preferences, User
from games.play.offline import keeping

pytestmark = pytest.mark.django_db


def test_the_manifest_names_pictures_of_every_size_and_pages_that_exist(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    pictures = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert pictures == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in told["icons"]:
        assert finders.find(icon["src"].removeprefix(settings.STATIC_URL))
    assert [shortcut["name"] for shortcut in told["shortcuts"]] == [
        "Play the computer",
        "Daily puzzle",
        "My games",
    ]
    for page in (told["start_url"], *(shortcut["url"] for shortcut in told["shortcuts"])):
        assert client.get(page).status_code != 404


def test_pictures_have_the_sizes_that_the_manifest_says(client: Client) -> None:
    for icon in client.get("/manifest.webmanifest").json()["icons"]:
        found = finders.find(icon["src"].removeprefix(settings.STATIC_URL))
        assert found
        header = Path(found).read_bytes()[16:24]  # width and height, in a PNG's first chunk
        size = f"{int.from_bytes(header[:4])}x{int.from_bytes(header[4:])}"
        assert size == icon["sizes"]


def test_the_service_worker_comes_from_the_root_and_is_asked_for_anew(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    kept = _worker_config(answer.text)
    assert kept["name"] == f"offline-{keeping.offline_copy('en').version}"
    assert kept["page"] == f"/offline/page/{keeping.offline_copy('en').version}/"


def test_nothing_is_kept_but_one_page_and_the_files_it_names(client: Client) -> None:
    kept = _worker_config(client.get("/sw.js").text)
    page = client.get(kept["page"])
    assert page.status_code == 200
    named = set(re.findall(r'"(/static/[^"#]+)', page.text))
    assert named < set(kept["files"])
    assert all(file.endswith(".woff2") for file in set(kept["files"]) - named)


def test_the_page_offers_the_levels_and_says_which_one_is_perfect(client: Client) -> None:
    page = client.get("/offline/").text
    offered = re.findall(r'name="level" value="(\d+)"', page)
    assert [int(level) for level in offered] == list(keeping.LEVELS)
    perfect, cells = keeping.PERFECT, keeping.MAX_EXACT_CELLS
    assert f"Level {perfect} plays perfectly, on boards of up to {cells} cells." in page


def test_the_kept_page_is_the_same_for_everybody(client: Client, alice: User) -> None:
    address = _worker_config(client.get("/sw.js").text)["page"]
    before = client.get(address)
    client.force_login(alice)
    after = client.get(address)
    assert before.content == after.content
    assert "csrfmiddlewaretoken" not in after.text
    assert alice.username not in after.text
    assert not after.cookies
    assert "public" in after["Cache-Control"]


def test_another_deployments_page_is_not_found(client: Client) -> None:
    assert client.get("/offline/page/0123456789abcdef/").status_code == 404


def test_another_page_or_another_file_is_another_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = keeping.offline_copy.__wrapped__("en")
    monkeypatch.setattr(keeping, "FONTS", ("bricolage-grotesque",))
    fewer = keeping.offline_copy.__wrapped__("en")
    monkeypatch.setattr(keeping, "render_to_string", lambda *_: "<p>another page</p>")
    assert len({first.version, fewer.version, keeping.offline_copy.__wrapped__("en").version}) == 3


def test_each_language_has_a_page_of_its_own(client: Client) -> None:
    told = {
        language: _worker_config(client.get("/sw.js", headers={"Accept-Language": language}).text)[
            "page"
        ]
        for language, name in settings.LANGUAGES
    }
    assert len(set(told.values())) == len(told)
    for language, address in told.items():
        assert f'<html lang="{language}"' in client.get(address).text


def test_pages_name_the_worker_unless_the_reader_wants_none(client: Client, alice: User) -> None:
    assert ' data-worker="/sw.js"' in client.get("/offline/").text
    client.force_login(alice)
    Preferences.objects.create(user=alice, offline=False)
    assert ' data-worker="/sw.js?keep=nothing"' in client.get("/offline/").text


def test_a_worker_that_keeps_nothing_is_there_for_notifications(client: Client) -> None:
    script = client.get("/sw.js?keep=nothing").text
    assert _worker_config(script) == {"name": "offline-nothing", "page": "", "files": []}
    assert "notificationclick" in script


def _worker_config(script: str) -> dict[str, Any]:
    first = script.splitlines()[0]
    told: dict[str, Any] = json.loads(first.removeprefix("self.kept = ").removesuffix(";"))
    return told
