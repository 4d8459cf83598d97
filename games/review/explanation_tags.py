"""Search tree, and every step of the search; written here for their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.tags import board_after
from games.models import Game

register = template.Library()

Data = Mapping[str, Any]  # a node or a step, as games.review.explain_views tells it


@register.simple_tag
def explained_tree(game: Game, root: Data, to_move: str, ply: int) -> SafeString:
    """The tree of *root* as nested lists, each with its board; *to_move* begins at the root."""
    board = board_after(game, root["cells"])
    name = _("%(to_move)s to move") % {"to_move": escape(to_move)}
    told = _told(root, f"<b>{name}</b>")
    return _safe(_item(root, f"{board}{told}", _replies(game, root, ply)))


def _node(game: Game, node: Data, ply: int) -> str:
    """A node below the root, its replies folded away unless they are preferred."""
    board = board_after(game, node["cells"], 1)
    name = f"<b>{escape(node['mover'])} {node['name']}</b>"
    told = _told(node, f'<a href="?ply={ply}&amp;line={node["line"]}">{name}</a>')
    replies = _replies(game, node, ply)
    if replies:
        opened = " open" if node["is_preferred"] else ""
        summary = f"<summary>{_counted(node)}</summary>"
        replies = f'<details class="replies"{opened}>{summary}{replies}</details>'
    return _item(node, f"{board}{told}", replies)


def _item(node: Data, card: str, replies: str) -> str:
    kind = " node--preferred" if node["is_preferred"] else ""
    start = f'<li class="node{kind}" data-node="{node["id"]}">'
    return f'{start}<div class="node__card">{card}</div>{replies}</li>'


def _told(node: Data, name: str) -> str:
    is_noted = node["is_preferred"] and node["name"]
    note = f'<span class="node__note">{_("preferred")}</span>' if is_noted else ""
    return f'<p>{name}<span class="node__worth">{escape(node["text"])}</span>{note}</p>'


def _replies(game: Game, node: Data, ply: int) -> str:
    if not node["children"]:
        return ""
    children = "".join(_node(game, child, ply) for child in node["children"])
    return f"<ul>{children}{_left_out(node)}</ul>"


def _left_out(node: Data) -> str:
    """The replies that nobody looked at, as one node."""
    if not node["left_out"]:
        return ""
    worth = f'<span class="node__worth">{_("skipped: it can’t change the result")}</span>'
    told = f"<p><b>{node['left_out']}</b>{worth}</p>"
    return (
        f'<li class="node node--cut" data-node="{node["id"]}-cut">'
        f'<div class="node__card node__card--bare">{told}</div></li>'
    )


def _counted(node: Data) -> str:
    seen, left_out = node["looked_at"], node["number_left_out"]
    text = ngettext("%(n)s reply searched", "%(n)s replies searched", seen) % {"n": seen}
    if not left_out:
        return text
    return text + ngettext(", %(n)s skipped", ", %(n)s skipped", left_out) % {"n": left_out}


@register.simple_tag
def explained_steps(steps: Iterable[Data]) -> SafeString:
    """Each step of the search as an item that names its node."""
    items = (
        f'<li data-node="{step["node"]}" data-kind="{step["kind"]}">{escape(step["text"])}</li>'
        for step in steps
    )
    return _safe("".join(items))


def _safe(text: str) -> SafeString:
    """What is put together here: numbers, names of cells, boards, and escaped texts."""
    return mark_safe(text)  # nosec B308 B703
