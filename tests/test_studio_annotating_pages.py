"""The pages of annotating: who sees and may do what, and what is kept when something is refused."""

from __future__ import annotations

import re

import pytest

from studio import OWNER, on_sqlite

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from sqlalchemy import select

from tamis.studio.annotating import project_store
from tamis.studio.annotating.finished_labels import finished_labels
from tamis.studio.annotating.kinds import KINDS
from tamis.studio.database.schema import Project, Unsent
from test_studio_annotating import give, make, seed, seeds_of, titles
from test_studio_exchange import LABELS, RECORDS

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE item; --",
    "{{ 'qy' * 3 }}{% raw %}",
    "אבג مرحبا",
    "a\u202eb\u200bc\ufeffd\x00",
]
BY_MODEL = {"model_instruction_type": "remove", "model": "oracle-of-delphi"}


@pytest.fixture
def round_of_two(studio):
    """A project with three items and two raters who are logged in: id, owner, Ann, Ben."""
    owner, ann, ben = studio.owner(), studio.annotator("Ann"), studio.annotator("Ben")
    people = [studio.person("Ann"), studio.person("Ben")]
    project = make(studio.database, studio.person(OWNER, "owner").id, people=people)
    return project, owner, ann, ben


def open_next(browsing, project: str) -> tuple[str, dict[str, str]]:
    """The address of the next item, and what its form carries."""
    address = browsing.get(f"/annotating/{project}/next").headers["location"]
    return address, hidden(browsing.get(address).text)


def hidden(text: str) -> dict[str, str]:
    """The page's own hidden fields."""
    return dict(re.findall(r'type="hidden" name="(_\w+)" value="([^"]*)"', text))


def test_a_round_of_two_with_a_disagreement(studio, round_of_two):
    """Two people label; the owner sees who differs, resolves it, and the export has it."""
    project, owner, ann, ben = round_of_two
    for browsing, values in ((ann, ["yes", "yes", "no"]), (ben, ["yes", "no", "no"])):
        address, carried = open_next(browsing, project)
        for value in values:
            answer = browsing.post(address, {**carried, "by_author": value, "_comment": "Why not"})
            assert answer.status_code == 303
            address = answer.headers["location"]
            carried = hidden(browsing.get(address).text)
        assert address == f"/annotating/{project}?nothing=left"
    text = owner.get(f"/annotating/{project}").text
    assert "100%" in text
    assert "Cohen" in text
    listed = owner.get(f"/annotating/{project}/items?show=differing").text
    (item,) = re.findall(rf"/annotating/{project}/items/(\d+)", listed)
    shown = owner.get(f"/annotating/{project}/items/{item}").text
    assert "Ann" in shown
    assert "Ben" in shown
    assert "they differ" in shown
    carried = hidden(shown)
    place = f"/annotating/{project}/items/{item}/settle"
    assert owner.post(place, {**carried, "by_author": "no"}).status_code == 303
    assert owner.post(place, {**carried, "by_author": "yes"}).status_code == 409
    assert "No open disagreements" in owner.get(f"/annotating/{project}").text
    with studio.database.reading() as transaction:
        found = finished_labels(transaction, project)
    settled = [one.adjudicated for one in found if one.item_id == int(item)]
    assert settled == [{"by_author": "no"}] * 2
    assert len(found) == 6
    assert all(one.comment == "Why not" for one in found)


@on_sqlite
def test_an_older_form_is_refused_and_what_was_typed_is_kept(round_of_two):
    """Two tabs with one item: the second to save is told, its text is there, it may insist."""
    project, _, ann, _ = round_of_two
    address, carried = open_next(ann, project)
    assert ann.post(address, {**carried, "by_author": "yes"}).status_code == 303
    answer = ann.post(address, {**carried, "by_author": "no", "_comment": "second thoughts"})
    assert answer.status_code == 409
    assert "changed in another tab" in answer.text
    assert "second thoughts" in answer.text
    assert re.search(r'value="no"\s+checked', answer.text)
    again = {**hidden(answer.text), "by_author": "no"}
    assert ann.post(address, again).headers["location"] == f"/annotating/{project}/mine"
    assert ">No<" in ann.get(f"/annotating/{project}/mine").text


@on_sqlite
def test_saving_forgets_the_autosaved_form_in_the_same_step(studio, round_of_two):
    """What was kept of an unfinished form goes when the form is taken, not before."""
    project, _, ann, _ = round_of_two
    address, carried = open_next(ann, project)
    number = address.rsplit("/", 1)[1]
    place = f"annotating:{project}:{number}"
    ann.post("/unsent", {"place": place, "text": '{"by_author": ["no"]}'})
    assert ann.post(address, carried).status_code == 422

    def kept():
        with studio.database.reading() as transaction:
            return transaction.scalars(select(Unsent.place)).all()

    assert kept() == [place]
    assert ann.post(address, {**carried, "by_author": "no"}).status_code == 303
    assert kept() == []


@on_sqlite
def test_a_skipped_item_goes_to_others_and_can_be_come_back_to(round_of_two):
    """It is not offered again, but stands among one's own labels."""
    project, _, ann, _ = round_of_two
    seen = set()
    address, carried = open_next(ann, project)
    for _ in range(3):
        seen.add(address)
        answer = ann.post(address, {**carried, "_action": "skip"})
        address = answer.headers["location"]
        carried = hidden(ann.get(address).text)
    assert len(seen) == 3
    assert address.endswith("nothing=left")
    back = next(iter(seen))
    assert back in ann.get(f"/annotating/{project}/mine").text
    carried = hidden(ann.get(back).text)
    assert ann.post(back, {**carried, "by_author": "yes"}).status_code == 303


@on_sqlite
def test_annotators_see_neither_owners_pages_nor_others_labels(studio, round_of_two):
    """Each page of an owner is refused, each label of others is none of theirs."""
    project, owner, ann, ben = round_of_two
    address, _ = open_next(ben, project)
    item = re.findall(r"/items/(\d+)", owner.get(f"/annotating/{project}/items").text)[0]
    base = f"/annotating/{project}"
    for path in ("/items", f"/items/{item}", "/comparison"):
        assert ann.get(base + path).status_code == 403
    assert ann.get("/annotating/new").status_code == 403
    for path in ("/settings", "/members", "/close", "/delete"):
        assert ann.post(base + path, {"name": "x", "raters": "1"}).status_code == 403
    for path in ("settle", "unsettle", "assign"):
        data = {"by_author": "yes", "to": "1"}
        assert ann.post(f"{base}/items/{item}/{path}", data).status_code == 403
    assert ann.post("/annotating/new", {"name": "x"}).status_code == 403
    assert ann.get(address).status_code == 404
    assert ann.post(address, {"by_author": "yes", "_revision": "0"}).status_code == 404
    text = ann.get(base).text
    assert "Ben" not in text
    assert "Cohen" not in text
    stranger = studio.annotator("Someone else")
    for path in ("", "/next", "/mine"):
        assert stranger.get(base + path).status_code == 404
    assert "A project" not in stranger.get("/annotating").text


@on_sqlite
def test_raters_of_quest_do_not_learn_who_proposed(studio):
    """Neither the runs nor whether it was a gold is in a rater's page."""
    ann = studio.annotator("Ann")
    who = studio.person("Ann")
    record = RECORDS["quest_candidate"] | {"proposed_by": ["secret-run+"]}
    record["evidence_for"] = ['secret-run: "shot in Porto" [d1]']
    seeds = seeds_of("quest_candidate", record)
    project = make(studio.database, who.id, kind="quest_candidate", seeds=seeds, people=[who])
    text = ann.get(ann.get(f"/annotating/{project}/next").headers["location"]).text
    assert "shot in Porto" in text
    assert "secret-run" not in text
    assert "in_original" not in text


@on_sqlite
def test_a_model_s_label_is_shown_only_after_one_s_own(studio):
    """It would lead: it appears beside the rater's label once that is saved."""
    ann, who = studio.annotator("Ann"), studio.person("Ann")
    seeds = seeds_of("kiwi_instruction", RECORDS["kiwi_instruction"] | BY_MODEL)
    project = make(
        studio.database, who.id, kind="kiwi_instruction", seeds=seeds, raters=2, people=[who]
    )
    address, carried = open_next(ann, project)
    assert "oracle-of-delphi" not in ann.get(address).text
    ann.post(address, {**carried, "instruction_type": "condense"})
    assert "oracle-of-delphi" in ann.get(address).text


@on_sqlite
def test_names_are_hidden_from_who_settles_if_so_set(studio, round_of_two):
    """The labels stand side by side as those of Rater A and Rater B."""
    project, owner, _, _ = round_of_two
    ann, ben = studio.person("Ann"), studio.person("Ben")
    with studio.database.reading() as transaction:
        item = project_store.items(transaction, project)[0]
    give(studio.database, project, ann, item.key, {"by_author": "yes"}, "no doubt")
    give(studio.database, project, ben, item.key, {"by_author": "no"})
    page = f"/annotating/{project}/items/{item.id}"
    assert "<bdi>Ann</bdi>" in owner.get(page).text
    settings = {"name": "A project", "raters": "2", "hide_names": "on"}
    assert owner.post(f"/annotating/{project}/settings", settings).status_code == 303
    text = owner.get(page).text
    assert "<bdi>Ann</bdi>" not in text
    assert "Rater A" in text
    assert "no doubt" in text


@on_sqlite
def test_labels_are_kept_from_an_owner_who_may_still_label(studio):
    """Until they have labelled the item, or open it to resolve it; other owners see them."""
    olga, other = studio.owner(), studio.browse("Oskar Owner", "owner")
    me, ann = studio.person(OWNER), studio.person("Ann")
    project = make(
        studio.database, me.id, seeds=titles(("Zoe", "model:oracle")), raters=3, people=[me, ann]
    )
    for unlike in ("cannot_tell", "no"):
        someone = ann if unlike == "no" else studio.person("Ben")
        give(studio.database, project, someone, "i0", {"by_author": unlike}, "a giveaway")
    with studio.database.writing() as transaction:
        item = project_store.items(transaction, project)[0].id
        transaction.get_one(Project, project).raters = 4
    base = f"/annotating/{project}"
    told = {
        f"{base}/items/{item}": ["a giveaway", "Zoe", "oracle", "they differ", "Resolve</h2>"],
        f"{base}/items": ["Cannot tell", "they differ"],
        f"{base}/items?show=differing": ["Cannot tell", "they differ"],
    }

    def seen(browsing) -> set[bool]:
        return {one in browsing.get(page).text for page, all in told.items() for one in all}

    assert seen(other) == {True}
    assert seen(olga) == {False}
    assert "4 labels of others are hidden from you" in olga.get(f"{base}/items/{item}").text
    assert "hidden from you" in olga.get(f"{base}/items").text
    assert "a giveaway" in olga.get(f"{base}/items/{item}?show=labels").text
    address, carried = open_next(olga, project)
    assert olga.post(address, {**carried, "by_author": "no"}).status_code == 303
    assert seen(olga) == {True}


@on_sqlite
def test_hostile_text_is_shown_as_text(studio):
    """Payloads, guidance, comments and names never become markup, on any page of any kind."""
    owner, me = studio.owner(), studio.person(OWNER, "owner")
    for kind in sorted(set(KINDS) - {"fanout_question", "fanout_answer", "question_review"}):
        check_hostile(studio, owner, me, kind)


def check_hostile(studio, owner, me, kind):
    """All pages of one kind."""
    texts = iter(range(1000))

    def poisoned(value):
        return HOSTILE[next(texts) % 2] + " ".join(HOSTILE[2:]) + value

    fixed = {"session", "turn", "gold", "verdict", "is_constraint_satisfied", "capability"}
    fixed |= {"rating", "instruction_type", "model_instruction_type", "error_type"}
    fixed |= {"kind"}
    record = RECORDS[kind] | (BY_MODEL if kind == "kiwi_instruction" else {})
    record = {
        name: poisoned(value) if isinstance(value, str) and name not in fixed else value
        for name, value in record.items()
    }
    if kind == "quest_candidate":
        record["evidence_for"] = [poisoned("x"), poisoned("y")]
    seeds = seeds_of(kind, {**record, "written_by": poisoned("me"), "key": poisoned("k")})
    project = make(studio.database, me.id, kind=kind, seeds=seeds, raters=2, people=[me])
    change = {"name": HOSTILE[0], "guidance": "".join(HOSTILE), "raters": "2"}
    owner.post(f"/annotating/{project}/settings", change)
    address, carried = open_next(owner, project)
    label = {**carried, **KINDS[kind].values(LABELS[kind][0]), "_comment": HOSTILE[1]}
    pages = [owner.get(address).text, owner.post(address, {**carried, "_comment": HOSTILE[0]}).text]
    assert owner.post(address, label).status_code == 303
    with studio.database.reading() as transaction:
        item = project_store.items(transaction, project)[0]
    paths = ["/mine", "/items", f"/items/{item.id}", "/comparison"]
    # There the others' raters have names that are turned round, each within its own `bdi`.
    paths += [""] if kind == "kiwi_instruction" else []
    pages += [owner.get(f"/annotating/{project}{path}").text for path in paths]
    pages.append(owner.get(address).text)
    for text in pages:
        assert "alert(1)</script>" not in text
        assert "<img" not in text
        assert "qyqyqy" not in text
        # What is typed stands in its field as it is; nothing else turns what is beside it round.
        shown = re.sub(r'<textarea.*?</textarea>|value="[^"]*"', "", text, flags=re.DOTALL)
        assert "\u202e" not in shown
    assert "&lt;script&gt;" in "".join(pages)
    assert "U+202E" in "".join(pages)


@on_sqlite
def test_a_new_project_needs_a_name_and_a_kind(studio):
    """The form comes back with a sentence, and with what was typed."""
    owner = studio.owner()
    data = {"name": "Titles", "kind": "kitab_title", "raters": "2", "guidance": "Look it up."}
    for change, said in (
        ({"name": "  "}, "needs a name"),
        ({"kind": "nonsense"}, "no kind"),
        ({"name": "x" * 81}, "longer than 80"),
        ({"raters": "51"}, "from 1 to 50"),
    ):
        answer = owner.post("/annotating/new", {**data, **change})
        assert answer.status_code == 422
        assert said in answer.text
        assert "Look it up." in answer.text
    owner.post("/unsent", {"place": "annotating:new", "text": '{"name": "Titles"}'})
    answer = owner.post("/annotating/new", data)
    assert re.fullmatch(r"/annotating/[\w-]+/import", answer.headers["location"])
    # The form for the next one is empty again.
    assert owner.get("/unsent?place=annotating:new").json()["text"] is None
    assert "Titles" in owner.get("/annotating").text


@on_sqlite
def test_a_closed_project_takes_no_more_labels(round_of_two):
    """The form says so, and keeps what was typed; open again, it is taken."""
    project, owner, ann, _ = round_of_two
    address, carried = open_next(ann, project)
    owner.post(f"/annotating/{project}/close", {})
    answer = ann.post(address, {**carried, "by_author": "yes", "_comment": "late"})
    assert answer.status_code == 422
    assert "closed" in answer.text
    assert "late" in answer.text
    assert ann.get(f"/annotating/{project}/next").headers["location"].endswith("nothing=left")
    owner.post(f"/annotating/{project}/close", {})
    assert ann.post(address, {**carried, "by_author": "yes"}).status_code == 303


@on_sqlite
def test_a_project_with_labels_is_deleted_only_by_its_name(studio, round_of_two):
    """One without labels goes at once."""
    project, owner, _, _ = round_of_two
    with studio.database.reading() as transaction:
        key = project_store.items(transaction, project)[0].key
    give(studio.database, project, studio.person("Ann"), key, {})
    owner.post(f"/annotating/{project}/delete", {"name": "something"})
    assert owner.get(f"/annotating/{project}").status_code == 200
    owner.post(f"/annotating/{project}/delete", {"name": "A project"})
    assert owner.get(f"/annotating/{project}").status_code == 404


@on_sqlite
def test_a_long_list_of_items_has_a_hundred_a_page(studio):
    """From wherever one begins; no item is left out."""
    owner, me = studio.owner(), studio.person(OWNER, "owner")
    project = make(studio.database, me.id, seeds=[seed(f"i{n}") for n in range(103)])
    keys = []
    for start in (0, 100):
        text = owner.get(f"/annotating/{project}/items?start={start}").text
        keys += re.findall(r">(i\d+)<", text)
        assert ("start=100" in text) == (start == 0)
    assert keys == [f"i{n}" for n in range(103)]
