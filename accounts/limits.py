"""Limits on what is done with accounts, a line for each.

The code that takes a token also decides what happens if there is none. What is done in games is
limited in `games/live/limits.py`.
"""

from __future__ import annotations

from django.conf import settings

from tictactoe_site.common.limiters.in_cache import CachedBuckets

DAY = 24 * 3600

GUESTS_PER_ADDRESS = CachedBuckets(
    "guests", at_once=settings.GUESTS_PER_ADDRESS, seconds=30, longest=3600
)

# Passwords. A login is a name or an e-mail address as it was typed, but for case and the spaces
# around it, whether the account exists or not. An account's two logins are counted apart: if not,
# guesses at one would reveal the other. A school or an office shares one address, so it gets more
# attempts than a login.
SIGN_IN_PER_ADDRESS = CachedBuckets("sign-in-address", at_once=30, seconds=2, longest=300)
# At most 10 passwords are tried in 5 minutes from one address for one login.
SIGN_IN_PER_ADDRESS_AND_LOGIN = CachedBuckets("sign-in-pair", at_once=5, seconds=8, longest=300)
# From all addresses together 10 in an hour for one login.
SIGN_IN_PER_LOGIN = CachedBuckets("sign-in-login", at_once=10, seconds=3600, longest=3600)
# When a login has no tokens left, this limit decides instead. An address waits even before its
# first attempt, and longer before the next. So others cannot keep the owner out, and one guess from
# each of many addresses gains little.
SIGN_IN_AFTER_OTHERS = CachedBuckets(
    "sign-in-turn", at_once=1, seconds=30, longest=3600, memory=DAY, introduction=15
)
# A browser that has signed in before must not be slowed down by others who guess at its account.
SIGN_IN_PER_DEVICE = CachedBuckets("sign-in-device", at_once=5, seconds=8, longest=300)
# Messages of one kind to one e-mail address: anybody could have them sent to somebody else.
MAIL_PER_MAILBOX = CachedBuckets("mail", at_once=1, seconds=600, longest=4 * 3600, memory=DAY)
# Accounts that give the same e-mail address, whether it is known here or not.
ACCOUNTS_PER_MAIL = CachedBuckets("mail-given", at_once=3, seconds=3600, longest=DAY, memory=DAY)
# Codes of the second step. They are shorter than passwords, and whoever guesses them knows the
# password; so at most about a hundred can be tried a day for one account, from all addresses
# together. Those of a browser that has signed in before are counted apart.
CODE_PER_ACCOUNT = CachedBuckets("code-account", at_once=5, seconds=8, longest=900, memory=DAY)
CODE_PER_DEVICE = CachedBuckets("code-device", at_once=5, seconds=8, longest=900, memory=DAY)
