"""Tells people what the staff decided about them, or about somebody they had reported.

A notice is stored with what it tells of, so no process that dies loses it or tells it twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from asgiref.sync import async_to_sync
from django.db import transaction

from accounts.models import User
from games.core.rating import START
from games.core.rules import Mark
from games.models import DecisionNotice, Pool, StaffDecision
from games.play.notices.services import tell_what_waits
from games.text.decisions import DecisionText, answer_text
from games.text.seat_names import name_of

Players = tuple[User | None, User | None]


def can_be_told(user: User) -> bool:
    """Return whether *user* can read a notice: neither programs nor closed accounts can."""
    return user.is_active and (user.is_person or user.is_guest)


def store_for_players(decision: StaffDecision, players: Players) -> None:
    """Store what both players are told, in the transaction that decides their game or round.

    After it, call `tell_what_waits` for each: not here, as this may be the database's own thread.
    """
    first, second = players
    # Of a game on one device both are the same user, who is told once.
    _store(decision, dict.fromkeys([(first, second), (second, first)]))


def tell_user(decision: StaffDecision, user: User | None) -> None:
    """Tell *user*, in the transaction that decides about them."""
    _show(_store(decision, [(user, None)]))


def answer(decision: StaffDecision, reporters: Iterable[User], reported: User, words: str) -> None:
    """Tell *reporters* that their report was looked at, and the *words* of the staff."""
    told = [
        DecisionNotice(user=user, decision=decision, other=reported, is_answer=True, words=words)
        for user in reporters
        if user.is_active
    ]
    _show(DecisionNotice.objects.bulk_create(told))


def text_of(notice: DecisionNotice) -> str:
    """Return what *notice* tells, in a sentence or two."""
    decision, other = notice.decision, name_of(notice.other) if notice.other else ""
    if notice.is_answer:
        acted = decision.after.get("decision") != "no_action"
        return answer_text(other, acted=acted, words=notice.words)
    until = decision.after.get("until")
    before, after = _ratings(notice.user_id, decision)
    return DecisionText(
        decision.kind,
        decision.told_reason,
        opponent=other,
        result=_result_for(notice.user_id, decision),
        until=datetime.fromisoformat(until) if until else None,
        pool=str(Pool(decision.pool).label) if decision.pool else "",
        before=before,
        after=after,
    ).text


def dismiss(*, user: User, uid: str) -> None:
    """Show a notice no longer. Nothing happens if *user* has none of that name."""
    DecisionNotice.objects.filter(user=user, uid=uid).delete()


def _store(
    decision: StaffDecision, concerned: Iterable[tuple[User | None, User | None]]
) -> list[DecisionNotice]:
    return DecisionNotice.objects.bulk_create(
        DecisionNotice(user=user, decision=decision, other=other)
        for user, other in concerned
        if user and can_be_told(user)
    )


def _show(notices: list[DecisionNotice]) -> None:
    for user_id in {notice.user_id for notice in notices}:
        show = partial(async_to_sync(tell_what_waits), user_id)
        transaction.on_commit(show, robust=True)  # whoever does not hear finds it on the next page


def _ratings(user_id: int, decision: StaffDecision) -> tuple[int | None, int | None]:
    """Return a player's rating before and after; one without a rated round is START."""
    stored = [ratings.get(str(user_id)) for ratings in (decision.before, decision.after)]
    if not any(stored):
        return None, None
    before, after = (round(START if rating is None else rating) for rating in stored)
    return before, after


def _result_for(user_id: int, decision: StaffDecision) -> str:
    """Return the key in RESULTS for a player of the game that was decided."""
    outcome = decision.after.get("outcome", "")
    if outcome not in list(Mark):
        return str(outcome)
    winner = decision.after.get(outcome)
    # The log names who had the seat then: perhaps as a guest, whose notices the account took over.
    has_won = winner == user_id or User.objects.filter(pk=winner, claimed_by=user_id).exists()
    return "won" if has_won else "lost"
