"""The desk of the moderators: what waits, one case with all that it rests on, and the decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import signed_in_user
from accounts.admin.decisions import REFUSALS
from accounts.errors import AccountRefused
from accounts.models import User
from accounts.signin.authentication import ask_again, authenticated_recently
from games.admin.record import move_lines
from games.core.errors import GameError
from games.models import Game, Report
from games.people.moderation import desk
from games.people.moderation.desk import DecisionChoice, Person
from games.play.notices.decisions import can_be_told
from games.text.decisions import DecisionText, answer_text
from games.text.refusals import refusal
from games.text.seat_names import name_of

LABELS: dict[str, tuple[str | Promise, str | Promise]] = {
    "no_action": (_("Nothing to do"), _("Close the case. Nothing changes for either player.")),
    "warn": (_("Warn"), _("Send a message. Nothing else changes.")),
    "mute_day": (_("Mute for a day"), _("They can play, but not chat.")),
    "mute_week": (_("Mute for a week"), _("They can play, but not chat.")),
    "annul_round": (_("Annul the round"), _("All ratings are recalculated without it.")),
    "annul_game": (_("Annul the game"), _("The game keeps its moves but has no result.")),
    "ban": (_("Ban"), _("They are signed out at once and lose their ongoing games.")),
}
REASON = "\x00"  # stands for the reason in a sentence until it is written


class DeskForm(forms.Form):
    """What is decided, and why."""

    choice = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    refunds = forms.BooleanField(label=_("Give opponents their points back"), required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Saved in the log. Don’t say who sent the report."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    answer = forms.CharField(
        label=_("Note to the people who reported (optional)"),
        max_length=200,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    # The key of the newest report on the page: newer ones stay open.
    seen = forms.IntegerField(min_value=0, max_value=2**63 - 1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, choices: Sequence[DecisionChoice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["choice"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(one.code, LABELS[one.code][0]) for one in choices]

    def clean_reason(self) -> str:
        return _on_one_line(self.cleaned_data["reason"])

    def clean_answer(self) -> str:
        return _on_one_line(self.cleaned_data["answer"])


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Sentence:
    """What *reader* will read: in two parts, between which the reason stands if *has_reason*."""

    reader: str
    start: str
    end: str
    has_reason: bool


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice with its words, and what each reader will be told, without changes of ratings."""

    code: str
    title: str
    what: str
    is_checked: bool
    sentences: tuple[Sentence, ...]


def desk_page(
    model_admin: ModelAdmin[Any], request: HttpRequest, report: Report | None
) -> HttpResponse:
    """Show *report*'s case beside the queue, or decide it; without one, the first that waits."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    if report is None and (waiting := desk.queue()):
        return redirect("admin:games_report_change", waiting[0].report.pk)
    if report is None:
        return _answer(model_admin, request, {"decided": desk.decided_in_a_day()})
    choices = desk.choices_for(signed_in_user(request), report)
    case = desk.reports_of(report)
    if request.method != "POST":
        return _answer(model_admin, request, _context(request, report, case, choices, None))
    if not desk.may_decide(signed_in_user(request)):
        raise PermissionDenied
    if not authenticated_recently(request):
        return ask_again(request)
    if not case:
        return _refuse(request, report, GameError("already_decided"))
    form = DeskForm(request.POST, choices=choices)
    if not form.is_valid():
        context = _context(request, report, case, choices, form)
        return _answer(model_admin, request, context, status=422)
    return _decide(request, report, form)


def _decide(request: HttpRequest, report: Report, form: DeskForm) -> HttpResponse:
    try:
        desk.decide(
            report=report, staff=signed_in_user(request), request=request, **form.cleaned_data
        )
    except (GameError, AccountRefused) as error:
        return _refuse(request, report, error)
    title = LABELS[form.cleaned_data["choice"]][0]
    sentence = gettext("Decided about %(name)s: %(decision)s. Everyone concerned has been told.")
    messages.success(request, sentence % {"name": report.reported.username, "decision": title})
    return redirect("admin:games_report_desk")


def _refuse(
    request: HttpRequest, report: Report, error: GameError | AccountRefused
) -> HttpResponse:
    told = REFUSALS[error.code] if isinstance(error, AccountRefused) else refusal(error.code)
    messages.error(request, told)
    return redirect("admin:games_report_change", report.pk)


def _context(
    request: HttpRequest,
    report: Report,
    case: list[Report],
    choices: list[DecisionChoice],
    form: DeskForm | None,
) -> dict[str, Any]:
    initial = {"choice": "no_action", "refunds": report.reason == Report.Reason.CHEATING}
    initial["seen"] = desk.newest(case)
    form = form or DeskForm(choices=choices, initial=initial)
    game = report.game
    can_refund = any(one.code == "ban" for one in choices) and desk.refunds_allowed(
        signed_in_user(request)
    )
    return {
        "report": report,
        "case": case or [report],
        "is_open": bool(case),
        "game": game,
        "lines": game.lines.select_related("author") if game else (),
        "moves": list(move_lines(game)) if game else (),
        "people": [Person(report.reported), Person(report.reporter)],
        "form": form,
        "can_refund": can_refund,
        "choices": [_shown_choice(one, report, case, form["choice"].value()) for one in choices]
        if case
        else [],
    }


def _shown_choice(
    choice: DecisionChoice, report: Report, case: list[Report], chosen: str
) -> ShownChoice:
    title, what = LABELS[choice.code]
    return ShownChoice(
        choice.code,
        str(title),
        str(what),
        choice.code == chosen,
        tuple(_sentences(choice, report, case)),
    )


def _sentences(choice: DecisionChoice, report: Report, case: list[Report]) -> list[Sentence]:
    found = []
    for reader, opponent in _readers(choice, report):
        told = DecisionText(
            choice.told or "",
            REASON,
            name=report.reported.username,
            opponent=name_of(opponent) if opponent else "",
            until=timezone.now() + timedelta(days=choice.days),
        )
        start, _reason, end = told.text.partition(REASON)
        found.append(Sentence(reader.username, start, end, has_reason=True))
    acted = choice.code != "no_action"
    answer = answer_text(name_of(report.reported), acted=acted)
    reporters = dict.fromkeys(one.reporter.username for one in case)
    return [*found, *(Sentence(one, answer, "", has_reason=False) for one in reporters)]


def _readers(choice: DecisionChoice, report: Report) -> list[tuple[User, User | None]]:
    """Return who is told of the decision, each with the opponent whom the text names, if any."""
    if choice.told is None:
        return []
    pairs: list[tuple[User | None, User | None]] = [(report.reported, None)]
    if choice.code.startswith("annul"):
        assert report.game
        x, o = report.game.x_player, report.game.o_player
        pairs = [(x, o), (o, x)]
    return [(one, other) for one, other in pairs if one and can_be_told(one)]


def _answer(
    model_admin: ModelAdmin[Any], request: HttpRequest, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    waiting = desk.queue()
    whole = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": gettext("Reports"),
        "queue": waiting,
        "ongoing": Game.Status.ONGOING,
        **context,
    }
    return TemplateResponse(request, "admin/games/report/desk.html", whole, status=status)
