"""Invitations to the studio: their links, roles, and who may let whom in."""

from __future__ import annotations

import html
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from studio import ANNOTATOR, HOSTILE, OWNER, PASSWORD, new_link, on_sqlite

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import func, select

from tamis.studio.database.schema import Invitation, Person
from tamis.studio.people import accounts

JOIN = {"name": "Ned New", "password": PASSWORD, "again": PASSWORD}


def test_an_invitation_makes_one_account(studio):
    """It works once, for its role; the link itself is not kept."""
    link = new_link(studio, role="annotator", name="Ned")
    with studio.database.reading() as session:
        [kept] = session.scalars(select(Invitation)).all()
        assert link.split("/")[-1] not in (kept.token_hash, kept.name)
    here = studio.browse()
    assert 'value="Ned"' in here.get(link).text
    assert here.post(link, JOIN).headers["location"] == "/"
    assert here.get("/writing").status_code == 200
    assert here.get("/people").status_code == 403
    for again in (here, studio.browse()):
        assert again.get(link).status_code == 404
        assert again.post(link, {**JOIN, "name": "Second"}).status_code == 404
    studio.browse().log_in("ned new")


def test_an_invitation_used_twice_at_once_makes_one_account(studio):
    """Of several who use it at the same moment one gets in."""
    link = new_link(studio)
    browsers = [studio.browse() for _ in range(4)]
    for browser in browsers:
        browser.get(link)

    def join(n):
        return browsers[n].post(link, {**JOIN, "name": f"Ned {'abcd'[n]}"}).status_code

    with ThreadPoolExecutor(4) as pool:
        codes = sorted(pool.map(join, range(4)))
    assert codes[0] == 303
    assert set(codes[1:]) <= {404, 422}


def test_an_invitation_lapses(studio, monkeypatch):
    """After its seven days it opens nothing."""
    link = new_link(studio)
    late = datetime.now(UTC) + timedelta(days=7, minutes=1)
    assert studio.browse().get(link).status_code == 200
    monkeypatch.setattr(accounts, "now", lambda: late)
    assert studio.browse().get(link).status_code == 404
    assert studio.browse().post(link, JOIN).status_code == 404


@on_sqlite
def test_an_invitation_can_be_withdrawn(studio):
    """The owner takes it back from the list of open ones."""
    link = new_link(studio)
    owner = studio.owner()
    withdraw = re.search(r"/people/invitations/\w+/withdraw", owner.get("/people").text)[0]
    owner.post(withdraw)
    assert studio.browse().get(link).status_code == 404
    assert "withdraw" not in owner.get("/people").text.split("The invitation is withdrawn.")[1]


@on_sqlite
def test_mistakes_in_an_invitation_are_said(studio):
    """The form comes back with the sentence and the name, and the invitation stays good."""
    studio.person("Anna Annotator")
    link = new_link(studio)
    here = studio.browse()
    for change, said in (
        ({"again": "something else"}, "The two passwords differ."),
        ({"password": "short", "again": "short"}, "10 characters or more"),
        ({"name": "anna annotator"}, "This name is taken"),
        ({"name": "Аnna Аnnotator"}, "looks like the name of someone else"),
        ({"name": "a\u202eb"}, "cannot be seen"),
        ({"name": ""}, "needs a letter"),
    ):
        answer = here.post(link, {**JOIN, **change})
        assert (answer.status_code, said in answer.text) == (422, True), said
        assert PASSWORD not in answer.text
    assert here.post(link, JOIN).status_code == 303


@on_sqlite
def test_an_owner_can_help_with_a_forgotten_password(studio):
    """A link sets a new password for the same account, and ends its logins."""
    old = studio.annotator()
    number = studio.person(ANNOTATOR).id
    answer = studio.owner().post(f"/people/{number}/invitation")
    link = re.search(r"/invitation/[\w-]{43}", answer.text)[0]
    here = studio.browse()
    assert ANNOTATOR in here.get(link).text
    assert here.post(link, {"password": "a fresh one", "again": "a fresh one"}).status_code == 303
    assert old.get("/account").status_code == 303
    studio.browse().log_in(ANNOTATOR, "a fresh one")


@on_sqlite
def test_the_last_owner_cannot_be_locked_out(studio):
    """Someone must be able to let people in."""
    owner = studio.owner()
    answer = owner.post(f"/people/{studio.person(OWNER).id}/disable")
    assert (answer.status_code, "last owner" in answer.text) == (422, True)
    assert owner.get("/people").status_code == 200


def test_the_first_link(database):
    """A studio without people has one owner's link, the latest; one with people has none."""
    with database.writing() as session:
        first = accounts.first_invitation(session)
        second = accounts.first_invitation(session)
        assert accounts.find_invitation(session, first) is None
        person = accounts.accept(session, second, "Ada", "hash")
        assert person.role == "owner"
        assert accounts.first_invitation(session) is None


@on_sqlite
def test_people_is_for_owners(studio):
    """Annotators are told so, strangers are sent to the login, and nothing is done."""
    number = studio.person("Victim").id
    for who, code in ((studio.annotator(), 403), (studio.browse(), 401)):
        assert who.get("/people").status_code in (403, 303)
        for path in (
            "/people/invitations",
            f"/people/{number}/invitation",
            f"/people/{number}/disable",
            f"/people/{number}/enable",
            "/people/invitations/abc/withdraw",
        ):
            assert who.post(path, {"role": "owner"}).status_code == code, path
    with studio.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Invitation)) == 0
        assert session.get_one(Person, number).disabled_at is None


def test_people_who_do_not_exist(studio):
    """Any number of no one is simply not there."""
    owner = studio.owner()
    assert owner.post("/people/invitations", {"role": "king"}).status_code == 422
    for number in ("0", "-1", "2147483647", "2147483648", "9" * 20, "x", "7"):
        assert owner.post(f"/people/{number}/disable").status_code == 404, number


def test_hostile_names_are_text(studio):
    """Whatever a name holds is shown as it is, or refused; it never becomes markup."""
    with studio.database.writing() as session:
        # As though the checks on names had failed: the page must hold by itself.
        for number, name in enumerate(HOSTILE):
            session.add(Person(name=name, name_key=f"evil {number}", role="annotator"))
    owner = studio.owner()
    answers = [owner.get("/people")]
    shown = {html.unescape(one) for one in re.findall("<bdi>(.*?)</bdi>", answers[0].text, re.S)}
    assert set(HOSTILE) <= shown
    for name in HOSTILE:
        form = {"role": "annotator", "name": name}
        answers.append(owner.post("/people/invitations", form))
        answers.append(studio.browse().post("/login", {"name": name[:900], "password": "x"}))
    assert {answer.status_code for answer in answers} == {200, 401, 422}
    for answer in answers:
        assert "<script>alert" not in answer.text
        assert "<img" not in answer.text
