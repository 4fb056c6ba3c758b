"""What `tamis kiwi analyse` finds in four sessions with two models, worked out by hand."""

from __future__ import annotations

import json
import math

import pytest

from tamis.benchmarks.kiwi.analysis import analyse
from tamis.benchmarks.kiwi.data import load
from tamis.report.build import published
from tamis.stats import Estimate

NAN = math.nan


def same(expected):
    """Equal figures, NaN included."""
    return pytest.approx(expected, nan_ok=True)


OLD = "One is here [0]. Two is here [1]. Three is here."


def turn(text, kind, answer, rating, edited=None):
    """A recorded turn."""
    one = {"instruction": text, "answer_1": answer, "rating": rating, "instruction_kind": kind}
    return one | ({"answer_2": edited} if edited else {})


STYLE, INFO = "stylistic", "information-seeking"
SESSIONS = [
    ("m", turn("Remove the last sentence.", STYLE, "One is here [0]. Two is here [1].", "good"),
     turn("Go on.", INFO, "Nothing at all.", "bad", "One is here [0]. Four is here."),
     turn("Go on.", INFO, "One.", "neutral")),
    ("k", turn("Go on.", INFO, "One is here [0].", "good")),
    ("m", turn("Shorten it.", STYLE, "One is here [0]. Two is here [1].", "bad"),
     turn("Explain it.", INFO, "One [0].", "")),
    ("k", turn("", STYLE, OLD, "good"), turn("Add [7].", INFO, "One is here [0].", "bad"),
     turn("Shorten it.", STYLE, "One.", "neutral")),
]  # fmt: skip
TYPES = [(1, 1, "remove"), (1, 2, "more_information"), (1, 3, "more_information"),
         (2, 1, "more_information"), (3, 1, "condense"), (3, 2, "condense"),
         (4, 2, "more_information"), (4, 3, "condense")]  # fmt: skip
LABELS = [
    *({"session": s, "turn": t, "instruction_type": one} for s, t, one in TYPES),
    {"session": 1, "turn": 2, "error_type": "ignored"},
    {"session": 3, "turn": 1, "error_type": "ignored"},
    {"session": 4, "turn": 2, "error_type": "unrequested_change"},
]
PASSAGES = [(1, 2, "sufficient"), (1, 3, "partial"), (4, 2, "sufficient")]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The report of four sessions with two models."""
    folder = tmp_path_factory.mktemp("kiwi")
    written = {
        "interactions.jsonl": [
            {"original_question": "Q?", "model_name": model, "initial_answer": OLD,
             "interaction": turns}
            for model, *turns in SESSIONS
        ],
        "labels.jsonl": LABELS,
        "retrieval.jsonl": [
            {"session": s, "turn": t, "passages": one} for s, t, one in PASSAGES
        ],
    }  # fmt: skip
    for name, rows in written.items():
        (folder / name).write_text("".join(json.dumps(one) + "\n" for one in rows))
    return analyse(load(str(folder / "interactions.jsonl")))


def rows(made, name):
    """The rows of our own: group, label and cells, estimates as their values."""
    return [
        (row.group, row.label,
         {k: v.value if isinstance(v, Estimate) else v for k, v in row.cells.items()})
        for row in next(one for one in made.tables if one.id == name).rows
        if row.kind == "measure"
    ]  # fmt: skip


def agree(got, expected):
    """The same rows in the same order, figures but for rounding."""
    assert [one[:2] for one in got] == [one[:2] for one in expected]
    for (_, label, cells), (_, _, wanted) in zip(got, expected, strict=True):
        assert cells == same(wanted), label


HERE = "These sessions"


def test_the_sessions_and_ratings_of_two_models(made):
    """Turns, edits and kinds; shares of what was rated, in the order of first occurrence."""
    keys = ("sessions", "n", "edited", "turns_per_session", "info", "style", "kinds")
    agree(rows(made, "sessions"), [
        (HERE, name, dict(zip(keys, cells, strict=True))) for name, cells in (
            ("m", (2, 5, 1, 2.5, 3 / 5, 2 / 5, 5)), ("k", (2, 4, 0, 2, 1 / 2, 1 / 2, 4)),
            ("all", (4, 9, 1, 9 / 4, 5 / 9, 4 / 9, 9)))
    ])  # fmt: skip
    agree(rows(made, "ratings"), [
        (model, kind, dict(zip(("good", "neutral", "bad", "n"), cells, strict=True)))
        for model, kind, cells in (
            ("m", STYLE, (1 / 2, 0, 1 / 2, 2)), ("m", INFO, (0, 1 / 2, 1 / 2, 2)),
            ("m", "all", (1 / 4, 1 / 4, 1 / 2, 4)), ("k", INFO, (1 / 2, 0, 1 / 2, 2)),
            ("k", STYLE, (1 / 2, 1 / 2, 0, 2)), ("k", "all", (1 / 2, 1 / 4, 1 / 4, 4)))
    ])  # fmt: skip


def test_the_types_and_errors_of_two_models(made):
    """Shares of the turns with a type (the empty instruction has none), of which
    information-seeking, and good of each model's rated."""
    expected = {
        "More information": (4 / 8, 1, 4, 0, 1 / 2), "Expand coverage": (0, NAN, 0, NAN, NAN),
        "Clarification": (0, NAN, 0, NAN, NAN), "Remove": (1 / 8, 0, 1, 1, NAN),
        "Specific edit": (0, NAN, 0, NAN, NAN), "Condense": (3 / 8, 1 / 3, 3, 0, 0),
        "Reorganize": (0, NAN, 0, NAN, NAN), "Others": (0, NAN, 0, NAN, NAN),
    }  # fmt: skip
    agree(rows(made, "instruction-types"), [
        (HERE, name, dict(zip(("share", "info", "n", "m", "k"), cells, strict=True)))
        for name, cells in expected.items()
    ])  # fmt: skip
    paper = published("kiwi")["error_types"]
    counts = {"unrequested_change": 1, "ignored": 2}
    cells = [
        {"share": counts.get(key, 0) / 3, "paper": paper[key] / 100, "count": counts.get(key, 0),
         "n": 3}
        for key in paper
    ]  # fmt: skip
    assert [one for *_, one in rows(made, "error-types")] == [same(one) for one in cells]


def test_the_edits_and_changes_of_two_models(made):
    """Of four turns that are good or edited; of papers cited before, those still cited."""
    keys = ("instruction_words", "source_words", "target_words", "edit_distance", "length_ratio",
            "edit_ratio", "n")  # fmt: skip
    remove, go, info, nothing = (
        (4, 11, 8, 3), (2, 8, 7, 3), (2, 11, 4, 7), (0, 11, 11, 0),
    )  # fmt: skip

    def means(*turns):
        parts = [(*one, one[2] / one[1], one[3] / one[1]) for one in turns]
        figures = [sum(column) / len(turns) for column in zip(*parts, strict=True)]
        return dict(zip(keys, (*figures, len(turns)), strict=True))

    agree(rows(made, "edits"), [
        (HERE, name, means(*turns)) for name, turns in (
            ("More information", (go, info)), ("Remove", (remove,)),
            (STYLE, (remove, nothing)), (INFO, (go, info)), ("m", (remove, go)),
            ("k", (info, nothing)), ("all", (remove, go, info, nothing)))
    ])  # fmt: skip
    kept = {name: (cells["kept"], cells["n"]) for _, name, cells in rows(made, "changes")}
    assert kept == {
        "More information": (same(1 / 4), 4), "Remove": (1, 1), "Condense": (same(1.5 / 3), 3),
        STYLE: (3 / 4, 4), INFO: (same(0.3), 5), "m": (same(0.5), 5),
        "k": (same(0.5), 4), "all": (same(0.5), 9),
    }  # fmt: skip
    assert all(math.isnan(cells["unknown"]) for *_, cells in rows(made, "changes"))
    whole = next(cells for _, name, cells in rows(made, "changes") if name == STYLE)
    assert whole["kept_in_sentences"] == 1


def test_the_passages_of_failed_turns(made):
    """Three failed turns that sought information."""
    paper = published("kiwi")["retrieval_of_failed_info_turns"]
    agree(rows(made, "retrieval"), [
        ("", found, {"share": n / 3, "paper": paper[found] / 100, "count": n, "n": 3})
        for found, n in (("sufficient", 2), ("partial", 1), ("none", 0))
    ])  # fmt: skip
