"""Where the site and the token come from."""

import json
import os
import stat
from argparse import Namespace

import pytest

from mnk import login
from mnk.commands import main
from mnk.errors import Unusable

NOTHING = Namespace(base=None, token=None)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("MNK_BASE", raising=False)
    monkeypatch.delenv("MNK_TOKEN", raising=False)
    return tmp_path


def test_arguments_come_before_the_environment_and_that_before_what_was_kept(monkeypatch):
    login.keep("https://kept.example", "ttt_kept")
    assert login.site_of(NOTHING) == ("https://kept.example", "ttt_kept")
    monkeypatch.setenv("MNK_TOKEN", "ttt_environment")
    assert login.site_of(NOTHING) == ("https://kept.example", "ttt_environment")
    given = Namespace(base="https://given.example", token="ttt_given")
    assert login.site_of(given) == ("https://given.example", "ttt_given")


def test_what_is_kept_can_be_read_by_its_owner_only():
    kept = login.keep("https://kept.example", "ttt_kept")
    os.umask(before := os.umask(0))
    assert before is not None
    kept = login.keep("https://kept.example", "ttt_other")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert login.site_of(NOTHING) == ("https://kept.example", "ttt_other")
    assert list(kept.parent.iterdir()) == [kept]


@pytest.mark.parametrize(
    "other",
    [
        "https://evil.example",
        "http://kept.example",
        "https://kept.example:8443",
        "https://kept.example.evil.example",
        "https://kept.example@evil.example",
    ],
)
@pytest.mark.parametrize("way", ["argument", "environment"])
def test_a_kept_token_is_for_its_own_site_alone(monkeypatch, other, way):
    login.keep("https://kept.example", "ttt_kept")
    if way == "environment":
        monkeypatch.setenv("MNK_BASE", other)
    with pytest.raises(Unusable, match=r"A token for .* is missing"):
        login.site_of(Namespace(base=other if way == "argument" else None, token=None))


def test_each_site_has_a_token_of_its_own_and_the_last_is_played_on():
    login.keep("https://one.example", "ttt_one")
    login.keep("https://other.example/games", "ttt_other")
    assert login.site_of(NOTHING) == ("https://other.example/games", "ttt_other")
    back = Namespace(base="HTTPS://One.example:443/", token=None)
    assert login.site_of(back) == ("HTTPS://One.example:443/", "ttt_one")


def test_the_token_of_the_environment_goes_to_the_site_of_the_environment(monkeypatch):
    monkeypatch.setenv("MNK_BASE", "https://mine.example")
    monkeypatch.setenv("MNK_TOKEN", "ttt_mine")
    assert login.site_of(NOTHING) == ("https://mine.example", "ttt_mine")
    with pytest.raises(Unusable, match=r"A token for https://other\.example is missing"):
        login.site_of(Namespace(base="https://other.example", token=None))


def test_what_version_0_1_has_kept_is_still_known():
    file = login.keep("https://kept.example", "ttt_kept")
    file.write_text(json.dumps({"base": "https://old.example", "token": "ttt_old"}))
    assert login.site_of(NOTHING) == ("https://old.example", "ttt_old")


@pytest.mark.parametrize("text", ["", "[]", "{", "{}", '{"base": 1, "token": 2}'])
def test_a_spoilt_file_is_as_good_as_none(text):
    login.keep("https://kept.example", "ttt_kept").write_text(text)
    with pytest.raises(Unusable, match="Which site"):
        login.site_of(NOTHING)


def test_a_missing_token_is_said(monkeypatch):
    monkeypatch.setenv("MNK_BASE", "https://play.example")
    with pytest.raises(Unusable, match=r"A token for https://play\.example is missing"):
        login.site_of(NOTHING)


@pytest.mark.parametrize(
    ("base", "is_warned"),
    [
        ("http://play.example", True),
        ("https://play.example", False),
        ("http://127.0.0.1:8000", False),
    ],
)
def test_a_token_that_others_can_read_on_its_way_is_warned_of(capsys, base, is_warned):
    login.site_of(Namespace(base=base, token="ttt_given"))
    assert ("is not encrypted" in capsys.readouterr().err) == is_warned


def test_the_site_is_the_one_that_it_was_installed_from(monkeypatch):
    class Installed:
        def read_text(self, name):
            assert name == "direct_url.json"
            return '{"url": "https://play.example/client/mnk-1.0-py3-none-any.whl"}'

    monkeypatch.setattr(login, "distribution", lambda name: Installed())
    assert login.installed_from() == "https://play.example"


@pytest.mark.parametrize("command", ["login", "ratings"])
@pytest.mark.parametrize("base", ["play.example", "https://[::1", "https://play.example:99999"])
def test_what_is_no_address_is_refused(capsys, command, base):
    with pytest.raises(SystemExit) as ended:
        main([command, "--base", base, "--token", "ttt_given"])
    assert ended.value.code == 2
    assert "is no address of a site" in capsys.readouterr().err
