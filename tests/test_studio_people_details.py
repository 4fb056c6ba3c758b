"""What the owner's page of people shows, forms that are kept, codes and links."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from fastapi import Response
from sqlalchemy import select

from studio import ANNOTATOR, OWNER, settings_for, sqlite_database, studio_on
from tamis.studio import people_page
from tamis.studio.database.schema import Invitation, Person, Unsent, now
from tamis.studio.people.login_codes import login_code
from tamis.studio.serve import code_for, invitation_link
from tamis.studio.settings import Limits
from tamis.types import InputError


@pytest.fixture
def here(tmp_path):
    """A studio that keeps two texts for each person."""
    opened = studio_on(sqlite_database(tmp_path), limits=Limits(unsent=2, text=20))
    yield opened
    opened.close()


def test_the_page_of_people(here, monkeypatch):
    """Everyone, and the invitations that are open."""
    shown = []

    def page(request, template, status=200, **context):
        shown.append((template, status, context))
        return Response("", status)

    olga = here.owner()
    anna = here.person(ANNOTATOR)
    monkeypatch.setattr(people_page, "page", page)
    olga.post("/people/invitations", {"role": "annotator", "name": " Zoe "})
    olga.post("/people/invitations", {"role": "owner"})
    olga.post(f"/people/{anna.id}/invitation")
    template, status, context = shown[-1]
    assert (template, status) == ("people.html", 200)
    assert [one.name for one in context["everyone"]] == [OWNER, ANNOTATOR]
    invited = [(one.name, one.role) for one in context["invited"]]
    assert invited == [("Zoe", "annotator"), ("", "owner"), (ANNOTATOR, "new password")]
    assert context["link"].startswith("http://127.0.0.1:8400/invitation/")
    assert (context["link_for"], context["code"], context["problem"]) == (ANNOTATOR, "", "")
    assert set(context["wrong"].values()) == {0}
    assert [one["link_for"] for _, _, one in shown] == ["Zoe", "", ANNOTATOR]
    olga.post(f"/people/{anna.id}/code")
    context = shown[-1][2]
    assert (context["link"], context["link_for"]) == ("", ANNOTATOR)
    assert context["code"]
    key = context["invited"][0].key
    assert olga.post(f"/people/invitations/{key}/withdraw").headers["location"] == "/people"
    olga.get("/people")
    assert [one.name for one in shown[-1][2]["invited"]] == ["", ANNOTATOR]
    assert olga.post(f"/people/{anna.id}/disable").headers["location"] == "/people"
    olga.get("/people")
    assert [one.disabled_at is None for one in shown[-1][2]["everyone"]] == [True, False]
    assert olga.post(f"/people/{anna.id}/enable").headers["location"] == "/people"
    olga.get("/people")
    assert [one.disabled_at is None for one in shown[-1][2]["everyone"]] == [True, True]
    me = here.person(OWNER).id
    assert olga.post(f"/people/{me}/disable").status_code == 422
    assert shown[-1][2]["problem"]
    assert olga.post("/people/invitations", {"role": "king"}).status_code == 422
    for action in ("code", "invitation", "disable", "enable"):
        assert olga.post(f"/people/99/{action}").status_code == 404


def test_texts_that_are_not_sent_are_kept(here):
    """So many; the oldest is forgotten first, and what the studio itself keeps never."""
    olga = here.owner()
    me = here.person(OWNER).id
    with here.database.writing() as transaction:
        transaction.add(Unsent(person_id=me, place="server:x", text="mine"))

    def keep(place, text="t"):
        return olga.post("/unsent", {"place": place, "text": text}).status_code

    def places():
        with here.database.reading() as transaction:
            return list(transaction.scalars(select(Unsent.place).order_by(Unsent.place)))

    assert [keep(one) for one in ("a", "b")] == [204, 204]
    assert places() == ["a", "b", "server:x"]
    # What is kept anew is not the oldest any more.
    assert keep("a", "u" * 20) == 204
    assert keep("c") == 204
    assert places() == ["a", "c", "server:x"]
    kept = olga.get("/unsent", params={"place": "a"}).json()
    assert kept["text"] == "u" * 20
    assert kept["at"]
    assert olga.get("/unsent", params={"place": "b"}).json() == {"text": None, "at": None}
    assert keep("a", "u" * 21) == 422
    assert keep("server:y") == 422
    assert keep("") == 422
    assert keep("p" * 201) == 422
    assert keep("a", "") == 204
    assert places() == ["c", "server:x"]
    assert here.annotator().get("/unsent", params={"place": "c"}).json()["text"] is None


def test_codes_and_links_of_the_command(tmp_path):
    """For someone by their name; a link to a new password for who has an account."""
    settings = settings_for(sqlite_database(tmp_path))
    with pytest.raises(InputError) as error:
        code_for(settings, "Zoe")
    assert str(error.value) == (
        "nobody here is called 'Zoe': tamis studio invite makes an account."
    )
    opened = studio_on(settings.database)
    anna = opened.person(ANNOTATOR)
    link = invitation_link(settings, "annotator", ANNOTATOR)
    other = invitation_link(settings, "owner", "Zoe")
    assert link.startswith("http://127.0.0.1:8400/invitation/")
    with opened.database.reading() as transaction:
        rows = list(transaction.scalars(select(Invitation).order_by(Invitation.created_at)))
        someone = transaction.get_one(Person, anna.id)
    assert [(one.person_id, one.name) for one in rows] == [(anna.id, ANNOTATOR), (None, "Zoe")]
    assert rows[1].role == "owner"
    assert link != other
    # A code is of a time: it may have ended between the two calls.
    before = login_code(settings.secret, someone, now())
    found = code_for(settings, f" {ANNOTATOR.upper()} ")
    assert found in (before, login_code(settings.secret, someone, now()))
    opened.close()
