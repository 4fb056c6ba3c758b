"""Accounts and invitations, as transactions on the database."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from tamis.bad_input import unknown
from tamis.studio.database.schema import EndedLogin, Invitation, Person, new_id, now
from tamis.studio.people.person_names import clean_name, name_key
from tamis.types import InputError

Role = Literal["owner", "annotator"]
ROLES: tuple[Role, ...] = ("owner", "annotator")
INVITED_DAYS = 7
DEMO_NAME = "Demo owner"
USED = (
    "This invitation has been used or has lapsed. If it was you who used it, log in; else ask the "
    "owner for a new one."
)


@dataclass(frozen=True)
class Who:
    """The person who uses a page."""

    id: int
    name: str
    role: str

    @property
    def owner(self) -> bool:
        """Whether this person may do everything."""
        return self.role == "owner"


def as_who(person: Person) -> Who:
    """A person with only what pages need."""
    return Who(person.id, person.name, person.role)


def add_person(
    session: Session, name: str, password_hash: str | None, role: str, longest: int = 80
) -> Person:
    """A new account; InputError where the name is taken, or looks like one that is."""
    name = clean_name(name, longest)
    taken = find_person(session, name)
    if taken is not None:
        alike = "" if taken.name == name else ": it looks like the name of someone else"
        raise InputError(f"This name is taken{alike}. Choose another one.")
    person = Person(
        name=name, name_key=name_key(name), password_hash=password_hash, role=as_role(role)
    )
    session.add(person)
    session.flush()
    return person


def find_person(session: Session, name: str) -> Person | None:
    """The person whom `name`, or a name that looks the same, belongs to."""
    return session.scalar(select(Person).where(Person.name_key == name_key(name)))


def present_person(session: Session, person_id: int, stamp: str) -> Person | None:
    """The person of a cookie, unless disabled or logged out everywhere since."""
    person = session.get(Person, person_id)
    if person is None or person.disabled_at is not None:
        return None
    return person if secrets.compare_digest(person.stamp, stamp) else None


def end_login(session: Session, key: str, days: int) -> None:
    """Make the cookie with this key invalid; `days` is the lifetime of cookies."""
    session.execute(delete(EndedLogin).where(EndedLogin.at < now() - timedelta(days=days)))
    session.merge(EndedLogin(key_hash=_hash(key), at=now()))


def has_ended(session: Session, key: str) -> bool:
    """Whether the login with this key was logged out of."""
    return session.get(EndedLogin, _hash(key)) is not None


def has_people(session: Session) -> bool:
    """Whether anyone has an account."""
    return session.scalar(select(Person.id).limit(1)) is not None


def check_no_name(session: Session, password: str, own: str) -> None:
    """InputError where a password is, or looks like, `own` or the name of anyone here."""
    if name_key(password) == name_key(own) or find_person(session, password) is not None:
        raise InputError("A name is no password: everyone here can see it. Choose another one.")


def set_password(person: Person, password_hash: str) -> None:
    """A new password, which ends all logins with the old one."""
    person.password_hash = password_hash
    person.stamp = new_id()


def disable(session: Session, person: Person) -> None:
    """Lock a person out at once; InputError for the last owner."""
    others = select(func.count()).where(
        Person.role == "owner", Person.disabled_at.is_(None), Person.id != person.id
    )
    if person.role == "owner" and not session.scalar(others):
        raise InputError("The last owner cannot be disabled: who would enable them again?")
    person.disabled_at = now()
    person.stamp = new_id()


def as_role(role: str) -> Role:
    """`role` as one of ROLES; InputError otherwise."""
    for known in ROLES:
        if role == known:
            return known
    raise unknown("role", role, ROLES)


def invite(
    session: Session,
    role: str,
    *,
    name: str | None = None,
    created_by: int | None = None,
    person: Person | None = None,
    longest: int = 80,
) -> str:
    """A new invitation's token, which is shown once: the database keeps only its hash.

    With `person`, accepting it sets them a new password instead of making an account.
    """
    token = secrets.token_urlsafe(32)
    session.add(
        Invitation(
            token_hash=_hash(token),
            role=as_role(role),
            name=clean_name(name, longest) if name and name.strip() else None,
            person_id=None if person is None else person.id,
            created_by=created_by,
            expires_at=now() + timedelta(days=INVITED_DAYS),
        )
    )
    return token


def first_invitation(session: Session) -> str | None:
    """An owner's invitation for a studio without people, else None; earlier ones become invalid."""
    if has_people(session):
        return None
    session.execute(
        delete(Invitation).where(Invitation.used_at.is_(None), Invitation.created_by.is_(None))
    )
    return invite(session, "owner")


def find_invitation(session: Session, token: str) -> Invitation | None:
    """The invitation of `token`, unless used or expired."""
    invitation = session.get(Invitation, _hash(token))
    if invitation is None or invitation.used_at is not None or invitation.expires_at <= now():
        return None
    return invitation


def accept(
    session: Session, token: str, name: str, password_hash: str, longest: int = 80
) -> Person:
    """Accept an invitation; InputError if it or the name cannot be used."""
    invitation = find_invitation(session, token)
    if invitation is None:
        raise InputError(USED)
    person = None
    if invitation.person_id is not None:
        person = session.get_one(Person, invitation.person_id)
        if person.disabled_at is not None:
            raise InputError("This account is disabled: ask the owner.")
        set_password(person, password_hash)
    else:
        person = add_person(session, name, password_hash, invitation.role, longest)
    invitation.used_at = now()
    invitation.used_by = person.id
    return person


def demo_owner(session: Session) -> Person:
    """The owner of a demo, who has no password; made on first use."""
    person = find_person(session, DEMO_NAME)
    return person or add_person(session, DEMO_NAME, None, "owner")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", errors="replace")).hexdigest()
