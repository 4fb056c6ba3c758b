"""The studio's records, forms, files and figures to the letter, without pages or a database."""

from __future__ import annotations

import json
import threading
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi", reason="the extra `studio` is not installed")

from tamis.collect.fanout.fields import Problem
from tamis.studio.annotating.displayed_labels import (
    DisplayedLabel,
    _differing,
    _letters,
    displayed,
    label_rows,
)
from tamis.studio.annotating.exchange.anonymisation import file_name, pseudonyms, renamed
from tamis.studio.annotating.exchange.benchmarks import AGREED, OWN, _agreed, own_files
from tamis.studio.annotating.exchange.csv import write_csv
from tamis.studio.annotating.exchange.entries import (
    Entry,
    GivenLabel,
    Reading,
    Row,
    Settled,
    Unreadable,
    from_record,
    merged,
    restored,
    with_key,
)
from tamis.studio.annotating.exchange.jsonl import exported_item, read_records, write_jsonl
from tamis.studio.annotating.exchange.label_checks import checked_label, option_of, timed
from tamis.studio.annotating.exchange.label_studio import config, tasks
from tamis.studio.annotating.exchange.label_studio_tasks import _who, is_flat, is_tasks, read_tasks
from tamis.studio.annotating.exchange.uploads import read_upload, shown_name
from tamis.studio.annotating.finished_labels import Labelled
from tamis.studio.annotating.imported_labels import (
    COMMENT,
    DONE_AT,
    SECONDS,
    Imported,
    add_labels,
    imported_of,
    raters_of,
    untimed,
)
from tamis.studio.annotating.kinds import KINDS
from tamis.studio.annotating.kinds.answers import read_answer, write_answer
from tamis.studio.annotating.kinds.fanout_tree import (
    Part,
    act,
    checked,
    field_of,
    from_raw,
    from_values,
    new_tree,
    numbered,
    to_raw,
    values_of,
)
from tamis.studio.annotating.kinds.kind import (
    Field,
    Option,
    Seed,
    as_number,
    check_fields,
    one_line,
    short_hash,
    text_of,
    texts_of,
    value_label,
)
from tamis.studio.annotating.model_comparison import compare
from tamis.studio.annotating.payload import cell, cleaned, payload_of, same
from tamis.studio.annotating.progress import PersonProgress, Progress, spent
from tamis.studio.annotating.rater_agreement import (
    ALL_ALIKE,
    TOO_FEW,
    Figure,
    Unit,
    agreement,
    differ,
    figure,
    majority,
    value_of,
)
from tamis.studio.database.schema import Item
from tamis.studio.errors import _BUSY
from tamis.studio.people.login_codes import is_login_code, login_code
from tamis.studio.people.person_names import clean_name, name_key
from tamis.studio.people.throttle import Throttle, of_name
from tamis.studio.settings import (
    Hashing,
    Limits,
    Settings,
    data_folder,
    read_secret,
    secret_place,
    sqlite_address,
)
from tamis.studio.templating import _moment, _number, _paragraphs, _share, counted, local
from tamis.studio.writing.marks import Marks
from tamis.types import InputError
from tamis.writing.edits import Run

# Fields of a label


COLOUR = Field("colour", "Colour", "choice", (Option("r", "Red"), Option("b", "Blue")))
SIGNS = Field("signs", "Signs", "choices", (Option("x", "X"), Option("y", "Y"), Option("z", "Z")))
NOTE = Field("note", "Note", "text")
SIZE = Field("size", "Size", "number", required=False)


@pytest.mark.parametrize(
    ("field", "given", "problem"),
    [
        (COLOUR, [], "Choose one."),
        (SIGNS, [" "], "Choose at least one."),
        (NOTE, [""], "This must be filled in."),
        (COLOUR, ["g"], "That is not one of the choices."),
        (COLOUR, ["r", "b"], "Choose one only."),
        (COLOUR, ["r", "b", "r"], "That is not one of the choices."),
        (SIGNS, ["x", "w"], "That is not one of the choices."),
        (NOTE, ["a" * 20_001], "This is longer than 20,000 characters."),
        (SIZE, ["big"], "This must be a number."),
    ],
)
def test_a_field_that_is_wrong(field, given, problem):
    """One message for it."""
    assert check_fields([field], {field.name: given}) == (None, {field.name: problem})


def test_fields_that_are_right():
    """Stripped, in the order of the options; what is optional may be missing."""
    values = {"colour": ["b"], "signs": ["z", "x"], "note": [" a\r\nb ", "c"]}
    assert check_fields([COLOUR, SIGNS, NOTE, SIZE], values) == (
        {"colour": "b", "signs": ["x", "z"], "note": "a\nb"},
        {},
    )
    assert check_fields([SIZE], {"size": ["2.50"]}) == ({"size": 2.5}, {})
    assert check_fields([NOTE], {"note": ["a" * 20_000]})[1] == {}
    assert check_fields([SIZE], {}) == ({}, {})


def test_numbers_texts_and_lists():
    """As people type them, and as records hold them."""
    assert [as_number(text) for text in ("3", "3.0", "-2.5", "1e3", "1e15", "1.1e15", "nan", "inf",
    "x")] == [
        3, 3, -2.5, 1000, 10**15, None, None, None, None,
    ]  # fmt: skip
    assert (as_number("1" + "0" * 40), as_number("0" * 39 + "1")) == (None, 1)
    assert type(as_number("3.0")) is int
    assert [text_of({"a": one}, "a", "w", needed=False) for one in (None, " x ", 3, 2.5)] == [
        "", "x", "3", "2.5",
    ]  # fmt: skip
    for value, message in (
        (True, "w: a must be a text."),
        ([], "w: a must be a text."),
        (" ", "w: a is missing or empty; fill it in or leave the row out."),
    ):
        with pytest.raises(InputError) as error:
            text_of({"a": value}, "a", "w")
        assert str(error.value) == message
    assert [texts_of({"a": one}, "a", "w") for one in (None, "x\n y\n", [" x ", ""])] == [
        [], ["x", "y"], ["x"],
    ]  # fmt: skip
    assert texts_of({"a": "x;y"}, "a", "w", ";") == ["x", "y"]
    for value in (3, ["x", 3]):
        with pytest.raises(InputError, match=r"^w: a must be a list of texts\.$"):
            texts_of({"a": value}, "a", "w")
    assert (one_line(" a\n b "), one_line("x" * 120), one_line("x" * 121)) == (
        "a b", "x" * 120, "x" * 119 + "…",
    )  # fmt: skip
    assert one_line("ab cd", 4) == "ab…"
    assert [value_label(SIGNS, one) for one in (None, "", [], ["x", "z", "q"], "y", 3, 0)] == [
        "–", "–", "–", "X, Z, q", "Y", "3", "0",
    ]  # fmt: skip
    assert len({short_hash("a", "b"), short_hash("ab"), short_hash("a b")}) == 3
    assert len(short_hash("a")) == 12


# Answers


@pytest.mark.parametrize(
    ("how", "text", "value", "problem"),
    [
        ("number", "1,234", 1234, ""),
        ("number", "−2.5", -2.5, ""),
        ("number", "12,34", "12,34",
        "This is no number; write digits alone, or choose Text for one with its unit."),
        ("yes-no", "TRUE", True, ""),
        ("yes-no", "yes", True, ""),
        ("yes-no", "no", False, ""),
        ("yes-no", "False", False, ""),
        ("yes-no", "maybe", "maybe", "This is neither yes nor no."),
        ("list", "a\r\n\r12\n1.5\ntrue\nfalse\n007\n\"12\"\n\"\\x\"", ["a", 12, 1.5, True, False,
        "007", "12", '"\\x"'], ""),
        ("table", "a: 1\n\n\"b:c\" : x\n d : ", {"a": 1, "b:c": "x", "d": ""}, ""),
        ("table", "a: 1\nb", "a: 1\nb", "Line 2 has no colon between a name and its value."),
        ("table", "a: 1\n\n : 2", "a: 1\n\n : 2", "Line 3 has no name before its colon."),
        ("table", "a: 1\na: 2", "a: 1\na: 2", "Line 2 has the name 'a' a second time; rename it."),
        ("table", "\" \": 2", "\" \": 2", "Line 1 has no name before its colon."),
        ("text", " x ", "x", ""),
        ("number", " ", "", ""),
    ],
)  # fmt: skip
def test_answers_as_they_are_typed(how, text, value, problem):
    """By their form."""
    assert read_answer(how, text) == (value, problem)
    assert type(read_answer(how, text)[0]) is type(value)


@pytest.mark.parametrize(
    ("value", "how", "text"),
    [
        (True, "yes-no", "yes"),
        (False, "yes-no", "no"),
        (12, "number", "12"),
        (1e-7, "number", "0.0000001"),
        (-1.5e-7, "number", "-0.00000015"),
        (1e22, "number", "10000000000000000000000.0"),
        (1e30, "number", "1e+30"),
        (None, "text", ""),
        ("a", "text", "a"),
        (["a", 12, "12", True, "true", " a", "", None, "a\nb", 1.5], "list",
         'a\n12\n"12"\ntrue\n"true"\n" a"\n""\nnull\n"a\\nb"\n1.5'),
        ({"a": 1, "b:c": "x", "": True, " d": "e", 'q"': 2}, "table",
         'a: 1\n"b:c": x\n"": true\n" d": e\n"q\\"": 2'),
    ],
)  # fmt: skip
def test_answers_as_they_are_written(value, how, text):
    """So that they are read back."""
    assert write_answer(value) == (how, text)


# The form of a fan-out question


def test_a_tree_of_a_form():
    """Parts by their paths, numbered through; unknown names and forms are passed over."""
    values = {
        "question": ["Q\r\n?"], "answer": ["5"], "answer_how": ["number"], "x": ["y"],
        "strategy[2].question": ["A?"], "strategy[2].evidence": ["e"],
        "strategy[2].answer_how": ["odd"],
        "strategy[7].strategy[0].question": ["B?"], "then[1].question": ["C?"],
        "then[1].answer": [],
    }  # fmt: skip
    tree = from_values(values)
    assert [(part.path, part.number, part.question, part.depth) for part in tree.every()] == [
        ("", "", "Q\n?", 0),
        ("strategy[0]", "1", "A?", 1),
        ("strategy[1]", "2", "", 1),
        ("strategy[1].strategy[0]", "2.1", "B?", 2),
        ("then[0]", "3", "C?", 1),
    ]
    assert (tree.how, tree.strategy[0].how, tree.strategy[0].evidence) == ("number", "text", "e")
    assert (tree.at("a"), tree.then[0].at("a"), tree.then[0].slug("answer")) == (
        "a", "then[0].a", "then-0-answer",
    )  # fmt: skip
    raw, problems = to_raw(tree)
    assert raw == {
        "question": "Q ?",
        "strategy": [
            {"question": "A?", "evidence": "e", "answer": ""},
            {"question": "", "strategy": [{"question": "B?", "answer": ""}], "answer": ""},
        ],
        "then": [{"question": "C?", "answer": ""}],
        "answer": 5,
    }
    assert problems == {}
    named = values_of(tree)
    assert named["strategy[0].evidence"] == ["e"]
    assert "evidence" not in named
    assert "strategy[1].evidence" not in named
    assert named["answer_how"] == ["number"]
    back = from_raw(raw)
    assert [part.question for part in back.every()] == ["Q ?", "A?", "", "B?", "C?"]
    assert (back.how, back.answer) == ("number", "5")
    assert from_raw(["x"]) == numbered(Part())
    assert len(new_tree().strategy) == 5
    assert (len(new_tree().then), new_tree().strategy[4].number) == (0, "5")


def test_problems_of_a_tree():
    """Those of a field, too long ones, and the validator's in the form's words."""
    long = Part("q" * 5001, "x", "number", "e" * 5000)
    _, problems = to_raw(numbered(Part("Q", strategy=[long])))
    assert problems == {
        "strategy[0].answer": "This is no number; write digits alone, or choose Text for one with "
        "its unit.",
        "strategy[0].question": "This is longer than 5,000 characters.",
    }
    tree = numbered(
        Part("How many?", "7", "number", strategy=[Part("How many?", "7"), Part("", "x")])
    )
    _, errors, warnings = checked(tree)
    assert errors == {
        "strategy[0].question": "This asks the same as the question itself; ask it once, or ask "
        "for something smaller.",
        "strategy[0].evidence": "This is missing; give the page that holds the answer, or break "
        "the sub-question up.",
        "strategy[1].question": "This is empty; write what is asked.",
        "strategy[1].evidence": "This is missing; give the page that holds the answer, or break "
        "the sub-question up.",
        "strategy": "The question uses 0 different pages; a question must need at least 5.",
    }
    assert warnings == {}
    twice = numbered(Part("Q?", "1", strategy=[Part("A?", "1"), Part("A?", "2")]))
    assert checked(twice)[1]["strategy[1].question"] == (
        "This asks the same as sub-question 1; ask it once, or ask for something smaller."
    )


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("", "strategy"),
        ("answer", "answer"),
        ("answer[2]", "answer"),
        ("strategy[0].answer['a.b']", "strategy[0].answer"),
        ("strategy[0]", "strategy[0].question"),
        ("strategy[0].evidence", "strategy[0].evidence"),
    ],
)
def test_the_field_of_a_problem(path, field):
    """That beside which it is shown."""
    assert field_of(Problem(1, path, "x")) == field


def test_buttons_of_a_tree():
    """Added, removed and split; what cannot be changes nothing."""

    def tree() -> Part:
        return numbered(Part("Q", strategy=[Part("A", evidence="e"), Part("B")], then=[Part("C")]))

    def after(action: str) -> list[str]:
        return [f"{part.number} {part.question}".strip() for part in act(tree(), action).every()]

    same = ["Q", "1 A", "2 B", "3 C"]
    assert after("add:strategy") == ["Q", "1 A", "2 B", "3", "4 C"]
    assert after("add:then") == [*same, "4"]
    assert after("add:strategy[0].strategy") == ["Q", "1 A", "1.1", "2 B", "3 C"]
    assert after("remove:strategy[0]") == ["Q", "1 B", "2 C"]
    assert after("remove:then[0]") == ["Q", "1 A", "2 B"]
    for action in (
        "add:x",
        "add:strategy[9].strategy",
        "remove:",
        "split:",
        "remove:strategy[2]",
        "x:y",
    ):
        assert after(action) == same
    split = act(tree(), "split:strategy[0]")
    assert (split.strategy[0].evidence, split.strategy[0].strategy[0].evidence) == ("", "e")
    assert split.strategy[0].strategy[0].is_new
    assert act(split, "split:strategy[0]") == split
    alone = numbered(Part("Q", strategy=[Part("A")], then=[Part("C"), Part("D")]))
    moved = act(alone, "remove:strategy[0]")
    assert ([p.question for p in moved.strategy], moved.then) == (["C", "D"], [])
    deep = numbered(
        Part(
            strategy=[
                Part(
                    strategy=[
                        Part(strategy=[Part(strategy=[Part(strategy=[Part(strategy=[Part()])])])])
                    ]
                )
            ]
        )
    )
    path = ".".join(["strategy[0]"] * 6)
    assert sum(1 for _ in act(deep, f"add:{path}.strategy").every()) == 7
    assert sum(1 for _ in act(deep, f"add:{path[:-12]}.then").every()) == 8
    full = numbered(Part(strategy=[Part() for _ in range(200)]))
    assert len(act(full, "add:then").then) == 0
    nearly = numbered(Part(strategy=[Part() for _ in range(199)]))
    assert len(act(nearly, "add:then").then) == 1


# Kinds


def read(kind_of_item: str, /, **record: object) -> Seed:
    """An item of a record."""
    return KINDS[kind_of_item].read(record, "w")


ACS = {"user_request": "R", "agent_response": "A", "constraint": "C"}
ERROR = {"id": "7", "judge": "m", "gold": "1", "verdict": "no"}
DOUBT = {"kind": "year", "title": "T", "why": "w"}
POOL = {"qid": "q", "question": "Q", "title": "T"}
TURN = {"session": "1", "turn": "2", "question": "Q", "rating": "bad"}


@pytest.mark.parametrize(
    ("said", "label"),
    [
        *((word, "satisfied") for word in ("1", "TRUE", "yes", "satisfied", 1)),
        *((word, "not_satisfied") for word in ("0", "false", "No", "not_satisfied", "unsatisfied")),
        *((word, "cannot_tell") for word in ("cannot_tell", "?")),
    ],
)
def test_labels_of_constraints(said, label):
    """As files write them."""
    seed = read("acs_constraint", **ACS, is_constraint_satisfied=said, capability="Counting")
    assert seed.labels == (("released", {"satisfied": label, "capability": "counting"}),)
    assert read("acs_constraint", **ACS, capability="counting").labels == ()
    back = KINDS["acs_constraint"].record(seed.payload, seed.labels[0][1])
    assert back == {
        "user_request": "R",
        "agent_response": "A",
        "constraint": "C",
        "is_constraint_satisfied": {"satisfied": "1", "not_satisfied": "0"}.get(label, ""),
        "domain": "",
        "capability": "counting",
    }


@pytest.mark.parametrize(
    ("kind", "record", "message"),
    [
        ("acs_constraint", ACS | {"is_constraint_satisfied": "maybe"},
         "is_constraint_satisfied is 'maybe'; it must be 1, 0 or empty."),
        ("acs_constraint", ACS | {"capability": "magic"},
         "there is no capability 'magic'; there are counting, summation, multiplication and "
         "summation, date-time."),
        ("acs_error", ERROR | {"gold": "x"}, "gold is 'x'; write satisfied or unsatisfied."),
        ("acs_error", ERROR | {"verdict": True},
        "gold and verdict agree, so there is no error to label."),
        ("acs_error", ERROR | {"label": "x"},
         "label is 'x'; write extraction, counting, schedule understanding, other reasoning, "
         "calculation, or nothing."),
        ("quest_candidate", POOL | {"rating": "x"},
        "the rating is 'x'; write MATCH, DEBATABLE, NO_MATCH."),
        ("quest_candidate", POOL | {"in_original": "x"}, "in_original is 'x'; write yes or no."),
        ("kitab_doubt", DOUBT | {"kind": "x"},
        "kind is 'x'; it must be one of cluster, year, another's title."),
        ("kitab_doubt", DOUBT | {"label": "x"}, "label is 'x'; write right, wrong, cannot_tell."),
        ("kitab_title", {"author": "A", "title": "T", "label": "x"},
        "label is 'x'; write yes, no, cannot_tell."),
        ("kiwi_error", TURN | {"rating": "good"},
         "rating is 'good', and only turns rated neutral or bad have a type of error; correct it "
         "or leave the row out."),
        ("kiwi_error", TURN | {"rating": ""},
         "rating is missing, and only turns rated neutral or bad have a type of error; correct it "
         "or leave the row out."),
        ("kiwi_error", TURN | {"error_type": "x"},
        "error_type is 'x', which is not one of the types."),
        ("kiwi_error", TURN | {"model_error_type": "x"},
        "model_error_type is 'x', which is not one of the types."),
        ("kiwi_rating", TURN | {"second_rating": "x"},
        "second_rating is 'x'; it must be good, neutral, bad."),
        ("kiwi_rating", TURN | {"turn": "0"}, "turn is '0'; it must be a number from 1 on."),
        ("kiwi_rating", TURN | {"session": "1" * 9},
        "session is '111111111'; it must be a number from 1 on."),
        ("fanout_question", {"then": "x"}, "then must be a list."),
        ("fanout_question", {"strategy": [1]},
        "question is missing or empty; fill it in or leave the row out."),
    ],
)  # fmt: skip
def test_records_that_a_kind_refuses(kind, record, message):
    """In a sentence with its place."""
    with pytest.raises(InputError) as error:
        read(kind, **record)
    assert str(error.value) == f"w: {message}"


def test_items_of_records():
    """Keys, payloads and labels of each kind."""
    seed = read("acs_error", **ERROR | {"gold": True}, label="calculation", constraint="C")
    assert seed.payload == {
        "id": "7", "judge": "m", "constraint": "C", "request": "", "response": "", "rationale": "",
        "worksheet": "", "gold": "satisfied", "verdict": "unsatisfied",
    }  # fmt: skip
    assert seed.labels == (("file", {"category": "calculation"}),)
    assert seed.key == f"7/{short_hash('m', '')[:6]}"
    assert KINDS["acs_error"].heading(seed.payload) == "C"
    assert KINDS["acs_error"].heading(seed.payload | {"constraint": ""}) == "7"
    pool = read(
        "quest_candidate", **POOL, proposed_by="a+;b-", in_original="Yes", rating="no match",
        comment="hm", evidence_for='a: "x" [d]\ny', rater="Ann",
    )  # fmt: skip
    assert pool.payload == {
        "qid": "q", "question": "Q", "title": "T", "doc_id": "", "proposed_by": ["a+", "b-"],
        "in_original": True, "evidence_for": ['a: "x" [d]', "y"], "evidence_against": [],
    }  # fmt: skip
    assert pool.labels == (("Ann", {"rating": "NO_MATCH", "_comment": "hm"}),)
    assert (pool.key, KINDS["quest_candidate"].heading(pool.payload)) == ("q/T", "T – Q")
    assert KINDS["quest_candidate"].view(pool.payload) == {
        "evidence_for": ['"x" [d]', "y"], "evidence_against": [],
    }  # fmt: skip
    assert KINDS["quest_candidate"].record(pool.payload, None) == pool.payload | {"rating": ""}
    for said, yes in (
        ("true", True),
        ("1", True),
        ("no", False),
        ("false", False),
        ("0", False),
        (None, False),
    ):
        assert read("quest_candidate", **POOL, in_original=said).payload["in_original"] is yes
    doubt = read(
        "kitab_doubt", **DOUBT, label="Cannot tell", note="n", titles=["a", "b"], year=1900
    )
    assert doubt.labels == (("file", {"verdict": "cannot_tell", "note": "n"}),)
    assert KINDS["kitab_doubt"].heading(doubt.payload) == "T: w"
    assert KINDS["kitab_doubt"].record(doubt.payload, doubt.labels[0][1]) == {
        "kind": "year", "author": "", "id": "", "title": "T", "why": "w", "year": "1900",
        "titles": "a\nb", "works": "", "authors": "", "label": "cannot_tell", "note": "n",
    }  # fmt: skip
    title = read("kitab_title", author="A", title="T", label="NO")
    assert title.labels == (("file", {"by_author": "no"}),)
    assert KINDS["kitab_title"].record(title.payload, {"by_author": "yes", "source": "s"}) == {
        "author": "A", "title": "T", "year": "", "note": "", "label": "yes", "source": "s",
    }  # fmt: skip
    named = read("kitab_title", author="A", title="T", key="k", question_key="g", written_by="w")
    assert (named.key, named.question_key, named.written_by) == ("k", "g", "w")


def test_turns_of_sessions():
    """Flat rows and released sessions; who rated what."""
    seed = read("kiwi_rating", **TURN, comment="c", second_rating="Good", written_by="Ann")
    assert (seed.key, seed.written_by) == ("1/2", "Ann")
    assert seed.labels == (
        ("Ann", {"rating": "bad", "reason": "c"}),
        ("second rater", {"rating": "good"}),
    )
    bare = read("kiwi_rating", **TURN | {"rating": ""}, session_id="s9", annotator_id="Bo")
    assert (bare.key, bare.written_by, bare.labels) == ("s9/2", "", ())
    assert bare.payload == {
        "session": 1, "turn": 2, "session_id": "s9", "question": "Q", "previous": "",
        "instruction": "", "answer": "", "rating": "", "comment": "",
    }  # fmt: skip
    kind = KINDS["kiwi_rating"]
    assert kind.record(seed.payload, {"rating": "good", "reason": "r"}) == {
        "session": 1, "turn": 2, "rating": "good", "comment": "r", "question": "Q", "previous": "",
        "instruction": "", "answer": "", "first_rating": "bad",
    }  # fmt: skip
    assert kind.record(bare.payload, None)["session_id"] == "s9"
    assert (kind.heading(seed.payload), kind.heading(seed.payload | {"instruction": "I"})) == (
        "Q",
        "I",
    )
    error = read("kiwi_error", **TURN | {"rating": "Neutral"}, model="m")
    assert (error.payload["rating"], error.labels) == ("neutral", ())
    view = kind.view(seed.payload | {"previous": "a b", "answer": "a c"})
    assert set(view) == {"runs", "statistics"}
    assert [run.text for run in view["runs"] if run.op == "same"]


def test_slots_of_fan_out_questions():
    """So many empty ones, a topic, or a draft."""
    kind = KINDS["fanout_question"]
    assert kind.expand({"topic": "a", "slots": "3"}, 4, "w") == [
        {"topic": "a", "number": f"4-{n}"} for n in (1, 2, 3)
    ]
    assert kind.expand({"topic": "a"}, 4, "w") == [{"number": 4, "topic": "a"}]
    assert len(kind.expand({"slots": 1000}, 1, "w")) == 1000
    for slots in ("0", "1001", "x", "-1"):
        with pytest.raises(
            InputError, match=rf"^w: slots is '{slots}'; write a number from 1 to 1,000\.$"
        ):
            kind.expand({"slots": slots}, 1, "w")
    seed = kind.read(
        {"topic": "T", "number": 4, "question": "Q?", "strategy": "[1]", "then": "[]"}, "w"
    )
    assert seed.payload == {"topic": "T", "note": "", "draft": {"question": "Q?", "strategy": [1]}}
    assert seed.key == "T/4"
    assert kind.read({"topic": "T", "id": "i"}, "w").key == "i"
    assert kind.heading(seed.payload) == "T"
    assert kind.heading(seed.payload | {"topic": ""}) == "Q?"
    assert kind.heading({"topic": ""}) == "A question of your own choice"
    label = {"question": "Z?", "authored": json.dumps({"question": "Z?", "answer": 1})}
    assert kind.record(seed.payload, label) == {
        "id": "", "topic": "T", "note": "", "question": "Z?", "strategy": "", "then": "",
        "evidence": "", "answer": 1, "categories": "",
    }  # fmt: skip
    assert kind.record(seed.payload, None)["question"] == "Q?"


def test_answers_to_fan_out_questions():
    """With their pages and minutes, or that there is none."""
    kind = KINDS["fanout_answer"]
    wiki = "https://en.wikipedia.org/wiki/"
    label, problems = kind.check(
        {"answer": ["1\n2"], "answer_how": ["list"], "minutes": ["1440"],
         "pages": [f"{wiki}A\r\n\n{wiki}b#x\n{wiki}A"]}, {},
    )  # fmt: skip
    assert problems == {}
    assert label == {
        "answer": "1\n2", "answer_how": "list", "pages": f"{wiki}A\n{wiki}B", "minutes": 1440,
    }  # fmt: skip
    payload = {"id": "i", "question": "Q"}
    assert kind.record(payload, label)["pages"] == [f"{wiki}A", f"{wiki}B"]
    assert kind.record(payload, None) == {
        "id": "i", "question": "Q", "text": "", "could_not_answer": False, "pages": [],
        "minutes": None,
    }  # fmt: skip
    none = {"could_not_answer": ["yes"], "answer": "x"}
    assert (kind.record(payload, none)["text"], kind.record(payload, none)["could_not_answer"]) == (
        "",
        True,
    )
    assert kind.check({"could_not_answer": ["yes"], "answer": [" x "]}, {})[0] == {
        "could_not_answer": ["yes"], "answer": "x", "answer_how": "text",
    }  # fmt: skip
    for values, wrong in (
        ({}, {"answer": "Write an answer, or tick that you could not answer."}),
        (
            {"answer": ["x"], "answer_how": ["odd"]},
            {"answer_how": "That is not one of the choices."},
        ),
        ({"answer": ["x" * 20_001]}, {"answer": "This is longer than 20,000 characters."}),
        ({"answer": ["x"], "answer_how": ["yes-no"]}, {"answer": "This is neither yes nor no."}),
        (
            {"answer": ["x"], "minutes": ["1441"]},
            {"minutes": "Write a number of minutes, such as 12."},
        ),
        (
            {"answer": ["x"], "minutes": ["-1"]},
            {"minutes": "Write a number of minutes, such as 12."},
        ),
        (
            {"answer": ["x"], "pages": [f"{wiki}A\n" * 201]},
            {"pages": "These are more than 200 pages."},
        ),
    ):
        assert kind.check(values, {}) == (None, wrong)
    assert kind.check({"answer": ["x"], "pages": [f"{wiki}A\nhttp://x"]}, {})[1][
        "pages"
    ].startswith("Line 2: 'http://x' is not a link to Wikipedia")
    assert kind.check({"answer": ["x"], "pages": [f"{wiki}A\n" * 200]}, {})[1] == {}
    seed = kind.read({"question": "Q", "question_key": "g"}, "w")
    assert (seed.key, seed.question_key) == (short_hash("Q"), "g")
    assert kind.read({"question": "Q", "id": "i"}, "w").question_key == "i"


# Files


KITAB = KINDS["kitab_title"]
NOON = datetime(2024, 5, 6, 12, tzinfo=UTC)


def entry(key: str = "k", *labels: tuple[str, dict], where: str = "w", **more: object) -> Entry:
    """An entry of an import."""
    seed = Seed(key, {"author": "A", "title": key}, labels=labels)
    return Entry(
        replace(seed, **{k: v for k, v in more.items() if k != "settled"}),
        where,
        more.get("settled"),
    )


def test_what_a_file_comes_to():
    """Problems up to fifty, people and models apart, and items up to a number."""
    reading = Reading("CSV")
    for n in range(60):
        reading.bad(f"line {n}")
    assert (reading.bad_lines, len(reading.problems)) == (60, 50)
    reading.take([entry("a", ("Ann", {}), ("model:m", {})), entry("b", ("Ann", {}), ("Bo", {}))])
    assert (reading.people, reading.models) == ({"Ann": 2, "Bo": 1}, {"m": 1})
    with pytest.raises(Unreadable):
        reading.bad(Unreadable("x"))


def test_lines_of_one_item():
    """Are put together; other contents are a conflict; two labels of one person are both kept."""
    reading = Reading("CSV")
    settled = Settled({"by_author": "yes"}, "c", "Ann")
    found = merged(
        [
            entry("a", ("Ann", {"x": 1})),
            entry("b"),
            entry("a", ("Ann", {"x": 2}), ("Ann", {"x": 1, DONE_AT: "t"}), settled=settled),
            entry("a", ("Bo", {"x": 1}), ("Ann", {"x": 3})),
            entry("b", where="v", payload={"author": "Z"}),
        ],
        reading,
    )
    assert [one.seed.key for one in found] == ["a", "b"]
    assert found[0].seed.labels == (
        ("Ann", {"x": 1}), ("Ann (2)", {"x": 2}), ("Bo", {"x": 1}), ("Ann (3)", {"x": 3}),
    )  # fmt: skip
    assert found[0].settled == settled
    assert reading.together == 2
    assert reading.problems == [
        "v: the item 'b' is there already (w), with other contents; give one of them another key."
    ]


def test_records_in_a_kinds_columns():
    """Unknown columns are kept; what is empty or too long is refused."""
    (one,) = from_record(KITAB, {"author": "A", "title": "T", "shelf": "9", "label": "yes"}, 1, "w")
    assert one.seed.payload["_extra"] == {"shelf": "9"}
    with pytest.raises(InputError, match=r"^w: there is nothing in it\.$"):
        list(from_record(KITAB, {}, 1, "w"))
    assert with_key(Seed("k" * 1000, {}), "w").key == "k" * 1000
    for name in ("key", "question_key", "written_by"):
        seed = replace(Seed("k", {}), **{name: "x" * 1001})
        with pytest.raises(InputError) as error:
            with_key(seed, "w")
        assert str(error.value) == f"w: {name} is longer than 1,000 characters."


def test_items_as_the_studio_has_exported_them():
    """Checked like any record; of another kind they are refused."""
    record = {
        "kind": "kitab_title", "key": "k", "question_key": "g", "written_by": "w",
        "payload": {"author": "A", "title": "T", "_extra": {"shelf": "9"}, "_x": 1},
    }  # fmt: skip
    seed = restored(KITAB, record, "w")
    assert seed == Seed(
        "k",
        {"author": "A", "title": "T", "year": "", "note": "", "_extra": {"shelf": "9"}},
        "g",
        "w",
    )
    for change, message in (
        ({"kind": "x"}, "w: this is an item of 'x', not of kitab_title."),
        ({"payload": []}, "w: payload must be an object."),
        (
            {"payload": {"author": "A"}},
            "w: title is missing or empty; fill it in or leave the row out.",
        ),
    ):
        with pytest.raises(InputError) as error:
            restored(KITAB, record | change, "w")
        assert str(error.value) == message
    reading = read_records(
        KITAB, "f",
        [
            record | {"labels": [
                {"by": "Ann", "label": {"by_author": "yes"},
                "comment": "c", "done_at": "2024-05-06T12:00:00", "seconds": 5},
                {"by": "m", "model": True, "label": {"by_author": "no"}},
                {"state": "skipped"}, {"label": {"by_author": "no"}},
            ], "settled": {"label": {"by_author": "no"}, "by": "Bo"}},
            record | {"labels": {"a": 1}}, record | {"labels": [3]}, record | {"settled": 3}, 3,
        ],
    )  # fmt: skip
    (one,) = reading.entries
    assert one.seed.labels == (
        (
            "Ann",
            {"by_author": "yes", COMMENT: "c", DONE_AT: "2024-05-06T12:00:00+00:00", SECONDS: 5.0},
        ),
        ("model:m", {"by_author": "no"}),
        ("file", {"by_author": "no"}),
    )
    assert one.settled == Settled({"by_author": "no"}, "", "Bo")
    assert reading.problems == [
        "f, item 2: labels must be a list.",
        "f, item 3: each of labels must be an object.",
        "f, item 4: settled must be an object.",
        "f, item 5: expected an object with the columns of kitab_title.",
    ]


def test_labels_of_files_are_checked():
    """Field by field."""
    rating = KINDS["kiwi_rating"]
    assert checked_label(rating, {"rating": "GOOD", "reason": "r", COMMENT: "c"}, "w") == {
        "rating": "good", "reason": "r", COMMENT: "c",
    }  # fmt: skip
    review = KINDS["question_review"]
    assert checked_label(review, {"ticks": ["realistic", "stands_alone"], "papers": ["a"]},
    "w") == {
        "ticks": ["stands_alone", "realistic"], "papers": ["a"],
    }  # fmt: skip
    answer = KINDS["fanout_answer"]
    for kind, label, message in (
        (rating, [], "the label must be an object."),
        (rating, {}, "the label is empty."),
        (rating, {COMMENT: "c", "rating": None}, "the label is empty."),
        (rating, {COMMENT: 3, "rating": "good"}, "the comment must be a text, and not too long."),
        (rating, {"x": 1}, "the label has 'x', where kiwi_rating has rating, reason."),
        (rating, {"rating": "x"}, "rating is 'x'; it must be good, neutral, bad."),
        (rating, {"rating": ["good"]}, "rating is ['good']; it must be good, neutral, bad."),
        (rating, {"reason": 3}, "reason must be a text."),
        (rating, {"reason": "x" * 20_001}, "reason is too long."),
        (review, {"ticks": "x"},
        "ticks is 'x'; it must be of stands_alone, realistic, challenging, "
         "sufficient, makes_sense, not_niche."),
        (review, {"papers": [3]}, "papers must be a list of texts."),
        (review, {"papers": ["x" * 1001]}, "papers must be a list of texts."),
        (answer, {"minutes": "3"}, "minutes must be a number."),
        (answer, {"minutes": True}, "minutes must be a number."),
        (answer, {"minutes": 2e15}, "minutes must be a number."),
    ):  # fmt: skip
        with pytest.raises(InputError) as error:
            checked_label(kind, label, "w")
        assert str(error.value).removeprefix("w: ") == message
    assert [option_of(COLOUR, one) for one in (" r ", "RED", "B", "x", 3)] == [
        "r",
        "r",
        "b",
        None,
        None,
    ]


def test_times_of_files():
    """In UTC; a duration from nothing on."""
    assert timed({"a": 1}, "2024-05-06T14:00:00+02:00", "61.5", "w") == {
        "a": 1, DONE_AT: "2024-05-06T12:00:00+00:00", SECONDS: 61.5,
    }  # fmt: skip
    assert timed({}, "", None, "w") == timed({}, None, "", "w") == {}
    assert timed({}, "2024-05-06", 0, "w") == {DONE_AT: "2024-05-06T00:00:00+00:00", SECONDS: 0.0}
    for moment, seconds, message in (
        (
            "noon",
            None,
            "done_at is 'noon'; write it as 2026-01-31T16:00:00+00:00, or leave it empty.",
        ),
        (None, "-1", "seconds is '-1'; write a number, or leave it empty."),
        (None, "x", "seconds is 'x'; write a number, or leave it empty."),
        (None, True, "seconds is 'True'; write a number, or leave it empty."),
    ):
        with pytest.raises(InputError) as error:
            timed({}, moment, seconds, "w")
        assert str(error.value) == f"w: {message}"


ROW = Row(
    "k",
    {"author": "A", "title": "T", "year": "", "note": "", "_extra": {"shelf": "9"}},
    "g",
    "Wil",
    (
        GivenLabel("Ann", {"by_author": "yes"}, "c", done_at=NOON, seconds=61.5),
        GivenLabel("m", {"by_author": "no"}, model=True),
        GivenLabel("Bo", {}, skipped=True, seconds=3.0),
    ),
    Settled({"by_author": "no", "source": "s"}, "d", "Cy"),
)


def test_an_item_as_json_lines():
    """Everything that is known of it."""
    (line,) = write_jsonl(KITAB, [ROW])
    record = json.loads(line)
    assert record == {
        "kind": "kitab_title",
        "key": "k",
        "question_key": "g",
        "written_by": "Wil",
        "payload": ROW.payload,
        "labels": [
            {"by": "Ann", "model": False, "state": "done", "label": {"by_author": "yes"},
             "comment": "c", "done_at": "2024-05-06T12:00:00+00:00", "seconds": 61.5},
            {"by": "m", "model": True, "state": "done", "label": {"by_author": "no"}, "comment": "",
             "done_at": None, "seconds": None},
            {"by": "Bo", "model": False, "state": "skipped", "label": {}, "comment": "",
             "done_at": None, "seconds": 3.0},
        ],
        "settled": {"by": "Cy", "label": {"by_author": "no", "source": "s"}, "comment": "d"},
    }  # fmt: skip
    assert (
        json.loads(next(iter(write_jsonl(KITAB, [replace(ROW, settled=None)]))))["settled"] is None
    )
    assert exported_item(KITAB, ROW, ())["labels"] == []
    assert ROW.shown == {"author": "A", "title": "T", "year": "", "note": ""}
    assert (ROW.extra, Row("k", {"_extra": 3}).extra) == ({"shelf": "9"}, {})


def test_an_item_as_csv():
    """A row for each label, and for what was settled; columns that nobody fills are left out."""
    rows = [ROW, Row("l", {"author": "B", "title": "U", "year": "", "note": ""})]
    assert write_csv(KITAB, rows).removeprefix("\ufeff").splitlines() == [
        "key,question_key,written_by,shelf,author,title,label.by_author,label.source,labelled_by,"
        "label_comment,state,done_at,seconds",
        "k,g,Wil,9,A,T,yes,,Ann,c,done,2024-05-06T12:00:00+00:00,61.5",
        "k,g,Wil,9,A,T,no,,model:m,,done,,",
        "k,g,Wil,9,A,T,,,Bo,,skipped,,3.0",
        "k,g,Wil,9,A,T,no,s,Cy,d,settled,,",
        "l,,,,B,U,,,,,open,,",
    ]


def test_an_item_as_a_task():
    """With annotations of people, predictions of models and what was settled."""
    (task,) = tasks(KITAB, [ROW])
    assert task["id"] == 1
    assert task["data"]["shelf"] == "9"
    assert task["data"]["tamis_text"] == "author:\nA\n\ntitle:\nT"
    assert [one["by"] for one in task["data"]["tamis"]["labels"]] == ["m"]
    first, skipped, settled = task["annotations"]
    assert first == {
        "result": [
            {"id": "by_author", "from_name": "by_author", "to_name": "item", "type": "choices",
             "value": {"choices": ["yes"]}},
            {"id": "comment", "from_name": "comment", "to_name": "item", "type": "textarea",
             "value": {"text": ["c"]}},
            {"id": "annotator", "from_name": "annotator", "to_name": "item", "type": "textarea",
             "value": {"text": ["Ann"]}, "meta": {"done_at": "2024-05-06T12:00:00+00:00",
             "settled": False}},
        ],
        "was_cancelled": False,
        "ground_truth": False,
        "created_at": "2024-05-06T12:00:00+00:00",
        "updated_at": "2024-05-06T12:00:00+00:00",
        "lead_time": 61.5,
    }  # fmt: skip
    assert (skipped["was_cancelled"], skipped["lead_time"], "created_at" in skipped) == (
        True,
        3.0,
        False,
    )
    assert (settled["ground_truth"], settled["result"][-1]["meta"]["settled"]) == (True, True)
    assert task["predictions"] == [
        {"model_version": "m", "result": [first["result"][0] | {"value": {"choices": ["no"]}}]}
    ]
    answer = KINDS["fanout_answer"]
    row = Row("k", {"id": "i", "question": "Q"}, labels=(
        GivenLabel("Ann", {"answer": "x", "could_not_answer": ["yes"], "minutes": 2}),
    ))  # fmt: skip
    values = [one["value"] for one in tasks(answer, [row])[0]["annotations"][0]["result"][:3]]
    assert values == [{"text": ["x"]}, {"choices": ["yes"]}, {"number": 2}]
    made = config(answer, " Read. ")
    for part in (
        '<Header value="Read." size="6"', '<Text name="item" value="$tamis_text"',
        '<Number name="minutes" toName="item"', 'choice="multiple"', 'rows="6" maxSubmissions="1"',
        '<Choice value="I could not answer this" alias="yes"', '<TextArea name="annotator"',
    ):  # fmt: skip
        assert part in made
    assert 'required="true"' not in made
    titles = config(KITAB)
    assert '<Choices name="by_author" toName="item" required="true" choice="single">' in titles
    assert '<TextArea name="source" toName="item" rows="1"' in titles


@pytest.mark.parametrize(
    ("by", "who"),
    [
        (7, "user 7"),
        (True, "True"),
        ({"first_name": "Ann", "last_name": "B"}, "Ann B"),
        ({"last_name": "B", "email": "e"}, "B"),
        ({"email": "e@x", "username": "u"}, "e@x"),
        ({"username": "u", "id": 3}, "u"),
        ({"id": 3}, "user 3"),
        ({}, "somebody"),
        (None, "somebody"),
        (" a  b ", "a b"),
    ],
)
def test_who_completed_an_annotation(by, who):
    """In each way in which Label Studio writes it."""
    assert _who(by) == who


def result(name: str, value: object, **more: object) -> dict:
    """A result of a control."""
    return {"from_name": name, "type": "choices", "value": value} | more


def test_tasks_of_label_studio():
    """What is a label, what is left out and counted, and what is wrong."""
    data = {"author": "A", "title": "T"}
    good = [result("by_author", {"choices": ["Yes"]})]
    reading = read_tasks(KITAB, "f", [
        {"data": data, "id": 9, "annotations": [
            {"result": good, "completed_by": 3, "created_at": "noon"},
            {"result": good, "was_cancelled": True},
            {"result": [result("other", {"text": "x"}, type="textarea"),
            3, result("by_author", 5)]},
            {"result": [*good, result("comment", {"text": ["a", "b"]}),
            result("annotator", {"text": "Bo"})],
             "ground_truth": True},
            7,
        ], "predictions": [{"result": good, "model_version": "m"}, {"result": []}, 5],
        "drafts": [1, {}]},
        {"data": {"author": "B", "title": "U"}, "annotations": {}},
        {"data": data | {"title": "V"}, "annotations": [{"result": 3}]},
        {"data": data | {"title": "W"}, "annotations": [{"result": [result("by_author",
        {"choices": ["x"]})]}]},
        {"data": data | {"title": "X"}, "annotations": [{"result": [result("by_author",
        {"choices": ["yes", "no"]})]}]},
        {"id": 3},
    ])  # fmt: skip
    (one,) = reading.entries
    assert one.seed.labels == (
        ("user 3", {"by_author": "yes"}),
        ("Bo", {"by_author": "yes", COMMENT: "a\nb"}),
        ("model:m", {"by_author": "yes"}),
    )
    assert one.seed.payload["_extra"] == {"_task": {"id": 9}}
    assert one.settled is None
    assert dict(reading.left_out) == {
        "times that cannot be read": 1,
        "cancelled annotations": 1,
        "annotations without a label": 1,
        "results without a value": 2,
        "results of the control other": 1,
        "predictions without a label": 1,
        "predictions given only by their number": 1,
        "drafts": 2,
    }
    assert reading.problems == [
        "f, task 2: annotations must be a list.",
        "f, task 3, annotation 1: result must be a list.",
        "f, task 4, annotation 1: by_author is ['x']; it must be of yes, no, cannot_tell.",
        "f, task 5, annotation 1: by_author holds 2 choices where one is needed.",
        "f, task 6: expected a task with its data.",
    ]
    foreign = read_tasks(KITAB, "f", [
        {"data": data, "annotations": [{"result": [result("verdict", {"choices": ["no"]})]}]}
    ])  # fmt: skip
    assert foreign.entries[0].seed.labels == (("somebody", {"by_author": "no"}),)
    assert is_tasks([{"data": {}}])
    assert not any(map(is_tasks, ([], {}, [{"data": 3}], [{"data": {}}, 3])))
    assert is_flat(["annotation_id", "annotator", "created_at", "updated_at", "lead_time", "x"])
    assert not is_flat(["annotation_id", "annotator", "created_at", "updated_at"])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("", "f is empty."),
        ("[]", "f holds no items."),
        (
            '[{"annotation_id":1,"annotator":1,"created_at":1,"updated_at":1,"lead_time":1}]',
            "f is Label Studio's export as JSON_MIN, which does not hold its labels in full; in "
            "Label Studio, export as JSON.",
        ),
        (
            "annotation_id,annotator,created_at,updated_at,lead_time\n1,1,1,1,1\n",
            "f is Label Studio's export as CSV, which does not hold its labels in full; in Label "
            "Studio, export as JSON.",
        ),
    ],
)
def test_files_that_cannot_be_imported(raw, message):
    """One sentence."""
    with pytest.raises(InputError) as error:
        read_upload(KITAB, "f", raw.encode())
    assert str(error.value) == message


def test_files_of_each_form():
    """Known by what they hold."""
    one = '{"author": "A", "title": "T"}'
    for raw, what in (
        (f"[{one}]", "JSON"),
        (one, "JSON lines"),
        (f"{one}\n{one}", "JSON lines"),
        ('{"author": "A",\n "title": "T"}', "JSON"),
        ("author,title\nA,T\n", "CSV"),
        (f'[{{"data": {one}}}]', "Label Studio"),
    ):
        reading = read_upload(KITAB, "f", raw.encode())
        assert (reading.what, [e.seed.payload["title"] for e in reading.entries]) == (what, ["T"])
    doubled = read_upload(KITAB, "f", b"author,title,author\nA,T,B\n")
    assert doubled.problems == ['f, line 1: the column "author" is there twice; rename one.']
    assert [shown_name(name) for name in ("a/b\\c\u202e d.csv", "/", "x" * 70)] == [
        "c d.csv", "the file", "x" * 60,
    ]  # fmt: skip


def test_names_in_exports():
    """Pseudonyms of people; models keep theirs; names of files."""
    rename = pseudonyms(b"s" * 32, "p")
    assert rename("") == ""
    assert rename("Ann") == rename(" ann ") != pseudonyms(b"s" * 32, "q")("Ann")
    assert rename("Ann") != pseudonyms(b"t" * 32, "p")("Ann")
    assert rename("Ann").startswith("rater-")
    assert len(rename("Ann")) == 14
    row = renamed(ROW, lambda name: f"<{name}>")
    assert [one.who for one in row.labels] == ["<Ann>", "m", "<Bo>"]
    assert (row.written_by, row.settled.by, "_extra" in row.payload) == ("<Wil>", "<Cy>", False)
    assert renamed(replace(ROW, settled=None), str).settled is None
    assert [file_name(name) for name in ("Ann B.", "Ä!", "x" * 70)] == ["ann-b", "file", "x" * 60]
    assert file_name("!", "rater") == "rater"


def test_what_raters_agree_on():
    """The settled label, else the one of all people."""
    names = ("by_author",)
    assert _agreed(names, ROW) == GivenLabel("Cy", {"by_author": "no", "source": "s"}, "d")
    alone = replace(ROW, settled=None)
    assert _agreed(names, alone) == ROW.labels[0]
    assert _agreed(names, replace(ROW, settled=Settled({}, "", ""))).who == AGREED
    assert _agreed(names, replace(alone, labels=ROW.labels[1:])) is None
    other = GivenLabel("Di", {"by_author": "no"})
    assert _agreed(names, replace(alone, labels=(ROW.labels[0], other))) is None
    like = GivenLabel("Di", {"by_author": "yes", "source": "z"})
    assert _agreed(names, replace(alone, labels=(ROW.labels[0], like))) == ROW.labels[0]


def test_files_of_each_rater():
    """And of what was agreed; names that fall together are numbered."""
    labels = tuple(GivenLabel(who, {"by_author": "yes"}) for who in ("Ann", "ann!", "Bo"))
    found = own_files(KITAB, [replace(ROW, labels=labels, settled=None)])
    assert sorted(found) == [
        "agreed/titles.csv",
        "ann-2/titles.csv",
        "ann/titles.csv",
        "bo/titles.csv",
    ]
    assert found["bo/titles.csv"].decode("utf-8-sig").splitlines() == [
        "author,title,year,note,label,source", "A,T,,,yes,",
    ]  # fmt: skip
    alone = own_files(KITAB, [replace(ROW, labels=labels[:1], settled=None)])
    assert list(alone) == ["ann/titles.csv"]
    assert sorted(own_files(KITAB, [ROW])) == ["agreed/titles.csv", "ann/titles.csv"]
    assert own_files(KINDS["kitab_doubt"], [ROW]) == {}
    assert {name: (own.file, own.read_by) for name, own in OWN.items()} == {
        "quest_candidate": ("ratings.csv", "tamis gold"),
        "acs_error": ("errors.csv", "tamis report"),
        "acs_constraint": ("acs_dataset.csv", "tamis run acs --data"),
        "kitab_title": ("titles.csv", "spreadsheets"),
        "kiwi_instruction": ("labels.jsonl", "tamis kiwi"),
        "kiwi_error": ("labels.jsonl", "tamis kiwi"),
        "kiwi_rating": ("second_ratings.jsonl", "tamis run kiwi"),
        "fanout_question": ("questions.json", "tamis fanout validate"),
        "fanout_answer": ("predictions.jsonl", "tamis run fanoutqa -T predictions=FILE"),
        "question_review": ("review.jsonl", "tamis questions accept"),
    }


# Payloads and imported labels


def test_payloads():
    """Cells of spreadsheets, and whether two are of one item."""
    assert [cell(one) for one in (None, True, False, ["a", "b"], ["a\nb"], [1], {"a": "é"}, 3)] == [
        "", "yes", "no", "a\nb", '["a\\nb"]', "[1]", '{"a": "é"}', "3",
    ]  # fmt: skip
    one = {"a": "x\r\ny", "_extra": {" b ": 3, "c": "", "_t": 1}, "_labels": [1], "_raters": ["x"]}
    assert payload_of(one) == {"a": "x\r\ny", "_extra": one["_extra"]}
    assert same(one, {"a": "x\ny", "_extra": {"b": "3"}})
    assert not same(one, {"a": "x\ny", "_extra": {"b": "4"}})
    assert not same(one, {"a": "x y", "_extra": {"b": "3"}})
    assert not same(one, {"a": "x\ny"})
    assert same({"a": ["x\ry"]}, {"a": ["x\ny"], "_extra": None})
    assert cleaned({"a": ("b", 3)}) == {"a": ["b", 3]}


def test_imported_labels():
    """Each replaces an earlier one by the same name; only people but the writer take a slot."""
    item = Item(payload={"a": 1}, written_by="Wil")
    add_labels(item, [
        ("Ann", {"x": 1, COMMENT: "c", DONE_AT: "2024-05-06T12:00:00+00:00", SECONDS: 5.0}),
        ("model:m", {"x": 2}), ("wil", {"x": 3}), ("Bo", {"x": 4}),
    ])  # fmt: skip
    add_labels(item, [("BO", {"x": 5})])
    assert imported_of(item) == [
        Imported("Ann", {"x": 1}, "c", NOON, 5.0),
        Imported("model:m", {"x": 2}),
        Imported("wil", {"x": 3}),
        Imported("BO", {"x": 5}),
    ]
    assert raters_of(item) == 2
    assert item.payload["a"] == 1
    assert [(one.model, one.name) for one in imported_of(item)[:2]] == [(False, "Ann"), (True, "m")]
    assert untimed({"x": 1, COMMENT: "c", DONE_AT: "t", SECONDS: 1}) == {"x": 1, COMMENT: "c"}


# Agreement and figures


RATE = KINDS["quest_candidate"].fields[0]


def unit(n: int, models: dict | None = None, settled: str = "", **people: str) -> Unit:
    """An item with ratings by their first letters."""
    names = {"M": "MATCH", "D": "DEBATABLE", "N": "NO_MATCH"}

    def label(letter: str) -> dict:
        return {"rating": names[letter]} if letter else {}

    return Unit(
        n,
        {who: label(said) for who, said in people.items()},
        {who: label(said) for who, said in (models or {}).items()},
        label(settled) if settled else None,
    )


def test_agreement_on_a_field():
    """Of items that two people labelled; pairs with most items in common first."""
    found = [
        unit(1, ann="M", bo="M", cy="M"),
        unit(2, ann="M", bo="N"),
        unit(3, ann="D", bo="D"),
        unit(4, ann="M"),
        unit(5, ann="M", cy=""),
    ]
    (one,) = agreement(KINDS["quest_candidate"], found)
    assert (one.field, one.items, one.labels, one.more) == (RATE, 3, 7, 0)
    # Of five pairs of labels of one item four are alike.
    assert one.share == 0.8
    assert [(pair.a, pair.b, pair.n, pair.share) for pair in one.pairs] == [
        ("ann", "bo", 3, 2 / 3), ("ann", "cy", 1, 1.0), ("bo", "cy", 1, 1.0),
    ]  # fmt: skip
    # 2/3 alike; by chance 2/3 × 1/3 + 1/3 × 1/3 = 1/3.
    assert one.pairs[0].kappa.value == pytest.approx(0.5)
    assert one.pairs[1].kappa == Figure(None, ALL_ALIKE)
    assert one.alpha.interval is None
    (none,) = agreement(KINDS["quest_candidate"], found[3:])
    assert (none.items, none.labels, none.share, none.alpha, none.pairs) == (
        0,
        0,
        None,
        Figure(None, TOO_FEW),
        (),
    )
    many = [unit(1, **{f"p{n}": "M" for n in range(7)})]
    (crowd,) = agreement(KINDS["quest_candidate"], many)
    assert (len(crowd.pairs), crowd.more) == (15, 6)
    assert figure(0.5, 9, (0.1, 0.9)) == Figure(0.5, "", (0.1, 0.9))
    assert figure(0.5, 9, (float("nan"), float("nan"))) == Figure(0.5)


def test_values_that_are_compared():
    """By the order of the options where there is one; several as one value."""
    assert [value_of(RATE, {"rating": one}) for one in ("MATCH", "NO_MATCH", "x", "", None)] == [
        0, 2, None, None, None,
    ]  # fmt: skip
    nominal = replace(SIGNS, agreement="nominal")
    assert value_of(nominal, {"signs": ["z", "x"]}) == ("x", "z")
    assert value_of(nominal, {"signs": []}) is None
    assert value_of(nominal, {"signs": {"a": 1}}) == "{'a': 1}"
    kind = KINDS["quest_candidate"]
    yes, no, none = {"rating": "MATCH"}, {"rating": "NO_MATCH"}, {}
    assert [differ(kind, labels) for labels in ([yes, no], [yes, yes], [yes, none], [])] == [
        True, False, False, False,
    ]  # fmt: skip
    assert [majority(RATE, labels) for labels in ([yes, yes, no], [yes, no], [none],
    [no, none, none])] == [
        0, None, None, 2,
    ]  # fmt: skip


def test_a_model_beside_people():
    """On what was settled, else on what most say."""
    found = [
        unit(1, {"m": "M"}, ann="M", bo="M"),
        unit(2, {"m": "N"}, ann="M", bo="M", cy="N"),
        unit(3, {"m": "D"}, ann="M", bo="N"),
        unit(4, {"m": "D"}, settled="D", ann="M", bo="N"),
        unit(5, {"m": "D"}),
        unit(6, {"k": "D"}, ann="D"),
    ]
    k, m = compare(KINDS["quest_candidate"], found)
    assert (k.model, k.n, k.share) == ("k", 1, 1.0)
    assert (m.model, m.n, m.undecided, m.share) == ("m", 3, 1, 2 / 3)
    assert (m.rows, m.columns) == (("Match", "Debatable"), ("Match", "Debatable", "No match"))
    assert m.table == {"Match": {"Match": 1, "No match": 1}, "Debatable": {"Debatable": 1}}
    assert m.different == ((2, "Match", "No match"),)
    # 2/3 alike; by chance 2/3 × 1/3 + 1/3 × 1/3 = 1/3.
    assert m.kappa.value == pytest.approx(0.5)


def test_labels_as_an_owner_sees_them():
    """With names, or as letters in an order that tells nothing."""
    labels = [
        Labelled(7, "k", {}, "", "", who, 1, {"rating": "MATCH"}, "c", source, NOON, 3.0)
        for who, source in (("Ann", "here"), ("Bo", "imported"), ("m", "model"))
    ]
    kind = KINDS["quest_candidate"]
    shown = displayed(kind, SimpleNamespace(settings={}), labels)
    assert [(one.name, one.done_at, one.seconds, one.comment) for one in shown] == [
        ("Ann", NOON, 3.0, "c"), ("Bo", NOON, 3.0, "c"), ("m", NOON, 3.0, "c"),
    ]  # fmt: skip
    hidden = displayed(kind, SimpleNamespace(settings={"hide_names": True}), labels)
    assert {one.name for one in hidden if one.source != "model"} < {"Rater A", "Rater B", "Rater C"}
    assert [one.name for one in hidden if one.source == "model"] == ["m"]
    assert {(one.done_at, one.seconds) for one in hidden} == {(None, None)}
    back = displayed(kind, SimpleNamespace(settings={"hide_names": True}), labels[::-1])
    assert hidden == back
    assert [_letters(n) for n in (0, 25, 26)] == ["A", "Z", "27"]


def test_who_differs_from_the_others():
    """From most, or from as many."""

    def differing(field: Field, *values: object) -> list[bool]:
        return _differing(field, [{field.name: one} if one is not None else {} for one in values])

    assert differing(COLOUR, "r", "r", "b", None) == [False, False, True, False]
    assert differing(COLOUR, "r", "b", None) == [True, True, False]
    assert differing(COLOUR, "r", "r") == [False, False]
    assert differing(SIGNS, ["x"], ["x"], None) == [False, False, True]
    kind = KINDS["kitab_title"]

    def shown(name: str, **label: str) -> DisplayedLabel:
        (one,) = displayed(
            kind,
            SimpleNamespace(settings={}),
            [Labelled(1, "k", {}, "", "", name, 1, label, "", "here")],
        )
        return one

    people = [
        shown("a", by_author="yes", source="s"),
        shown("b", by_author="no"),
        shown("c", by_author="no"),
    ]
    rows = label_rows(kind, people)
    assert [(row.name, row.differs) for row in rows] == [
        ("Is it by this author?", (True, False, False)),
        ("Where did you look?", (False, False, False)),
    ]
    assert len(label_rows(kind, people[1:])) == 1


def test_progress():
    """Shares, ends and times."""
    assert (Progress(4, 3, 6).needed, Progress(4, 3, 6).share, Progress(4, 3, 6).ended) == (
        12,
        0.5,
        False,
    )
    assert (Progress(4, 3, 12).ended, Progress().share, Progress().ended) == (True, 0.0, False)
    assert PersonProgress("a", 1, seconds=60.0, timed=4).per_item == 15.0
    assert PersonProgress("a", 1, seconds=60.0).per_item is None
    assert PersonProgress("a", 1, seconds=None, timed=4).per_item is None
    assert [spent(one) for one in (None, 0, 89.4, 90, 5399 - 30, 5400, 7500)] == [
        "–", "0 s", "89 s", "2 min", "89 min", "1 h 30 min", "2 h 5 min",
    ]  # fmt: skip


# People


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x" * 11, "The name is longer than 10 characters."),
        ("a\u200bb", "The name holds characters that cannot be seen: type it without them."),
        ("a\u202eb", "The name holds characters that cannot be seen: type it without them."),
        ("-!", "The name needs a letter or a number."),
        (
            "Model: x",
            "A name cannot begin with 'model:': labels under such names are those of models.",
        ),
        (
            "mоdel꞉x",
            "A name cannot begin with 'model:': labels under such names are those of models.",
        ),
        ("a\u0316\u0317\u0318\u0319\u031c\u031d\u031e", "The name has more accents than letters."),
    ],
)
def test_names_that_nobody_may_have(name, message):
    """With what is wrong."""
    with pytest.raises(InputError) as error:
        clean_name(name, 10)
    assert str(error.value) == message


def test_names_that_look_alike():
    """Have one key, in each letter of the table."""
    assert clean_name("  Ann\n e\u0301 ", 20) == "Ann é"
    assert clean_name("x" * 10, 10) == "x" * 10
    for one, other in (
        ("Ann", "ANN"), ("a b", "ab"), ("O0", "oo"), ("Il1|ǀ", "lllll"), ("ﬁ", "fi"),
        ("Zoë", "zoë"),
        ("АВСЕНІЈКМОРԚЅТՍѴԜХҮΖ", "abcehijkmopqstuvwxyz"),
        ("аԁеɡһіјкոорԛѕυѵԝху", "adeghijknopqsuvwxy"),
        ("ΑΒΕΗΙΚΜΝΟΡΤΧΥԌ", "abehikmnoptxyg"), ("ɑαցհıιϳκոοօρսνχүγ", "aaghiijknoopuvxyy"),
    ):  # fmt: skip
        assert name_key(one) == name_key(other)
    assert name_key("Ann") != name_key("Anne")


def test_codes_to_log_in():
    """Of this hour and the one before; another for each person and stamp."""
    person = SimpleNamespace(id=3, stamp="s")
    code = login_code(b"x" * 32, person, NOON)
    assert len(code) == 11
    assert code[5] == "-"
    assert is_login_code(b"x" * 32, person, f" {code.lower()} ", NOON + timedelta(minutes=119))
    assert not is_login_code(b"x" * 32, person, code, NOON + timedelta(minutes=120))
    assert not is_login_code(b"x" * 32, person, code, NOON - timedelta(minutes=1))
    others = [
        login_code(b"y" * 32, person, NOON),
        login_code(b"x" * 32, SimpleNamespace(id=4, stamp="s"), NOON),
        login_code(b"x" * 32, SimpleNamespace(id=3, stamp="t"), NOON),
    ]
    assert len({code, *others}) == 4


def test_attempts_are_slowed_down():
    """After the free ones the wait doubles, up to a limit; it is forgotten after a while."""
    clock = [0.0]
    throttle = Throttle(lambda: clock[0], size=2, longest=5.0, forget=100.0)
    key = of_name("ann")
    assert key == ("name", "ann")
    assert of_name("x" * 300) == ("name", "x" * 200)
    assert [throttle.attempt({key: 2}) for _ in range(3)] == [0.0, 0.0, 1.0]
    clock[0] = 0.25
    assert throttle.attempt({key: 2}) == 0.75
    clock[0] = 1.0
    assert throttle.attempt({key: 2}) == 0.0
    assert throttle.attempt({key: 2}) == 2.0
    assert throttle.failures(key) == 3
    clock[0] = 3.0
    assert throttle.attempt({key: 2}) == 0.0
    clock[0] = 7.0
    assert throttle.attempt({key: 2}) == 0.0
    assert throttle.attempt({key: 2}) == 5.0
    throttle.succeeded(key, all=False)
    assert throttle.failures(key) == 4
    throttle.succeeded(key)
    assert throttle.failures(key) == 0
    throttle.attempt({key: 1})
    clock[0] = 108.0
    assert throttle.failures(key) == 0
    assert throttle.attempt({key: 1}) == 0.0
    assert throttle.failures(key) == 1
    throttle.attempt({("a",): 9, ("b",): 9})
    assert [throttle.failures(one) for one in (key, ("a",), ("b",))] == [0, 1, 1]
    assert throttle.attempt({("a",): 1, ("b",): 9}) == 1.0
    assert throttle.failures(("b",)) == 1


# Settings and pages


def test_settings_by_themselves(tmp_path):
    """The limits of the documentation, and where data are."""
    assert vars(Limits()) == {
        "upload_bytes": 52_428_800, "form_bytes": 2_097_152, "stranger_bytes": 65_536, "files": 100,
        "pages": 500, "reading_seconds": 60.0, "file_seconds": 20.0, "file_megabytes": 1024,
        "text": 200_000, "name": 80, "unsent": 500,
    }  # fmt: skip
    assert vars(Hashing()) == {"passes": 3, "kibibytes": 65_536, "lanes": 4}
    settings = Settings("d", b"x" * 32)
    assert (settings.host, settings.port, settings.names, settings.models) == (
        "127.0.0.1",
        8400,
        (),
        (),
    )
    assert (settings.retriever, settings.demo, settings.https) == ("auto", False, False)
    assert "xxx" not in repr(settings)
    assert "'d'" not in repr(settings)
    with pytest.raises(
        InputError, match=r"^the secret is too short: TAMIS_STUDIO_SECRET needs 32 bytes"
    ):
        Settings("d", b"x" * 31)
    home = Path.home()
    assert data_folder({"TAMIS_HOME": "/t", "XDG_DATA_HOME": "/x"}, "linux") == Path("/t/studio")
    assert data_folder({"XDG_DATA_HOME": "/x"}, "linux") == Path("/x/tamis")
    assert data_folder({}, "linux") == home / ".local/share/tamis"
    assert (
        data_folder({"XDG_DATA_HOME": "/x"}, "darwin") == home / "Library/Application Support/tamis"
    )
    assert data_folder({"APPDATA": "/a"}, "win32") == Path("/a/tamis")
    assert data_folder({}, "win32") == home / ".local/share/tamis"
    assert sqlite_address(tmp_path / "a") == f"sqlite:///{tmp_path}/a/studio.db"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700
    assert secret_place("sqlite:////x/y.db") == Path("/x/y.db.secret")
    assert secret_place("/x/y.db") == Path("/x/y.db.secret")
    assert secret_place("postgresql://h/n").name == "studio.secret"
    path = tmp_path / "b" / "secret"
    secret = read_secret(path, {})
    assert (read_secret(path, {}), len(secret), path.stat().st_mode & 0o777) == (secret, 64, 0o600)
    assert [one.name for one in path.parent.iterdir()] == ["secret"]
    assert read_secret(path, {"TAMIS_STUDIO_SECRET": "given"}) == b"given"
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be made"):
        sqlite_address(tmp_path / "file" / "x")


@pytest.mark.parametrize(
    "said",
    ["deadlock detected", "database is locked now: lock", "timed out", "timeout", "time out",
     "took too long", "too many clients", "too many connections", "Busy"],
)  # fmt: skip
def test_a_busy_database_is_known(said):
    """By what its driver says."""
    assert _BUSY.search(said)
    assert not _BUSY.search("disk is full")


@pytest.mark.parametrize(
    ("url", "to"),
    [
        ("/a?b#c", "/a?b#c"), ("//x", "/"), ("/\\x", "/"), ("http://x", "/"), ("a", "/"), ("", "/"),
        ("/a\\b", "/"), ("/a\nb", "/"),
    ],
)  # fmt: skip
def test_addresses_on_this_host(url, to):
    """Everything else leads to the first page."""
    assert local(url) == to
    assert local("x", "/y") == "/y"


def test_how_figures_are_shown():
    """Numbers, shares, counts and moments."""
    assert [_number(one) for one in (None, 1234.5, 0)] == ["–", "1,234", "0"]
    assert (_number(1.256, 2), _share(None), _share(0.256), _share(0.256, 1)) == (
        "1.26",
        "–",
        "26%",
        "25.6%",
    )
    assert [counted(n, "label") for n in (0, 1, 2000)] == ["0 labels", "1 label", "2,000 labels"]
    assert counted(2, "reply", "replies") == "2 replies"
    assert _moment(None) == "–"
    assert (
        _moment(NOON) == '<time datetime="2024-05-06T12:00:00+00:00">6 May 2024, 12:00 UTC</time>'
    )
    assert (
        _paragraphs("a\r\nb\r\n\r\n\r\n <c>")
        == '<p dir="auto">a\nb</p><p dir="auto"> &lt;c&gt;</p>'
    )


def test_texts_with_references():
    """Links to papers that there are; what changed, on either side."""
    marks = Marks("/s", ("One", "T<o"))
    assert marks.linked("a [1] b [7]") == (
        'a <span class="ref-group">[<a class="ref" href="/s/papers/1" data-paper="1" '
        'title="T&lt;o">1</a>]</span> b <span class="ref-group">[<span class="ref unknown" '
        'title="No paper has this number">7</span>]</span>'
    )  # fmt: skip
    assert marks.prose("\na\n\n \n\nb\n") == '<p dir="auto">a</p>\n<p dir="auto">b</p>'
    runs = [
        Run("same", "a "), Run("added", "b\nc"), Run("deleted", "d"), Run("moved-to", "e", 2),
        Run("moved-from", "e", 2),
    ]  # fmt: skip
    moved = (
        '<span class="moved{0}" title="{1}"><span class="unseen">({1}:)</span>'
        '<sup class="move">2</sup>e</span>'
    )
    old = "<del>d</del>" + moved.format("-from", "moved from here")
    new = '<ins>b<span class="line-end" aria-hidden="true">¶</span>\nc</ins>'
    here = moved.format("", "moved to here")
    assert marks.changes(runs, "old") == f"a {old}"
    assert marks.changes(runs, "new") == f"a {new}{here}"
    assert (
        marks.changes(runs)
        == f"a {new}<del>d</del>{here}{moved.format('-from', 'moved from here')}"
    )
    assert (Counter(), threading.main_thread().is_alive()) == (Counter(), True)
