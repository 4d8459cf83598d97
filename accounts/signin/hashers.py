"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class SwiftArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP's Password Storage Cheat Sheet names first.

    Django's own take eight times as long and all processors, and all pages wait meanwhile,
    because they share a thread.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1
