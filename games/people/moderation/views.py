"""Reporting somebody to the staff, from a game or from a profile."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import relations
from accounts.access import SignedInRequest, found_or_404, user_required
from accounts.errors import AccountRefused
from accounts.models import User
from games.core.errors import GameError
from games.learn.review.queries import game_of
from games.models import MAX_REPORT_LENGTH, Game, Report
from games.people.moderation import reports
from games.play.chat.queries import reportable_users
from games.text.refusals import refusal

CONFLICT = 409


class ReportForm(forms.Form):
    """Whom to report, why, and whether to block them, too."""

    who = forms.ChoiceField(label=_("Who"))
    reason = forms.ChoiceField(
        label=_("What happened"), choices=[("", _("Choose…")), *Report.Reason.choices]
    )
    text = forms.CharField(
        label=_("Details (optional)"),
        max_length=MAX_REPORT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    block = forms.BooleanField(label=_("Also block this player"), required=False)

    def __init__(self, *args: Any, users: list[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.users = {user.username: user for user in users}
        names = [(name, name) for name in self.users]
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)
        who.choices = names if len(names) == 1 else [("", _("Choose…")), *names]

    @property
    def reported(self) -> User:
        """The user that a valid form names."""
        return self.users[self.cleaned_data["who"]]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@user_required
def report(request: SignedInRequest, uid: str) -> HttpResponse:
    """Report a player of a game, or somebody who has chatted there."""
    game = found_or_404(game_of(uid, request.user.pk))
    users = reportable_users(game, request.user)
    return _page(request, users, game=game, back=game.get_absolute_url())


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@user_required
def report_person(request: SignedInRequest, name: str) -> HttpResponse:
    """Report somebody without a particular game, for their name, for example."""
    person = User.objects.find(name)
    if person is None or person.is_engine or person == request.user:
        raise Http404
    return _page(request, [person], game=None, back=f"/@{person.username}/")


def _page(
    request: SignedInRequest, users: list[User], *, game: Game | None, back: str
) -> HttpResponse:
    initial = {"who": _most_likely(users, game, request.user)}
    posted = request.POST if request.method == "POST" else None
    form = ReportForm(posted, users=users, initial=initial)
    status = 200
    if form.is_valid():
        try:
            _carry_out(request, form, game)
        except GameError as error:
            form.add_error(None, refusal(error.code))
            status = CONFLICT
        else:
            messages.success(request, gettext("Thank you. The staff will look at it."))
            return redirect(back)
    context = {"form": form, "back": back, "has_somebody": bool(users)}
    return render(request, "people/moderation/report.html", context, status=status)


def _most_likely(users: list[User], game: Game | None, viewer: User) -> str:
    """Return the name of the opponent, if the viewer is one of the players."""
    marks = game.marks_of(viewer) if game else ()
    other = game.player(marks[0].other) if game and len(marks) == 1 else None
    return other.username if other in users else ""


def _carry_out(request: SignedInRequest, form: ReportForm, game: Game | None) -> None:
    asked = form.cleaned_data
    reports.report(
        reporter=request.user,
        reported=form.reported,
        game=game,
        reason=asked["reason"],
        text=asked["text"],
    )
    # Afterwards: blocking is a favour to the reporter and must not cost the report.
    if asked["block"]:
        _block(request.user, form.reported)


def _block(owner: User, other: User) -> None:
    """Block *other*, if that is possible; the report stands either way."""
    try:
        relations.block(owner=owner, other=other)
    except AccountRefused:
        return
