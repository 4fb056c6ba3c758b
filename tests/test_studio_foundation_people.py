"""Foundation of the studio: names, passwords, logging in and out."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from studio import (
    ANNOTATOR,
    OWNER,
    PASSWORD,
    new_link,
    on_sqlite,
    studio_on,
)

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import select

from tamis.studio.database.schema import (
    Person,
    now,
)
from tamis.studio.people import accounts
from tamis.studio.people.login_codes import is_login_code
from tamis.studio.people.passwords import Passwords
from tamis.studio.people.person_names import clean_name, name_key
from tamis.studio.people.throttle import Throttle
from tamis.studio.settings import Hashing
from tamis.types import InputError


@pytest.mark.parametrize(
    "same",
    [
        ("Anna", "anna"),
        ("Anna", "Аnna"),  # a Cyrillic capital
        ("Iris", "lris"),
        ("Zoë", "Zoe\u0308"),
        ("Ann Lee", "Ann\u00a0 Lee"),
        ("Oskar", "ΟSKAR"),  # a Greek capital
        ("Straße", "STRASSE"),
        ("Bob", "Ｂob"),  # full width
        ("Fi", "ﬁ"),  # a ligature
        ("admin", "adm\u200bin"),
    ],
)
def test_names_that_look_alike_are_one(same):
    """Two names that the eye cannot tell apart have the same key; others do not."""
    assert name_key(same[0]) == name_key(same[1])
    assert name_key(same[0]) != name_key(same[0] + "x")


def test_names_of_different_people_differ():
    """Names of other alphabets, and names that share letters, stay apart."""
    names = ["Anna", "Hanna", "Анна Петрова", "Иван", "שלום", "Ödön", "Odon", "王芳", "王方"]
    assert len({name_key(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name", ["", "   ", "a\u202eb", "a\u200bb", "a\0b", "--", "x" * 81, "\ud800a"]
)
def test_names_that_are_none(name):
    """Empty, invisible, endless: refused in one sentence."""
    with pytest.raises(InputError, match=r"^The name [^\n]*\.$"):
        clean_name(name, 80)


def test_names_are_kept_as_they_are_written():
    """Spaces are tidied and letters composed; nothing else changes."""
    assert clean_name("  Zoe\u0308   O'Hara ", 80) == "Zoë O'Hara"


def test_passwords():
    """Only the right one opens; no one's password is the same work; cheap hashes are noticed."""
    cheap, dear = Passwords(Hashing(1, 8, 1)), Passwords(Hashing(2, 16, 1))
    kept = cheap.hash(PASSWORD)
    assert PASSWORD not in kept
    assert kept != cheap.hash(PASSWORD)
    assert kept.startswith("$argon2id$")
    assert cheap.check(kept, PASSWORD)
    assert not cheap.check(kept, PASSWORD + "!")
    assert not cheap.check(None, "a password that no one has")
    assert not cheap.check("broken", PASSWORD)
    assert not cheap.check(kept, "x" * 10_000)
    assert dear.outdated(kept)
    assert not cheap.outdated(kept)
    for wrong in ("short", "x" * 501):
        with pytest.raises(InputError, match="The password"):
            cheap.hash(wrong)


def test_throttle():
    """After the free attempts the wait doubles; it ends, and success ends it at once."""
    clock = [0.0]
    throttle = Throttle(clock=lambda: clock[0], size=3)
    waits = []
    for _ in range(8):
        wait = throttle.attempt({("a",): 5})
        waits.append(wait)
        clock[0] += wait
        if wait:
            assert throttle.attempt({("a",): 5}) == 0
    assert waits == [0, 0, 0, 0, 0, 1, 2, 4]
    assert throttle.attempt({("a",): 5, ("b",): 5}) == 8
    throttle.succeeded(("a",))
    assert throttle.attempt({("a",): 5}) == 0
    for other in "bcdefg":
        throttle.attempt({(other,): 1})
    assert len(throttle._failed) == 3
    for _ in range(100):
        clock[0] += throttle.attempt({("z",): 1})
    assert throttle.attempt({("z",): 1}) == 0
    assert 800 < throttle.attempt({("z",): 1}) <= 900
    clock[0] += 4000
    assert throttle.attempt({("z",): 1}) == 0


def cookies(answer):
    """The cookies that a response sets."""
    return answer.headers.get_list("set-cookie")


@on_sqlite
def test_the_login_cookie(studio):
    """It is signed, out of reach for scripts and other sites, and new with every login."""
    studio.person(OWNER, "owner")
    here = studio.browse()
    here.get("/login")
    before, token = here.client.cookies["tamis_8400"], here.token
    answer = here.post("/login", {"name": OWNER.lower(), "password": PASSWORD, "next": "/people"})
    assert answer.headers["location"] == "/people"
    cookie, known = cookies(answer)
    assert re.fullmatch(
        r"tamis_8400_known=[\w.-]+; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax", known
    )
    assert re.fullmatch(
        r"tamis_8400=[\w.-]+; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax", cookie
    )
    after = here.client.cookies["tamis_8400"]
    assert after != before
    # A token that was planted or read before the login is worth nothing after it.
    assert studio.browse().get("/token", headers={"cookie": f"tamis_8400={after}"}).text != token
    assert here.get("/people").status_code == 200
    forged = after[:-2] + ("AA" if after[-2:] != "AA" else "BB")
    for value, code in ((before, 303), (forged, 303), ("", 303), (after, 200)):
        answer = studio.browse().get("/people", headers={"cookie": f"tamis_8400={value}"})
        assert answer.status_code == code


@on_sqlite
def test_the_login_cookie_over_https(database_url):
    """With HTTPS it never travels without."""
    studio = studio_on(database_url, https=True, names=("studio.example.org",))
    answer = studio.browse().get("/login")
    assert answer.headers["strict-transport-security"]
    assert re.fullmatch(
        r"__Host-tamis=[^;]+; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure",
        cookies(answer)[0],
    )
    studio.close()


@on_sqlite
def test_wrong_logins_say_nothing(studio):
    """A wrong name and a wrong password look the same; the form keeps the name alone."""
    studio.person(OWNER, "owner")
    here = studio.browse()
    answers = [
        here.post("/login", {"name": name, "password": "not the one"}).text
        for name in (OWNER, "Nobody Atall")
    ]
    assert "The name or the password is not right." in answers[0]
    assert answers[0].replace(OWNER, "X") == answers[1].replace("Nobody Atall", "X")
    assert "not the one" not in answers[0]


@on_sqlite
def test_attempts_are_throttled(studio):
    """The sixth attempt at a name has to wait, even with the right password."""
    studio.person(OWNER, "owner")
    here = studio.browse()
    for _ in range(5):
        assert here.post("/login", {"name": OWNER, "password": "wrong one"}).status_code == 401
    answer = here.post("/login", {"name": OWNER, "password": PASSWORD})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert "Too many attempts" in answer.text


def from_address(browsing, address):
    """The same browser, now at another address."""
    browsing.client._transport.client = (address, 50_000)
    return browsing


def attempt(browsing, name, password, **more):
    """An attempt to log in."""
    return browsing.post("/login", {"name": name, "password": password, **more})


@on_sqlite
def test_wrong_passwords_from_many_addresses_count_together(studio):
    """After twenty the name has to wait, and longer with each; other names need not."""
    studio.person(OWNER, "owner")
    studio.person(ANNOTATOR)
    for number in range(20):
        here = from_address(studio.browse(), f"10.0.0.{number}")
        assert attempt(here, OWNER, "wrong one").status_code == 401
    here = from_address(studio.browse(), "10.0.1.1")
    answer = attempt(here, OWNER.upper(), "wrong one")
    assert answer.status_code == 429
    assert "a code from the studio" in answer.text
    assert attempt(here, ANNOTATOR, PASSWORD).status_code == 303


def attacked(studio):
    """A studio whose owner's name has to wait."""
    studio.person(OWNER, "owner")
    for number in range(25):
        attempt(from_address(studio.browse(), f"10.0.0.{number}"), OWNER, "wrong one")
    here = from_address(studio.browse(), "10.0.1.1")
    assert attempt(here, OWNER, PASSWORD).status_code == 429
    return here


@on_sqlite
def test_nobody_is_locked_out_of_the_browser_in_which_they_have_logged_in(studio):
    """Whatever strangers try, from the same address too; there only their own attempts count."""
    mine = studio.browse(OWNER, "owner")
    assert mine.post("/logout").status_code == 303
    mine.token = ""
    attacked(studio)
    from_address(mine, "10.0.1.1")
    assert attempt(mine, OWNER, PASSWORD).status_code == 303
    mine.token = ""
    assert mine.post("/logout").status_code == 303
    mine.token = ""
    said = [attempt(mine, OWNER, "wrong one").status_code for _ in range(6)]
    assert said == [401] * 5 + [429]


@on_sqlite
def test_a_browser_is_not_known_after_logging_out_everywhere(studio):
    """As after a new password: what a stolen cookie is worth ends with the logins."""
    mine = studio.browse(OWNER, "owner")
    assert mine.post("/account/logout").status_code == 303
    mine.token = ""
    attacked(studio)
    assert attempt(mine, OWNER, PASSWORD).status_code == 429


@on_sqlite
def test_a_code_of_the_owner_takes_the_place_of_the_wait_and_of_nothing_else(studio):
    """The page of people tells of the attempts and gives it; it holds for two hours at most."""
    boss = studio.browse("Bea Boss", "owner")
    here = attacked(studio)
    person = studio.person(OWNER)
    assert "wrong passwords lately" in boss.get("/people").text
    code = re.search(r"[A-Z2-7]{5}-[A-Z2-7]{5}", boss.post(f"/people/{person.id}/code").text)[0]
    assert attempt(here, OWNER, "wrong one", code=code).status_code == 401
    assert attempt(here, OWNER, PASSWORD, code="AAAAA-AAAAA").status_code == 429
    assert attempt(here, OWNER, PASSWORD, code=code.lower()).status_code == 303
    with studio.database.reading() as session:
        someone = session.get_one(Person, person.id)
    secret, moment = studio.settings.secret, now()
    hours = [moment + timedelta(hours=n) for n in (-1, 0, 1, 2)]
    assert [is_login_code(secret, someone, code, hour) for hour in hours] == [
        False, True, True, False,
    ]  # fmt: skip


@on_sqlite
def test_no_ones_name_is_a_password(studio):
    """Neither for an account that is made nor where a password is changed, in no spelling."""
    studio.person("Bert Bystander")
    link = new_link(studio)
    for password in ("Bert Bystander", "bert  bystander", "Нanna Holm"):
        form = {"name": "Hanna Holm", "password": password, "again": password}
        answer = studio.browse().post(link, form)
        assert answer.status_code == 422
        assert "A name is no password" in answer.text
    form = {"old": PASSWORD, "password": "Bert Bystander", "again": "Bert Bystander"}
    answer = studio.annotator().post("/account/password", form)
    assert "A name is no password" in answer.text


@pytest.mark.parametrize(
    "name",
    ["model:gpt", "Model: gpt", "mode1:x", "ｍｏｄｅｌ：x", "mоdel:x", "model\u2236x", "MODEL :x"],
)
def test_no_name_is_like_a_models(name):
    """Labels under such a name would count as a model's."""
    with pytest.raises(InputError, match="cannot begin with 'model:'"):
        clean_name(name, 80)


def test_a_name_may_hold_the_word_model():
    """It is the colon that makes it a model's."""
    assert clean_name("Model Maker", 80) == "Model Maker"


@on_sqlite
def test_logging_out(studio):
    """Logging out ends this visit; the token of before is worth nothing."""
    here = studio.owner()
    here.get("/people")
    token = here.token
    assert here.post("/logout").headers["location"] == "/login"
    assert here.get("/people").headers["location"] == "/login?next=%2Fpeople"
    answer = here.client.post("/logout", headers={"x-csrf-token": token})
    assert answer.status_code == 403


@on_sqlite
@pytest.mark.parametrize("end", ["/account/password", "/account/logout", "disable"])
def test_what_ends_other_logins(studio, end):
    """A new password, logging out everywhere, being locked out: other visits end at once."""
    here, elsewhere = studio.annotator(), studio.annotator()
    assert elsewhere.get("/account").status_code == 200
    if end == "disable":
        number = studio.person(ANNOTATOR).id
        assert studio.owner().post(f"/people/{number}/disable").status_code == 303
        assert here.get("/account").status_code == 303
        answer = studio.browse().post("/login", {"name": ANNOTATOR, "password": PASSWORD})
        assert answer.status_code == 401
        assert studio.owner().post(f"/people/{number}/enable").status_code == 303
        studio.annotator()
    else:
        form = {"old": PASSWORD, "password": "another one now", "again": "another one now"}
        assert here.post(end, form).status_code == 303
        assert here.get("/account").status_code == (200 if end.endswith("password") else 303)
    assert elsewhere.get("/account").status_code == 303


@on_sqlite
def test_whoever_is_locked_out_has_no_visit(studio):
    """It is the account that counts, however it came to be locked."""
    here = studio.annotator()
    with studio.database.writing() as session:
        session.scalars(select(Person)).one().disabled_at = datetime.now(UTC)
    assert here.get("/account").status_code == 303


@on_sqlite
def test_changing_the_password(studio):
    """The present one is needed, the new one twice; each mistake is said."""
    here = studio.annotator()
    for form, said in (
        ({"old": "wrong wrong", "password": "n" * 12, "again": "n" * 12}, "present password"),
        ({"old": PASSWORD, "password": "n" * 12, "again": "m" * 12}, "differ"),
        ({"old": PASSWORD, "password": "short", "again": "short"}, "10 characters"),
        ({"old": PASSWORD, "password": ANNOTATOR, "again": ANNOTATOR}, "A name is no password"),
    ):
        answer = here.post("/account/password", form)
        assert answer.status_code == 422
        assert said in answer.text
    studio.annotator()


@on_sqlite
def test_a_cheap_hash_is_made_anew_at_login(database_url):
    """Who logs in after the cost has risen gets a hash of the new cost."""
    studio = studio_on(database_url, hashing=Hashing(2, 16, 1))
    cheap = Passwords(Hashing(1, 8, 1)).hash(PASSWORD)
    with studio.database.writing() as session:
        accounts.add_person(session, "Ada", cheap, "annotator")
    studio.browse().log_in("Ada")
    with studio.database.reading() as session:
        assert "m=16,t=2,p=1" in (session.scalars(select(Person.password_hash)).one() or "")
    studio.close()


@on_sqlite
def test_the_login_leads_on_to_pages_here_only(studio):
    """`next` cannot send anyone to another site."""
    studio.person(OWNER, "owner")
    here = studio.browse()
    assert 'value="/"' in here.get("/login?next=//evil.example").text
    form = {"name": OWNER, "password": PASSWORD, "next": "https://evil.example"}
    assert here.post("/login", form).headers["location"] == "/"
    assert here.get("/login?next=//evil.example").headers["location"] == "/"


@on_sqlite
def test_only_a_demo_lets_in_with_a_click(studio, database_url):
    """The demo's button works in a demo alone."""
    assert studio.browse().post("/demo").status_code == 404
    demo = studio_on(database_url, demo=True)
    here = demo.browse()
    assert "Enter the demo" in here.get("/login").text
    assert here.post("/demo").headers["location"] == "/"
    assert "Demo owner" in here.get("/people").text
    again = demo.browse().post("/login", {"name": "Demo owner", "password": ""})
    assert again.status_code == 401
    demo.close()
