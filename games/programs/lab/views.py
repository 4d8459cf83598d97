"""The lab: how to start a run, the runs, and each with its wall of lines."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.access import SignedInRequest, found_or_404, person_required
from accounts.models import User
from games.core.notation import ruleset_text
from games.models import LabRun
from games.play.refusing import refusals_told
from games.programs.lab import queries, services, wording
from games.programs.lab.forms import RunForm
from games.programs.lab.showing import ShownRun
from tictactoe_site.common.links import url_as_seen
from tictactoe_site.common.methods import require_POST
from tictactoe_site.common.numbers import parse_number

BADGE_SECONDS = 300
BADGE_LETTER, BADGE_PADDING = 6.9, 9  # pixels; the text is stretched to this width in any font


@require_safe
def lab(request: HttpRequest) -> HttpResponse:
    """Show how to start a run of one's own bots, and the newest runs."""
    user = request.user
    person = user if user.is_authenticated and user.is_person else None
    asked = request.GET if "board" in request.GET else None
    context = {
        "form": RunForm(asked, owner=person) if person else None,
        "own": queries.own_runs(person) if person else [],
        "others": queries.public_runs(user.pk),
    }
    return render(request, "programs/lab/lab.html", context)


@require_safe
def lab_run(request: HttpRequest, run_id: int) -> HttpResponse:
    """Show a run: what it has shown, the game that refutes it, and its wall."""
    run, user = _run(request, run_id), request.user
    owner = user if user.is_authenticated and user.pk == run.bot.owner_id else None
    badge = url_as_seen(request, f"{run.get_absolute_url()}badge.svg")
    address = url_as_seen(request, run.get_absolute_url())
    context = {
        **_run_context(request, run),
        "is_own": owner is not None,
        "form": _form_of(run, owner) if owner else None,
        "badge": f"[![{wording.board_text(run)}: {wording.short_text(run)}]({badge})]({address})",
        "is_void": queries.is_void(run),
    }
    return render(request, "programs/lab/run.html", context)


@require_safe
def lab_live(request: HttpRequest, run_id: int) -> HttpResponse:
    """Show the part of a run's page that changes while it runs.

    Answer 204 if it runs and is still at the step that ?step= names.
    """
    run = _run(request, run_id)
    if request.GET.get("step") == str(run.step) and run.is_running:
        return HttpResponse(status=204)
    return render(request, "programs/lab/_live.html", _run_context(request, run))


@require_safe
@cache_control(max_age=BADGE_SECONDS)
def lab_badge(request: HttpRequest, run_id: int) -> HttpResponse:
    """Show the verdict as a small picture, to be shown elsewhere."""
    run = _run(request, run_id)
    void = queries.is_void(run)
    sides = wording.board_text(run), gettext("void") if void else wording.short_text(run)
    tone = "" if void else wording.tone(run)
    context = {"parts": _parts(*sides), "tone": tone, "label": ": ".join(sides)}
    return render(request, "programs/lab/badge.svg", context, content_type="image/svg+xml")


@require_POST
@person_required
def stop_lab_run(request: SignedInRequest, run_id: int) -> HttpResponse:
    """Give one's own run up."""
    run = _own(request, run_id)
    with refusals_told(request):
        services.give_up_run(bot=run.bot, run_id=run.pk)
    return redirect(run)


@require_POST
@person_required
def delete_lab_run(request: SignedInRequest, run_id: int) -> HttpResponse:
    """Delete one's own run."""
    services.delete_run(owner=request.user, run=_own(request, run_id))
    return redirect("games:lab")


def _run(request: HttpRequest, run_id: int) -> LabRun:
    return found_or_404(queries.run_of(run_id, request.user.pk))


def _own(request: SignedInRequest, run_id: int) -> LabRun:
    run = _run(request, run_id)
    if run.bot.owner_id != request.user.pk:
        raise Http404
    return run


def _form_of(run: LabRun, owner: User) -> RunForm:
    """Return the form with what was chosen for *run*."""
    chosen = {"bot": run.bot.username, "board": ruleset_text(run.ruleset), "seat": run.seat}
    return RunForm(chosen, owner=owner)


def _run_context(request: HttpRequest, run: LabRun) -> dict[str, object]:
    return {"run": run, "shown": ShownRun(run, asked_ply(request))}


def _parts(left: str, right: str) -> list[dict[str, object]]:
    """Return both halves of a badge: where each begins, how wide it is, and its text."""
    lengths = [round(BADGE_LETTER * len(text)) for text in (left, right)]
    widths = [length + 2 * BADGE_PADDING for length in lengths]
    starts = [0, widths[0]]
    return [
        {"x": x, "width": width, "start": x + BADGE_PADDING, "length": length, "text": text}
        for x, width, length, text in zip(starts, widths, lengths, (left, right), strict=True)
    ]


def asked_ply(request: HttpRequest) -> int | None:
    """Return the number of moves that ?ply= names, if it is one."""
    return parse_number(request.GET.get("ply", ""), most_digits=3)
