"""Accounts in the administration. Bans and deletions go through the services; all is logged."""

from accounts.admin import tokens, users  # noqa: F401 (what they have registers itself)
