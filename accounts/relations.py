"""Whom a user follows and whom a user has blocked.

Both are private to their owner: nobody is told, and no page shows them to anybody else. A block
ends following in both directions, and prevents it from then on.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.errors import AccountRefused
from accounts.models import Relation, User, UserQuerySet

MAX_PER_USER = 500  # of each kind

FOLLOW, BLOCK = Relation.Kind.FOLLOW, Relation.Kind.BLOCK


@transaction.atomic
def follow(*, owner: User, other: User) -> None:
    """Have *owner* follow *other*; nothing changes if it is so already.

    Raises AccountRefused: ``cannot_follow_self``, ``cannot_follow_engine``, ``account_closed``,
    ``unblock_first``, ``cannot_follow`` (*other* has blocked *owner*, which stays unsaid),
    ``too_many_followed``.
    """
    _lock_and_check(FOLLOW, owner, other)
    if has_blocked(owner.pk, other.pk):
        raise AccountRefused("unblock_first")
    if has_blocked(other.pk, owner.pk):
        raise AccountRefused("cannot_follow")
    _add(FOLLOW, owner, other, "too_many_followed")


@transaction.atomic
def unfollow(*, owner: User, other: User) -> None:
    """Undo `follow`; nothing changes if there is nothing to end."""
    Relation.objects.filter(owner=owner, other=other, kind=FOLLOW).delete()


@transaction.atomic
def block(*, owner: User, other: User) -> None:
    """Keep *other* away from *owner*; neither follows the other any longer.

    Raises AccountRefused: ``cannot_block_self``, ``cannot_block_engine``, ``account_closed``,
    ``too_many_blocked``.
    """
    _lock_and_check(BLOCK, owner, other)
    _add(BLOCK, owner, other, "too_many_blocked")
    both_ways = Q(owner=owner, other=other) | Q(owner=other, other=owner)
    Relation.objects.filter(both_ways, kind=FOLLOW).delete()


@transaction.atomic
def unblock(*, owner: User, other: User) -> None:
    """Undo `block`; it restores no following."""
    Relation.objects.filter(owner=owner, other=other, kind=BLOCK).delete()


def following(user: User) -> UserQuerySet:
    """Return users whom *user* follows, by name; nobody for a visitor without an account."""
    return _others(user, FOLLOW)


def blocked(user: User) -> UserQuerySet:
    """Return users whom *user* has blocked, by name; nobody for a visitor without an account."""
    return _others(user, BLOCK)


def blocked_names(user: User) -> set[str]:
    """Return the names of those *user* has blocked. One query, none without an account."""
    if user.pk is None:
        return set()
    own = Relation.objects.filter(owner=user, kind=BLOCK)
    return set(own.values_list("other__username", flat=True))


def blocked_by(user: User) -> frozenset[int]:
    """Return the ids of those whom *user* has blocked; none for a visitor without an account.

    One query.
    """
    if user.pk is None:
        return frozenset()
    rows = Relation.objects.filter(owner_id=user.pk, kind=BLOCK)
    return frozenset(rows.values_list("other_id", flat=True))


def has_blocked(owner_id: int, other_id: int) -> bool:
    """Return whether *owner_id* has blocked *other_id*. One query on the unique index."""
    return Relation.objects.filter(owner_id=owner_id, other_id=other_id, kind=BLOCK).exists()


def is_kept_apart(user: User, field: str) -> Exists:
    """Return a condition for rows: of *user* and the user in *field*, one has blocked the other."""
    by_user = Q(owner_id=user.pk, other=OuterRef(field))
    of_user = Q(owner=OuterRef(field), other_id=user.pk)
    return Exists(Relation.objects.filter(by_user | of_user, kind=BLOCK))


def blockers_of(user_id: int) -> frozenset[int]:
    """Return the ids of those who have blocked *user_id*. One query."""
    rows = Relation.objects.filter(other_id=user_id, kind=BLOCK)
    return frozenset(rows.values_list("owner_id", flat=True))


def kinds_between(owner: User, other: User) -> frozenset[str]:
    """Return how *owner* is related to *other*: "follow", "block", or nothing. One query."""
    if owner.pk is None:
        return frozenset()
    rows = Relation.objects.filter(owner_id=owner.pk, other=other)
    return frozenset(rows.values_list("kind", flat=True))


def forget(user: User) -> None:
    """End all relations of *user* and to *user*, whose account is being deleted."""
    Relation.objects.filter(Q(owner=user) | Q(other=user)).delete()


def hand_over(guest: User, user: User) -> None:
    """Let *user* take over the relations of *guest*, which turned out to be theirs.

    Of the guest's own relations, only as many are taken as the limit allows. A block ends
    following, as in `block`.
    """
    for kind in (BLOCK, FOLLOW):
        room = max(0, MAX_PER_USER - Relation.objects.filter(owner=user, kind=kind).count())
        own = Relation.objects.filter(owner=guest, kind=kind).exclude(other=user).order_by("at")
        _copy(
            Relation(owner=user, other_id=row.other_id, kind=kind, at=row.at) for row in own[:room]
        )
        # Whoever follows or blocks the guest now follows or blocks the user: that is no more.
        towards = Relation.objects.filter(other=guest, kind=kind).exclude(owner=user)
        _copy(Relation(owner_id=row.owner_id, other=user, kind=kind, at=row.at) for row in towards)
    forget(guest)
    _end_following_across_blocks(user)


def _lock_and_check(kind: Relation.Kind, owner: User, other: User) -> None:
    """Refuse what is never allowed, and lock both users until the transaction ends.

    Otherwise one could follow the other who is just blocking them, or deleting the account. The
    owner's lock makes the limit hold, too.
    """
    if owner.pk == other.pk:
        raise AccountRefused(f"cannot_{kind}_self")
    both = User.objects.select_for_update(no_key=True).filter(pk__in=(owner.pk, other.pk))
    found = list(both.order_by("pk"))  # in one order, so that no two wait for each other
    if any(user.is_engine for user in found):
        raise AccountRefused(f"cannot_{kind}_engine")
    if len(found) < 2 or not all(user.is_active for user in found):
        raise AccountRefused("account_closed")


def _add(kind: Relation.Kind, owner: User, other: User, refusal: str) -> None:
    own = Relation.objects.filter(owner=owner, kind=kind)
    if own.filter(other=other).exists():
        return
    if own.count() >= MAX_PER_USER:
        raise AccountRefused(refusal)
    Relation.objects.create(owner=owner, other=other, kind=kind)


def _others(user: User, kind: Relation.Kind) -> UserQuerySet:
    if user.pk is None:
        return User.objects.none()
    # By ids instead of a join, so that the query starts from the unique index of relations.
    ids = Relation.objects.filter(owner=user, kind=kind).values("other_id")
    users: UserQuerySet = User.objects.filter(pk__in=ids).order_by("canonical")
    return users


def _copy(relations: Iterable[Relation]) -> None:
    # Guest and account may be related to the same people: the unique index keeps one of each.
    Relation.objects.bulk_create(relations, ignore_conflicts=True)


def _end_following_across_blocks(user: User) -> None:
    block_of = Relation.objects.filter(kind=BLOCK)
    same = block_of.filter(owner=OuterRef("owner"), other=OuterRef("other"))
    reverse = block_of.filter(owner=OuterRef("other"), other=OuterRef("owner"))
    follows = Relation.objects.filter(Q(owner=user) | Q(other=user), kind=FOLLOW)
    follows.filter(Exists(same) | Exists(reverse)).delete()
