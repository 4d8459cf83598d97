"""The kits with which a class begins: files in one programming language, with the workshop's
address in them."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Address:
    """Where a workshop is: the site's *origin* and the workshop's *code*."""

    origin: str
    code: str

    @property
    def host(self) -> str:
        return urlsplit(self.origin).netloc

    @property
    def base(self) -> str:
        """What clients set: play.example/K7QM5."""
        return f"{self.host}/{self.code}"


@dataclass(frozen=True, slots=True)
class Kit:
    """The files of one language, in the order in which to open them, each with its purpose."""

    folder: str
    title: str
    files: dict[str, Promise]
    play: str  # the command that joins the workshop
    test: str  # the command that runs the tests
    steps: dict[str, str]  # the names of the functions to be written, by step


KITS = {
    "python": Kit(
        folder="workshop-python",
        title="Python",
        files={
            "ai.py": _("What you write: who has won, which moves there are, which is best."),
            "test_ai.py": _("Says for each step whether it is right."),
            "bot.py": _("Takes your ai.py into the workshop. Read it, but leave it as it is."),
        },
        play="python bot.py NAME",
        test="python test_ai.py",
        steps={
            "won": "did_player_win",
            "utility": "get_utility",
            "successors": "get_successors",
            "minimax": "minimax",
            "best": "best_move",
            "alpha_beta": "alpha_beta",
        },
    ),
    "javascript": Kit(
        folder="workshop-javascript",
        title="JavaScript",
        files={
            "ai.mjs": _("What you write: who has won, which moves there are, which is best."),
            "ai.test.mjs": _("Says for each step whether it is right."),
            "bot.mjs": _("Takes your ai.mjs into the workshop. Read it, but leave it as it is."),
            "client.html": _(
                "A client to play by hand. Open it in a browser; change what you like."
            ),
        },
        play="node bot.mjs NAME",
        test="node --test",
        steps={
            "won": "didPlayerWin",
            "utility": "getUtility",
            "successors": "getSuccessors",
            "minimax": "minimax",
            "best": "bestMove",
            "alpha_beta": "alphaBeta",
        },
    ),
}


def file_of(kit: Kit, name: str, address: Address) -> str:
    """Return the file *name* of *kit* for the workshop at *address*."""
    context = {"origin": address.origin, "code": address.code, "host": address.host}
    return render_to_string(f"programs/workshops/kits/{name}", context)


def zip_of(kit: Kit, address: Address) -> bytes:
    """Return all files of *kit* in its folder."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in kit.files:
            archive.writestr(f"{kit.folder}/{name}", file_of(kit, name, address))
    return made.getvalue()
