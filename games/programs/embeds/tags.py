"""What pages say of their frames: the code for other people's pages, and where it is found."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.rules import Ruleset
from games.learn.positions.addresses import PositionAddress
from games.models import Game, LabRun, Puzzle
from games.programs.embeds.code import SQUARE, code_of
from games.programs.embeds.kinds import PUBLIC
from tictactoe_site.common.links import public_url

register = template.Library()


@register.inclusion_tag("programs/embeds/_share.html")
def share_game(game: Game) -> dict[str, Any]:
    """Return the pictures of *game*, which is over, and its frame if everybody may see the game."""
    pictures = {
        "picture": reverse("games:game_picture", args=[game.uid]),
        "animation": reverse("games:game_animation", args=[game.uid]) if game.ply else "",
    }
    if not _is_for_frames(game):
        return pictures
    return _shared(reverse("games:embed_game", args=[game.uid]), game.ruleset) | pictures


@register.inclusion_tag("programs/embeds/_share.html")
def share_position(place: PositionAddress) -> dict[str, Any]:
    return _shared(place.path_of("embed_position", of_board="embed_board"), place.ruleset)


@register.inclusion_tag("programs/embeds/_share.html")
def share_explanation(place: PositionAddress) -> dict[str, Any]:
    return _shared(place.path_of("embed_explanation", of_board="embed_explained_board"), SQUARE)


@register.inclusion_tag("programs/embeds/_share.html")
def share_puzzle(puzzle: Puzzle, is_daily: bool = False) -> dict[str, Any]:
    """Return the way to put *puzzle* on a page; if *is_daily*, whichever is the day's."""
    if is_daily:
        return _shared(reverse("games:embed_daily_puzzle"), puzzle.ruleset)
    return _shared(reverse("games:embed_puzzle", args=[puzzle.pk]), puzzle.ruleset)


@register.simple_tag
def daily_puzzle_code(ruleset: Ruleset) -> str:
    return str(_shared(reverse("games:embed_daily_puzzle"), ruleset)["code"])


@register.inclusion_tag("programs/embeds/_share.html")
def share_verdict(run: LabRun) -> dict[str, Any]:
    """Return the way to put the verdict of *run* on a page; nothing before there is one."""
    if not run.verdict or run.is_running:
        return {}
    return _shared(reverse("games:embed_verdict", args=[run.pk]), run.ruleset)


def _shared(path: str, ruleset: Ruleset) -> dict[str, Any]:
    return {"code": code_of(path, _("Tic Tac Toe"), ruleset)}


@register.inclusion_tag("programs/embeds/_discovery.html", takes_context=True)
def oembed_link(context: Context, game: Game | None = None) -> dict[str, str]:
    """Return the link by which other sites learn how to show the present page in a frame.

    It is empty if the page is of a *game* that no frame shows.
    """
    if game is not None and not _is_for_frames(game):
        return {}
    page = public_url(context["request"].path)
    return {"address": public_url(reverse("games:oembed", query={"url": page}))}


def _is_for_frames(game: Game) -> bool:
    return game.opponent in PUBLIC and game.status != Game.Status.OPEN
