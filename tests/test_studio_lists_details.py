"""What the owner's pages of annotating show: the values, without their looks."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from fastapi import Response

from studio import ANNOTATOR, OWNER, sqlite_database, studio_on
from tamis.studio.annotating import (
    adjudication_page,
    list_pages,
    project_pages,
    project_store,
    rater_pages,
)
from tamis.studio.annotating.demo import mini_seeds
from tamis.studio.annotating.kinds import Seed
from tamis.studio.database.schema import Project


def seeds(count, *labels):
    """Items; `labels` are those of the first items, each a mapping of name to rating."""
    payload = mini_seeds()[0].payload
    made = []
    for n in range(count):
        said = labels[n].items() if n < len(labels) else ()
        given = tuple((who, {"rating": rating, "reason": "r"}) for who, rating in said)
        made.append(Seed(f"s{n}/1", payload, labels=given))
    return made


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """`shown(browsing, path)` gives the values of a page."""
    opened = studio_on(sqlite_database(tmp_path))
    kept = {}

    def page(request, template, status=200, **context):
        kept.clear()
        kept.update(context, template=template, status=status)
        return Response("", status)

    for module in (adjudication_page, list_pages, project_pages, rater_pages):
        monkeypatch.setattr(module, "page", page)

    def show(browsing, path, status=200):
        answer = browsing.get(path)
        assert answer.status_code == status
        return dict(kept)

    show.here = opened
    yield show
    opened.close()


def project_of(here, made, *members, raters=3, hide=False):
    """The id of a project."""
    owner = here.person(OWNER, "owner")
    with here.database.writing() as transaction:
        project = project_store.create_project(
            transaction, owner.id, "kiwi_rating", "Mine", raters=raters,
            settings={"hide_names": hide}, seeds=made,
        )  # fmt: skip
        project = transaction.get_one(Project, project.id)
        project_store.set_members(transaction, project, [one.id for one in members])
        return project.id


def test_the_pages_of_items(shown):
    """A hundred a page; those that differ, those that are resolved."""
    here = shown.here
    olga = here.owner()
    differing = {"Ann": "good", "Bea": "bad"}
    agreeing = {"Ann": "good", "Bea": "good"}
    id = project_of(here, seeds(101, agreeing, differing, {"Ann": "good", "model:x": "bad"}))
    place = f"/annotating/{id}"
    first = shown(olga, f"{place}/items")
    assert (first["template"], first["show"], first["start"]) == ("annotating/items.html", "all", 0)
    assert (len(first["rows"]), first["per_page"], first["more"]) == (100, 100, True)
    assert [row["count"] for row in first["rows"][:4]] == [2, 2, 1, 0]
    assert [row["differ"] for row in first["rows"][:4]] == [False, True, False, False]
    assert [row["hidden"] for row in first["rows"][:4]] == [False] * 4
    assert [len(row["said"]) for row in first["rows"][:4]] == [2, 2, 1, 0]
    assert [row["key"] for row in first["rows"][:2]] == ["s0/1", "s1/1"]
    assert {row["about"] for row in first["rows"]} == {""}
    assert {row["settled"] for row in first["rows"]} == {False}
    second = shown(olga, f"{place}/items?start=1")
    assert (len(second["rows"]), second["more"], second["start"]) == (100, False, 1)
    assert len(shown(olga, f"{place}/items?start=100")["rows"]) == 1
    [differs] = shown(olga, f"{place}/items?show=differing")["rows"]
    assert differs["key"] == "s1/1"
    assert shown(olga, f"{place}/items?show=settled")["rows"] == []

    number = differs["id"]
    item = shown(olga, f"{place}/items/{number}")
    assert (item["template"], item["status"]) == ("annotating/item.html", 200)
    assert [one.label["rating"] for one in item["people"]] == ["good", "bad"]
    assert (item["differ"], item["settled"], item["label"], item["kept"]) == (True, None, None, 0)
    assert (item["following"], item["remaining"], item["comment"]) == (None, 0, "")
    assert (item["settled_by"], item["settled_as"], item["models"]) == ("", [], [])
    assert shown(olga, f"{place}/items/{number}?take=2")["values"]["rating"] == ["bad"]
    assert shown(olga, f"{place}/items/{number}?take=1")["values"]["rating"] == ["good"]
    assert shown(olga, f"{place}/items/{number}?take=3")["values"] == item["values"]
    other = shown(olga, f"{place}/items/{number + 1}")
    assert (len(other["people"]), len(other["models"]), other["differ"]) == (1, 1, False)
    assert (other["following"], other["remaining"]) == (number, 1)

    form = {"_revision": "", "_comment": "So.", "rating": "bad", "reason": "It is."}
    assert olga.post(f"{place}/items/{number}/settle", form).status_code == 303
    item = shown(olga, f"{place}/items/{number}")
    assert (item["settled_by"], item["comment"]) == (OWNER, "So.")
    assert item["label"] == {"rating": "bad", "reason": "It is."}
    assert item["values"]["reason"] == ["It is."]
    assert shown(olga, f"{place}/items?show=differing")["rows"] == []
    [settled] = shown(olga, f"{place}/items?show=settled")["rows"]
    assert (settled["id"], settled["settled"]) == (number, True)

    page = shown(olga, place)
    assert (page["settled"], page["differing"], page["labels"]) == (1, 0, 5)
    assert (page["models"], page["by_models"]) == (["x"], 1)
    assert (page["member"], page["left"], page["nothing"], page["mine"]) == (False, 0, False, None)
    assert shown(olga, f"{place}?nothing=left")["nothing"] is True
    compared = shown(olga, f"{place}/comparison")
    assert [one.model for one in compared["compared"]] == ["x"]
    assert list(compared["headings"]) == [number + 1]
    assert compared["most"] == 100


def test_labels_are_hidden_from_an_owner_who_may_still_label(shown):
    """In the list, on the page of the item; not once they are asked for."""
    here = shown.here
    olga = here.owner()
    owner, anna = here.person(OWNER, "owner"), here.person(ANNOTATOR)
    id = project_of(here, seeds(2, {"Ann": "good", "Bea": "bad"}), owner, anna)
    place = f"/annotating/{id}"
    first, second = shown(olga, f"{place}/items")["rows"]
    assert (first["hidden"], first["said"], first["count"], first["differ"]) == (True, [], 2, False)
    assert (second["hidden"], second["count"]) == (False, 0)
    item = shown(olga, f"{place}/items/{first['id']}")
    assert (item["kept"], item["people"], item["places"]) == (2, [], 1)
    assert [one.name for one in item["others"]] == [ANNOTATOR, OWNER]
    item = shown(olga, f"{place}/items/{first['id']}?show=labels")
    assert (item["kept"], len(item["people"])) == (0, 2)
    item = shown(olga, f"{place}/items/{first['id']}?take=1")
    assert (item["kept"], len(item["people"])) == (0, 2)
    page = shown(olga, place)
    assert (page["member"], page["left"]) == (True, 2)
    index = shown(olga, "/annotating")
    assert [one.id for one in index["projects"]] == [id]
    assert (index["member_of"], index["done"], index["unsettled"]) == ({id}, {id: 0}, {})


def test_the_lists_of_raters(shown):
    """Their projects, and their own labels."""
    here = shown.here
    anna = here.annotator()
    me = here.person(ANNOTATOR)
    id = project_of(here, seeds(3), me, raters=1)
    project_of(here, seeds(1))
    index = shown(anna, "/annotating")
    assert [one.id for one in index["projects"]] == [id]
    place = anna.get(f"/annotating/{id}/next").headers["location"]
    empty = shown(anna, place)
    assert (empty["done"], empty["label"], empty["saved"], empty["comment"]) == (0, None, [], "")
    form = {"_revision": "0", "_seconds": "4", "_comment": "C.", "rating": "bad", "reason": "R."}
    wrong = anna.post(place, {**form, "rating": ""})
    assert wrong.status_code == 422
    assert anna.post(place, form).status_code == 303
    again = shown(anna, place)
    assert (again["done"], again["comment"]) == (1, "C.")
    assert (again["label"], len(again["saved"])) == ({"rating": "bad", "reason": "R."}, 2)
    mine = shown(anna, f"/annotating/{id}/mine")
    # What was claimed by the last form is open, and comes last.
    assert [one[0].state for one in mine["mine"]] == ["done", "open"]
    assert mine["more"] is False
    assert shown(anna, "/annotating")["done"] == {id: 1}
    page = shown(anna, f"/annotating/{id}")
    assert (page["member"], page["mine"].done) == (True, 1)
    assert "people" not in page
    stale = anna.post(place, form)
    assert stale.status_code == 409
