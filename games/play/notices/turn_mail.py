"""E-mail about games with days per move, for those who want it: one message for all that wait."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

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


def want_turn_mail(*, user: User, wanted: bool) -> None:
    """Start or stop writing to *user*. Raises GameError("no_address") without a confirmed one."""
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
    """Write to everybody with a game that has begun to wait since the last message.

    Several processes may do this at once: each message goes out once at most. One that cannot be
    sent is tried again the next time. Returns the number sent.
    """
    until = (now or timezone.now()) - PATIENCE
    sent = 0
    for mail in TurnMail.objects.select_related("user").filter(told_until__lt=until).iterator():
        with log_errors("mail for %s was not sent", mail.user_id):
            games = _new_to(mail, until)
            sent += bool(games) and _send(mail, games, until)
    return sent


def _new_to(mail: TurnMail, until: datetime) -> list[Game]:
    """Return all games that wait, if one of them has begun to since the last message."""
    if not mail.user.is_active or mail.user.is_banned:
        return []
    waiting = games_waiting_for(mail.user_id).ongoing().filter(control__endswith="d")
    since = waiting.alias(since=turn_since()).filter(since__lte=until)
    if not since.filter(since__gt=mail.told_until).exists():
        return []
    # As the page has them: databases differ in where those without a deadline stand.
    return list(since.with_players().order_by(F("deadline").asc(nulls_last=True), "id"))


def _send(mail: TurnMail, games: list[Game], until: datetime) -> bool:
    """Send *mail* about *games*; return whether it was sent."""
    address = address_of(mail.user)
    mine = TurnMail.objects.filter(pk=mail.pk, told_until=mail.told_until)
    # Marked before it is sent: of several processes one sends it, and a crash in between loses
    # a message instead of repeating it.
    if address is None or not mine.update(told_until=until):
        return False  # nowhere to send it, or another process does
    try:
        with override(language_of(mail.user)):
            subject, body = _subject(games), _body(mail.user, games)
        send_mail(subject, body, None, [address])
    except (OSError, SMTPException) as error:
        # Not in its own words: they name the address if the mail server refuses it.
        why = {"user_id": mail.user_id, "why": type(error).__name__}
        logger.error("mail about waiting games was not sent", extra=why)
        # Back to what it was, so that it is tried again, unless that has changed meanwhile.
        TurnMail.objects.filter(pk=mail.pk, told_until=until).update(told_until=mail.told_until)
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
