"""What can be done with tokens: make, use and revoke them.

They are for bots alone. A person's moves are the person's own; a program plays under an account
that says so.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.errors import AccountRefused
from accounts.log import record
from accounts.models import AccountEvent, Scope, Token, User
from accounts.programs.token_text import digest_of, is_token, new_token
from accounts.signals import tokens_revoked

MAX_TOKENS_PER_ACCOUNT = 10
# How exact the last use is: writing it each time would cost more than the request itself.
LAST_USE_STEP = timedelta(minutes=1)


def make_token(
    *,
    account: User,
    actor: User,
    name: str,
    scopes: Collection[str],
    request: HttpRequest | None = None,
) -> str:
    """Return a new token of *account*: its text, which is stored nowhere and shown once.

    Raises AccountRefused: ``token_for_bots``, ``account_closed``, ``bad_scopes``,
    ``too_many_tokens``.
    """
    if not scopes or not set(scopes) <= set(Scope.values):
        raise AccountRefused("bad_scopes")
    text = new_token()
    with transaction.atomic():
        # Locked, so that the limit holds for tokens that are made at the same time.
        locked = User.objects.select_for_update().get(pk=account.pk)
        _check(locked)
        kept = sorted(set(scopes))
        Token.objects.create(account=locked, name=name, digest=digest_of(text), scopes=kept)
        record(
            AccountEvent.Kind.TOKEN_MADE,
            user=locked,
            actor=actor,
            request=request,
            after={"token": name, "scopes": kept},
        )
    return text


def revoke_token(*, token: Token, actor: User, request: HttpRequest | None = None) -> None:
    """Revoke *token*: it is refused from now on, and its sockets are closed.

    Nothing happens if it has been revoked already.
    """
    _revoke(token.account, Token.objects.filter(pk=token.pk), actor, request, reason="")


def revoke_all(
    *, account: User, actor: User, reason: str = "", request: HttpRequest | None = None
) -> int:
    """Revoke all tokens of *account*; return how many there were."""
    return _revoke(account, Token.objects.filter(account=account), actor, request, reason)


def bearer(text: str) -> Token | None:
    """Return the valid token, with its account, whose text is *text*; None if there is none.

    Records that it was used, once a minute at most.
    """
    # The checksum first: a text that cannot be a token costs no query.
    return _use(digest=digest_of(text)) if is_token(text) else None


def still_valid(token_id: int) -> Token | None:
    """Return the token with this id if it is still valid, and record its use as `bearer` does."""
    return _use(pk=token_id)


def _use(**key: object) -> Token | None:
    now = timezone.now()
    token = Token.objects.select_related("account").filter(expires_at__gt=now, **key).first()
    if token is None or token.account.is_banned or not token.account.is_active:
        return None
    before = now - LAST_USE_STEP
    if token.last_used_at is None or token.last_used_at <= before:
        # The condition again, so that of many requests at once only one writes.
        unused = Q(last_used_at=None) | Q(last_used_at__lte=before)
        Token.objects.filter(unused, pk=token.pk).update(last_used_at=now)
        token.last_used_at = now
    return token


def _check(account: User) -> None:
    if not account.is_bot:
        raise AccountRefused("token_for_bots")
    if account.is_banned or not account.is_active:
        raise AccountRefused("account_closed")
    # Expired tokens are of no use, and must not count towards the limit.
    Token.objects.filter(account=account, expires_at__lte=timezone.now()).delete()
    if account.tokens.count() >= MAX_TOKENS_PER_ACCOUNT:
        raise AccountRefused("too_many_tokens")


@transaction.atomic
def _revoke(
    account: User, tokens: QuerySet[Token], actor: User, request: HttpRequest | None, reason: str
) -> int:
    found = list(tokens.select_for_update())
    for token in found:
        record(
            AccountEvent.Kind.TOKEN_REVOKED,
            user=account,
            actor=actor,
            request=request,
            before={"token": token.name},
            reason=reason,
        )
    ids = [token.pk for token in found]
    tokens.filter(pk__in=ids).delete()
    if ids:
        transaction.on_commit(
            lambda: tokens_revoked.send_robust(sender=Token, user=account, tokens=ids)
        )
    return len(ids)
