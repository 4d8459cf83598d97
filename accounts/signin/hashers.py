"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class SwiftArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP's Password Storage Cheat Sheet names first.

    Django's defaults take eight times as long and use all processors, and other pages would have
    to wait meanwhile.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1
