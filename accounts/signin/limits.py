"""How many attempts of each kind are free, and how long one waits for the next."""

from __future__ import annotations

from tictactoe_site.common.throttles import BackOff, Introduction

# Passwords. A login is a name or an e-mail address as it was typed, whether the account exists or
# not. An account's two logins are counted apart: together, guesses at one would reveal the other.
# A school or an office shares one address, so it gets more attempts than a login.
SIGN_IN_PER_ADDRESS = BackOff("sign-in-address", free=30, wait=2, longest=300)
# At most 10 passwords are tried in 5 minutes from one address for one login.
SIGN_IN_PER_PAIR = BackOff("sign-in-pair", free=5, wait=8, longest=300)
# From all addresses together 10 in an hour; after that each address waits even before its first
# attempt, and longer before the next.
SIGN_IN_PER_LOGIN = Introduction(
    "sign-in-login",
    free=10,
    wait=15,
    turns=BackOff("sign-in-turn", free=1, wait=30, longest=3600, memory=24 * 3600),
)
# A browser that has signed in before must not be slowed down by others who guess at its account.
SIGN_IN_PER_DEVICE = BackOff("sign-in-device", free=5, wait=8, longest=300)
# Messages of one kind to one e-mail address: anybody can have them sent, as often as they like.
MAIL_PER_ADDRESS = BackOff("mail", free=1, wait=600, longest=4 * 3600, memory=24 * 3600)
# Accounts that give the same e-mail address, whether it is known here or not.
ACCOUNTS_PER_MAIL = BackOff("mail-given", free=3, wait=3600, longest=24 * 3600, memory=24 * 3600)
# Codes of the second step. They are shorter than passwords, and whoever guesses them knows the
# password; so at most about a hundred can be tried a day for one account, wherever they come from.
CODE_PER_ACCOUNT = BackOff("code-account", free=5, wait=8, longest=900, memory=24 * 3600)
CODE_PER_DEVICE = BackOff("code-device", free=5, wait=8, longest=900, memory=24 * 3600)
