"""Files that benchmarks read: what rows mean, and which are refused, with their place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamis.benchmarks import predictions
from tamis.benchmarks.fanoutqa.samples import shape
from tamis.benchmarks.kitab import domain
from tamis.benchmarks.kiwi import data as kiwi_data
from tamis.benchmarks.kiwi import label_files
from tamis.types import InputError


def refusal(work, *args, **named) -> str:
    """The sentence with which a function refuses."""
    try:
        found = work(*args, **named)
        # Generators raise while they are read.
        found = list(found) if hasattr(found, "__next__") else found
    except InputError as error:
        return str(error)
    return pytest.fail(f"was taken: {found!r:.100}")


# KITAB: facts of items


@pytest.mark.parametrize(
    ("check", "fact", "holds"),
    [
        ({"column": "g", "value": "a", "negated": False}, {"g": ["a", "b"]}, True),
        ({"column": "g", "value": "a", "negated": False}, {"g": ["b"]}, False),
        ({"column": "g", "value": "a", "negated": True}, {"g": ["b"]}, True),
        ({"column": "g", "value": "a", "negated": True}, {"g": ["a"]}, False),
        ({"column": "g", "value": "a", "negated": True}, {}, False),
        ({"column": "g", "value": "a", "negated": False}, {"g": 3}, False),
        ({"column": "g", "low": 2, "high": 4}, {"g": 2}, True),
        ({"column": "g", "low": 2, "high": 4}, {"g": 4}, True),
        ({"column": "g", "low": 2, "high": 4}, {"g": 1.9}, False),
        ({"column": "g", "low": 2, "high": 4}, {"g": 4.1}, False),
        ({"column": "g", "low": 2, "high": 4}, {"g": ["3"]}, False),
        ({"column": "g", "low": 2, "high": 4}, {"g": None}, False),
    ],
)
def test_facts_satisfy_a_check(check, fact, holds):
    """What is unknown satisfies none, negated or not."""
    assert domain.holds(check, fact) is holds


@pytest.mark.parametrize(
    ("checks", "fits"),
    [
        ([None], True), ([{"column": "g", "value": "a", "negated": True}], True),
        ([{"column": "g", "low": 1, "high": 2.5}], True), ([], False), ([None, None], False),
        ([{"column": "g", "value": "a"}], False),
        ([{"column": "g", "value": 1, "negated": True}], False),
        ([{"column": "g", "low": "1", "high": 2}], False),
        ([{"column": 1, "low": 1, "high": 2}], False),
        ([{"value": "a", "negated": True}], False), ({}, False),
        ([{"column": "g", "value": "a", "negated": 1}], False), (["x"], False),
    ],
)  # fmt: skip
def test_checks_of_a_row(checks, fits):
    """One for each constraint, of a value or of a range."""
    if fits:
        assert domain.checks_in(json.dumps(checks), 1) == tuple(checks)
    else:
        with pytest.raises(ValueError, match="column 'checks': "):
            domain.checks_in(json.dumps(checks), 1)
    assert domain.checks_in(None, 2) == (None, None)


@pytest.mark.parametrize(
    ("facts", "fits"),
    [
        ([{}, {"g": ["a"], "n": 1.5}], True), ([{}], False), ([{}, 1], False),
        ([{}, {"g": [1]}], False), ([{}, {"g": True}], False), ([{}, {"g": None}], False),
        ([{}, {"g": "a"}], False), ([{}, {"g": 1e300}], False), ([{}, {"g": -1e300}], False),
        ([{}, {"g": 9e299}], True), ([{}, {"g": []}], True),
    ],
)  # fmt: skip
def test_facts_of_a_row(facts, fits):
    """A record for each item, of numbers and lists of texts."""
    if fits:
        assert domain.facts_in(json.dumps(facts), 2) == tuple(facts)
    else:
        with pytest.raises(ValueError, match="column 'item_facts': "):
            domain.facts_in(json.dumps(facts), 2)
    assert domain.facts_in(None, 2) == ()


def test_items_are_listed_with_their_facts():
    """A list with commas, a number without a tail of zeros."""
    fact = {"genre": ["drama", "war"], "runtime": 112.0, "x": 0.1}
    assert domain.shown("Low Tide (1987)", fact) == (
        "Low Tide (1987) | genre: drama, war | runtime: 112 | x: 0.1"
    )
    assert domain.shown("Low Tide", {}) == "Low Tide"


# FanOutQA: shapes of answers


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "hidden"), ({"a": 1, "b": 2.5}, "table of numbers"), ({"a": "x"}, "table of texts"),
        ({"a": 1, "b": "x"}, "table of mixed values"), ([True, False], "list of yes or no"),
        ([True, 1], "list of mixed values"), (["a"], "list of texts"), ([], "list of mixed values"),
        (True, "yes or no"), (3, "number"), (2.5, "number"), ("x", "text"),
    ],
)  # fmt: skip
def test_shapes_of_answers(answer, said):
    """A table, a list, or one value."""
    assert shape(answer) == said


# KIWI: sessions and labels


def session(question: str = "Q?", **more) -> dict:
    """A session as it is released."""
    turns = [
        {"instruction": "add", "answer_1": "a1", "rating": "bad"},
        {"instruction": "cut", "answer_1": "a2", "rating": "good"},
        {"instruction": "end", "answer_1": "a3"},
    ]  # fmt: skip
    row = {
        "original_question": question, "model_name": "m", "initial_answer": "a0",
        "interaction": turns,
    }  # fmt: skip
    return {**row, **more}


def kiwi_file(path: Path, *rows: dict) -> Path:
    """A file of sessions."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def labels_file(path: Path, *records: dict) -> Path:
    """A file of labels."""
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def test_labels_of_turns(tmp_path):
    """By the line of the session, or by its id where sessions have one; empty ones are none."""
    made = kiwi_data.load(str(kiwi_file(tmp_path / "f.jsonl", session(), session("R?"))))
    path = tmp_path / "labels.jsonl"
    assert label_files.read_label_file(path, "k", ("x", "y"), made) == {}
    records = [{"session": 1, "turn": 3, "k": "x"}, {"session": 2, "turn": 1, "k": "y"}]
    records += [{"session": 1, "turn": 1, "k": None}, {"session": 1, "turn": 2, "k": ""}]
    records += [{"session": 2, "turn": 2}]
    labels_file(path, *records)
    assert label_files.read_label_file(path, "k", ("x", "y"), made) == {(0, 3): "x", (1, 1): "y"}
    for record, said in (
        ({"session": 0, "turn": 1}, "there is no session 0"),
        ({"session": 3, "turn": 1}, "there is no session 3"),
        ({"session": "1", "turn": 1}, "there is no session '1'"),
        ({"session": 1, "turn": 0}, "session 1 has no turn 0"),
        ({"session": 1, "turn": 4}, "session 1 has no turn 4"),
        ({"session": 1, "turn": None}, "session 1 has no turn None"),
        ({"session": 1, "turn": 1, "k": "z"}, "k is 'z'"),
    ):
        labels_file(path, records[0], record)
        assert f"{path}, line 2: {said}" in refusal(
            label_files.read_label_file, path, "k", ("x", "y"), made
        )
    named = kiwi_data.load(
        str(kiwi_file(tmp_path / "g.jsonl", session(), session("R?", session_id="s9")))
    )
    labels_file(
        path, {"session_id": "s9", "turn": 2, "k": "x"}, {"session": 1, "turn": 1, "k": "y"}
    )
    assert label_files.read_label_file(path, "k", ("x", "y"), named) == {(1, 2): "x", (0, 1): "y"}
    labels_file(path, {"session_id": "no", "turn": 2})
    assert "there is no session 'no'" in refusal(label_files.read_label_file, path, "k", (), named)


# Answers of other systems


def predicted(path: Path, *lines) -> Path:
    """A file of answers."""
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    return path


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({"id": "a", "text": "t"}, "t"), ({"qid": "a", "answer": "t"}, "t"),
        ({"id": "a", "text": "t", "answer": "u"}, "t"), ({"id": "a", "text": ""}, ""),
        ({"id": "a", "model_outputs": [["x", 3]]}, 'Final Answer: ["x", "3"]'),
        ({"id": "a", "model_outputs": [[]]}, "Final Answer: []"),
        ({"id": "a", "model_outputs": [["é"]]}, 'Final Answer: ["é"]'),
    ],
)  # fmt: skip
def test_forms_of_answers_made_elsewhere(tmp_path, line, text):
    """Our own, FanOutQA's, and LOFT's."""
    assert predictions.read_predictions(predicted(tmp_path / "p.jsonl", line)) == {"a": text}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([{"id": "a"}], "line 1 has no `text`"),
        ([{"id": "a", "model_outputs": [["x"], ["y"]]}], "a list with one list of answers"),
        ([{"id": "a", "model_outputs": [[1.5]]}], "a list with one list of answers"),
        ([{"id": "a", "model_outputs": "x"}], "a list with one list of answers"),
        (
            [{"id": "a", "text": "t"}, {"qid": "a", "text": "u"}],
            "2: the id 'a' is there twice",
        ),
        ([], "no predictions"),
    ],
)
def test_broken_answers_made_elsewhere(tmp_path, lines, said):
    """With the line."""
    assert said in refusal(predictions.read_predictions, predicted(tmp_path / "p.jsonl", *lines))
