"""A studio with something on every page: projects of every kind, sessions at every stage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from studio import OWNER, Browsing, StudioHere, new_link, studio_on
from tamis.studio.annotating import imported_labels
from tamis.studio.annotating.kinds import KINDS
from tamis.studio.database.schema import Assignment, Item, Project
from test_studio_annotating import give, make, seeds_of
from test_studio_exchange import LABELS, RECORDS
from test_studio_writing import DRAFT, MODEL, begin, scripted, settled

ANN, BEN = "Ann", "Ben Bergström-Featherstonehaugh"
REASON = "It says so on the first page, though the second edition says something else."


@dataclass
class Filled:
    """What was made: each page with who sees it ("" for a stranger), each refused form."""

    projects: dict[str, str] = field(default_factory=dict)
    pages: list[tuple[str, str]] = field(default_factory=list)
    forms: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)


def fill(address: str) -> Filled:
    """Fill the studio in the database at `address`."""
    here = studio_on(address, models=(MODEL,))
    try:
        filled = Filled()
        owner = here.owner()
        me = here.person(OWNER, "owner")
        ann, ben = here.person(ANN), here.person(BEN)
        _projects(here, filled, me, ann, ben)
        _sessions(here, filled, owner)
        _people(here, filled, owner)
        return filled
    finally:
        here.close()


def _projects(here: StudioHere, filled: Filled, me: Any, ann: Any, ben: Any) -> None:
    for kind in sorted(KINDS):
        first, second, third = (
            {**RECORDS[kind], "key": key, "question_key": f"{kind} {key}"}
            for key in ("one", "two", "three")
        )
        if kind == "kiwi_error":
            first["model_error_type"], first["model"] = LABELS[kind][0]["error_type"], "an/oracle"
        seeds = seeds_of(kind, first, second, third)
        hidden = kind == "acs_error"
        id = make(
            here.database, me.id, kind=kind, seeds=seeds, raters=3, people=[ann, ben],
            hide_names=hidden,
        )  # fmt: skip
        filled.projects[kind] = id
        give(here.database, id, ann, "one", LABELS[kind][0], REASON)
        give(here.database, id, ben, "one", LABELS[kind][1])
        browsing = here.browse(ANN)
        opened = browsing.get(f"/annotating/{id}/next").headers["location"]
        with here.database.writing() as transaction:
            items = transaction.scalars(
                select(Item.id).where(Item.project_id == id).order_by(Item.position)
            ).all()
            for item in transaction.scalars(select(Item).where(Item.project_id == id)):
                if item.key == "one":
                    label = LABELS[kind][1] | {"_comment": REASON}
                    imported_labels.add_labels(item, (("Zoë Imported", label),))
            project = transaction.get_one(Project, id)
            project.settings = {**project.settings, imported_labels.HAS_PEOPLE: True}
            done = transaction.scalar(
                select(Assignment.id).where(
                    Assignment.project_id == id, Assignment.state == "done",
                    Assignment.person_id == ann.id,
                )
            )  # fmt: skip
        base = f"/annotating/{id}"
        filled.pages += [
            (OWNER, path)
            for path in (
                base, f"{base}?nothing=left", f"{base}/items", f"{base}/items?show=differing",
                f"{base}/items?show=settled", f"{base}/items/{items[0]}",
                f"{base}/items/{items[0]}?take=1", f"{base}/items/{items[1]}", f"{base}/import",
                f"{base}/export", f"{base}/comparison",
            )
        ]  # fmt: skip
        filled.pages += [
            (ANN, path) for path in (base, f"{base}/mine", f"{base}/label/{done}", opened)
        ]
        filled.forms += [
            (ANN, opened, emptied(browsing.get(opened).text)),
            (OWNER, f"{base}/items/{items[0]}/settle", {}),
            (OWNER, f"{base}/import", {"files": "{"}),
        ]
    # One that is resolved.
    id = filled.projects["kitab_title"]
    owner = here.owner()
    place = next(path for _, path in filled.pages if path.startswith(f"/annotating/{id}/items/"))
    give(here.database, id, ann, "three", LABELS["kitab_title"][0])
    give(here.database, id, ben, "three", LABELS["kitab_title"][1])
    three = f"/annotating/{id}/items/{int(place.rpartition('/')[2]) + 2}"
    carried = carried_by(owner.get(three).text)
    answer = owner.post(f"{three}/settle", {**carried, **LABELS["kitab_title"][0]})
    assert answer.status_code == 303, answer.text
    filled.pages.append((OWNER, three))
    filled.forms.append((OWNER, "/annotating/new", {"raters": "2"}))


def _sessions(here: StudioHere, filled: Filled, owner: Browsing) -> None:
    asked = {"kind": "information-seeking", "instruction": "Say more of vats."}
    rated = {"rating": "bad", "comment": "It says nothing of vats."}
    for steps in range(5):
        place, _ = begin(
            here, owner, f"{DRAFT} Vats were of oak [1].", question=f"How was water kept {steps}?"
        )
        turn = {"turn": "1"}
        if steps > 0:
            _post(owner, place, "instruct", turn | asked)
            settled(owner, place)
        if steps > 1:
            _post(owner, place, "rate", turn | rated)
        if steps > 2:
            _post(owner, place, "edit", turn | {"answer": f"{DRAFT} Of oak."})
        if steps > 3:
            _post(owner, place, "finish", {"satisfied": "yes"})
        filled.pages += [
            (OWNER, f"{place}{query}")
            for query in ("", "?turn=0", "?turn=1&view=sides", "?turn=1&view=clean", "/papers/0")
        ]
        filled.pages += [(OWNER, f"{place}/session.jsonl"), (OWNER, f"{place}/events.jsonl")]
        filled.forms += [
            (OWNER, f"{place}/{what}", {}) for what in ("instruct", "rate", "edit", "finish")
        ]
    scripted(here)  # Without a reply the draft breaks off.
    files = [("files", ("On wells.txt", b"Wells were dug deep in dry land."))]
    broken = owner.post("/writing/new", {"question": "Why wells?", "act": "begin"}, files=files)
    settled(owner, broken.headers["location"])
    filled.pages.append((OWNER, broken.headers["location"]))
    owner.post("/writing/new", {"question": "", "act": "add"}, files=files)
    filled.pages += [(OWNER, "/writing"), (OWNER, "/writing/new"), (ANN, "/writing")]
    filled.forms.append((OWNER, "/writing/new", {"question": "", "act": "begin"}))


def _people(here: StudioHere, filled: Filled, owner: Browsing) -> None:
    owner.get("/people")
    cid = here.person("Cid").id
    owner.post(f"/people/{cid}/disable")
    link = new_link(here, role="annotator", name="Dora")
    filled.pages += [
        (OWNER, path) for path in ("/", "/people", "/account", "/annotating", "/annotating/new")
    ]
    filled.pages += [(ANN, path) for path in ("/annotating", "/account", "/people", "/no/such")]
    filled.pages += [("", path) for path in ("/login", link, "/no/such", "/writing", "/healthz")]
    filled.forms += [
        (OWNER, "/people/invitations", {"role": "annotator", "name": "\u200b"}),
        (OWNER, "/people/invitations", {"role": "annotator"}),
        (OWNER, "/account/password", {"old": "x", "password": "y" * 10, "again": "z" * 10}),
        ("", "/login", {"name": "nobody", "password": "nothing"}),
        ("", link, {"name": "", "password": "x" * 10, "again": "y" * 10}),
    ]


def _post(owner: Browsing, place: str, what: str, data: dict[str, str]) -> None:
    found = re.search(r'name="seen" value="([^"]*)"', owner.get(place).text)
    assert found, place
    answer = owner.post(f"{place}/{what}", {"seen": found[1], **data})
    assert answer.status_code == 303, answer.text


def carried_by(text: str) -> dict[str, str]:
    """The page's own hidden fields."""
    return dict(re.findall(r'type="hidden" name="(_\w+)" value="([^"]*)"', text))


def emptied(text: str) -> dict[str, str]:
    """The form of a label with nothing in it."""
    form = text.partition("data-annotate")[2].partition("</form>")[0]
    names = re.findall(r'<(?:textarea|input)[^>]* name="([^"_][^"]*)"', form)
    return {name: "" for name in names if name != "csrf"} | carried_by(text)


def one_of_each(pages: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pages without those that are the same for projects of another kind."""
    kept = {}
    for name, path in pages:
        shape = re.sub(r"/[\w-]{16}(?=/|$|\?)", "/*", path)
        # Items and forms look as their kind says.
        kept.setdefault((name, path if re.search(r"/(items|label)/", path) else shape), path)
    return [(name, path) for (name, _), path in kept.items()]


def browsers(here: StudioHere) -> dict[str, Browsing]:
    """A browser for each of those who see the pages."""
    return {OWNER: here.owner(), ANN: here.browse(ANN), "": here.browse()}


def answers(here: StudioHere, filled: Filled) -> Iterator[tuple[str, Any]]:
    """Every page and every refused form, with what it is called."""
    who = browsers(here)
    for name, path in filled.pages:
        yield path, who[name].get(path)
    for name, path, data in filled.forms:
        if "files" in data:
            files = [("files", ("in.jsonl", data["files"].encode()))]
            yield f"POST {path}", who[name].post(path, {}, files=files)
        else:
            yield f"POST {path}", who[name].post(path, data)
