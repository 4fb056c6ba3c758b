"""What people are called in files that leave the studio without their names."""

from __future__ import annotations

import hashlib
from datetime import UTC

from sqlalchemy import select
from sqlalchemy.orm import Session

from tamis.studio.database.schema import Person


def pseudonym(person: Person) -> str:
    """`person-` and eight hexadecimal digits: always the same, and nobody's in another studio.

    The moment at which the account was made is in it, to the microsecond, and the name is not.
    """
    made = person.created_at.astimezone(UTC).isoformat(timespec="microseconds")
    return f"person-{hashlib.sha256(f'{person.id} {made}'.encode()).hexdigest()[:8]}"


def names_by_pseudonym(transaction: Session) -> dict[str, str]:
    """The names of everyone who has an account here, locked out or not."""
    return {pseudonym(person): person.name for person in transaction.scalars(select(Person))}
