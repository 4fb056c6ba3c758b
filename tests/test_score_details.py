"""The figures and tables of single answers and turns, in full and worked by hand."""

from __future__ import annotations

import dataclasses
import json
import math
from types import SimpleNamespace

import pytest

from tamis.answering.fanout.answered import Answered, Search
from tamis.answering.set_answer import SetAnswer
from tamis.benchmarks.acs import errors as acs_errors
from tamis.benchmarks.acs import score as acs
from tamis.benchmarks.acs import shares as acs_shares
from tamis.benchmarks.acs.details import Detail
from tamis.benchmarks.acs.logged_verdict import Judged
from tamis.benchmarks.acs.shares import Verdicts
from tamis.benchmarks.fanoutqa import score as fanout
from tamis.benchmarks.fanoutqa.answers import Scorer
from tamis.benchmarks.fanoutqa.logged_answer import Recorded
from tamis.benchmarks.kitab import score as kitab
from tamis.benchmarks.kitab.query import from_row
from tamis.benchmarks.kiwi import score as kiwi
from tamis.benchmarks.kiwi.analysis import analyse, report, session_tables
from tamis.benchmarks.kiwi.data import load
from tamis.benchmarks.kiwi.verdict import SEEN, Verdict
from tamis.benchmarks.quest import score as quest
from tamis.benchmarks.quest.data import Gold
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Part, Worksheet
from tamis.measures.rouge import Rouge, rouge
from tamis.measures.words import words
from tamis.report.build import published
from tamis.report.elements import Row
from tamis.stats import Correction, Estimate, correct

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
LABELS = [
    {"session": 1, "turn": 1, "instruction_type": "remove"},
    {"session": 3, "turn": 2, "instruction_type": "condense"},
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


def table(made, name):
    """A table of the report."""
    (one,) = [one for one in made.tables if one.id == name]
    return one


def rows(made, name):
    """The rows of our own: group, label and cells, estimates as their values."""
    return [
        (row.group, row.label,
         {k: v.value if isinstance(v, Estimate) else v for k, v in row.cells.items()})
        for row in table(made, name).rows
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
    keys = ("sessions", "n", "edited", "turns_per_session", "info", "style")
    agree(rows(made, "sessions"), [
        (HERE, name, dict(zip(keys, cells, strict=True))) for name, cells in (
            ("m", (2, 5, 1, 2.5, 3 / 5, 2 / 5)), ("k", (2, 4, 0, 2, 1 / 2, 1 / 2)),
            ("all", (4, 9, 1, 9 / 4, 5 / 9, 4 / 9)))
    ])  # fmt: skip
    agree(rows(made, "ratings"), [
        (model, kind, dict(zip(("good", "neutral", "bad", "n"), cells, strict=True)))
        for model, kind, cells in (
            ("m", STYLE, (1 / 2, 0, 1 / 2, 2)), ("m", INFO, (0, 1 / 2, 1 / 2, 2)),
            ("m", "all", (1 / 4, 1 / 4, 1 / 2, 4)), ("k", INFO, (1 / 2, 0, 1 / 2, 2)),
            ("k", STYLE, (1 / 2, 1 / 2, 0, 2)), ("k", "all", (1 / 2, 1 / 4, 1 / 4, 4)))
    ])  # fmt: skip


def test_the_types_and_errors_of_two_models(made):
    """Shares of all turns, of which information-seeking, and good of each model's rated."""
    expected = {
        "More information": (4 / 9, 1, 4, 0, 1 / 2), "Expand coverage": (0, NAN, 0, NAN, NAN),
        "Clarification": (0, NAN, 0, NAN, NAN), "Remove": (1 / 9, 0, 1, 1, NAN),
        "Specific edit": (0, NAN, 0, NAN, NAN), "Condense": (3 / 9, 1 / 3, 3, 0, 0),
        "Reorganize": (0, NAN, 0, NAN, NAN), "Others": (1 / 9, 0, 1, NAN, 1),
    }  # fmt: skip
    agree(rows(made, "instruction-types"), [
        (HERE, name, dict(zip(("share", "info", "n", "m", "k"), cells, strict=True)))
        for name, cells in expected.items()
    ])  # fmt: skip
    assert table(made, "instruction-types").caption.startswith(
        "2 types are those of labels.jsonl, 7 those of the keywords. Columns"
    )
    paper = published("kiwi")["error_types"]
    counts = {"unrequested_change": 1, "ignored": 2}
    cells = [
        {"share": counts.get(key, 0) / 3, "paper": paper[key] / 100, "count": counts.get(key, 0),
         "n": 3}
        for key in paper
    ]  # fmt: skip
    assert [one for *_, one in rows(made, "error-types")] == [same(one) for one in cells]
    assert table(made, "error-types").caption.startswith("Of 5 turns rated neutral or bad 3 are")


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
            ("More information", (go, info)), ("Remove", (remove,)), ("Others", (nothing,)),
            (STYLE, (remove, nothing)), (INFO, (go, info)), ("m", (remove, go)),
            ("k", (info, nothing)), ("all", (remove, go, info, nothing)))
    ])  # fmt: skip
    assert table(made, "edits").caption.startswith("Means over the 4 turns that are good or edited")
    kept = {name: (cells["kept"], cells["n"]) for _, name, cells in rows(made, "changes")}
    assert kept == {
        "More information": (same(1 / 4), 4), "Remove": (1, 1), "Condense": (same(1.5 / 3), 3),
        "Others": (1, 1), STYLE: (3 / 4, 4), INFO: (same(0.3), 5), "m": (same(0.5), 5),
        "k": (same(0.5), 4), "all": (same(0.5), 9),
    }  # fmt: skip
    assert all(math.isnan(cells["unknown"]) for *_, cells in rows(made, "changes"))
    whole = next(cells for _, name, cells in rows(made, "changes") if name == STYLE)
    assert (whole["unrequested"], whole["kept_in_sentences"]) == (0, 1)


def test_the_passages_and_the_agreement_with_labels(made):
    """Three failed turns that sought information; of two labels the keywords have one."""
    paper = published("kiwi")["retrieval_of_failed_info_turns"]
    agree(rows(made, "retrieval"), [
        ("", found, {"share": n / 3, "paper": paper[found] / 100, "count": n, "n": 3})
        for found, n in (("sufficient", 2), ("partial", 1), ("none", 0))
    ])  # fmt: skip
    assert table(made, "retrieval").caption.startswith(
        "Of 3 information-seeking turns rated neutral or bad 3 are labelled"
    )
    agree(rows(made, "agreement"), [
        ("", "keywords, instruction types", {"share": 1 / 2, "kappa": 1 / 3, "n": 2})
    ])  # fmt: skip


COLUMNS = {
    "sessions": ["sessions", "n", "edited", "turns_per_session.1", "info", "style"],
    "ratings": ["good:up", "neutral", "bad", "n"],
    "instruction-types": ["share", "info", "m:up", "k:up", "paper-gpt-4", "paper-gpt-3.5",
                          "paper-llama2", "n"],
    "error-types": ["share", "paper", "count", "n"],
    "edits": ["instruction_words.1", "source_words.1", "target_words.1", "length_ratio",
              "edit_distance.1", "edit_ratio", "n"],
    "changes": ["unrequested:down", "kept:up", "kept_in_sentences:up", "unknown:down", "n"],
    "retrieval": ["share", "paper", "count", "n"],
    "agreement": ["share:up", "kappa:up", "n"],
}  # fmt: skip
LABELLED = {
    "Sessions", "Turns", "Edited", "Turns a session", "Information-seeking", "Stylistic", "Good",
    "Neutral", "Bad", "n", "Share", "m, good", "k, good", "gpt-4, good", "gpt-3.5, good",
    "llama2, good", "KIWI, Table 4", "Words, instruction", "Words, source", "Words, target",
    "Length ratio", "Edit distance", "Edit ratio", "Unrequested change", "Kept references",
    "… in kept sentences", "Cites an unknown paper", "KIWI, §4.3", "Agreement", "Kappa",
}  # fmt: skip


def test_the_columns_of_the_analysis(made):
    """Their order, which way is better, and how many digits they have."""
    got = {
        one.id: [
            c.key + (f":{c.better}" if c.better else "") + (f".{c.digits}" if c.digits != 2 else "")
            for c in one.columns
        ]
        for one in made.tables
    }
    assert got == COLUMNS
    assert {c.label for one in made.tables for c in one.columns} == LABELLED


def test_the_rows_of_the_paper(made):
    """Percents are shares; the names are those of our rows."""
    paper = published("kiwi")
    own = {
        one.id: {r.label: (r.group, r.cells) for r in one.rows if r.kind == "published"}
        for one in made.tables
    }
    assert {name: len(found) for name, found in own.items() if found} == {
        "sessions": 4, "instruction-types": 8, "edits": 14,
    }  # fmt: skip
    for name, printed in paper["sessions"].items():
        group, cells = own["sessions"][name]
        assert group == "KIWI, Table 2"
        assert cells == same({
            "edited": printed["edited"], "turns_per_session": printed.get("turns_per_session"),
            "n": printed["turns"], "info": printed["info"] / 100, "style": printed["style"] / 100,
            "sessions": printed.get("sessions", paper["text"]["sessions_per_model"]),
        })  # fmt: skip
    printed = paper["instruction_types"]["remove"]
    assert own["instruction-types"]["Remove"] == ("KIWI, Table 3", same({
        "share": printed["share"] / 100, "info": printed["info"] / 100,
        **{f"paper-{name}": printed["good"][name] / 100 for name in ("gpt-4", "gpt-3.5", "llama2")},
    }))  # fmt: skip
    assert own["edits"][INFO] == ("KIWI, Table 6", paper["edit_statistics"]["info_seeking"])
    assert own["edits"]["all"][1] == paper["edit_statistics"]["total"]
    assert own["edits"]["Remove"][1] == paper["edit_statistics"]["remove"]


def points(figure):
    """The lines of a figure, values alone."""
    return {
        line.label: [None if one is None else one.value for one in line.points]
        for line in figure.series
    }


def test_the_figures_of_the_analysis(made):
    """Ratings by model and kind; kinds by the number of the turn."""
    ratings, kinds = made.figures
    assert (ratings.ticks, kinds.ticks) == (
        ("m s", "m i", "m o", "k s", "k i", "k o"), ("1", "2", "3"),
    )  # fmt: skip
    assert points(ratings) == {
        "good": same([1 / 2, 0, 1 / 4, 1 / 2, 1 / 2, 1 / 2]),
        "neutral": same([0, 1 / 2, 1 / 4, 1 / 2, 0, 1 / 4]),
        "bad": same([1 / 2, 1 / 2, 1 / 2, 0, 1 / 2, 1 / 4]),
    }
    assert points(kinds) == {INFO: same([1 / 4, 1, 1 / 2]), STYLE: same([3 / 4, 0, 1 / 2])}
    assert made.notes == ("1 turns are not rated.", "1 turns have an empty instruction.")
    assert {key: made.identity[key] for key in ("data", "sessions")} == {
        "data": "interactions", "sessions": "4",
    }  # fmt: skip
    turns = [
        SimpleNamespace(turn=SimpleNamespace(edited=one)) for one in (None, "x", None, "", "y")
    ]
    paper = published("kiwi")
    both = paper["sessions"]["total"]
    assert report._messages(turns) == (
        "Twice the turns and the edits make 13 messages; others have counted "
        f"{paper['text']['messages']['counted_in_the_release']:,} in the release, and the paper's "
        f"own figures make {2 * both['turns'] + both['edited']:,}."
    )
    assert session_tables.sessions([]).rows[0].cells["turns_per_session"] is None


def test_the_figures_of_a_turn():
    """Good is the positive class; a second rating is a verdict; no verdict is the wrong one."""
    one = kiwi.figures(Verdict(True, calls=2, tokens=(7, 3)), False)
    assert {key: one[key] for key in ("correct", "fp", "said_good", "calls", "tokens_in",
                                      "tokens_out", "decided")} == {
        "correct": 0, "fp": 1, "said_good": 1, "calls": 2, "tokens_in": 7, "tokens_out": 3,
        "decided": 1,
    }  # fmt: skip
    assert math.isnan(kiwi.figures(Verdict(None, "missing"), True)["said_good"])
    names = ("correct", "tp", "fp", "fn", "tn", "said_good", "decided")
    assert kiwi.again(False, True) == {
        f"human_{k}": v for k, v in zip(names, (0, 0, 0, 1, 0, 0, 1), strict=True)
    }
    assert kiwi.again(None, True)["human_decided"] == 0
    rated = {**one, **kiwi.again(True, True)}
    human = kiwi.human([(rated, "a"), ({**one, **kiwi.again(None, True)}, "b"), (one, "c")])
    assert human == [({"correct": 1, "tp": 1, "fp": 0, "fn": 0, "tn": 0, "said_good": 1,
                       "decided": 1}, "a")]  # fmt: skip
    outcomes = [kiwi.outcome(Verdict(*one)) for one in
                ((True, "x"), (None, "failed"), (None, SEEN), (None, "unparsed"))]  # fmt: skip
    assert outcomes == ["ok", "too_long", None, "unparsed"]


def counted(tp, fp, fn, tn, undecided=0):
    """Rows of verdicts, each a cluster of its own; those without a verdict are of good ones."""
    said = [(True, True)] * tp + [(True, False)] * fp + [(False, True)] * fn + [(False, False)] * tn
    said += [(None, True)] * undecided
    return [
        (kiwi.figures(Verdict(one, "ok"), truth), f"c{n}") for n, (one, truth) in enumerate(said)
    ]


def test_the_measures_over_turns_and_items():
    """7, 2, 3 and 5 verdicts, and 3 items without one, which count as wrong."""
    some = counted(7, 2, 3, 5, 3)
    assert {name: measure(some).value for name, measure in kiwi.MEASURES.items()} == same({
        "accuracy": 12 / 20, "precision": 7 / 9, "recall": 7 / 13, "f1": 14 / 22,
        "good_share": 9 / 17, "coverage": 17 / 20,
    })  # fmt: skip
    assert {name: measure(some).value for name, measure in acs.MEASURES.items()} == same({
        "accuracy": 12 / 20, "f1_satisfied": 14 / 22, "f1_unsatisfied": 10 / 18,
        "skew": 14 / 19 - 10 / 15, "coverage": 17 / 20,
    })  # fmt: skip
    assert acs.bounds(some) == (12 / 20, 15 / 20)
    assert acs.undecided(some) == 3
    assert acs.bounds([]) == same((NAN, NAN))


def test_the_figures_of_an_item():
    """Disagreement and flips where there are several; calls and tokens."""
    yes, no = Judgement(True, "a"), Judgement(False, "b")
    one = acs.figures(Judged(yes, (yes, no, no), (True, False, None, True), 3, (9, 4)), False)
    rest = {key: one[key] for key in ("flipped", "disagreed", "asked_a_model", "calls", "tokens_in",
                                      "tokens_out", "fp", "decided")}  # fmt: skip
    assert rest == {"flipped": 0.5, "disagreed": 1, "asked_a_model": 1, "calls": 3, "tokens_in": 9,
                    "tokens_out": 4, "fp": 1, "decided": 1}  # fmt: skip
    alone = acs.figures(Judged(no, (no,)), False)
    assert (alone["asked_a_model"], alone["tn"]) == (0, 1)
    assert math.isnan(alone["disagreed"])
    assert math.isnan(alone["flipped"])
    assert acs.figures(Judged(no, (no, no)), False)["disagreed"] == 0
    said = [acs.outcome(Judgement(one, "m", why)) for one, why in
            ((True, "ok"), (None, "failed"), (None, "refused"))]  # fmt: skip
    assert said == ["ok", "too_long", "refused"]


SHEET = Worksheet("c", "kcal", "at most 5 kcal", "each day", "summation", (Part("x", (), 3, True),))


def detail(n, satisfied, *verdicts, epoch=1, sheet=None):
    """An item and what its judges said."""
    panel = tuple(Judgement(one, name, rationale=f"by {name}") for name, one in verdicts)
    return Detail(f"d{n}", epoch, f"request {n}", f"constraint {n}", f"response {n}", satisfied,
                  panel[0], sheet, panel if len(panel) > 1 else ())  # fmt: skip


def run(label, condition):
    """What an error's rows need of a run."""
    return SimpleNamespace(label=label, identity={"condition": condition})


def test_wrong_verdicts_in_full(tmp_path):
    """Of one judge by the run's name, of several by their own; the program's have no row."""
    details = [
        detail(1, True, ("m", False)), detail(2, False, ("m", None)), detail(3, True, ("m", True)),
        detail(4, False, ("a", True), ("b", False), ("program", True), ("c", None), epoch=2,
               sheet=SHEET),
        detail(5, True, ("program", False)),
    ]  # fmt: skip
    found = acs_errors.of(run("lab", "2-shot"), details)
    said = [(one.judge, one.condition, one.detail.id, one.row and (one.row.id, one.row.judge))
            for one in found]  # fmt: skip
    assert said == [
        ("lab", "2-shot", "d1", ("d1", "lab, 2-shot")),
        ("a", "2-shot", "d4", ("d4/2", "a, 2-shot")),
        ("program", "2-shot", "d4", None), ("lab", "2-shot", "d5", None),
    ]  # fmt: skip
    row = found[1].row
    assert (row.gold, row.verdict, row.rationale) == (False, True, "by a")
    assert (row.constraint, row.request, row.response) == (
        "constraint 4", "request 4", "response 4",
    )  # fmt: skip
    assert row.worksheet.splitlines() == SHEET.lines()
    case = acs_errors.case(found[1])
    assert case.title == "d4/2, a, 2-shot: constraint 4"
    assert case.caption == "Label: unsatisfied. Verdict: satisfied. Request: request 4"
    assert case.texts == (
        ("Rationale", "by a"), ("Worksheet of the program", "\n".join(SHEET.lines())),
        ("Response", "response 4"),
    )  # fmt: skip
    assert acs_errors.case(found[3]).texts == (
        ("Worksheet of the program", "The program has none."), ("Response", "response 5"),
    )  # fmt: skip
    path = tmp_path / "errors.csv"
    assert acs_errors.with_labels(found, path) == (found, [])
    same_again, notes = acs_errors.with_labels(found[:2], path)
    assert (same_again, notes) == (found[:2], [])
    less, _ = acs_errors.with_labels(found[1:], path)
    assert less == found[1:]
    more, notes = acs_errors.with_labels(
        [*found, *acs_errors.of(run("new", "2-shot"), details[:1])], path
    )
    assert notes == [f"1 of 3 errors are not in {path}; write another file for them."]
    assert more[-1].row.label == ""


def test_long_texts_of_errors_are_cut():
    """At 20,000 characters, and a request at 1,000; what is as long as that is whole."""
    text = "x" * 20_001
    one = Detail("d", 1, "y" * 1001, "c", text, True, Judgement(False, "program"), None, ())
    (found,) = acs_errors.of(run("program", "0-shot"), [one])
    case = acs_errors.case(found)
    assert case.texts[-1] == ("Response", "x" * 20_000 + " […]")
    assert case.caption.endswith(f"Request: {'y' * 1000} […]")
    assert acs_errors._cut("x" * 20_000) == "x" * 20_000
    assert acs_errors.MOST == 300


def test_table_2_in_full():
    """Each judge under its condition, then the paper's rows of that; unlabelled have no kinds."""
    details = [detail(n, True, ("m", False)) for n in range(3)]
    one = acs_errors.of(run("lab", "2-shot"), details)
    kinds = ["calculation", "", "extraction"]
    labelled = [
        acs_errors.Wrong(w.judge, w.condition, w.detail, w.verdict,
                         acs_errors.replace(w.row, label=kind))
        for w, kind in zip(one, kinds, strict=True)
    ]  # fmt: skip
    other = acs_errors.of(run("box", "0-shot"), details[:1])
    runs = [run("lab", "2-shot"), run("box", "0-shot"), run("lab", "2-shot"), run("x", "1-shot")]
    found = acs_errors.table(runs, [*labelled, *other])
    own = [row for row in found.rows if row.kind == "model"]
    assert [(row.label, row.group) for row in own] == [("lab", "2-shot"), ("box", "0-shot")]
    assert (own[0].cells["total"], own[0].cells["labelled"]) == (3, 2)
    assert own[1].cells == {"total": 1, "labelled": 0}
    parts = {key: (part.n, part.of) if hasattr(part, "n") else part
             for key, part in own[0].cells.items()}  # fmt: skip
    shown = {key: str(part) for key, part in parts.items() if key in ("calculation", "reasoning")}
    assert len(shown) == 2
    assert own[0].cells["calculation"] == own[0].cells["extraction"] == own[0].cells["reasoning"]
    assert own[0].cells["calculation"] != own[0].cells["counting"]
    assert [column.key for column in found.columns] == [
        "total", "labelled", *acs_errors.CATEGORIES, "reasoning",
    ]  # fmt: skip
    assert [column.label for column in found.columns][:2] == ["Errors", "Labelled"]
    assert found.columns[2].label == acs_errors.CATEGORIES[0].capitalize()
    assert found.columns[-1].label == "Reasoning"
    assert (found.id, found.title, found.paper) == ("errors", "Kinds of error", "Table 2")
    after = [row.kind for row in found.rows]
    paper = len(acs_errors.published.errors("2-shot"))
    assert after[: 1 + paper] == ["model", *["published"] * paper]
    alone = acs_errors.table(runs[1:2], other)
    assert sum(row.kind == "published" for row in alone.rows) == paper
    assert acs_errors.table(runs, []).rows == ()


def test_shares_of_constraints_in_full():
    """True, raw and corrected of each half, and by other data; what is undefined is a dash."""
    halves = {n: [r for r in map(str, range(90)) if acs_shares._half(r) == n] for n in (0, 1)}
    counts = {0: (9, 2, 1, 8), 1: (12, 1, 3, 4)}
    data = []
    for half, (tp, fp, fn, tn) in counts.items():
        figures = [one for one, _ in counted(tp, fp, fn, tn)]
        data += [*zip(figures, halves[half], strict=False)]
    one = Verdicts("m", "model", "0-shot", "a", "same", data)
    others = [(figures, f"other {n}") for n, (figures, _) in enumerate(data[:20])]
    more = Verdicts("m", "model", "0-shot", "b", "same", others)
    made, _ = acs_shares.table([one, more])
    own = made.rows[0]
    assert [(row.label, row.kind, row.group) for row in made.rows] == [
        ("m", "model", "0-shot"), ("m, by its error rates on data=b", "model", "0-shot"),
        ("m", "model", "0-shot"), ("m, by its error rates on data=a", "model", "0-shot"),
    ]  # fmt: skip
    figures = {key: own.cells[key].value for key in ("true", "raw", "sensitivity", "specificity")}
    assert figures == same({"true": 25 / 40, "raw": 24 / 40, "sensitivity": 21 / 25,
                            "specificity": 12 / 15})  # fmt: skip
    first = (11 / 20 + 4 / 5 - 1) / (12 / 15 + 4 / 5 - 1)
    second = (13 / 20 + 8 / 10 - 1) / (9 / 10 + 8 / 10 - 1)
    assert own.cells["corrected"] == same((first + second) / 2)
    assert own.cells["first"].startswith(f"{first:.2f} (")
    assert own.cells["second"].startswith(f"{second:.2f} (")
    assert own.cells["n"] == 40
    borrowed = made.rows[1].cells
    by_b = correct(acs_shares._raw(data), borrowed["sensitivity"], borrowed["specificity"])
    assert borrowed["corrected"] == by_b.value
    low, high = by_b.interval
    assert borrowed["interval"] == f"{low:.2f} to {high:.2f}"
    assert (borrowed["sensitivity"].value, borrowed["sensitivity"].n) == (same(9 / 10), 10)
    assert (borrowed["true"], borrowed["raw"]) == (own.cells["true"], own.cells["raw"])
    assert "first" not in borrowed
    assert made.caption.endswith("Error rates on other data correct all verdicts at once.")
    assert "Error rates on other data" not in acs_shares.table([one])[0].caption
    assert [(c.key, c.label, c.better) for c in made.columns] == [
        ("true", "True share", None), ("raw", "Raw share", None),
        ("corrected", "Corrected share", None), ("interval", "95% interval", None),
        ("first", "First half", None), ("second", "Second half", None),
        ("sensitivity", "Sensitivity", "up"), ("specificity", "Specificity", "up"),
        ("n", made.columns[-1].label, None),
    ]  # fmt: skip
    assert acs_shares._corrects(more, one)
    for other in (
        Verdicts("m", "model", "0-shot", "b", "else", more.rows),
        Verdicts("m", "model", "0-shot", "b", "same", [*more.rows, data[0]]),
        one,
    ):
        assert not acs_shares._corrects(other, one)  # fmt: skip
    raw = Estimate(0.5, n=9)
    assert acs_shares._shown(Correction(raw, raw, raw, NAN, (NAN, NAN))) == "–"
    assert acs_shares._shown(Correction(raw, raw, raw, 0.5, (NAN, NAN))) == "0.50 (–)"
    said = acs_shares._note(one, "first half", Correction(raw, raw, raw, 0.5, (0, 1), "Too few."))
    assert said == ["m (0-shot), corrected share, first half: Too few."]
    assert Row("x", "model", {}).group == ""


ANSWERED = Answered(
    "Rhine", "ok", pages=("A", "B"), searches=(Search("a", "A"), Search("b", None)), calls=3,
    tokens=(7, 5), seconds=2.5, trimmed=1, counts={"bad arguments": 4, "other": 9},
    sub=(Answered("x", "ok"),),
)  # fmt: skip


def test_the_cost_and_evidence_of_an_answer():
    """Counts, tokens and seconds; pages opened of those needed, by their keys."""
    assert fanout.spent(ANSWERED) == {
        "searches": 2, "bad_arguments": 4, "not_found": 1, "pages": 2, "calls": 3, "tokens_in": 7,
        "tokens_out": 5, "seconds": 2.5, "trimmed": 1, "sub_questions": 1,
    }  # fmt: skip
    assert fanout.evidence(Recorded(ANSWERED, ("A", "C", "D"), ("D",))) == {
        "evidence_recall": 1 / 3, "evidence_precision": 1 / 2, "pages_absent": 1,
    }  # fmt: skip
    assert fanout.evidence(Recorded(ANSWERED)) == same(
        {"evidence_recall": NAN, "evidence_precision": NAN, "pages_absent": 0}
    )
    nothing = fanout.evidence(Recorded(Answered("x", "ok"), ("A",)))
    assert nothing == same({"evidence_recall": 0, "evidence_precision": NAN, "pages_absent": 0})


@pytest.mark.parametrize(
    ("answered", "outcome", "scored", "counts"),
    [
        (Answered("Rhine", "ok"), "ok", True, (0, 0, 0)),
        (Answered("Rhine", "ok", truncated=True), "truncated", True, (0, 0, 0)),
        (Answered("", "missing", truncated=True), "truncated", False, (0, 0, 0)),
        (Answered("", "missing"), "missing", False, (0, 0, 0)),
        (Answered("x", "timed_out"), "timed_out", True, (0, 1, 0)),
        (Answered("", "timed_out"), "timed_out", False, (0, 1, 0)),
        (Answered("x", "over_rounds"), "timed_out", True, (0, 0, 1)),
        (Answered("x", "timed_out", truncated=True), "timed_out", True, (0, 1, 0)),
        (Answered("x", "failed"), "too_long", False, (0, 0, 0)),
        (Answered("I'm sorry, but I cannot answer that.", "ok"), "refused", True, (1, 0, 0)),
    ],
)
def test_the_outcomes_of_answers(answered, outcome, scored, counts):
    """Whether there is a text to score, and what ran out."""
    assert fanout.outcome(answered) == outcome
    assert fanout.has_answer(answered) == scored
    assert fanout.counts_of(answered) == dict(
        zip(("declined", "out_of_time", "over_rounds"), counts, strict=True)
    )


def test_the_scores_of_an_answer_by_variant():
    """NaN without an answer, in the published variant 0; references that were not found."""
    gold = ["Rhine", "Elbe", "Oder"]
    scorers = {one: Scorer(gold, one, words("pystemmer")) for one in ("paper", "reference")}
    found, scores = fanout.strings(Answered("Rhine, Oder", "ok"), scorers)
    part = {"loose": 2 / 3, "strict": 0}
    assert found == same({
        **{f"paper_{k}": v for k, v in part.items()}, **{f"reference_{k}": v for k,
         v in part.items()},
        **{f"read_reference_{k}": v for k, v in part.items()},
    })  # fmt: skip
    assert fanout.not_found(scores) == {"paper": ["Elbe"], "reference": ["Elbe"]}
    nothing, none = fanout.strings(Answered("", "missing"), scorers)
    assert none == {}
    assert nothing == same({
        "paper_loose": NAN, "paper_strict": NAN, "reference_loose": 0, "reference_strict": 0,
        "read_reference_loose": NAN, "read_reference_strict": NAN,
    })  # fmt: skip
    overlap = fanout.overlap(Answered("Rhine Elbe x y", "ok"), ["Rhine", "Elbe", "Oder"])
    assert overlap["rouge1_precision"] == overlap["read_rouge1_precision"] == 1 / 2
    assert (overlap["rouge1_recall"], overlap["rouge2_recall"]) == same((2 / 3, 1 / 2))
    assert (overlap["rougeL_f1"], len(overlap)) == (same(4 / 7), 18)
    empty = fanout.overlap(Answered("", "missing"), gold)
    assert {key: empty[key] for key in ("rouge1_f1", "read_rouge1_f1")} == same(
        {"rouge1_f1": 0, "read_rouge1_f1": NAN}
    )
    text = fanout.tables(Answered("Rhine: 5", "ok"), "x")
    assert all(map(math.isnan, text.values()))
    assert {*text} == {*fanout.CELLS, *(f"read_{one}" for one in fanout.CELLS), "table_unread"}


def test_rouge_in_full_by_hand():
    """5 words against 4: 3 in common, in the same order 1; no two words in a row."""
    found = rouge(["running dogs", "eat red apples"], "apples ate dog, run")
    assert found["rouge1"] == Rouge(3 / 4, 3 / 5, pytest.approx(2 / 3))
    assert found["rouge2"] == Rouge(0, 0, 0)
    assert found["rougeL"] == Rouge(1 / 4, 1 / 5, pytest.approx(2 / 9))
    assert set(rouge("x", "").values()) == {Rouge(0, 0, 0)}
    assert set(rouge("", "x").values()) == {Rouge(0, 0, 0)}


GOLD = Gold(frozenset({"Ab", "Bc", "Cd"}), frozenset({"Dd"}), frozenset({"Ee"}))
TITLES = {"1": "Ab", "2": "Bc", "3": "Cd", "4": "Dd", "5": "Xx"}


def candidate(title, judgment="none", doc=None):
    """What was judged of a title; `none` was not verified."""
    verdict = None if judgment == "none" else SimpleNamespace(judgment=judgment)
    return SimpleNamespace(answer=title, verdict=verdict, doc_id=doc, evidence_for=())


def test_the_figures_of_a_set():
    """Debatable titles on neither side; confusions of the verifier, unread verdicts as wrong."""
    judged = (
        candidate("Ab", True), candidate("Bc", False), candidate("Cd", None), candidate("Xx", True),
        candidate("Ee", False), candidate("Yy", None), candidate("Dd", True), candidate("Zz"),
    )  # fmt: skip
    answer = SetAnswer(("Ab", "Dd", "Xx"), ("1", "4", "5"), candidates=judged,
                       retrieved=("5", "1", "9", "2"))  # fmt: skip
    found = quest.figures(answer, {"g": GOLD}, ("paper", "strict", "reference"), TITLES, None)
    expected = {
        **{f"g_{one}_{name}": value for one in ("paper", "strict") for name, value in {
            "precision": 1 / 2, "recall": 1 / 3, "f1": 2 / 5, "accuracy": 0,
             "subspan_em": 0}.items()},
        "g_reference_em": 0, "g_reference_coverage": 1 / 3, "g_reference_subspan_em": 0,
        "g_reference_f1": NAN, "g_fully_correct": 0, "g_correct_with_extras": 0, "g_partly": 1,
        "g_incorrect": 0, **{f"g_retrieved_recall@{k}": 2 / 3 for k in (20, 40, 100)},
        "g_retrieved_mrecall@3": 0, **{f"g_cited_recall@{k}": 0 for k in (20, 40, 100)},
        "g_cited_mrecall@3": 0,
        "g_tp": 1, "g_fn": 2, "g_fp": 2, "g_tn": 1,
        "read_g_tp": 1, "read_g_fn": 1, "read_g_fp": 1, "read_g_tn": 1,
    }  # fmt: skip
    assert found == same(expected)
    pairs = quest.pair_figures(answer, {"g": GOLD})
    confusions = {key: value for key, value in expected.items() if key[-3:] in
                  ("_tp", "_fp", "_fn", "_tn")}  # fmt: skip
    assert pairs == {**confusions, "g_judged_right": 2, "read_g_judged_right": 2}
    none = quest.pair_figures(SetAnswer(candidates=(candidate("Cd", None),)), {"g": GOLD})
    assert (none["g_judged_right"], none["g_fn"]) == (0, 1)
    assert math.isnan(none["read_g_judged_right"])


@pytest.mark.parametrize(
    ("depth", "ranked", "known"),
    [
        (None, None, (20, 40, 100, 3)), (2, None, ()), (3, None, (3,)), (20, None, (20, 3)),
        (40, None, (20, 40, 3)), (3, ("1",), (20, 40, 100, 3)), (None, ("1",), (20, 40, 100, 3)),
    ],
)  # fmt: skip
def test_how_deep_a_ranking_is_known(depth, ranked, known):
    """As deep as was read, unless the answer says what was ranked below."""
    answer = SetAnswer(("Ab",), ("1",), retrieved=("5", "2", "1"), ranked=ranked)
    found = quest.figures(answer, {"g": GOLD}, (), TITLES, depth)
    got = [k for k in (20, 40, 100) if not math.isnan(found[f"g_retrieved_recall@{k}"])]
    assert (*got, *(() if math.isnan(found["g_retrieved_mrecall@3"]) else (3,))) == known
    assert found["g_cited_recall@100"] == same(1 / 3)
    if 20 in known:
        recall = 1 / 3 if ranked and depth else 2 / 3
        assert found["g_retrieved_recall@20"] == same(recall)


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (SetAnswer(), "ok"), (SetAnswer(outcome="empty"), "empty"),
        (SetAnswer(outcome="failed", truncated=True), "too_long"),
        (SetAnswer(truncated=True), "truncated"),
        (SetAnswer(outcome="refused", truncated=True), "refused"),
        (SetAnswer(outcome="unparsed"), "unparsed"),
    ],
)  # fmt: skip
def test_the_outcome_of_a_set(answer, outcome):
    """A list that was cut is not whole; without a list there are no figures of it."""
    assert quest.outcome(answer) == outcome
    found = quest.figures(answer, {"g": GOLD}, ("paper", "reference"), TITLES, None)
    read = answer.outcome in ("ok", "empty")
    for name in ("paper_recall", "reference_em", "incorrect", "cited_recall@20"):
        assert math.isnan(found[f"g_{name}"]) != read, name
    assert found["g_retrieved_recall@20"] == 0


def test_what_an_answer_was_repaired_by():
    """Each count by its key; supports are shares of the quotes."""
    counts = {
        "quotes": 8, "quotes found": 6, "verifier quotes": 5, "verifier quotes found": 1,
        "verdicts": 9, "verdicts unparsed": 2, "verdicts missing": 3, "json: commas": 1,
        **{name: n for n, name in enumerate(quest.REPAIRS, 11)},
    }  # fmt: skip
    found = quest.counts_of(
        SetAnswer(candidates=(candidate("a"), candidate("b")), left_out=4, counts=counts)
    )
    assert found == {
        "left_out": 4, "candidates": 2, "quote_support": 6 / 8, "quotes": 8,
        "verifier_quote_support": 1 / 5, "verdicts": 9, "verdicts_unread": 5, "json_repaired": 1,
        "titles_for_ids": 11, "ids_repaired": 12, "unknown_answers": 13, "doubled_answers": 14,
        "doubled_candidates": 15, "unknown_documents_cited": 16, "list_and_judgements_differ": 17,
        "candidates_without_a_document": 18,
    }  # fmt: skip
    empty = quest.counts_of(SetAnswer())
    assert math.isnan(empty.pop("quote_support"))
    assert math.isnan(empty.pop("verifier_quote_support"))
    assert set(empty.values()) == {0}


BOOKS = ["Beloved (1987)", "Song of Solomon (1977)", "Sula (1973)", "Tar Baby (1981)"]


def asked(family, text, gold, facts=None):
    """A query about Toni Morrison in the released form; `facts` are its positions by family."""
    row = {
        "Author": "Toni Morrison", "constraint_type": family, "constraints": text,
        "mapped_books": repr(gold), "all_books": repr(BOOKS), "raw_books": repr(["Sula", "Jazz"]),
    }  # fmt: skip
    return dataclasses.replace(from_row("q", row), facts=facts or {})


def five(*args):
    """Irrelevant, satisfied, unsatisfied, completeness, all-correct."""
    return dataclasses.astuple(kitab.score(*args))


def test_the_measures_of_kitab_in_full():
    """A gold book that the list lacks, a title that fits though it is no gold, one of others."""
    years = "Criterion 1: Book was first published in the year range 1970-1980."
    query = asked("publishing-year", years, ["Sula", "Jazz"])
    titles = ["Sula", "Song of Solomon", "Tar Baby", "Moby Dick", "moby dick!"]
    # Jazz is appended to the list as a gold; Song of Solomon is of 1977, and fits the years.
    assert five(query, titles) == same((1 / 4, 2 / 4, 1 / 4, 1 / 2, 0))
    assert five(query, titles, "strict") == same((1 / 4, 1 / 4, 2 / 4, 1 / 2, 0))
    assert five(query, ["Sula", "Jazz"], "strict") == same((0, 1, 0, 1, 1))
    assert kitab.irrelevant_titles(query, [*titles, "Jazz"]) == ["Moby Dick"]
    assert five(query, ["Sula"])[3:] == (1 / 2, 0)
    assert five(query, ["Sula", "Jazz", "Beloved"])[3:] == (1, 0)
    every = kitab.score_all_books(query, ["Sula", "Beloved", "Jazz", "Moby Dick"])
    assert dataclasses.astuple(every) == same((2 / 4, 2 / 4, 0, 2 / 4, 0))
    strict = kitab.score_all_books(query, ["Sula", "Beloved", "Jazz", "Moby Dick"], "strict")
    assert dataclasses.astuple(strict) == same((1 / 3, 2 / 3, 0, 2 / 4, 0))
    assert kitab.score_all_books(query, [book[:-7] for book in BOOKS]).all_correct == 1
    assert kitab.score_all_books(query, ["Sula"], "reference") == kitab.UNSCORED or math.isnan(
        kitab.score_all_books(query, ["Sula"], "reference").satisfied
    )


def test_names_are_those_of_the_data_else_of_a_recogniser():
    """Facts decide for a book; where there are none a recogniser of each kind is asked."""
    name = asked("human-name", "Criterion 1: Book title contains a human name.", ["Sula"],
                 {"human-name": frozenset({1, 2})})  # fmt: skip
    blind, sees = (lambda title: ()), (lambda title: (title,))
    for names in (blind, sees):
        found = five(name, ["Song of Solomon", "Tar Baby"], "paper", kitab.Recognisers(names))
        assert found[1:3] == (1 / 2, 1 / 2)
    no = asked("human-name", "Criterion 1: Book title doesn't contain a human name.", ["Beloved"],
               {"human-name": frozenset({1, 2})})  # fmt: skip
    assert five(no, ["Song of Solomon", "Tar Baby"])[1:3] == (1 / 2, 1 / 2)
    assert five(no, ["Song of Solomon", "Sula"])[1:3] == (0, 1)
    city = asked("city-name", "Criterion 1: Book title contains a city name.", ["Sula"])
    assert five(city, ["Tar Baby"], "paper", kitab.Recognisers(sees, blind))[1] == 0
    assert five(city, ["Tar Baby"], "paper", kitab.Recognisers(blind, sees))[1] == 1
    assert five(city, ["Tar Baby"], "reference", kitab.Recognisers(blind, sees))[1] == 1
    human = asked("human-name", "Criterion 1: Book title contains a human name.", ["Sula"])
    for given, satisfied in (
        (kitab.Recognisers(sees, blind, blind), 1), (kitab.Recognisers(None, blind, sees), 1),
        (kitab.Recognisers(None, sees, blind), 0),
    ):  # fmt: skip
        assert five(human, ["Tar Baby"], "reference", given)[1] == satisfied
