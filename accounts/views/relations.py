"""The buttons for following and blocking somebody, on whatever page."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import relations
from accounts.access import found_or_404
from accounts.errors import AccountRefused
from accounts.models import User
from tictactoe_site.common.links import next_page
from tictactoe_site.common.methods import require_POST

REFUSALS: dict[str, Promise] = {
    "account_closed": _("This account is closed."),
    "cannot_block_engine": _("The computer can’t be blocked."),
    "cannot_block_self": _("You can’t block yourself."),
    "cannot_follow": _("You can’t follow this player."),
    "cannot_follow_engine": _("The computer is always online, so you can’t follow it."),
    "cannot_follow_self": _("You can’t follow yourself."),
    "too_many_blocked": _("You’ve blocked the maximum number of players. Unblock some first."),
    "too_many_followed": _("You follow the maximum number of players. Unfollow some first."),
    "unblock_first": _("You have blocked this player. Unblock them first."),
}
DONE: dict[str, Promise] = {
    "follow": _("You follow %(name)s."),
    "unfollow": _("You no longer follow %(name)s."),
    "block": _("You have blocked %(name)s."),
    "unblock": _("You have unblocked %(name)s."),
}


@require_POST
def follow(request: HttpRequest) -> HttpResponse:
    return _carry_out(request, "follow", relations.follow)


@require_POST
def unfollow(request: HttpRequest) -> HttpResponse:
    return _carry_out(request, "unfollow", relations.unfollow)


@require_POST
def block(request: HttpRequest) -> HttpResponse:
    return _carry_out(request, "block", relations.block)


@require_POST
def unblock(request: HttpRequest) -> HttpResponse:
    return _carry_out(request, "unblock", relations.unblock)


def _carry_out(request: HttpRequest, verb: str, act: Callable[..., None]) -> HttpResponse:
    """Have *act* done to the user ``name``, say so, and go back to ``next``.

    Anonymous visitors sign in first.
    """
    back = next_page(request)
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    other = found_or_404(User.objects.with_name(request.POST.get("name", "")).first())
    try:
        act(owner=request.user, other=other)
    # Told on the page that the button stood on, which may be any.
    except AccountRefused as refused:
        messages.error(request, str(REFUSALS[refused.code]))
    else:
        messages.success(request, str(DONE[verb]) % {"name": other.username})
    return HttpResponseRedirect(back)
