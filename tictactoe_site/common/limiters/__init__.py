"""Limits how often something is done, and how much of it at once. There are three kinds.

- `in_memory`: token buckets, for what is cheap to count and may be counted by each process.
- `in_cache`: buckets that all processes share, and whose tokens come back ever more slowly.
- `at_once`: how many connections, or whatever takes a place, each key has open in this process.

A limit is a line with its numbers. Those of games stand in `games.live.limits`, those of accounts
in `accounts.limits`. docs/security.md says where others stand.
"""

LimitKey = int | str  # an account or a game by its id, an address, a login, or a text of several
