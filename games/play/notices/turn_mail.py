"""E-mail to players who want it: one message about all waiting games with days for a move."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.mail import send_mail
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext, override

from accounts.language import language_of
from accounts.models import User
from games.core.errors import GameError
from games.live.storage.database import log_errors
from games.models import Game, TurnMail
from games.play.notices.queries import games_waiting_for, turn_since
from games.text.seat_names import name_of
from tictactoe_site.common.links import public_url

logger = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=10)  # whoever is on the site has moved by then, or seen the notice


def set_turn_mail(*, user: User, wanted: bool) -> None:
    """Store whether *user* wants mail about turns.

    Raises GameError("no_address") if it is wanted and *user* has confirmed no address.
    """
    if not wanted:
        TurnMail.objects.filter(user=user).delete()
        return
    if address_of(user) is None:
        raise GameError("no_address")
    TurnMail.objects.get_or_create(user=user)


def address_of(user: User) -> str | None:
    """Return the e-mail address that *user* has confirmed, if any."""
    addresses = EmailAddress.objects.filter(user_id=user.pk, verified=True).order_by(
        "-primary", "pk"
    )
    address: str | None = addresses.values_list("email", flat=True).first()
    return address


def send_turn_mail(now: datetime | None = None) -> int:
    """Write to everybody with a game that has waited for PATIENCE and that no message told of.

    Several processes may do this at once: each message is sent once at most. If sending fails, it
    is tried again the next time. Returns the number sent.
    """
    until = (now or timezone.now()) - PATIENCE
    sent = 0
    for mail in TurnMail.objects.select_related("user").filter(told_until__lt=until).iterator():
        with log_errors("mail for %s was not sent", mail.user_id):
            games = _new_to(mail, until)
            sent += bool(games) and _send(mail, games, until)
    return sent


def _new_to(mail: TurnMail, until: datetime) -> list[Game]:
    """Return the games that waited at *until*, if the last message did not tell of all of them."""
    if not mail.user.is_active or mail.user.is_banned:
        return []
    waiting = games_waiting_for(mail.user_id).ongoing().filter(control__endswith="d")
    due = waiting.alias(since=turn_since()).filter(since__lte=until)
    if not due.filter(since__gt=mail.told_until).exists():
        return []
    # In the page's order. Databases differ in where they put games without a deadline.
    return list(due.with_players().order_by(F("deadline").asc(nulls_last=True), "id"))


def _send(mail: TurnMail, games: list[Game], until: datetime) -> bool:
    """Write to the user of *mail* about *games*; return whether a message was sent."""
    address = address_of(mail.user)
    if address is None:
        return False
    with override(language_of(mail.user)):
        subject, body = _subject(games), _body(mail.user, games)
    mine = TurnMail.objects.filter(pk=mail.pk, told_until=mail.told_until)
    # Marked before it is sent: of several processes one sends it, and a crash in between loses
    # a message instead of repeating it.
    if not mine.update(told_until=until):
        return False
    try:
        send_mail(subject, body, None, [address])
    except Exception as error:
        # It is tried again the next time, unless another process has written meanwhile.
        TurnMail.objects.filter(pk=mail.pk, told_until=until).update(told_until=mail.told_until)
        if not isinstance(error, OSError):  # as those of smtplib are
            raise
        # Without the error's text, which has the address if the mail server refuses it.
        why = {"user_id": mail.user_id, "why": type(error).__name__}
        logger.error("mail about waiting games was not sent", extra=why)
        return False
    return True


def _subject(games: list[Game]) -> str:
    sentence = ngettext(
        "A game waits for your move", "%(number)d games wait for your move", len(games)
    )
    return sentence % {"number": len(games)}


def _body(user: User, games: list[Game]) -> str:
    rows = [
        {
            "opponent": _opponent_of(game, user),
            "size": f"{game.m}×{game.n}",
            "deadline": game.deadline,
            "address": public_url(game.get_absolute_url()),
        }
        for game in games
    ]
    context = {"user": user, "games": rows, "stop": public_url(reverse("games:waiting"))}
    return render_to_string("play/notices/email/turns.txt", context)


def _opponent_of(game: Game, user: User) -> str:
    other = game.o_player if game.x_player_id == user.pk else game.x_player
    return name_of(other) if other else ""
