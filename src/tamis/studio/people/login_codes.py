"""Codes with which someone need not wait for the wrong passwords that others gave for their name.

An owner makes one (on the page of people, or with `tamis studio code`) and passes it on. It takes
the place of the wait, never of the password. A code is computed, not stored: from the studio's
secret, the person, their `stamp` and the hour; it holds for this hour and the next.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta

from tamis.studio.database.schema import Person

_LENGTH = 10
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_HOUR = timedelta(hours=1)


def login_code(secret: bytes, person: Person, moment: datetime) -> str:
    """The person's code of this hour: two groups of five letters and digits."""
    said = f"code:{person.id}:{person.stamp}:{moment:%Y-%m-%d %H}"
    digest = hmac.new(secret, said.encode(), hashlib.sha256).digest()
    code = "".join(_SIGNS[byte % len(_SIGNS)] for byte in digest[:_LENGTH])
    return f"{code[:5]}-{code[5:]}"


def is_login_code(secret: bytes, person: Person, typed: str, moment: datetime) -> bool:
    """Whether `typed` is the person's code of this hour or the one before."""
    given = typed.strip().upper().encode()
    hours = (moment, moment - _HOUR)
    return any(
        hmac.compare_digest(login_code(secret, person, hour).encode(), given) for hour in hours
    )
