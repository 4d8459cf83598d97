"""The page of what is waiting for the visitor, and whether to send mail about it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import SignedInRequest
from games.play.notices import decisions, queries, refunds, turn_mail
from games.play.refusing import refusals_told
from games.text.refusals import DECLINED
from tictactoe_site.common.methods import require_POST


@require_safe
@never_cache
@login_required
def waiting(request: SignedInRequest) -> HttpResponse:
    """Show all that waits for the visitor, and the challenges that they have sent."""
    user = request.user
    context = {
        "waiting": queries.games_to_show(user),
        "rounds": queries.round_invitations(user),
        "refunds": queries.refund_notices(user),
        "decisions": queries.decision_notices(user),
        "reasons": DECLINED,
        "wants_mail": queries.wants_turn_mail(user),
        "address": turn_mail.address_of(user),
    }
    return render(request, "play/notices/waiting.html", context)


@require_POST
@login_required
def mail(request: SignedInRequest) -> HttpResponse:
    """Start or stop mail about games that wait: `wanted` is "on" or "off"."""
    wanted = request.POST.get("wanted") == "on"
    with refusals_told(request, _("Reminders are on.") if wanted else _("Reminders are off.")):
        turn_mail.set_turn_mail(user=request.user, wanted=wanted)
    return redirect("games:waiting")


@require_POST
@login_required
def dismiss(request: SignedInRequest, uid: str) -> HttpResponse:
    """Note that the visitor has read of a refund, or of a decision of the staff."""
    # One of the two has this uid; to the other there is nothing to note.
    refunds.dismiss(user=request.user, uid=uid)
    decisions.dismiss(user=request.user, uid=uid)
    return redirect("games:waiting")
