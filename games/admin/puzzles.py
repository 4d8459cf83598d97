"""Puzzles, to be looked at, and hidden where something is wrong with one."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin.reading import ReadOnlyRows
from games.learn.puzzles.services import set_hidden
from games.models import Puzzle
from games.text.wording import size_text


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnlyRows):
    list_display = ("id", "board", "theme", "plies", "proof", "rating", "plays", "is_hidden")
    list_filter = ("is_hidden", "theme", "proof")
    search_fields = ("=id", "^source__uid")
    search_help_text = _("A puzzle’s number, or the start of the ID of the game it comes from.")
    raw_id_fields = ("source",)
    actions = ("hide", "show")

    @admin.display(description=_("board"))
    def board(self, puzzle: Puzzle) -> str:
        return f"{size_text(puzzle.m, puzzle.n)}, {puzzle.k}"

    @admin.action(description=_("Hide from everyone"), permissions=["change"])
    def hide(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> None:
        self._set(request, puzzles, is_hidden=True)

    @admin.action(description=_("Show again"), permissions=["change"])
    def show(self, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> None:
        self._set(request, puzzles, is_hidden=False)

    def _set(self, request: HttpRequest, puzzles: QuerySet[Puzzle], *, is_hidden: bool) -> None:
        number = set_hidden(puzzles=puzzles, is_hidden=is_hidden)
        sentence = ngettext("%(number)d puzzle changed.", "%(number)d puzzles changed.", number)
        messages.success(request, sentence % {"number": number})
