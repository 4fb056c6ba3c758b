"""Items and labels in and out of the studio: CSV, JSON lines, Label Studio, benchmarks' files."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio import on_sqlite

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from tamis.benchmarks.acs.data import read_items
from tamis.benchmarks.acs.error_labels import read_labels
from tamis.benchmarks.kiwi.data import load as load_kiwi
from tamis.benchmarks.kiwi.label_files import read_label_file
from tamis.benchmarks.predictions import read_predictions
from tamis.benchmarks.quest.ratings import read_pool
from tamis.collect.fanout.question_files import read_questions, validate
from tamis.collect.questions import read_accepted, read_review
from tamis.studio.annotating.exchange import entries
from tamis.studio.annotating.exchange.anonymisation import pseudonyms, renamed
from tamis.studio.annotating.exchange.benchmarks import own_files
from tamis.studio.annotating.exchange.csv import write_csv
from tamis.studio.annotating.exchange.entries import GivenLabel, Row, Settled
from tamis.studio.annotating.exchange.jsonl import write_jsonl
from tamis.studio.annotating.exchange.label_checks import checked_label
from tamis.studio.annotating.exchange.label_studio import WHO, config, tasks
from tamis.studio.annotating.exchange.label_studio_tasks import read_tasks
from tamis.studio.annotating.exchange.uploads import read_upload
from tamis.studio.annotating.imported_labels import COMMENT, DONE_AT, SECONDS
from tamis.studio.annotating.kinds import KINDS
from tamis.types import InputError
from tamis.writing.revision.types import ERROR_TYPES, INSTRUCTION_TYPES
from tamis.writing.sessions import RATINGS

HOSTILE = '<script>alert(1)</script>\u202e=HYPERLINK("x")'
MODEL = "model:"
YES = {"by_author": "yes"}
NOON = datetime(2024, 5, 6, 12, tzinfo=UTC)

QUESTION = {
    "question": "How many people live in each of the five largest towns of Utopia?",
    "strategy": [
        {"question": f"How many people live in Town {n}?",
         "evidence": f"https://en.wikipedia.org/wiki/Town_{n}", "answer": 100 * n}
        for n in range(1, 6)
    ],
    "answer": {f"Town {n}": 100 * n for n in range(1, 6)},
}  # fmt: skip
TURN = {
    "session": 1, "turn": 2, "question": "What is known of sieves?",
    "previous": "Sieves are old [0].\n\nThey sift.", "instruction": "Say what they are made of.",
    "answer": "Sieves are old [0].\n\nThey sift, and are made of silk [1].",
    "rating": "neutral", "comment": "It says too little.",
}  # fmt: skip
PROPOSED = {
    "id": "p1#0/1", "question": "Which methods sift evidence, and how do they differ?", "number": 1,
    "paragraph": {
        "id": "p1#0", "paper": "p1", "title": "On sifting", "section": "Related Work",
        "text": "Many have sifted (A; B; C; D).", "unresolved": 0,
        "cited": [{"id": c, "title": f"Paper {c}", "available": c != "d"} for c in "abcd"],
    },
    "model": "mockllm/model", "prompts": "1234abcd", "keyword": "", "answerable": "Yes",
    "checker": "mockllm/model",
}  # fmt: skip
TICKS = ["stands_alone", "realistic", "challenging", "sufficient", "makes_sense", "not_niche"]

# A record of each kind as an import brings it, and two labels.
RECORDS = {
    "acs_constraint": {
        "user_request": "Plan two days.", "agent_response": "- Day 1: rest\n- Day 2: rest",
        "constraint": "Two days.", "domain": "meal-planning",
    },
    "acs_error": {
        "id": "7", "judge": "mock", "gold": "satisfied", "verdict": "unsatisfied",
        "rationale": "=2+2 is 5.", "worksheet": "2 + 2 = 4", "constraint": "At most 4.",
        "request": "r", "response": "a",
    },
    "quest_candidate": {
        "qid": "q1", "question": "Films of 1990 set in Rome", "title": "A Film, a Day",
        "doc_id": "A Film, a Day", "proposed_by": ["run-1+", "run-2-"], "in_original": True,
        "evidence_for": ['run-1: "set in Rome" [A Film]', 'run-2: "of 1990" [A Film]'],
        "evidence_against": [],
    },
    "kitab_doubt": {
        "kind": "cluster", "title": "The Book", "why": "the years are far apart",
        "titles": ["The Book", "The Book; or, A Life"],
    },
    "kitab_title": {"author": "A. Author", "title": "The Book: A Life", "year": "1950"},
    "kiwi_instruction": TURN, "kiwi_error": TURN, "kiwi_rating": TURN,
    "fanout_question": {"topic": "Towns, and their people", "note": "five at least", "id": "t1"},
    "fanout_answer": {"id": "f1", "question": "Who leads each of the five?"},
    "question_review": PROPOSED,
}  # fmt: skip
LABELS = {
    "acs_constraint": [
        {"satisfied": "satisfied", "capability": "counting"}, {"satisfied": "not_satisfied"},
    ],
    "acs_error": [{"category": "calculation"}, {"category": "schedule understanding"}],
    "quest_candidate": [{"rating": "MATCH"}, {"rating": "DEBATABLE"}],
    "kitab_doubt": [{"verdict": "wrong", "note": "two books"}, {"verdict": "right"}],
    "kitab_title": [{"by_author": "yes", "source": "a catalogue"}, {"by_author": "no"}],
    "kiwi_instruction": [{"instruction_type": one.key} for one in INSTRUCTION_TYPES[:2]],
    "kiwi_error": [{"error_type": one.key} for one in ERROR_TYPES[:2]],
    "kiwi_rating": [{"rating": "good", "reason": "Fine."}, {"rating": "bad", "reason": "No\nno."}],
    "fanout_question": [
        {"question": QUESTION["question"], "authored": json.dumps(QUESTION)},
        {"question": QUESTION["question"], "authored": json.dumps(QUESTION | {"categories": []})},
    ],
    "fanout_answer": [
        {"answer": "One\nTwo", "answer_how": "list", "minutes": 7.5,
         "pages": "https://en.wikipedia.org/wiki/One"},
        {"could_not_answer": ["yes"], "minutes": 12},
    ],
    "question_review": [
        {"question": "Which methods sift?", "ticks": TICKS, "papers": ["a", "b", "c", "d"],
         "decision": "accept"},
        {"question": PROPOSED["question"], "ticks": [], "papers": [], "decision": "reject",
         "reason": "Too vague."},
    ],
}  # fmt: skip
EVERY = sorted(KINDS)


def seed_of(name: str, extra: dict | None = None):
    """The one item that an import of a kind's sample record comes to."""
    line = json.dumps(RECORDS[name] | (extra or {})) + "\n"
    reading = read_upload(KINDS[name], "in.jsonl", line.encode())
    assert reading.problems == []
    (entry,) = reading.entries
    return entry.seed


def row_of(name: str, *, settled: bool = True, extra: dict | None = None) -> Row:
    """That item with labels of two people and a model, one of them with a comment."""
    seed = seed_of(name, extra)
    first, second = LABELS[name]
    moment = datetime(2024, 5, 6, 7, 8, tzinfo=UTC)
    said = (
        GivenLabel("Anna Ätzend", first, f"A comment, {HOSTILE}", done_at=moment, seconds=61.5),
        GivenLabel("ben@example.org", second),
        GivenLabel("mock/judge", second, model=True),
        GivenLabel("Carl", {}, "not mine", skipped=True),
    )
    ruling = Settled(first, "as the guide has it", "Olga Owner") if settled else None
    return Row(seed.key, seed.payload, "group 1", "Wanda Writer", said, ruling)


def labels_of(row: Row) -> set:
    """Who said what, as far as an import brings it."""
    return {
        (
            MODEL + one.who if one.model else one.who,
            json.dumps(
                one.label
                | ({COMMENT: one.comment} if one.comment else {})
                | ({DONE_AT: one.done_at.isoformat()} if one.done_at else {})
                | ({SECONDS: one.seconds} if one.seconds is not None else {}),
                sort_keys=True,
            ),
        )
        for one in row.labels
        if not one.skipped
    }


def same(entry, row: Row) -> None:
    """Nothing of the item, its labels and its names is lost."""
    found = entry.seed
    assert (found.key, found.question_key, found.written_by, found.payload, entry.settled) == (
        row.key, row.question_key, row.written_by, row.payload, row.settled,
    )  # fmt: skip
    said = {(who, json.dumps(label, sort_keys=True)) for who, label in found.labels}
    assert said == labels_of(row)


def file_of(form: str, name: str, row: Row) -> bytes:
    """A row as an export holds it."""
    if form == "items.csv":
        return write_csv(KINDS[name], [row]).encode()
    if form == "items.jsonl":
        return "".join(write_jsonl(KINDS[name], [row])).encode()
    return json.dumps(tasks(KINDS[name], [row])).encode()


# --- out and in again ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    ("form", "extra"),
    [
        ("tasks.json", {"shelf mark": ["x", {"y": 1}]}),
        ("items.jsonl", {"shelf": {"deep": [1.5, None, True]}}),
        ("items.csv", {"shelf": "=1+1"}),
    ],
)
def test_what_is_exported_comes_back_unchanged(name, form, extra):
    """Items of every kind: payload, labels, names, comments, times, what was settled, the rest."""
    row = row_of(name, extra=extra)
    assert row.extra == extra
    raw = file_of(form, name, row)
    reading = read_upload(KINDS[name], form, raw)
    assert reading.problems == []
    same(reading.entries[0], row)
    assert reading.left_out == ({"cancelled annotations": 1} if form == "tasks.json" else {})
    # No cell of a spreadsheet is a formula.
    assert not re.search(rb"[\n,]=", raw) or form != "items.csv"


ROW = Row(
    "k", {"author": "A", "title": "T", "year": "", "note": "", "_extra": {"shelf": "9"}}, "g",
    "Wil",
    (
        GivenLabel("Ann", {"by_author": "yes"}, "c", done_at=NOON, seconds=61.5),
        GivenLabel("m", {"by_author": "no"}, model=True),
        GivenLabel("Bo", {}, skipped=True, seconds=1 / 3),
    ),
    Settled({"by_author": "no", "source": "s"}, "d", "Cy"),
)  # fmt: skip


def test_a_csv_has_a_row_for_each_label():
    """And for what was settled; columns that nobody fills are left out."""
    rows = [ROW, Row("l", {"author": "B", "title": "U", "year": "", "note": ""})]
    assert write_csv(KINDS["kitab_title"], rows).removeprefix("\ufeff").splitlines() == [
        "key,question_key,written_by,shelf,author,title,label.by_author,label.source,labelled_by,"
        "label_comment,state,done_at,seconds",
        "k,g,Wil,9,A,T,yes,,Ann,c,done,2024-05-06T12:00:00+00:00,61.5",
        "k,g,Wil,9,A,T,no,,model:m,,done,,",
        "k,g,Wil,9,A,T,,,Bo,,skipped,,0.3333333333333333",
        "k,g,Wil,9,A,T,no,s,Cy,d,settled,,",
        "l,,,,B,U,,,,,open,,",
    ]


def test_a_json_line_has_all_that_is_known_of_an_item():
    """Who said what and when, what was skipped, and what was settled by whom."""
    (line,) = write_jsonl(KINDS["kitab_title"], [ROW])
    bare = {"model": False, "state": "done", "comment": "", "done_at": None, "seconds": None}
    assert json.loads(line) == {
        "kind": "kitab_title", "key": "k", "question_key": "g", "written_by": "Wil",
        "payload": ROW.payload,
        "labels": [
            bare | {"by": "Ann", "label": {"by_author": "yes"}, "comment": "c", "seconds": 61.5,
                    "done_at": "2024-05-06T12:00:00+00:00"},
            bare | {"by": "m", "label": {"by_author": "no"}, "model": True},
            bare | {"by": "Bo", "label": {}, "state": "skipped", "seconds": 1 / 3},
        ],
        "settled": {"by": "Cy", "label": {"by_author": "no", "source": "s"}, "comment": "d"},
    }  # fmt: skip


def test_a_task_of_label_studio_has_annotations_and_predictions():
    """Of people, with their names and times; of models; what was settled is the ground truth."""
    (task,) = tasks(KINDS["kitab_title"], [ROW])
    assert (task["id"], task["data"]["shelf"]) == (1, "9")
    first, skipped, settled = task["annotations"]
    held = {part["from_name"]: part["value"] for part in first["result"]}
    assert held == {
        "by_author": {"choices": ["yes"]}, "comment": {"text": ["c"]}, WHO: {"text": ["Ann"]},
    }  # fmt: skip
    moment = "2024-05-06T12:00:00+00:00"
    assert (first["lead_time"], first["created_at"], first["updated_at"]) == (61.5, moment, moment)
    assert (first["was_cancelled"], first["ground_truth"]) == (False, False)
    assert (skipped["was_cancelled"], skipped["lead_time"]) == (True, 1 / 3)
    assert settled["ground_truth"]
    (said,) = task["predictions"]
    assert said["model_version"] == "m"
    assert [part["value"] for part in said["result"]] == [{"choices": ["no"]}]


@pytest.mark.parametrize("name", EVERY)
def test_what_label_studio_changes_is_kept_elsewhere(name):
    """Its export has its own user and its own times, and predictions only by their numbers."""
    row = row_of(name)
    model = GivenLabel("mock/two", LABELS[name][0], "Sure.", True, False, NOON, 1 / 3)
    row = replace(row, labels=(*row.labels, model))
    (task,) = tasks(KINDS[name], [row])
    for number, one in enumerate(task["annotations"], 20):
        # Label Studio refuses annotators whom it does not know.
        assert "completed_by" not in one
        assert [part["value"]["text"] for part in one["result"] if part["from_name"] == WHO] != []
        one |= {"id": number, "completed_by": 1}
        one |= dict.fromkeys(("created_at", "updated_at"), "2026-11-23T10:56:56.607247Z")
    assert len(task["predictions"]) == 2
    task["predictions"] = [6, 7]
    reading = read_upload(KINDS[name], "tasks.json", json.dumps([task]).encode())
    assert reading.problems == []
    same(reading.entries[0], row)
    assert reading.left_out == {"cancelled annotations": 1}


# The columns of Label Studio's flat exports.
HEADER = '"annotation_id","annotator","by_author","comment","created_at","id","lead_time",'


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        ('[{"author": "A", "title": "B", "id": 7, "annotator": 1, "annotation_id": 22,'
         ' "created_at": "x", "updated_at": "y", "lead_time": null}]', "JSON_MIN"),
        (HEADER + '"author","title","updated_at"\n1,1,yes,,x,6,1,A,B,x\n', "CSV"),
    ],
)  # fmt: skip
def test_flat_exports_of_label_studio_are_refused_once(raw, form):
    """CSV and JSON_MIN get one sentence that names the file and says to export as JSON."""
    said = rf"^x\.txt is Label Studio's export as {form}, .* in Label Studio, export as JSON\.$"
    with pytest.raises(InputError, match=said):
        read_upload(KINDS["kitab_title"], "x.txt", raw.encode())


def test_columns_that_look_like_formulas_come_back_under_their_names():
    """A guarded name of a column is the name again."""
    row = row_of("kitab_title", extra={"=cmd": "x", "'@who": "y", "plain": "z"})
    text = write_csv(KINDS["kitab_title"], [row])
    assert ",=cmd" not in text
    (entry,) = read_upload(KINDS["kitab_title"], "x.csv", text.encode()).entries
    same(entry, row)


@pytest.mark.parametrize("name", EVERY)
def test_the_configuration_fits_the_tasks(name):
    """Every result names a control of the configuration, and chooses what the control offers."""
    view = ElementTree.fromstring(config(KINDS[name], "Guidance <b>&\x00\x1b"))
    controls = {
        one.get("name"): (one.tag, {c.get("alias") for c in one})
        for one in view
        if one.get("toName")
    }
    (text,) = [one for one in view if one.tag == "Text"]
    tag_of = {"choices": "Choices", "number": "Number", "textarea": "TextArea"}
    (task,) = tasks(KINDS[name], [row_of(name)])
    assert text.get("value").removeprefix("$") in task["data"]
    results = [one for said in task["annotations"] for one in said["result"]]
    assert len(results) >= 6
    for one in results:
        tag, offered = controls[one["from_name"]]
        assert tag == tag_of[one["type"]]
        assert one["to_name"] == text.get("name")
        assert set(one["value"].get("choices", ())) <= offered


def annotated(*annotations, **more):
    """A task as somebody's own Label Studio has it, with the columns of kitab_title as data."""
    data = {"author": "A", "title": "B", "shelf": 3}
    return [{"id": 9, "data": data, "annotations": list(annotations), **more}]


def result(value, name="by_author", type_="choices"):
    """A result of a control."""
    return {"from_name": name, "to_name": "text", "type": type_, "value": value}


def test_foreign_tasks_bring_names_however_they_are_written():
    """completed_by may be a number, an address or an object; cancelled ones do not count."""
    kitab = KINDS["kitab_title"]
    yes, no = result({"choices": ["Yes"]}), result({"choices": ["no"]}, name="Sentiment")
    note = result({"text": ["a\nb"]}, "comment", "textarea")
    person = {"id": 3, "email": "c@d.org", "first_name": "Carla", "last_name": "Di Rossi"}
    box = result({"x": 1, "rectanglelabels": ["Car"]}, "box", "rectanglelabels")
    reading = read_tasks(
        kitab,
        "t.json",
        annotated(
            {"completed_by": 5, "result": [yes, box]},
            {"completed_by": "a@b.org", "result": [no, note]},
            {"completed_by": person, "result": [yes], "ground_truth": True},
            {"completed_by": person, "result": [no]},
            {"completed_by": 5, "result": [no], "was_cancelled": True},
            {"completed_by": 8, "result": []},
            predictions=[{"model_version": "m-1", "result": [yes], "score": 0.5}, 6, 7],
            drafts=[3],
            meta={"batch": 4},
        ),
    )
    assert reading.problems == []
    (entry,) = reading.entries
    assert entry.seed.labels == (
        ("user 5", {"by_author": "yes"}),
        ("a@b.org", {"by_author": "no", COMMENT: "a\nb"}),
        ("Carla Di Rossi", {"by_author": "yes"}),
        ("Carla Di Rossi", {"by_author": "no"}),
        ("model:m-1", {"by_author": "yes"}),
    )
    assert entry.seed.payload["_extra"] == {"shelf": 3, "_task": {"id": 9, "meta": {"batch": 4}}}
    assert reading.left_out == {
        "results of the control box": 1,
        "cancelled annotations": 1,
        "annotations without a label": 1,
        "predictions given only by their number": 2,
        "drafts": 1,
    }
    out = tasks(kitab, [Row(entry.seed.key, entry.seed.payload)])
    assert (out[0]["id"], out[0]["meta"], out[0]["data"]["shelf"]) == (9, {"batch": 4}, 3)


def test_one_label_with_two_times_is_one_label_and_two_labels_of_one_person_are_two():
    """A table that was edited by hand may round times: the first is kept; a second label has a
    number behind its name."""
    yes, no = result({"choices": ["yes"]}), result({"choices": ["no"]})
    task = annotated(
        {"completed_by": "x", "result": [yes], "lead_time": 4.04},
        {"completed_by": "x", "result": [yes], "lead_time": 4},
        {"completed_by": "x", "result": [no]},
        {"completed_by": "y", "result": [no], "created_at": "noon"},
    )
    reading = read_upload(KINDS["kitab_title"], "t.json", json.dumps(task).encode())
    assert reading.entries[0].seed.labels == (
        ("x", {"by_author": "yes", SECONDS: 4.04}),
        ("x (2)", {"by_author": "no"}),
        ("y", {"by_author": "no"}),
    )
    assert reading.left_out["times that cannot be read"] == 1


# --- what cannot be read -------------------------------------------------------------------------


def labelled(**more: object) -> bytes:
    """An exported title with what an editor made of it."""
    item = {"key": "k", "payload": {"author": "A", "title": "B"}, "kind": "kitab_title"} | more
    return json.dumps(item).encode()


def answered(*choices: str) -> bytes:
    """A task of Label Studio with one annotation."""
    return json.dumps(annotated({"result": [result({"choices": list(choices)})]})).encode()


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "is empty"),
        (b"author,title\nA,B\nC\xff,D\n", "line 3 is not UTF-8"),
        (b"author,title\nA\n", "line 2: 1 cells"),
        (b"author\nA\nB\n", "line 3: title is missing"),
        (b'{"author": "A"\n', "is not JSON"),
        (b'{"author": "A", "title": NaN}\n', "NaN is no number"),
        (b'{"author": "A", "title": "B"}\n[1]\n', "line 2 is a list, where an object"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"key": "k", "author": "A", "title": "B"}\n{"key": "k", "author": "A", "title": "C"}',
         "with other contents"),
        (labelled(key="x" * 1001), "key is longer than 1,000"),
        (labelled(payload={"author": "A"}), "title is missing"),
        (labelled(kind="acs_error"), "item of 'acs_error'"),
        (labelled(labels=[{"by": "x", "label": YES | {"shade": "blue"}}]), "no field 'shade'"),
        (labelled(labels=[{"by": "x", "label": YES, "done_at": "noon"}]), "done_at is 'noon'"),
        (labelled(labels=[{"by": "x", "label": YES, "seconds": -1}]), "`seconds` is -1"),
        (answered("perhaps"), "choose one of yes, no, cannot_tell"),
        (answered("yes", "no"), "2 choices where one is needed"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_in_a_sentence_with_its_place(raw, said):
    """Each broken file is told by its name, the line and what is wrong."""
    try:
        problems = read_upload(KINDS["kitab_title"], "in\u202e/../x.csv", raw).problems
    except InputError as error:
        problems = [str(error)]
    assert any(said in one for one in problems), problems
    assert all(one.startswith("x.csv") for one in problems)


@pytest.mark.parametrize(
    ("name", "label", "said"),
    [
        ("kitab_title", [], "where an object is needed"),
        ("kitab_title", {COMMENT: "x"}, "the label is empty"),
        ("kitab_title", YES | {COMMENT: "x" * 20_001}, "comment must be a text, and not too long"),
        ("kiwi_rating", {"rating": "x"}, "good, neutral, bad"),
        ("question_review", {"papers": ["x" * 1001]}, "where a list of texts is needed"),
        *(("fanout_answer", {"minutes": one}, "where a number is needed") for one in ("4", 2e15)),
    ],
)  # fmt: skip
def test_a_label_with_a_part_that_no_form_would_take_is_refused(name, label, said):
    """A text that is none, or one character too long; a number in words, or beyond all bounds."""
    with pytest.raises(InputError, match=re.escape(said)) as error:
        checked_label(KINDS[name], label, "x.csv, line 2")
    assert str(error.value).startswith("x.csv, line 2: ")


def test_times_of_files_are_kept_in_utc(monkeypatch):
    """With the offset that they were written with; without one they are in UTC, wherever read."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    for written, kept in (
        ("2024-05-06T14:00:00+02:00", "2024-05-06T12:00:00+00:00"),
        ("2024-05-06", "2024-05-06T00:00:00+00:00"),
    ):
        raw = labelled(labels=[{"by": "x", "label": YES, "done_at": written, "seconds": "61.5"}])
        (entry,) = read_upload(KINDS["kitab_title"], "x.jsonl", raw).entries
        assert entry.seed.labels == (("x", YES | {DONE_AT: kept, SECONDS: 61.5}),)
    monkeypatch.undo()
    time.tzset()


def test_every_bad_line_is_named():
    """Of a file with several bad lines each is told, and the good ones are still read."""
    raw = b"author;title\nA;B\n;C\nD;\nE;F\n"
    reading = read_upload(KINDS["kitab_title"], "x.csv", raw)
    assert [one.partition(":")[0] for one in reading.problems] == ["x.csv, line 3", "x.csv, line 4"]
    assert len(reading.entries) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encodings_and_delimiters(encoding, delimiter):
    """A spreadsheet may save its CSV with any mark, any delimiter and any ends of lines."""
    text = f"author{delimiter}title\r\nÅ\u4e2d{delimiter}B\r\n"
    (entry,) = read_upload(KINDS["kitab_title"], "x.txt", text.encode(encoding)).entries
    assert entry.seed.payload["author"] == "Å\u4e2d"


def test_too_many_items_are_refused_once(monkeypatch):
    """However many items are too many, it is one sentence that says to split the file."""
    monkeypatch.setattr(entries, "MOST_ITEMS", 50)
    raw = "author,title\n" + "".join(f"A,B{number}\n" for number in range(50))
    assert len(read_upload(KINDS["kitab_title"], "x", raw.encode()).entries) == 50
    with pytest.raises(InputError, match=r"^x, line 52: the file holds more than 50 items; split"):
        read_upload(KINDS["kitab_title"], "x", (raw + "A,C\nA,D\n").encode())


@settings(max_examples=40, deadline=None)
@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_no_upload_does_more_than_be_refused(text):
    """Whatever is uploaded, the answer is a reading or an InputError."""
    for name in ("kitab_title", "fanout_question"):
        try:
            reading = read_upload(KINDS[name], "x", text.encode("utf-8", "surrogatepass"))
        except InputError:
            continue
        assert reading.entries or reading.problems


NAMES = ("data", "annotations", "result", "value", "from_name", "choices", "text", "author")
NAMES += ("title", "tamis", "payload", "key", "by_author", "completed_by")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
    ),
    max_leaves=15,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(JSON, min_size=1, max_size=3))
def test_no_tasks_do_more_than_be_refused(value):
    """Tasks of whatever shape come to entries or sentences."""
    reading = read_tasks(KINDS["kitab_title"], "t", value)
    assert len(reading.entries) + reading.bad_lines == len(value)


def test_pseudonyms_are_stable_in_a_project_and_tell_nothing():
    """One name has one pseudonym in a project, another in the next, and models keep theirs."""
    row = row_of("kitab_title", extra={"rater": "Anna", "_task": {"meta": "by Anna Ätzend"}})
    here, there = pseudonyms(b"s" * 32, "p1"), pseudonyms(b"s" * 32, "p2")
    assert here("Anna Ätzend") == here("anna  ätzend") != there("Anna Ätzend")
    assert here("Anna Ätzend") != pseudonyms(b"t" * 32, "p1")("Anna Ätzend")
    hidden = renamed(row, here)
    for text in (
        write_csv(KINDS["kitab_title"], [hidden]),
        "".join(write_jsonl(KINDS["kitab_title"], [hidden])),
        json.dumps(tasks(KINDS["kitab_title"], [hidden]), ensure_ascii=False),
    ):
        for name in ("Anna", "ben@example", "Carl", "Olga", "Wanda"):
            assert name not in text
        assert "mock/judge" in text
        assert here("Anna Ätzend") in text
    assert here("") == ""


# --- the benchmarks' own files -------------------------------------------------------------------


def written(tmp_path: Path, name: str, rows: list[Row]) -> dict[str, Path]:
    """The own files of a kind, written into a folder."""
    found = {}
    for path, raw in own_files(KINDS[name], rows).items():
        found[path] = tmp_path / path
        found[path].parent.mkdir(exist_ok=True)
        found[path].write_bytes(raw)
    return found


def test_ratings_read_as_a_pool(tmp_path):
    """QUEST's ratings come out as one pool per rater, and one of what was settled."""
    found = written(tmp_path, "quest_candidate", [row_of("quest_candidate")])
    assert sorted(found) == [
        "agreed/ratings.csv", "anna-tzend/ratings.csv", "ben-example-org/ratings.csv"
    ]  # fmt: skip
    pool = read_pool(found["anna-tzend/ratings.csv"])
    (row,) = pool.rows
    assert (pool.rater, row.rating, row.in_original) == ("Anna Ätzend", "MATCH", True)
    assert row.proposed_by == ("run-1+", "run-2-")
    assert len(row.evidence_for) == 2
    assert read_pool(found["ben-example-org/ratings.csv"]).rows[0].rating == "DEBATABLE"
    assert read_pool(found["agreed/ratings.csv"]).rows[0].rating == "MATCH"


def test_files_of_raters_whose_names_fall_together_are_numbered():
    """One of each, and one of what they agree on, where there are two."""
    people = tuple(GivenLabel(who, YES) for who in ("Ann", "ann!", "Bo"))
    row = replace(ROW, labels=people, settled=None)
    found = own_files(KINDS["kitab_title"], [row])
    assert sorted(found) == [
        "agreed/titles.csv", "ann-2/titles.csv", "ann/titles.csv", "bo/titles.csv",
    ]  # fmt: skip
    assert found["bo/titles.csv"].decode("utf-8-sig").splitlines() == [
        "author,title,year,note,label,source", "A,T,,,yes,",
    ]  # fmt: skip
    assert list(own_files(KINDS["kitab_title"], [replace(row, labels=people[:1])])) == [
        "ann/titles.csv"
    ]


def test_error_labels_read(tmp_path):
    """ACS's error labels come out as the file that the judge's report reads."""
    found = written(tmp_path, "acs_error", [row_of("acs_error")])
    (row,) = read_labels(found["ben-example-org/errors.csv"])
    assert (row.id, row.gold, row.verdict) == ("7", True, False)
    assert (row.label, row.rationale) == ("schedule understanding", "=2+2 is 5.")


def test_constraint_labels_read_as_the_released_file(tmp_path):
    """ACS's labels come out in the released form, each cell as it is."""
    found = written(tmp_path, "acs_constraint", [row_of("acs_constraint")])
    (item,) = read_items(found["anna-tzend/acs_dataset.csv"])
    assert (item.satisfied, item.response) == (True, "- Day 1: rest\n- Day 2: rest")


@pytest.mark.parametrize(
    ("name", "file", "key", "known"),
    [
        ("kiwi_instruction", "labels.jsonl", "instruction_type",
         [one.key for one in INSTRUCTION_TYPES]),
        ("kiwi_error", "labels.jsonl", "error_type", [one.key for one in ERROR_TYPES]),
        ("kiwi_rating", "second_ratings.jsonl", "rating", RATINGS),
    ],
)  # fmt: skip
def test_kiwi_labels_read_beside_the_sessions(tmp_path, name, file, key, known):
    """KIWI's labels come out as the files beside the sessions."""
    found = written(tmp_path, name, [row_of(name)])
    read = read_label_file(found[f"anna-tzend/{file}"], key, known, load_kiwi("mini"))
    assert read == {(0, 2): LABELS[name][0][key]}


def test_questions_validate_and_convert(tmp_path):
    """Authored questions pass `tamis fanout validate`, and come out in the released form too."""
    found = written(tmp_path, "fanout_question", [row_of("fanout_question", settled=False)])
    (one,) = validate(found["anna-tzend/questions.json"])
    assert one.valid
    assert one.problems == ()
    assert len(one.tree.pages) == 5
    released = read_questions(found["anna-tzend/released.json"])
    assert released.is_released
    assert released.questions[0].question == QUESTION["question"]
    items = read_upload(
        KINDS["fanout_answer"], "i.jsonl", found["anna-tzend/items.jsonl"].read_bytes()
    )
    (entry,) = items.entries
    assert entry.seed.written_by == "Anna Ätzend"
    assert entry.seed.question_key == released.questions[0].id


def test_answers_read_as_predictions(tmp_path):
    """Human answers come out as predictions; who could not answer has an empty text."""
    found = written(tmp_path, "fanout_answer", [row_of("fanout_answer")])
    assert read_predictions(found["anna-tzend/predictions.jsonl"]) == {"f1": "One\nTwo"}
    assert read_predictions(found["ben-example-org/predictions.jsonl"]) == {"f1": ""}


def test_reviews_read(tmp_path):
    """Reviews come out as the review file, signed by whoever reviewed."""
    found = written(tmp_path, "question_review", [row_of("question_review")])
    (one,) = read_review(found["anna-tzend/review.jsonl"])
    assert (one.marks.by, one.marks.question) == ("Anna Ätzend", "Which methods sift?")
    assert all(one.marks.ticks.values())
    raw = found["anna-tzend/review.jsonl"].read_bytes()
    (entry,) = read_upload(KINDS["question_review"], "r.jsonl", raw).entries
    assert entry.seed.labels == (("Anna Ätzend", LABELS["question_review"][0]),)
    (other,) = read_review(found["ben-example-org/review.jsonl"])
    assert (other.marks.note, any(other.marks.ticks.values())) == ("Too vague.", False)


# --- the pages -----------------------------------------------------------------------------------


def make(studio, kind: str) -> str:
    """A project of OWNER's; its id."""
    from tamis.studio.annotating import project_store

    owner = studio.person("Olga Owner", "owner")
    with studio.database.writing() as transaction:
        return project_store.create_project(transaction, owner.id, kind, f"Über {HOSTILE}").id


def upload(olga, id: str, raw: bytes, do: str = "", name: str = "in.jsonl", **more):
    """Upload one file to the import page."""
    query = f"?do={do}" if do else ""
    return olga.post(f"/annotating/{id}/import{query}", files={"files": (name, raw)}, **more)


@on_sqlite
def test_a_project_comes_back_through_the_pages(studio):
    """Upload, check, import, export for Label Studio, import elsewhere: the same export."""
    olga = studio.owner()
    id, other = make(studio, "kitab_title"), make(studio, "kitab_title")
    raw = "".join(write_jsonl(KINDS["kitab_title"], [row_of("kitab_title", extra={"z": "y"})]))
    page = upload(olga, id, raw.encode(), "check", headers={"HX-Request": "true"})
    assert page.status_code == 200
    assert "<html" not in page.text
    assert "<dt>New items</dt><dd>1</dd>" in page.text
    assert "Anna Ätzend" in page.text
    # A check leaves nothing behind.
    assert olga.get(f"/annotating/{id}/export/items.jsonl").text == ""
    assert upload(olga, id, raw.encode()).headers["location"] == f"/annotating/{id}"
    again = upload(olga, id, raw.encode(), "check")
    assert "<dt>Already there</dt><dd>1</dd>" in again.text

    answer = olga.get(f"/annotating/{id}/export/tasks.json")
    assert answer.headers["content-disposition"].startswith('attachment; filename="ber-script')
    assert upload(olga, other, answer.content, name="t.json").status_code == 303
    first, second = (
        olga.get(f"/annotating/{one}/export/items.jsonl").json() for one in (id, other)
    )
    assert first == second
    assert first["payload"]["_extra"] == {"z": "y"}
    assert first["settled"]["label"] == LABELS["kitab_title"][0]
    assert [one["by"] for one in first["labels"]][:2] == ["Anna Ätzend", "ben@example.org"]
    hidden = olga.get(f"/annotating/{id}/export/items.jsonl?names=hidden").json()
    assert all(one["by"].startswith("rater-") or one["model"] for one in hidden["labels"])
    archive = olga.get(f"/annotating/{id}/export/own")
    assert (archive.headers["content-type"], archive.content) == (
        "application/zip", olga.get(f"/annotating/{id}/export/own").content,
    )  # fmt: skip
    whole = zipfile.ZipFile(io.BytesIO(archive.content))
    assert all("/" in name and ".." not in name for name in whole.namelist())
    anna = first["labels"][0]
    assert (anna["done_at"], anna["seconds"]) == ("2024-05-06T07:08:00+00:00", 61.5)
    assert "_extra" not in hidden["payload"]
    assert "<script>alert" not in olga.get(f"/annotating/{id}/export").text
    assert (
        ElementTree.fromstring(olga.get(f"/annotating/{id}/export/config.xml").text).tag == "View"
    )


@on_sqlite
def test_every_export_comes_back_to_its_own_project(studio):
    """Whatever was kept with an item, as text or not: nothing is new, nothing is refused."""
    olga = studio.owner()
    id = make(studio, "kitab_title")
    extra = {"=cmd": "a\r\nb", " shelf ": 3, "seen": True, "deep": {"x": [1]}, "none": None}
    raw = json.dumps(RECORDS["kitab_title"] | extra).encode()
    assert upload(olga, id, raw).status_code == 303
    page = olga.get(f"/annotating/{id}")
    assert "1 new item and 0 labels are imported." in page.text
    for file in ("items.csv", "items.jsonl", "tasks.json"):
        exported = olga.get(f"/annotating/{id}/export/{file}").content
        assert upload(olga, id, exported).status_code == 303, file
        assert "1 item was there already." in olga.get(f"/annotating/{id}").text
    changed = json.dumps(RECORDS["kitab_title"] | extra | {" shelf ": 4}).encode()
    assert "with other contents" in upload(olga, id, changed).text


@on_sqlite
def test_an_import_is_whole_or_not_at_all(studio):
    """One bad line, and nothing is imported; its sentence is shown as text."""
    olga = studio.owner()
    id = make(studio, "kitab_title")
    raw = f'author,title\nA,B\n"{HOSTILE.replace(chr(34), "")}",\n'.encode()
    page = upload(olga, id, raw, name="<img src=x>.csv")
    assert page.status_code == 422
    assert "line 3: title is missing" in page.text
    assert "<img src=x>" not in page.text
    assert "&lt;img src=x&gt;.csv" in page.text
    assert olga.get(f"/annotating/{id}/export/items.jsonl").text == ""
    conflict = b'{"key": "k", "author": "A", "title": "B"}'
    assert upload(olga, id, conflict).status_code == 303
    for do in ("", "check"):
        page = upload(olga, id, conflict.replace(b'"B"', b'"C"'), do)
        assert page.status_code == 422
        assert "with other contents" in page.text
    assert upload(olga, id, b"").status_code == 422
    said = upload(olga, id, b"author,title\n" + b"A,\n" * 60)
    assert (said.status_code, "10 more lines" in said.text) == (422, True)


@on_sqlite
def test_only_owners_import_and_export(studio):
    """An annotator of the project gets neither; a project that is not there is told so."""
    anna = studio.annotator()
    id = make(studio, "kitab_title")
    for path in ("import", "export", "export/items.csv", "export/own"):
        assert anna.get(f"/annotating/{id}/{path}").status_code == 403
    assert upload(anna, id, b'{"author": "A", "title": "B"}').status_code == 403
    olga = studio.owner()
    assert olga.get("/annotating/nothing/export").status_code == 404
    assert olga.get(f"/annotating/{id}/export/..%2f..%2fetc").status_code == 404
    assert olga.get(f"/annotating/{id}/export/own").status_code == 404


@on_sqlite
def test_accepted_questions_come_with_their_papers(studio, tmp_path):
    """The accepted file is written by the room of questions, from an upload of the papers."""
    olga = studio.owner()
    id = make(studio, "question_review")
    rows = [row_of("question_review", settled=False)]
    path = f"/annotating/{id}/export/accepted"
    papers = "".join(
        json.dumps({"id": one, "title": f"Paper {one}", "paragraphs": ["text"]}) + "\n"
        for one in "abc"
    )
    files = {"papers": ("papers.jsonl", papers.encode())}
    raw = "".join(write_jsonl(KINDS["question_review"], rows)).encode()
    assert upload(olga, id, raw).status_code == 303
    # Anna accepted, Ben rejected: nothing is accepted until it is settled.
    answer = olga.post(path, files=files)
    assert answer.status_code == 422
    assert "No question is accepted yet" in answer.text
    settled = [row_of("question_review")]
    raw = "".join(write_jsonl(KINDS["question_review"], settled)).encode()
    assert upload(olga, id, raw).status_code == 303
    missing = {"papers": ("papers.jsonl", papers.splitlines()[0].encode())}
    refused = olga.post(path, files=missing)
    assert refused.status_code == 422
    assert "its text was not found" in refused.text
    (tmp_path / "a.jsonl").write_bytes(olga.post(path, files=files).content)
    (one,) = read_accepted(tmp_path / "a.jsonl")
    assert (one.question, one.reviewer) == ("Which methods sift?", "Olga Owner")
    assert [paper.id for paper in one.papers] == ["a", "b", "c"]


# --- sessions that were written here -------------------------------------------------------------


def session_file(studio, name: str, *, said: str = "Wells.") -> tuple[str, str]:
    """The session file of one rated turn by someone, as the studio exports it, and its id."""
    from tamis.studio.database.schema import Writing, now
    from tamis.studio.writing.export import released
    from tamis.studio.writing.session_store import Kept
    from tamis.writing.sessions import Opened, Session, Turn

    writer = studio.person(name)
    turn = Turn(1, "Say it shorter.", "stylistic", said, answer="W.", rating="good", comment="Yes.")
    session = Session(Opened("How?", (), "some/model", "bm25", {}), said, turns=(turn,))
    with studio.database.writing() as transaction:
        row = Writing(owner_id=writer.id, question="How?", model="m", alias="A", finished_at=now())
        transaction.add(row)
        transaction.flush()
        return released(transaction, [Kept(row, session, 1)]), row.id


def rating_project(studio, *raters: str) -> str:
    """A project of second ratings with its raters; its id."""
    from tamis.studio.annotating import project_store
    from tamis.studio.database.schema import Project

    id = make(studio, "kiwi_rating")
    people = [studio.person(name).id for name in raters]
    with studio.database.writing() as transaction:
        project_store.set_members(transaction, transaction.get_one(Project, id), people)
    return id


def test_nobody_is_given_the_turn_that_they_wrote(studio):
    """A session goes out under a pseudonym; back in, it is its writer's, and the rating theirs."""
    olga, wanda, ben = studio.owner(), studio.annotator("Wanda"), studio.annotator("Ben")
    text, session = session_file(studio, "Wanda")
    record = json.loads(text)
    assert "Wanda" not in text
    assert record["session_id"] == session
    assert len(record["annotator_id"]) == len("person-01234567")
    id = rating_project(studio, "Wanda", "Ben")
    checked = upload(olga, id, text.encode(), "check").text
    assert "Wanda" in checked
    assert upload(olga, id, text.encode()).status_code == 303
    left = f"/annotating/{id}?nothing=left"
    assert wanda.get(f"/annotating/{id}/next").headers["location"] == left
    assert ben.get(f"/annotating/{id}/next").headers["location"] != left
    exported = olga.get(f"/annotating/{id}/export/items.jsonl").json()
    assert exported["written_by"] == "Wanda"
    assert [one["by"] for one in exported["labels"]] == ["Wanda"]
    for file in ("items.csv", "items.jsonl", "tasks.json", "own"):
        hidden = olga.get(f"/annotating/{id}/export/{file}?names=hidden")
        assert hidden.status_code == 200
        assert b"Wanda" not in hidden.content, file
        assert record["annotator_id"].encode() not in hidden.content, file


def test_session_files_are_imported_together_and_one_after_another(studio):
    """Each begins with session 1: their turns are items of their own under numbers of their own."""
    olga = studio.owner()
    (one, first), (two, second), (three, third) = (
        session_file(studio, "Wanda", said=said) for said in ("One.", "Two.", "Three.")
    )
    id = rating_project(studio, "Ben")
    files = [("files", ("a.jsonl", one.encode())), ("files", ("b.jsonl", two.encode()))]
    checked = olga.post(f"/annotating/{id}/import?do=check", files=files).text
    assert "<dt>New items</dt><dd>2</dd>" in checked
    assert olga.post(f"/annotating/{id}/import", files=files).status_code == 303
    assert upload(olga, id, three.encode()).status_code == 303
    lines = olga.get(f"/annotating/{id}/export/items.jsonl").text.splitlines()
    found = [(item["key"], item["payload"]["session"]) for item in map(json.loads, lines)]
    assert found == [(f"{first}/1", 1), (f"{second}/1", 2), (f"{third}/1", 3)]
    # Again, in another order: all are known.
    again = olga.post(f"/annotating/{id}/import?do=check", files=files[::-1]).text
    assert "<dt>Already there</dt><dd>2</dd>" in again
    own = olga.get(f"/annotating/{id}/export/own").text
    rows = [json.loads(line) for line in own.splitlines()]
    assert [row["session_id"] for row in rows] == [first, second, third]
