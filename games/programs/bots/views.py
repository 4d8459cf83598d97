"""Where bots are found, and where their owners make and manage them."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import SignedInRequest, found_or_404, person_required
from accounts.errors import AccountRefused
from accounts.models import Token, User
from accounts.programs.bots import MAX_BOTS_PER_PERSON, bots_of, make_bot
from accounts.programs.tokens import MAX_TOKENS_PER_ACCOUNT, make_token, revoke_token
from accounts.services import delete_account
from games.play.game.bot_conditions import conditions_of, set_conditions
from games.programs.bots.forms import ConditionsForm, DeleteBotForm, NewBotForm, NewTokenForm
from games.programs.bots.queries import directory, own_bots
from tictactoe_site.common.methods import require_POST

REFUSALS = {
    "only_people_own_bots": _("Only people can create bots."),
    "too_many_bots": _("You have the maximum number of bots. Delete one first."),
    "too_many_tokens": _("This bot has the maximum number of tokens. Revoke one first."),
    "account_closed": _("This bot is banned."),
}


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """Show how to play with a program, and the bots that play others, the last used first."""
    listed = directory()
    context = {
        "bots": listed,
        "accounts": [row.bot for row in listed],
        "online": sum(row.is_online for row in listed),
    }
    return render(request, "programs/bots/directory.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def my_bots(request: SignedInRequest) -> HttpResponse:
    """Show one's own bots, and the form for another one."""
    form = NewBotForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            bot = make_bot(owner=request.user, name=form.cleaned_data["name"], request=request)
        except (AccountRefused, ValidationError) as refused:
            _tell(form, refused)
        else:
            return redirect("games:my_bot", bot.username)
    context = {"bots": own_bots(request.user), "form": form, "most": MAX_BOTS_PER_PERSON}
    return render(request, "programs/bots/mine.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def my_bot(request: SignedInRequest, name: str) -> HttpResponse:
    """Show one of one's own bots: its conditions, which are set here, and its tokens."""
    bot = _own_bot(request, name)
    if request.method != "POST":
        return _page(request, bot)
    form = ConditionsForm(request.POST, instance=conditions_of(bot))
    if not form.is_valid():
        return _page(request, bot, conditions=form)
    set_conditions(owner=request.user, bot=bot, **form.cleaned_data)
    messages.success(request, gettext("Saved."))
    return redirect("games:my_bot", bot.username)


@require_POST
@person_required
def new_token(request: SignedInRequest, name: str) -> HttpResponse:
    """Make a token and show it, this once."""
    bot = _own_bot(request, name)
    form = NewTokenForm(request.POST, auto_id="id_token_%s")
    if form.is_valid():
        try:
            text = make_token(account=bot, actor=request.user, request=request, **form.cleaned_data)
        except AccountRefused as refused:
            _tell(form, refused)
        else:
            # Without a redirect: only a hash is stored, so that no other page could show it.
            return _page(request, bot, shown=text)
    return _page(request, bot, token=form)


@require_POST
@person_required
def revoke(request: SignedInRequest, name: str, token_id: int) -> HttpResponse:
    """End a token of one's own bot; its connections are shut at once."""
    bot = _own_bot(request, name)
    token = found_or_404(
        Token.objects.select_related("account").filter(account=bot, pk=token_id).first()
    )
    revoke_token(token=token, actor=request.user, request=request)
    messages.success(request, gettext("%(name)s is revoked.") % {"name": token.name})
    return redirect("games:my_bot", bot.username)


@require_POST
@person_required
def delete_bot(request: SignedInRequest, name: str) -> HttpResponse:
    """Delete one's own bot; its games stay, and no longer show its name."""
    bot = _own_bot(request, name)
    form = DeleteBotForm(request.POST)
    if not form.is_valid():
        return _page(request, bot, delete=form)
    with suppress(AccountRefused):  # pressed twice: the bot is already deleted
        delete_account(user=bot, actor=request.user, request=request)
    messages.success(request, gettext("The bot is deleted."))
    return redirect("games:my_bots")


def _own_bot(request: SignedInRequest, name: str) -> User:
    return found_or_404(bots_of(request.user).with_name(name).first())


def _page(
    request: SignedInRequest,
    bot: User,
    *,
    conditions: ConditionsForm | None = None,
    token: NewTokenForm | None = None,
    delete: DeleteBotForm | None = None,
    shown: str = "",
) -> HttpResponse:
    context = {
        "bot": bot,
        "conditions": conditions or ConditionsForm(instance=conditions_of(bot)),
        "token_form": token or NewTokenForm(auto_id="id_token_%s"),
        "delete_form": delete or DeleteBotForm(),
        "tokens": bot.tokens.all(),
        "most_tokens": MAX_TOKENS_PER_ACCOUNT,
        "shown": shown,
    }
    refused = any(form is not None for form in (conditions, token, delete))
    return render(request, "programs/bots/bot.html", context, status=422 if refused else 200)


def _tell(form: NewBotForm | NewTokenForm, refused: AccountRefused | ValidationError) -> None:
    if isinstance(refused, ValidationError):
        form.add_error("name", refused)
    else:
        form.add_error(None, REFUSALS[refused.code])
