"""What runs of the lab have shown, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.notation import cell_name, moves_text
from games.core.rules import Cell, Mark, Ruleset
from games.models import LabRun
from games.text.wording import size_text

Verdict = LabRun.Verdict
TONES: dict[str, str] = {
    Verdict.PROVEN: "pos",
    Verdict.UNBEATEN: "pos",
    Verdict.REFUTED: "neg",
    Verdict.BROKEN: "neg",
}
FAULTS: dict[str, Promise] = {
    "error": gettext_lazy("The program reported an error."),
    "bad_cell": gettext_lazy("The answer names no cell of this board."),
    "cell_taken": gettext_lazy("The cell was taken."),
    "not_asked": gettext_lazy("It answered a question that it wasn’t asked."),
    "too_slow": gettext_lazy("No answer came in time. A program has ten seconds for each."),
}


class Heading(NamedTuple):
    """The result of a run: *mark* in colour, *rest* beside it, and *text*, which explains both."""

    mark: str
    rest: str
    text: str


def seat_text(seat: str) -> str:
    """Return, for example, "second, as O"."""
    return _("first, as X") if seat == Mark.X else _("second, as O")


def state_text(run: LabRun) -> str:
    """Return the word for how the run stands."""
    if run.is_running:
        return _("Running")
    return str(run.get_verdict_display()) if run.verdict else _("Stopped early")


def tone(run: LabRun) -> str:
    """Return the colour of `state_text`: "pos", "neg" or ""; "live" while it runs."""
    return "live" if run.is_running else TONES.get(run.verdict, "")


def short_text(run: LabRun) -> str:
    """Return, for example, "proven, 585 lines" or "refuted on move 7"."""
    match run.verdict:
        case Verdict.PROVEN:
            return _("proven, %(lines)s") % {"lines": lines_text(run.lines)}
        case Verdict.UNBEATEN:
            return _("not beaten, %(lines)s") % {"lines": lines_text(run.lines)}
        case Verdict.REFUTED:
            return _("refuted on move %(number)d") % {"number": len(run.refutation)}
        case Verdict.NOT_REFUTED:
            return _("not refuted in %(lines)s") % {"lines": lines_text(run.lines)}
        case Verdict.BY_CHANCE:
            return _("plays by chance")
        case Verdict.BROKEN:
            return _("broken")
    return _("running") if run.is_running else _("stopped early")


def board_text(run: LabRun) -> str:
    """Return, for example, "3×3 second"; with the length of a line unless it is the longer
    side.
    """
    size = size_text(run.m, run.n)
    if run.k != max(run.m, run.n):
        size = _("%(size)s, %(k)d in a row,") % {"size": size, "k": run.k}
    seat = _("first") if run.is_first else _("second")
    return f"{size} {seat}"


def lines_text(number: int) -> str:
    text = ngettext("%(number)s line", "%(number)s lines", number)
    return text % {"number": number_format(number, force_grouping=True)}


def time_text(run: LabRun) -> str:
    """Return how long it took, or has taken: "0:14", minutes and seconds."""
    minutes, seconds = divmod(round(run.took.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


def heading(run: LabRun, ply: int) -> Heading:
    """Return what stands above a run, which now asks positions with *ply* marks."""
    if run.is_running:
        return _of_running(run, ply)
    makers = {
        Verdict.PROVEN: _of_proven,
        Verdict.UNBEATEN: _of_unbeaten,
        Verdict.REFUTED: _of_refuted,
        Verdict.NOT_REFUTED: _of_not_refuted,
        Verdict.BY_CHANCE: _of_chance,
        Verdict.BROKEN: _of_broken,
    }
    if run.verdict in makers:
        return makers[Verdict(run.verdict)](run)
    return _of_stopped()


def _of_running(run: LabRun, ply: int) -> Heading:
    lines = lines_text(run.lines)
    rest = _("%(lines)s, no loss yet") if not run.lost else _("%(lines)s, a loss among them")
    asked = ngettext(
        "Now asking every position with %(ply)d mark.",
        "Now asking every position with %(ply)d marks.",
        ply,
    )
    why = _("Shortest lines come first, so the first loss found is the shortest.")
    return Heading("", rest % {"lines": lines}, f"{asked % {'ply': ply}} {why}")


def _of_proven(run: LabRun) -> Heading:
    title = _("Gives nothing away") if run.is_seat_lost else _("Never loses")
    twice = _("Every position was asked twice or more, always with the same answer.")
    return Heading(title, lines_text(run.lines), f"{_played(run)} {twice}")


def _of_unbeaten(run: LabRun) -> Heading:
    title = _("Gave nothing away") if run.is_seat_lost else _("Never lost")
    twice = ngettext(
        "%(number)d position was asked twice or more, with the same answer.",
        "%(number)d positions were asked twice or more, always with the same answer.",
        run.asked_twice,
    )
    text = f"{_played(run)} {twice % {'number': run.asked_twice}}"
    return Heading(title, lines_text(run.lines), text)


def _played(run: LabRun) -> str:
    """Return what was played, and what came of it."""
    names = {"mark": Mark(run.seat).other.upper(), "bot": run.bot.username}
    if run.is_seat_lost:
        text = _(
            "Against perfect play this seat is lost. We played every move %(mark)s can make, "
            "and %(bot)s never made things worse."
        )
    else:
        text = _(
            "We played every move %(mark)s can make, to the end of every game. %(bot)s never lost."
        )
    return text % names


def _of_refuted(run: LabRun) -> Heading:
    number = {"number": len(run.refutation)}
    if run.is_seat_lost:
        lost = _("The seat is lost against perfect play, but here it was not lost yet.")
        return Heading(_("Errs on move %(number)d") % number, _("Here is the game"), lost)
    return Heading(_("Loses on move %(number)d") % number, _("Here is the game"), "")


def _of_not_refuted(run: LabRun) -> Heading:
    text = _(
        "Not every line was played: of the opponent’s moves we took those that press hardest. "
        "No loss was found, and nothing is proven."
    )
    return Heading("", _("Not refuted in %(lines)s") % {"lines": lines_text(run.lines)}, text)


def _of_chance(run: LabRun) -> Heading:
    fault = run.fault or {}
    moves = position_text(run.ruleset, fault.get("moves") or ())
    first, _space, second = fault.get("said", "").partition(" ")
    text = _(
        "%(where)s it played %(first)s, and asked again %(second)s. So one run proves nothing. "
        "Let the program choose by a seed, always the same, and run it with some twenty seeds."
    )
    return Heading(
        "", _("Plays by chance"), text % {"where": moves, "first": first, "second": second}
    )


def _of_broken(run: LabRun) -> Heading:
    fault = run.fault or {}
    text = str(FAULTS.get(fault.get("code", ""), _("The answer was no move.")))
    if fault.get("moves") is not None:
        text = f"{position_text(run.ruleset, fault['moves'])}: {text}"
    if said := fault.get("said"):
        quoted = _("It said: “%(said)s”") % {"said": said}
        text = f"{text} {quoted}"
    return Heading("", _("The program broke off"), text)


def _of_stopped() -> Heading:
    text = _(
        "The program was stopped, or lost its connection, before it had answered every question. "
        "So this run shows neither that it loses nor that it doesn’t. To find out, run the command "
        "again: it starts from the beginning."
    )
    return Heading("", _("Stopped early, no result"), text)


def position_text(ruleset: Ruleset, moves: Sequence[Cell]) -> str:
    """Return, for example, "After 1. a1 b2"."""
    if not moves:
        return _("On the empty board")
    return _("After %(moves)s") % {"moves": moves_text(ruleset, moves)}


def slip_text(run: LabRun, moves: Sequence[Cell], before: int) -> str:
    """Return, for example, "4. a3 throws away the draw".

    The slip is the last of *moves*; *before* is what the position was worth until then.
    """
    sentence = (
        _("%(number)d. %(cell)s throws away the win")
        if before > 0
        else _("%(number)d. %(cell)s throws away the draw")
    )
    return sentence % {"number": len(moves), "cell": cell_name(run.ruleset, moves[-1])}


def holding_text(ruleset: Ruleset, cells: Sequence[Cell], before: int) -> str:
    """Return which moves would have kept what the position was worth *before* the slip."""
    names = ", ".join(cell_name(ruleset, cell) for cell in cells)
    if len(cells) == 1:
        sentence = (
            _("Only %(cells)s (dashed) wins.")
            if before > 0
            else _("Only %(cells)s (dashed) holds it.")
        )
    else:
        sentence = (
            _("These moves (dashed) win: %(cells)s.")
            if before > 0
            else _("These moves (dashed) hold it: %(cells)s.")
        )
    return sentence % {"cells": names}
