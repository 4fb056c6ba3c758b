"""Getting in as somebody else, or as nobody who may: cookies, passwords, invitations, names."""

from __future__ import annotations

import base64
import functools
import secrets
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import update
from studio_site import PASSWORD, SECRET, Answer, Visitor

from attacks.attacked import PEOPLE, Attack, Attacked, together
from tamis.studio.database.schema import Invitation, Person, new_id, now
from tamis.studio.people import accounts

_FRESH = "a quiet green lamp"


def _login_cookie(visitor: Visitor) -> str:
    return f"tamis_{visitor.port}"


async def _is_in(here: Attacked, cookies: dict[str, str]) -> bool:
    """Whether a browser with these cookies has logged in."""
    async with here.visitor() as visitor:
        visitor.cookies = dict(cookies)
        return (await visitor.ask("/account")).status == 200


# --- cookies -------------------------------------------------------------------------------------


def _truncated(value: str) -> str:
    return value[:-1]


def _sign_changed(value: str) -> str:
    middle = value.rindex(".") + 5
    return value[:middle] + ("A" if value[middle] != "A" else "B") + value[middle + 1 :]


def _another_person(value: str) -> str:
    _, _, rest = value.partition(".")
    load = base64.urlsafe_b64encode(b'["key", 1, "stamp"]').rstrip(b"=").decode()
    return f"{load}.{rest}"


def _no_signature(value: str) -> str:
    return value.partition(".")[0]


def _made_up(value: str) -> str:
    return "owner"


def _doubled(value: str) -> str:
    return f"x; tamis={value}"


async def _changed_cookie(change: Callable[[str], str], here: Attacked) -> str:
    async with here.visitor("anna") as anna:
        name = _login_cookie(anna)
        changed = {name: change(anna.cookies[name])}
    return "it was taken for a login" if await _is_in(here, changed) else ""


async def _signed_elsewhere(salt: str, secret: bytes, here: Attacked) -> str:
    """A login that another studio, or another part of this one, has signed."""
    with here.database.reading() as session:
        olga = session.get_one(Person, int(here.ids["olga"]))
    signed = URLSafeTimedSerializer(secret, salt=salt).dumps(["key", olga.id, olga.stamp])
    cookie = {f"tamis_{here.site.port}": str(signed)}
    return "it was taken for a login" if await _is_in(here, cookie) else ""


async def _expired(here: Attacked) -> str:
    """A login that was signed 31 days ago."""

    class Before(URLSafeTimedSerializer):
        def make_signer(self, *given: Any, **options: Any) -> Any:
            signer = super().make_signer(*given, **options)
            earlier = signer.get_timestamp() - 31 * 86_400
            signer.get_timestamp = lambda: earlier  # type: ignore[method-assign]
            return signer

    with here.database.reading() as session:
        olga = session.get_one(Person, int(here.ids["olga"]))
    signed = Before(SECRET, salt="tamis.visit").dumps(["key", olga.id, olga.stamp])
    cookie = {f"tamis_{here.site.port}": str(signed)}
    return "it was taken for a login" if await _is_in(here, cookie) else ""


async def _other_cookies(here: Attacked) -> str:
    """What else a browser is given, in the place of its login."""
    async with here.visitor("carl", fresh=True) as carl:
        name = _login_cookie(carl)
        for other, value in carl.cookies.items():
            if other != name and await _is_in(here, {name: value}):
                return f"{other} was taken for a login"
    return ""


async def _logs_out(visitor: Visitor, here: Attacked) -> None:
    await visitor.post("/logout")


async def _logs_out_everywhere(visitor: Visitor, here: Attacked) -> None:
    async with here.visitor("Eve Ended", fresh=True) as other:
        await other.post("/account/logout")


async def _changes_password(visitor: Visitor, here: Attacked) -> None:
    form = {"old": PASSWORD, "password": _FRESH, "again": _FRESH}
    async with here.visitor("Eve Ended", fresh=True) as other:
        await other.post("/account/password", form)


async def _is_disabled(visitor: Visitor, here: Attacked) -> None:
    with here.database.reading() as session:
        person = accounts.find_person(session, "Eve Ended")
    async with here.visitor("olga") as olga:
        await olga.post(f"/people/{person.id}/disable")


async def _kept_login(ends: Callable[[Visitor, Attacked], Awaitable[None]], here: Attacked) -> str:
    """A copy of a cookie, after its login has ended."""
    if "Eve Ended" not in here.names():
        here.person("Eve Ended")
    else:
        with here.writer() as session:
            eve = accounts.find_person(session, "Eve Ended")
            eve.password_hash, eve.disabled_at, eve.stamp = here.password, None, new_id()
    async with here.visitor("Eve Ended", fresh=True) as eve:
        copy = dict(eve.cookies)
        if not await _is_in(here, copy):
            raise RuntimeError("Eve is not in")
        await ends(eve, here)
    return "the copy still lets in" if await _is_in(here, copy) else ""


async def _fixed_cookie(here: Attacked) -> str:
    """A cookie that somebody planted in a browser before its person logged in there."""
    async with here.visitor() as attacker, here.visitor() as victim:
        token = await attacker.token()
        planted = dict(attacker.cookies)
        victim.cookies = dict(planted)
        await victim.log_in(PEOPLE["anna"])
        if await _is_in(here, planted):
            return "the planted cookie lets in"
        form = {"place": "bench:fixed", "text": "forged"}
        answer = await victim.ask("/unsent", form, headers={"x-csrf-token": token})
    return "the planted token still counts" if answer.status < 400 else ""


# --- guessing ------------------------------------------------------------------------------------


def _checked(answers: list[Answer]) -> int:
    """How many of these attempts the studio has checked."""
    return sum(answer.status not in (429, 422) for answer in answers)


def _slowed(answers: list[Answer], most: int) -> str:
    """What is wrong unless at most `most` attempts were checked, and the others told to wait."""
    told = all("retry-after" in one.headers for one in answers if one.status == 429)
    count = _checked(answers)
    if count > most:
        return f"{count} of {len(answers)} guesses were checked"
    return "" if told else "a refusal does not say how long to wait"


async def _guess(here: Attacked, source: str, name: str, **headers: str) -> Answer:
    visitor = Visitor(here.site.port, source)
    try:
        form = {"name": name, "password": f"guess {secrets.token_hex(4)}"}
        return await visitor.post("/login", form, headers=headers)
    finally:
        visitor.close()


def _victim(here: Attacked) -> str:
    """Someone whom nobody has tried to be yet."""
    return here.person(f"Victim {secrets.token_hex(4)}").name


async def _from_one_address(here: Attacked) -> str:
    name, source = _victim(here), here.source()
    return _slowed([await _guess(here, source, name) for _ in range(40)], 8)


async def _from_many_addresses(here: Attacked) -> str:
    name = _victim(here)
    return _slowed([await _guess(here, here.source(), name) for _ in range(40)], 25)


async def _forwarded_for(here: Attacked) -> str:
    """One address that says that it is many."""
    name, source = _victim(here), here.source()
    answers = []
    for number in range(40):
        said = {"x-forwarded-for": f"10.0.0.{number}", "forwarded": f"for=10.0.0.{number}"}
        answers.append(await _guess(here, source, name, **said))
    return _slowed(answers, 8)


async def _many_names(here: Attacked) -> str:
    """One guess for each of many names, from one address."""
    source = here.source()
    return _slowed([await _guess(here, source, f"Person {n}") for n in range(60)], 35)


async def _many_spellings(here: Attacked) -> str:
    """One name, written in forty ways that look alike."""
    name, source = _victim(here), here.source()
    spelled = [" " * n + (name.upper() if n % 2 else name.lower()) for n in range(40)]
    return _slowed([await _guess(here, source, one) for one in spelled], 8)


async def _at_once(here: Attacked) -> str:
    name, source = _victim(here), here.source()
    return _slowed(await together(*(_guess(here, source, name) for _ in range(40))), 8)


async def _with_own_logins_between(here: Attacked) -> str:
    """The guesser's own login, which is right, does not make up for guesses."""
    name, source = _victim(here), here.source()
    answers = []
    for _ in range(10):
        answers += [await _guess(here, source, name) for _ in range(4)]
        own = Visitor(here.site.port, source)
        await own.log_in(PEOPLE["ben"])
        own.close()
    return _slowed(answers, 8)


async def _right_one_while_waiting(here: Attacked) -> str:
    """During the wait even the right password says nothing."""
    name, source = _victim(here), here.source()
    for _ in range(8):
        await _guess(here, source, name)
    visitor = Visitor(here.site.port, source)
    answer = await visitor.log_in(name)
    visitor.close()
    return "" if answer.status == 429 else f"it was answered with {answer.status}"


async def _locked_out(known: bool, here: Attacked) -> str:
    """Guesses of others keep nobody out: not from a browser that they have used before."""
    name = _victim(here)
    home = Visitor(here.site.port, here.source())
    if known:
        await home.log_in(name)
        await home.post("/logout")
    elsewhere = here.source()
    for _ in range(40):
        await _guess(here, here.source() if known else elsewhere, name)
    answer = await home.log_in(name)
    home.close()
    return "" if answer.status == 303 else f"the person is answered with {answer.status}"


async def _old_password(here: Attacked) -> str:
    """Guessing the present password in a browser that was left open."""
    name = _victim(here)
    form = {"old": PASSWORD, "password": _FRESH, "again": _FRESH}
    async with here.visitor(name, fresh=True) as visitor:
        for number in range(40):
            await visitor.post("/account/password", {**form, "old": f"guess {number}"})
        answer = await visitor.post("/account/password", form)
    return "the right one passed after them" if answer.status == 303 else ""


async def _sql_password(here: Attacked) -> str:
    for name, password in (
        ("' OR '1'='1' --", "x"),
        (PEOPLE["anna"], "' OR '1'='1"),
        (f"{PEOPLE['anna']}' --", "x"),
        ("", ""),
    ):
        visitor = Visitor(here.site.port, here.source())
        answer = await visitor.log_in(name, password)
        visitor.close()
        if answer.status not in (401, 422):
            return f"answered with {answer.status}"
    return ""


# --- invitations ---------------------------------------------------------------------------------


async def _accept(
    here: Attacked, token: str, name: str, password: str = _FRESH, **more: str
) -> Answer:
    async with here.visitor() as visitor:
        form = {"name": name, "password": password, "again": password, **more}
        return await visitor.post(f"/invitation/{token}", form)


async def _no_account(here: Attacked, token: str) -> str:
    """What is wrong unless an invitation makes no account."""
    before = here.names()
    answer = await _accept(here, token, f"Guest {secrets.token_hex(4)}")
    return "an account was made" if here.names() != before or answer.status == 303 else ""


async def _used(here: Attacked) -> str:
    token = here.invitation()
    await _accept(here, token, f"Guest {secrets.token_hex(4)}")
    return await _no_account(here, token)


async def _used_at_once(here: Attacked) -> str:
    token, before = here.invitation(), len(here.names())
    await together(*(_accept(here, token, f"At Once {secrets.token_hex(4)}") for _ in range(10)))
    made = len(here.names()) - before
    return "" if made == 1 else f"{made} accounts were made"


async def _lapsed(here: Attacked) -> str:
    token = here.invitation()
    with here.writer() as session:
        session.execute(
            update(Invitation)
            .where(Invitation.token_hash == accounts._hash(token))
            .values(expires_at=now() - timedelta(seconds=1))
        )
    return await _no_account(here, token)


async def _withdrawn(here: Attacked) -> str:
    token = here.invitation()
    async with here.visitor("olga") as olga:
        await olga.post(f"/people/invitations/{accounts._hash(token)}/withdraw")
    return await _no_account(here, token)


async def _hash_as_token(here: Attacked) -> str:
    """What the page of people shows of an invitation is not its token."""
    return await _no_account(here, here.ids["key"])


async def _guessed_token(here: Attacked) -> str:
    token = here.ids["token"]
    for one in ("a" * 43, token[:-1] + "!", token[:-1], token.swapcase(), f"{token}x"):
        if one != token and (said := await _no_account(here, one)):
            return said
    return ""


async def _role_with_it(here: Attacked) -> str:
    """An annotator's invitation makes no owner."""
    name = f"Guest {secrets.token_hex(4)}"
    await _accept(here, here.invitation(), name, role="owner", person_id="1")
    with here.database.reading() as session:
        found = accounts.find_person(session, name)
    return "" if found is not None and found.role == "annotator" else "it made an owner"


async def _link_of_another(here: Attacked) -> str:
    """A link to a new password sets that of its own person, whatever name comes with it."""
    name = _victim(here)
    with here.writer() as session:
        person = accounts.find_person(session, name)
        token = accounts.invite(session, person.role, person=person)
    await _accept(here, token, PEOPLE["olga"])
    visitor = Visitor(here.site.port, here.source())
    answer = await visitor.log_in(PEOPLE["olga"], _FRESH)
    visitor.close()
    return "Olga has a new password" if answer.status == 303 else ""


# --- names and passwords -------------------------------------------------------------------------

_MODELS = {
    "like a model's": "model:gpt",
    "like a model's, in capitals": "MODEL:gpt",
    "like a model's, after a blank": "  model:gpt",
    "like a model's, with a blank": "model : gpt",
    "like a model's, with a Cyrillic o": "mоdel:gpt",
    "like a model's, with a digit for its l": "mode1:gpt",
    "like a model's, full width": "ｍｏｄｅｌ：ｇｐｔ",
    "like a model's, with a ratio for its colon": "model∶gpt",
    "like a model's, with an invisible sign": "model\u200b:gpt",
}
_ALIKE = {
    "another's in capitals": PEOPLE["anna"].upper(),
    "another's in Cyrillic": PEOPLE["anna"].replace("a", "а").replace("A", "А"),
    "another's without its blank": PEOPLE["anna"].replace(" ", ""),
    "another's with an invisible sign": PEOPLE["anna"].replace(" ", "\u200b "),
    "that reverses the text after it": "Guest \u202erenwO",
    "of invisible signs": "\u200b\u2060\ufeff",
    "of accents": "Z" + "\u0351" * 40,
    "with a NUL": "Nul\0Name",
}


async def _named(name: str, here: Attacked) -> str:
    """An account under this name."""
    before = here.names()
    answer = await _accept(here, here.invitation(), name)
    if here.names() != before:
        return f"an account was made: {here.names()[-1]!r:.40}"
    return "" if answer.status == 422 else f"it was answered with {answer.status}"


_PASSWORDS = {
    "one's own name": lambda name: name,
    "one's own name in capitals": lambda name: name.upper(),
    "one's own name in Cyrillic": lambda name: name.replace("o", "о").replace("e", "е"),
    "one's own name without blanks": lambda name: name.replace(" ", ""),
    "another person's name": lambda name: PEOPLE["olga"],
    "another person's name in capitals": lambda name: PEOPLE["olga"].upper(),
    "9 letters": lambda name: "a" * 9,
    "501 letters": lambda name: "a b" * 167,
}


async def _password(make: Callable[[str], str], changes: bool, here: Attacked) -> str:
    """An account with this password, or a change to it."""
    name = f"Polo Person {secrets.token_hex(3)}"
    password = make(name)
    if changes:
        here.person(name)
        async with here.visitor(name, fresh=True) as visitor:
            form = {"old": PASSWORD, "password": password, "again": password}
            answer = await visitor.post("/account/password", form)
    else:
        answer = await _accept(here, here.invitation(), name, password)
    visitor = Visitor(here.site.port, here.source())
    login = await visitor.log_in(name, password)
    visitor.close()
    return "it was taken" if 303 in (answer.status, login.status) else ""


ATTACKS = [
    *(
        Attack(f"a login cookie {name}", functools.partial(_changed_cookie, change))
        for name, change in (
            ("that is made up", _made_up),
            ("that is cut off", _truncated),
            ("with a sign changed", _sign_changed),
            ("of another person", _another_person),
            ("without its signature", _no_signature),
            ("under two names", _doubled),
        )
    ),
    Attack(
        "a login that another studio has signed",
        functools.partial(_signed_elsewhere, "tamis.visit", b"o" * 32),
    ),
    Attack(
        "a login signed as a message",
        functools.partial(_signed_elsewhere, "tamis.said", SECRET),
    ),
    Attack("a login of 31 days ago", _expired),
    Attack("another cookie as a login", _other_cookies),
    *(
        Attack(f"a copied cookie after {name}", functools.partial(_kept_login, ends))
        for name, ends in (
            ("logging out", _logs_out),
            ("logging out everywhere", _logs_out_everywhere),
            ("a change of the password", _changes_password),
            ("the account was disabled", _is_disabled),
        )
    ),
    Attack("a cookie planted before the login", _fixed_cookie),
    Attack("40 guesses from one address", _from_one_address),
    Attack("40 guesses from 40 addresses", _from_many_addresses),
    Attack("40 guesses that say they come from 40 addresses", _forwarded_for),
    Attack("a guess for each of 60 names", _many_names),
    Attack("40 guesses, the name spelled otherwise each time", _many_spellings),
    Attack("40 guesses at once", _at_once),
    Attack("guesses with own logins between them", _with_own_logins_between),
    Attack("the right password while one has to wait", _right_one_while_waiting),
    Attack("locking a person out of their browser", functools.partial(_locked_out, True)),
    Attack("locking a person out from one address", functools.partial(_locked_out, False)),
    Attack("40 guesses of the present password", _old_password),
    Attack("SQL for a password", _sql_password),
    Attack("an invitation used twice", _used),
    Attack("an invitation used ten times at once", _used_at_once),
    Attack("an invitation that has lapsed", _lapsed),
    Attack("an invitation that was withdrawn", _withdrawn),
    Attack("an invitation's hash", _hash_as_token),
    Attack("a guessed invitation", _guessed_token),
    Attack("an owner's role with an invitation", _role_with_it),
    Attack("a new password for another person", _link_of_another),
    *(
        Attack(f"a name {what}", functools.partial(_named, name))
        for what, name in {**_MODELS, **_ALIKE}.items()
    ),
    *(
        Attack(f"a password: {what}", functools.partial(_password, make, False))
        for what, make in _PASSWORDS.items()
    ),
    *(
        Attack(f"a changed password: {what}", functools.partial(_password, make, True))
        for what, make in _PASSWORDS.items()
        if what in ("one's own name", "another person's name", "another person's name in capitals")
    ),
]
