"""The site's settings, with a hasher that counts."""

from tictactoe_site.settings import *  # noqa: F403
from tictactoe_site.settings import PASSWORD_HASHERS

PASSWORD_HASHERS = ["tests.system.faults.counted_hasher.CountedHasher", *PASSWORD_HASHERS[1:]]
