"""Passwords: hashed with Argon2, checked at the same cost whether the person exists or not."""

from __future__ import annotations

import threading

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tamis.studio.settings import Hashing
from tamis.types import InputError

SHORTEST = 10
"""Characters of a password; NIST SP 800-63B asks for 8 or more and for no rules of composition."""
LONGEST = 500


class Passwords:
    """Hashes and checks passwords, two at a time: each takes 64 MiB for a moment."""

    def __init__(self, hashing: Hashing) -> None:
        self._hasher = PasswordHasher(
            time_cost=hashing.passes, memory_cost=hashing.kibibytes, parallelism=hashing.lanes
        )
        self._room = threading.BoundedSemaphore(2)
        self._nobody = self._hasher.hash("a password that no one has")

    def hash(self, password: str) -> str:
        """The hash to keep; InputError where the password is too short or too long."""
        if len(password) < SHORTEST:
            raise InputError(f"The password needs {SHORTEST} characters or more.")
        if len(password) > LONGEST:
            raise InputError(f"The password is longer than {LONGEST} characters.")
        with self._room:
            return self._hasher.hash(_bytes(password))

    def check(self, kept: str | None, password: str) -> bool:
        """Whether `password` has the hash `kept`; where that is None, False at the same cost."""
        if len(password) > LONGEST:
            return False
        with self._room:
            try:
                self._hasher.verify(self._nobody if kept is None else kept, _bytes(password))
            except (VerificationError, InvalidHashError):
                return False
        return kept is not None

    def outdated(self, kept: str) -> bool:
        """Whether the hash `kept` was made with other cost settings than the present ones."""
        return self._hasher.check_needs_rehash(kept)


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", errors="surrogatepass")
