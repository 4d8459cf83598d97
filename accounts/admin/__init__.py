"""Accounts in the administration. Bans and deletions go through the services; all is logged."""

from accounts.admin import log, users  # noqa: F401 (they register themselves)
