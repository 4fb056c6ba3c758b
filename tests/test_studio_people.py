"""People of the studio: names, passwords, logging in and out."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from studio import ANNOTATOR, OWNER, PASSWORD, new_link, on_sqlite, studio_on

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")


from tamis.studio.people.login_codes import is_login_code, login_code
from tamis.studio.people.passwords import Passwords
from tamis.studio.people.person_names import clean_name, name_key
from tamis.studio.people.throttle import Throttle, of_name
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
        ("Il1|ǀ", "lllll"),
        ("АВСЕНІЈКМОРԚЅТՍѴԜХҮΖ", "abcehijkmopqstuvwxyz"),
        ("аԁеɡһіјкոорԛѕυѵԝху", "adeghijknopqsuvwxy"),
        ("ΑΒΕΗΙΚΜΝΟΡΤΧΥԌ", "abehikmnoptxyg"),
        ("ɑαցհıιϳκոοօρսνχүγ", "aaghiijknoopuvxyy"),
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
    "name",
    ["", "   ", "a\u202eb", "a\u200bb", "a\0b", "--", "x" * 81, "\ud800a",
     "a\u0316\u0317\u0318\u0319\u031c\u031d\u031e", "model:gpt", "mode1:x", "ｍｏｄｅｌ：x",
     "mоdel:x", "model\u2236x", "MODEL :x"],
)  # fmt: skip
def test_names_that_are_none(name):
    """Empty, invisible, endless, or like a model's: refused in one sentence."""
    with pytest.raises(InputError, match=r"^(The|A) name [^\n]*\.$"):
        clean_name(name, 80)


def test_names_are_kept_as_they_are_written():
    """Spaces are tidied and letters composed; it is a colon that makes a name a model's."""
    assert clean_name("  Zoe\u0308   O'Hara ", 80) == "Zoë O'Hara"
    assert clean_name("Model Maker", 80) == "Model Maker"
    assert clean_name("x" * 80, 80) == "x" * 80


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


def test_attempts_are_slowed_down():
    """After the free ones the wait doubles, up to a limit; it is forgotten after a while."""
    clock = [0.0]
    throttle = Throttle(lambda: clock[0], size=2, longest=5.0, forget=100.0)
    key = of_name("ann")
    assert [throttle.attempt({key: 2}) for _ in range(3)] == [0.0, 0.0, 1.0]
    for at, wait in (
        (0.25, 0.75), (1.0, 0.0), (1.0, 2.0), (3.0, 0.0), (7.0, 0.0), (7.0, 5.0)
    ):  # fmt: skip
        clock[0] = at
        assert throttle.attempt({key: 2}) == wait, at
    assert throttle.failures(key) == 5
    throttle.succeeded(key, all=False)
    assert throttle.failures(key) == 4
    throttle.succeeded(key)
    assert throttle.failures(key) == 0
    throttle.attempt({key: 1})
    clock[0] = 108.0
    assert throttle.failures(key) == 0
    assert throttle.attempt({key: 1}) == 0.0
    # Only so many are remembered, the latest; of several keys the longest wait holds.
    throttle.attempt({("a",): 9, ("b",): 9})
    assert [throttle.failures(one) for one in (key, ("a",), ("b",))] == [0, 1, 1]
    assert throttle.attempt({("a",): 1, ("b",): 9}) == 1.0
    assert throttle.failures(("b",)) == 1


def test_codes_to_log_in():
    """Of this hour and the one before; another for each person, login and studio."""
    person, noon = SimpleNamespace(id=3, stamp="s"), datetime(2024, 5, 6, 12, tzinfo=UTC)
    code = login_code(b"x" * 32, person, noon)
    assert re.fullmatch("[A-Z2-7]{5}-[A-Z2-7]{5}", code)
    for minutes, holds in ((-1, False), (0, True), (119, True), (120, False)):
        moment = noon + timedelta(minutes=minutes)
        assert is_login_code(b"x" * 32, person, f" {code.lower()} ", moment) == holds, minutes
    others = [
        login_code(b"y" * 32, person, noon),
        login_code(b"x" * 32, SimpleNamespace(id=4, stamp="s"), noon),
        login_code(b"x" * 32, SimpleNamespace(id=3, stamp="t"), noon),
    ]
    assert len({code, *others}) == 4


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
    """With HTTPS it never travels without; the studio answers to its own name over HTTPS only."""
    studio = studio_on(database_url, https=True, names=("Studio.example.org",))
    here, headers = studio.browse(), {"host": "studio.example.org"}
    answer = here.get("/login", headers=headers)
    assert answer.headers["strict-transport-security"]
    assert re.fullmatch(
        r"__Host-tamis=[^;]+; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure",
        cookies(answer)[0],
    )
    for origin, code in (("https://studio.example.org", 303), ("http://studio.example.org", 403)):
        answer = here.post("/logout", headers={**headers, "origin": origin})
        assert answer.status_code == code
        here.token = ""
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
    """The page of people tells of the attempts and gives it."""
    boss = studio.browse("Bea Boss", "owner")
    here = attacked(studio)
    person = studio.person(OWNER)
    assert "wrong passwords lately" in boss.get("/people").text
    code = re.search(r"[A-Z2-7]{5}-[A-Z2-7]{5}", boss.post(f"/people/{person.id}/code").text)[0]
    assert attempt(here, OWNER, "wrong one", code=code).status_code == 401
    assert attempt(here, OWNER, PASSWORD, code="AAAAA-AAAAA").status_code == 429
    assert attempt(here, OWNER, PASSWORD, code=code.lower()).status_code == 303


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


@on_sqlite
def test_logging_out_ends_this_visit(studio):
    """A cookie that was copied, and the token of before, are worth nothing; other visits go on."""
    here, elsewhere = studio.annotator(), studio.annotator()
    here.get("/account")
    copied, token = dict(here.client.cookies), here.token
    assert here.post("/logout").headers["location"] == "/login"
    assert here.get("/account").headers["location"] == "/login?next=%2Faccount"
    assert here.client.post("/logout", headers={"x-csrf-token": token}).status_code == 403
    thief = studio.browse()
    thief.client.cookies.update(copied)
    assert thief.client.get("/account").headers["location"].startswith("/login")
    assert elsewhere.get("/account").status_code == 200


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
def test_changing_the_password(studio):
    """The present one is needed, the new one twice; each mistake is said."""
    here = studio.annotator()
    for form, said in (
        ({"old": "wrong wrong", "password": "n" * 12, "again": "n" * 12}, "present password"),
        ({"old": PASSWORD, "password": "n" * 12, "again": "m" * 12}, "differ"),
        ({"old": PASSWORD, "password": "short", "again": "short"}, "10 characters"),
    ):
        answer = here.post("/account/password", form)
        assert answer.status_code == 422
        assert said in answer.text
    studio.annotator()
    # Who found a page open cannot try passwords without end.
    form = {"old": "wrong wrong", "password": "n" * 12, "again": "n" * 12}
    said = [here.post("/account/password", form).text for _ in range(6)]
    assert "Too many attempts" in said[-1]


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
