"""Texts that are typed and not sent are kept, each for its person alone; redirects stay here."""

from __future__ import annotations

from datetime import datetime

import pytest

from studio import OWNER, on_sqlite, studio_on

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import select

from tamis.studio.database.schema import Unsent
from tamis.studio.settings import Limits
from tamis.studio.templating import local


@pytest.mark.parametrize(
    "url",
    ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "", "x",
     "/\t/evil.example", "/a\nb", "\\\\evil", "/%5c\\evil"],
)  # fmt: skip
def test_redirects_stay_here(url):
    """An address elsewhere becomes the first page, or the one that was meant; a place is kept."""
    assert (local(url), local(url, "/y")) == ("/", "/y")
    assert local("/writing/x?turn=2#answer") == "/writing/x?turn=2#answer"


def test_unsent_texts_come_back_to_the_same_person_alone(studio):
    """The latest, as it was typed; an empty one is forgotten."""
    anna, bob = studio.annotator(), studio.annotator("Bob")
    place = {"place": "writing:x:instruction"}
    for said in ("first", "second <b>\u202e\0"):
        assert anna.post("/unsent", {**place, "text": said}).status_code == 204
    kept = anna.get("/unsent", params=place).json()
    assert kept["text"] == "second <b>\u202e\ufffd"
    assert datetime.fromisoformat(kept["at"]).tzinfo is not None
    assert bob.get("/unsent", params=place).json() == {"text": None, "at": None}
    assert anna.post("/unsent", {**place, "text": ""}).status_code == 204
    assert anna.get("/unsent", params=place).json()["text"] is None


@on_sqlite
def test_so_many_unsent_texts_are_kept(database_url):
    """The oldest is forgotten first, what the studio itself keeps never; too long is refused."""
    here = studio_on(database_url, limits=Limits(unsent=2, text=20))
    olga, me = here.owner(), here.person(OWNER).id
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
    assert (keep("a", "u" * 20), keep("c")) == (204, 204)
    assert places() == ["a", "c", "server:x"]
    assert olga.get("/unsent", params={"place": "a"}).json()["text"] == "u" * 20
    refused = [keep("a", "u" * 21), keep("server:y"), keep(""), keep("p" * 201)]
    assert refused == [422] * 4
    assert keep("a", "") == 204
    assert places() == ["c", "server:x"]
    here.close()
