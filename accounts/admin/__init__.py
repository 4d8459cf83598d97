"""Accounts in the administration. Bans and deletions go through the services; all is logged."""

from accounts.admin import users  # noqa: F401 (what it has registers itself)
