"""The parts of the benchmarks besides their scores: data, samples, options, labels, files."""

from __future__ import annotations

import asyncio
import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tamis.benchmarks import benchmark as base
from tamis.benchmarks import inspecting, load_benchmark, options_of, order, predictions
from tamis.benchmarks import instruction_benchmark as instructions
from tamis.benchmarks import instruction_following as following
from tamis.benchmarks.acs import data as acs_data
from tamis.benchmarks.acs import details as acs_details
from tamis.benchmarks.acs import error_labels, logged_verdict
from tamis.benchmarks.acs import panel as acs_panel
from tamis.benchmarks.acs.samples import load_samples as acs_samples
from tamis.benchmarks.fanoutqa import baselines as fanout_baselines
from tamis.benchmarks.fanoutqa import breakdowns, grading, logged_answer, submission, views, wording
from tamis.benchmarks.fanoutqa import published as fanout_published
from tamis.benchmarks.fanoutqa.encyclopaedia import Needed, key
from tamis.benchmarks.fanoutqa.planned_calls import _RecordingModel
from tamis.benchmarks.fanoutqa.question import Evidence, Question, SubQuestion
from tamis.benchmarks.fanoutqa.samples import Sample as FanoutSample
from tamis.benchmarks.fanoutqa.samples import shape
from tamis.benchmarks.kitab import domain, figures, manual_check, title_matching
from tamis.benchmarks.kitab import published as kitab_published
from tamis.benchmarks.kitab import query as kitab_query
from tamis.benchmarks.kitab.clusters import Clusters, cluster, completeness, constrainedness, rates
from tamis.benchmarks.kitab.reply import is_runaway, looks_for
from tamis.benchmarks.kiwi import data as kiwi_data
from tamis.benchmarks.kiwi import label_files, model_labels
from tamis.benchmarks.kiwi import published as kiwi_published
from tamis.benchmarks.kiwi import samples as kiwi_samples
from tamis.benchmarks.kiwi import verdict as kiwi_verdict
from tamis.benchmarks.quest import files as quest_files
from tamis.benchmarks.quest import golds as quest_golds
from tamis.benchmarks.quest import ratings
from tamis.benchmarks.quest.question import Gold
from tamis.benchmarks.quest.question import Question as QuestQuestion
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Part, Worksheet
from tamis.report.document import Report
from tamis.report.elements import Table
from tamis.report.runs import Run, Scored
from tamis.stats import NAN
from tamis.types import InputError, Reply
from tamis.writing.revision.labelled import Labelled


def refusal(work, *args, **named) -> str:
    """The sentence with which a function refuses."""
    try:
        found = work(*args, **named)
        # Generators raise while they are read.
        found = list(found) if hasattr(found, "__next__") else found
    except InputError as error:
        return str(error)
    return pytest.fail(f"was taken: {found!r:.100}")


def same(one: float, other: float) -> bool:
    """Whether two figures are equal, or both are no number."""
    return one == other or (one != one and other != other)


# KITAB: titles, clusters, queries, domains.


def folded(title: str) -> str:
    """A title without case."""
    return title.casefold().strip()


def test_titles_are_put_together_by_what_they_name():
    """Known elsewhere they are in no cluster; equal ones, and empty ones, count once or never."""
    made = cluster(
        ["Dune", "dune", "Sula", "X", "x", "Film", "film", " ", "Y"],
        {"Dune": 0, "dune": 0, "Sula": 3}.get,
        key=folded,
        known_elsewhere=lambda title: folded(title) == "film",
    )
    assert made == Clusters({0: ("Dune", "dune"), 3: ("Sula",)}, ("X", "Y"), ("Film",))
    assert len(made) == 4
    found = rates(made, {3, 7})
    assert (found.irrelevant, found.satisfied, found.unsatisfied) == (0.5, 0.25, 0.25)
    assert all(map(same, vars(rates(Clusters({}, (), ("F",)), {1})).values(), [NAN] * 3))
    assert completeness({1, 2, 3}, {3, 1, 9}) == pytest.approx(2 / 3)
    assert same(completeness((), {1}), NAN)
    assert (constrainedness(3, 4), constrainedness(0, 4)) == (0.25, 1)
    assert same(constrainedness(0, 0), NAN)


def test_the_first_title_that_matches():
    """A part in either direction before any that is only alike; 79.5 of 100 is enough."""
    first = title_matching.FirstMatch(["Abcdefghij", "", "Dune Messiah", "Dune"], folded)
    assert first.match("dune") == 2
    assert first.match("The Dune Messiah trilogy") == 2
    assert first.match("abcdefghXY") == 0  # 16 of 20 characters: 80
    assert first.match("abcdefgXYZ") is None  # 14 of 20
    assert first.match(" ") is None
    assert first.match("zzz") is None
    assert first.matches("dune") == (2, 3)
    assert first.matches("abcdefghXY") == (0,)
    assert first.matches("") == ()
    # A part anywhere goes before an alike one that stands earlier.
    assert title_matching.FirstMatch(["Dunes of I", "Dunes"], folded).match("Dunes of O") == 1
    whole = title_matching.FirstMatch(["", "Dune"], folded, empty_matches=True)
    assert whole.match("dune") == 0
    assert whole.match("") is None


def test_the_best_title_that_matches():
    """The exact one, then the larger share of words or characters, then the earlier."""
    best = title_matching.BestMatch(
        ["Dune Messiah of Arrakis", "Dune Messiah", "Dune", "It", "It", "", "Emma", "A of"]
    )
    assert best.match("DUNE") == 2
    assert best.match("Messiah Dune") == 2  # Half of the words, in another order.
    assert best.match("Messiahs") is None
    assert best.match("Messiah") == 1
    assert best.match("It") == 3
    assert best.match("Bring It On") is None
    assert best.match("Emma, a novel") == 6
    assert best.match("Emmas") == 6
    assert best.match("of A") is None
    assert best.match("!") is None
    assert best.matches("Dune") == (2,)
    assert best.matches("Zzz") == ()
    assert best.match("Chronicles of Dune Messiah") == 1
    tied = title_matching.BestMatch(["Dune One", "Dune Two"])
    assert tied.match("Dune") == 0


def test_what_is_remembered_of_titles_is_bounded(monkeypatch):
    """Forgotten titles are matched again."""
    monkeypatch.setattr(title_matching, "_REMEMBERED", 2)
    memory = {"a": 1}
    title_matching._make_room(memory)
    assert memory == {"a": 1}
    memory["b"] = 2
    title_matching._make_room(memory)
    assert memory == {}


@pytest.mark.parametrize(
    ("text", "bare", "found"),
    [
        ("['a', 1, None, 'b']", False, ("a", "1", "b")), (" ['a'] ", True, ("a",)),
        ("starts-with ", True, ("starts-with",)), ("[]", False, ()), (" [", True, None),
        ("a", False, None), ("{'a'}", False, None), ("['a', ['b']]", False, None),
        ("['a', ('b',)]", False, None), ("['a', {}]", False, None), ("[f()]", False, None),
        (3, True, None), (None, False, None), ("[" * 10_000, False, None),
    ],
)  # fmt: skip
def test_lists_in_columns(text, bare, found):
    """Only literals, never programs."""
    if found is None:
        with pytest.raises(ValueError, match=r"is not a|was expected"):
            kitab_query.literal(text, bare=bare)
    else:
        assert kitab_query.literal(text, bare=bare) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [("1947", 1947), (1947.0, 1947), ("1947.9", 1947), (None, None), ("x", None), ("inf", None),
     ("nan", None), ("", None)],
)  # fmt: skip
def test_whole_numbers_of_rows(value, found):
    """None for what is none."""
    assert kitab_query._whole(value) == found


def a_row(**more) -> dict:
    """A row as it is released."""
    row = {
        "Author": "Ann", "Birth Year": "1947", "# of sitelinks": 12.0,
        "constraints": "The book title starts with the letter S.", "constraint_type": "starts-with",
        "all_books": "['Sula (1973)', 'Jazz (1992)', 'Salt (1990)']",
        "mapped_books": "['Salt', 'Sula']", "raw_books": "['Sula']",
    }  # fmt: skip
    return {**row, **more}


def test_a_query_of_a_released_row():
    """Its author, its books with years, and where its golds stand."""
    found = kitab_query.from_row("q", a_row())
    assert (found.id, found.author, found.birth_year, found.sitelinks) == ("q", "Ann", 1947, 12)
    assert [(book.title, book.year) for book in found.books] == [
        ("Sula", 1973), ("Jazz", 1992), ("Salt", 1990)
    ]  # fmt: skip
    assert found.listed == {0, 2}
    assert found.positions("Jazz") == (1,)
    assert found.positions("Nope") == ()
    assert found.context == ("Sula (1973)", "Jazz (1992)", "Salt (1990)")
    assert found.constrainedness == pytest.approx(1 / 3)
    assert (found.types, found.raw_books) == (("starts-with",), ("Sula",))
    assert found.criteria == "The book title starts with the letter S."
    bare = kitab_query.from_row("q", a_row(mapped_books=None, raw_books=None))
    assert (bare.gold, bare.raw_books, bare.constrainedness) == ((), (), 1)
    with pytest.raises(ValueError, match="column 'all_books': 'x' is not a Python list"):
        kitab_query.from_row("q", a_row(all_books="x"))
    with pytest.raises(ValueError, match="2 constraint types for 1 wordings"):
        kitab_query.from_row("q", a_row(constraint_type="['starts-with', 'ends-with']"))


def test_facts_of_names_are_those_of_other_queries_on_the_same_author():
    """By the query that asks for them, negated or not, where its books hold all of these."""
    asks = "The book title contains a human name."
    negated = "The book title does not contain any human name."
    human = kitab_query.from_row(
        "h", a_row(constraints=asks, constraint_type="human-name", mapped_books="['Sula']")
    )
    none = kitab_query.from_row(
        "n", a_row(constraints=negated, constraint_type="human-name", mapped_books="['Salt']")
    )
    other = replace(none, id="o", author="Bob")
    plain = kitab_query.from_row("p", a_row())
    more = replace(none, id="m", books=(*none.books, replace(none.books[0], title="More")))
    found = kitab_query.with_facts([human, none, other, plain, more])
    assert found[0].facts == {"human-name": {0}}
    assert found[1].facts == {"human-name": {0}}
    assert found[2].facts == {"human-name": {0, 1}}
    assert found[3] is plain
    assert found[4] is more
    (alone,) = kitab_query.with_facts([none])
    assert alone.facts == {"human-name": {0, 1}}


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


NOUNS = {"item": "film", "items": "films", "listed": "films whose director is {name}"}


def test_a_domain_names_its_items(tmp_path):
    """The anchor is the column of that name; without a file the items are books."""
    assert domain.read_domain(tmp_path) is None
    (tmp_path / "domain.json").write_text(json.dumps(NOUNS))
    made = domain.read_domain(tmp_path)
    assert made == domain.Domain(**NOUNS, anchor="anchor")
    assert made.of("Ida Holm") == "films whose director is Ida Holm"
    assert made.identity == {"items": "films", "anchor": "anchor"}
    manifest = tmp_path / domain.MANIFEST
    for columns, anchor in (
        ({"anchor": "film_director"}, "film director"), ({"anchor": " "}, "anchor"),
        ({"anchor": "a\nb"}, "anchor"), ({}, "anchor"),
    ):  # fmt: skip
        manifest.write_text(json.dumps({"columns": columns}))
        assert domain.read_domain(tmp_path).anchor == anchor
    for name in NOUNS:
        for wrong in (None, "", " ", "a\nb", 3):
            (tmp_path / "domain.json").write_text(json.dumps({**NOUNS, name: wrong}))
            assert "is no domain: item, items and listed" in refusal(domain.read_domain, tmp_path)


def a_run(label: str = "m", kind: str = "model", *samples: Scored, **more) -> Run:
    """A run."""
    values = {"identity": {"condition": "c"}, "expected": len(samples), **more}
    return Run(label, kind, "t", "1", samples=samples, **values)


def test_the_subject_of_runs():
    """Books, the nouns of the data, or general ones where runs differ."""
    books, films = a_run(), a_run(identity={"items": "films", "anchor": "director"})
    assert domain.subject([]) == domain.subject([books]) == domain.BOOKS
    assert domain.Subject("books", "author", "book constraint") == domain.BOOKS
    assert domain.subject([films, films]) == domain.Subject("films", "director", "constraint")
    general = domain.Subject("items", "anchor", "constraint")
    assert domain.subject([books, films]) == general
    assert domain.subject([a_run(identity={"items": "films"})]) == general
    assert domain.subject([a_run(identity={"anchor": "x"})]) == general


@pytest.mark.parametrize(
    ("titles", "runaway"),
    [
        (["Dune"] * 8, True), (["Dune"] * 7, False), (["A long title, 1"] * 2, False),
        ([f"The Adventures of {word}" for word in
          ("cats", "dogs", "owls", "mice", "hens", "bees", "ants", "gnus")], True),
        ([f"The cat {word * 5}" for word in "abcdefgh"], False),
        (["Dune"] * 4 + ["Sula"] + ["Dune"] * 7, False), (["Dune"] * 2 + ["Sula"] * 8, True),
        ([], False),
    ],
)  # fmt: skip
def test_replies_that_run_away(titles, runaway):
    """Eight titles in a row, each nearly the one before."""
    assert is_runaway(titles) is runaway


def test_what_the_reader_of_lists_looks_for():
    """The final list in self_context, one title in single_item, and invented next tasks."""
    own = looks_for("self_context")
    assert (own.after, own.first) == (("final output", "output"), ("all books",))
    assert own.bare_is_empty is True
    assert own.next_task == (
        "list every book written by", "here are books by", "criteria:", "all books:"
    )  # fmt: skip
    one, many = looks_for("single_item"), looks_for("with_context")
    assert (one.single, many.single, one.after, one.first) == (True, False, ("output",), ())
    assert one.next_task == many.next_task == own.next_task[:3]
    assert many.bare_is_empty is True


def test_bins_of_the_figures():
    """Edges belong to the bin that they begin; the last ones take in all that is above."""
    assert [name for name, _, _ in figures.POPULARITY] == [
        "0–10", "10–20", "20–40", "40–60", "60–80", "80–120", "120–160", "≥160"
    ]  # fmt: skip
    assert [(low, high) for _, low, high in figures.CONSTRAINEDNESS][-2:] == [
        (0.8, 0.9),
        (0.9, 1.01),
    ]
    assert figures.CONSTRAINEDNESS[0][0] == "0.0–0.1"
    group = figures._within("k", 1, 2)
    values = [(1, True), (1.9, True), (2, False), (0.9, False), ("1", False), (None, False)]
    for value, within in values:
        assert group(Scored("q", 1, {"k": value}, {})) is within, value
    assert figures._slug("a b/c.1") == "a-b-c-1"


def test_which_runs_are_drawn():
    """The models that list titles, or the first baseline."""
    models = [a_run("m", identity={"condition": c}) for c in ("no_context", "single_item")]
    others = [a_run(b, "baseline", identity={"condition": "no_context"}) for b in ("x", "y")]
    assert figures._drawn([*others, *models]) == models[:1]
    assert figures._drawn([*others, models[1]]) == others[:1]
    assert figures._drawn([models[1]]) == []


def test_published_rows_of_kitab():
    """Table 1's and 5's rows of a condition, and later models in shares."""
    first, second = (kitab_published.overall(n, "no_context") for n in (1, 2))
    assert {row.kind for row in (*first, *second)} == {"published"}
    assert first != second
    assert {row.group for row in first} == {"no_context"}
    assert kitab_published.overall(1, "nowhere") == []
    assert kitab_published.later_models("nowhere", "starts-with") == []
    later = kitab_published.later_models("no_context", "starts-with")
    assert later
    assert {tuple(sorted(row.cells)) for row in later} == {("completeness", "satisfied")}
    assert all(0 <= value <= 1 for row in later for value in row.cells.values())
    assert {row.group for row in later} == {"starts-with"}


def line(query: str, title: str, exists: str = "", model: str = "m", author: str = "A"):
    """A line of the manual check."""
    return manual_check.Line(model, "c", query, author, title=title, exists=exists)


def test_the_manual_check_counts_queries_and_titles():
    """One that exists decides its query; one that nobody has looked for leaves it open."""
    made = manual_check.report([
        line("q1", "T1", "yes"), line("q1", "T2", ""), line("q2", "T3", "no"),
        line("q2", "T4", "N"), line("q3", "T5", "no"), line("q3", "T6", ""), line("q4", ""),
        line("q5", "T7", "no", "n"), line("q6", "T8", "", "o"),
    ])  # fmt: skip
    assert made.title == "Titles that the data does not know"
    (table,) = made.tables
    assert [column.label for column in table.columns] == [
        "Queries", "n", "Open", "Titles", "Titles looked for"
    ]  # fmt: skip
    found = {
        row.label: [
            getattr(row.cells.get(key), "value", row.cells.get(key))
            for key in ("queries", "n", "open", "titles", "judged")
        ]
        for row in table.rows
    }
    assert found == {
        "m": [pytest.approx(1 / 3), 3, 1, 0.25, 4], "n": [0, 1, 0, 0, 1],
        "o": [None, 0, 1, None, 0], "GPT4": [0.05, 200, None, None, None],
        "GPT3.5": [0.06, 200, None, None, None],
    }  # fmt: skip
    assert [(row.kind, row.group) for row in table.rows] == [
        *[("measure", "c")] * 3, *[("published", "published")] * 2
    ]  # fmt: skip


# ACS: items, labels, verdicts, panels.

HEADER = ("user_request", "agent_response", "constraint", "is_constraint_satisfied", "domain")


def acs_file(path: Path, *rows, header=HEADER) -> Path:
    """A file in the released form."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def test_items_of_the_released_form(tmp_path):
    """In any order of columns, with what a constraint demands where the file says it."""
    header = ("domain", "capability", *HEADER[:4], "more")
    rows = [
        ("meals", "Counting", " R ", "A", "C1", "1", "x"), ("work", "", "R", "A", "C2", "0", ""),
        ("work", "date-time", "", "A", "C3", "1", ""),
    ]  # fmt: skip
    path = acs_file(tmp_path / "f.csv", *rows, header=header)
    found = list(acs_data.read_items(path))
    names = ("row", "request", "constraint", "satisfied", "domain", "capability")
    assert [tuple(getattr(item, name) for name in names) for item in found] == [
        (1, "R", "C1", True, "meals", "counting"), (2, "R", "C2", False, "work", None),
        (3, "", "C3", True, "work", "date-time"),
    ]  # fmt: skip
    assert acs_data.count_rows(path) == 3
    assert found[0].id == f"001-{found[0].fingerprint}"
    assert len({item.fingerprint for item in found}) == 3
    assert {item.cluster for item in found} == {acs_data.short_hash("A")}
    given = {1: "summation", 2: "date-time"}
    assert [i.capability for i in acs_data.read_items(path, given)] == [
        "summation", "date-time", "date-time"
    ]  # fmt: skip
    assert len(acs_data.short_hash("A")) == 8


GOOD_ROW = ("R", "A", "C", "1", "d")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "has no rows below its header"),
        ([(*GOOD_ROW[:3], "2", "d")], "row 1: is_constraint_satisfied is '2'; it must be 0 or 1."),
        ([(*GOOD_ROW[:3], "", "d")], "row 1: is_constraint_satisfied is ''"),
        ([GOOD_ROW, ("R", " ", "C", "0", "d")], "row 2: agent_response is empty"),
        ([("R", "A", "", "0", "d")], "row 1: constraint is empty"),
        ([GOOD_ROW, ("R", "A", "D", "0", "d"), (*GOOD_ROW[:3], "0", "e")],
         "row 3 has the same request, response and constraint as row 1"),
    ],
)  # fmt: skip
def test_broken_items_are_refused_with_their_row(tmp_path, rows, said):
    """Counted below the header."""
    assert said in refusal(acs_data.read_items, acs_file(tmp_path / "f.csv", *rows))


@pytest.mark.parametrize("lacking", HEADER)
def test_each_column_of_items_is_needed(tmp_path, lacking):
    """The one that is missing is named."""
    path = acs_file(tmp_path / "f.csv", header=[name for name in HEADER if name != lacking])
    assert f"lacks the column {lacking}; its first line must name" in refusal(
        acs_data.read_items, path
    )


def test_items_of_a_folder_or_a_file(tmp_path):
    """Under the released name, or the only CSV file; labels beside them enter the version."""
    own = tmp_path / "own"
    own.mkdir()
    path = acs_file(own / "mine.csv", GOOD_ROW)
    made = acs_data.load(str(own))
    assert (made.name, made.licence, made.revision, len(made.items)) == ("own", "?", "", 1)
    assert acs_data.load(str(path)).name == "mine"
    assert "+" not in made.version
    acs_file(own / "labels.csv", ("1", "Summation"), ("2", ""), header=("row", "capability"))
    acs_data.load.cache_clear()
    labelled = acs_data.load(str(own))
    assert labelled.items[0].capability == "summation"
    assert labelled.version.startswith(f"{made.version}+")
    for row, said in (
        (("x", "counting"), "row 1: 'x' is not the number of a row"),
        (("1", "odd"), "row 1: there is no capability 'odd'; there are "),
    ):
        acs_file(own / "labels.csv", row, header=("row", "capability"))
        acs_data.load.cache_clear()
        assert said in refusal(acs_data.load, str(own))
    (own / "labels.csv").unlink()
    acs_file(own / "second.csv", GOOD_ROW)
    acs_data.load.cache_clear()
    assert "holds no acs_dataset.csv; name the file itself" in refusal(acs_data.load, str(own))
    acs_file(own / "acs_dataset.csv", GOOD_ROW, ("R", "A", "D", "0", "d"))
    assert len(acs_data.load(str(own)).items) == 2
    assert "there is no data 'nowhere': give mini" in refusal(acs_data.load, "nowhere")
    assert "is not the released file (its sha256 begins with" in refusal(
        acs_data.load, "released", str(own)
    )
    missing = refusal(acs_data.load, "released", str(tmp_path / "no"))
    assert missing == f"--data-dir {tmp_path / 'no'} is neither a folder nor a file."
    assert acs_data.load("mini").licence == "Apache-2.0"


def test_the_majority_of_items(tmp_path):
    """Satisfied where both are as frequent."""
    for labels, majority in (("110", True), ("10", True), ("100", False)):
        rows = [("R", "A", f"C{nth}", label, "d") for nth, label in enumerate(labels)]
        path = acs_file(tmp_path / f"{labels}.csv", *rows)
        assert acs_data.load(str(path)).majority is majority


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Extraction", "extraction"), ("counting ", "counting"), ("Other", "other reasoning"),
        ("schedule_understanding", "schedule understanding"),
        ("SCHEDULE", "schedule understanding"),
        ("other-reasoning", "other reasoning"), ("calculation.", "calculation"), ("", None),
        ("odd", None), ("reasoning", None),
    ],
)  # fmt: skip
def test_kinds_of_error_in_any_spelling(text, label):
    """None for what is none."""
    assert error_labels.parse_label(text) == label


def error(id: str = "001", judge: str = "j", **more) -> error_labels.ErrorRow:
    """A wrong judgement."""
    values = {"gold": True, "verdict": False, "rationale": "Because, no.", **more}
    return error_labels.ErrorRow(id, judge, **values)


def test_labels_of_errors_are_written_and_read(tmp_path):
    """Long texts are cut; what is not labelled stays so."""
    path = tmp_path / "e.csv"
    rows = (
        error(label="counting", constraint="=C", request="R", response="x" * 30_000),
        error("002", gold=False, verdict=True, worksheet="w\0", response="y" * 30_001),
    )
    error_labels.write_labels(path, rows)
    first, second = error_labels.read_labels(path)
    assert first == rows[0]
    assert second.response == "y" * 30_000 + " […]"
    assert (second.worksheet, second.label, second.gold) == ("w\ufffd", "", False)
    header = path.read_text("utf-8-sig").splitlines()[0]
    assert header == "id,judge,gold,verdict,constraint,request,response,rationale,worksheet,label"


def errors_file(path: Path, *rows: str) -> Path:
    """A file of labels by hand."""
    whole = [row if row.count(",") == 5 else f"{row}," for row in rows]
    path.write_text("\n".join(["id,judge,gold,verdict,label,rationale", *whole]) + "\n")
    return path


@pytest.mark.parametrize(
    ("gold", "verdict"),
    [("1", "0"), ("True", "FALSE"), ("yes", "no"), (" satisfied ", "unsatisfied")],
)
def test_verdicts_in_labels_of_errors(tmp_path, gold, verdict):
    """In any of the usual words."""
    path = errors_file(tmp_path / "e.csv", f"a,j,{gold},{verdict},", f"b,j,{verdict},{gold},Other")
    assert [(row.gold, row.verdict, row.label) for row in error_labels.read_labels(path)] == [
        (True, False, ""), (False, True, "other reasoning")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([",j,1,0,"], "line 2: the id is empty"), (["a, ,1,0,"], "line 2: the judge is empty"),
        (["a,j,x,0,"], 'line 2: gold is "x"; write satisfied or unsatisfied.'),
        (["a,j,1,,"], 'line 2: verdict is ""'),
        (["a,j,1,1,"], "line 2: gold and verdict agree, so there is no error to label"),
        (["a,j,1,0,odd"], 'line 2: label is "odd"; write extraction, counting, schedule '
                          "understanding, other reasoning, calculation, or nothing."),
        ([f"a,j,1,0,{'o' * 41}"], f'label is "{"o" * 39}…"; write'),
        ([f"a,j,1,0,{'o' * 40}"], f'label is "{"o" * 40}"; write'),
        (["a,j,1,0,,r", "b,j,1,0,,r", "a,j,1,0,counting,r."],
         '"a" of j is labelled otherwise in line 2'),
    ],
)  # fmt: skip
def test_broken_labels_of_errors(tmp_path, rows, said):
    """With the line."""
    assert said in refusal(error_labels.read_labels, errors_file(tmp_path / "e.csv", *rows))


def test_labels_belong_to_a_rationale():
    """Another rationale of the same judge has none; what is left over is counted."""
    rows = [error(), error("002", label="counting"), error("003")]
    labelled = [
        error(label="extraction", rationale="Because no"), error("003", "k", label="counting"),
        error("002", label=""), error("009", label="counting"),
    ]  # fmt: skip
    found = error_labels.apply_labels(rows, labelled)
    assert [row.label for row in found.rows] == ["extraction", "counting", ""]
    assert found.unused == 2
    other = error_labels.apply_labels([error(rationale="Since no")], labelled[:1])
    assert ([row.label for row in other.rows], other.unused) == ([""], 1)


SHEET = Worksheet("p", "g", "at least 5 g", "in all", "summation", (Part("all", (), 3, False),))


def test_rows_of_wrong_judgements():
    """With the program's worksheet, or the judgement's own; a right one has no row."""
    wrong = Judgement(False, "j", rationale="r", worksheet=SHEET)
    made = error_labels.error_row("a", True, wrong, constraint="c", request="q", response="x")
    lines = "p, in all: at least 5 g\nall\n  total 3 g: not satisfied"
    assert made == error_labels.ErrorRow("a", "j", True, False, "r", lines, "", "c", "q", "x")
    other = replace(SHEET, quantity="o")
    assert error_labels.error_row("a", True, wrong, other).worksheet.startswith("o, in all")
    assert error_labels.error_row("a", True, Judgement(False, "j")).worksheet == ""
    for right in (Judgement(True, "j"), Judgement(None, "j")):
        with pytest.raises(ValueError, match="the judgement of a by j is not wrong"):
            error_labels.error_row("a", True, right)


VERDICT = Judgement(False, "j", "ok", "why", "r", SHEET)


def test_verdicts_survive_the_log():
    """All of it; any other text is a judge's reply."""
    judged = logged_verdict.Judged(
        VERDICT, (VERDICT, Judgement(None, "k", "unparsed")), (False, None, True), 3, (10, 5)
    )
    assert logged_verdict.loads(logged_verdict.dumps(judged)) == judged
    record = json.loads(logged_verdict.dumps(judged))
    for broken in (
        {**record, "form": "other"}, {**record, "tokens": [1]}, [record], 3,
        {k: v for k, v in record.items() if k != "panel"}, {**record, "verdict": {}},
    ):  # fmt: skip
        assert logged_verdict.loads(json.dumps(broken)) is None
    assert logged_verdict.loads("SATISFIED") is None
    assert logged_verdict.loads("[" * 100_000) is None


@pytest.mark.parametrize(
    ("said", "differ"),
    [("TF", True), ("TTN", False), ("TNF", True), ("NN", False), ("F", False), ("", False)],
)
def test_when_a_panel_disagrees(said, differ):
    """Where two have decided, and differently."""
    panel = [Judgement({"T": True, "F": False, "N": None}[one], "j") for one in said]
    assert logged_verdict.disagree(panel) is differ


def detail(id: str, said: str, gold: bool = True, epoch: int = 1, verdict: bool | None = None):
    """An item judged by a panel."""
    panel = tuple(
        Judgement(
            {"T": True, "F": False, "N": None}[one], f"j{nth}", "ok" if one != "N" else "refused"
        )
        for nth, one in enumerate(said)
    )
    return acs_details.Detail(
        id, epoch, "q", f"C {id}", f"r {id}", gold, Judgement(verdict, "all"), None, panel
    )


def test_where_judges_disagree():
    """A row for each item, its epochs together, the verdicts counted."""
    judged = [
        (a_run(), [
            detail("1", "TF", verdict=True), detail("2", "TT", verdict=True),
            detail("3", "TFN", False, verdict=True), detail("3", "FFT", False, 2, False),
            detail("3", "TTT", False, 3, True), detail("4", "TNN"),
        ]),
    ]  # fmt: skip
    table = acs_panel.disagreements(judged)
    assert [(row.label, dict(row.cells), row.group) for row in table.rows] == [
        ("1", {
            "constraint": "C 1", "gold": "satisfied", "majority": "satisfied",
            "judge j0": "satisfied", "judge j1": "unsatisfied",
        }, "m, c"),
        ("3", {
            "constraint": "C 3", "gold": "unsatisfied", "epochs": "2 of 3",
            "majority": "satisfied ×2, unsatisfied ×1", "judge j0": "satisfied ×2, unsatisfied ×1",
            "judge j1": "unsatisfied ×2, satisfied ×1", "judge j2": "satisfied ×2, refused ×1",
        }, "m, c"),
    ]  # fmt: skip
    assert [column.key for column in table.columns] == [
        "constraint", "epochs", "gold", "judge j0", "judge j1", "judge j2", "majority"
    ]  # fmt: skip
    assert table.caption.endswith("with the verdicts of each, those of all epochs together.")
    once = acs_panel.disagreements([(a_run(), judged[0][1][:1])])
    assert "epochs" not in [column.key for column in once.columns]
    assert once.caption.endswith("with the verdicts of each.")
    assert acs_panel.disagreements([(a_run(), judged[0][1][1:2])]).rows == ()


LOST = {"failed": 1.0, **dict.fromkeys(("correct", "decided", "tp", "fp", "tn", "fn"), 0.0)}


def test_each_judge_of_a_panel():
    """Only of several; outcomes without a verdict are counted where there are any."""
    lost = Scored("9", 1, {"response": "x"}, LOST, "boom", filled=True)
    run = a_run("m", "model", lost)
    found = acs_panel.members(run, [detail("1", "TF"), detail("2", "FN"), detail("3", "T")])
    assert [(judge, len(rows)) for judge, rows in found.items()] == [("j0", 3), ("j1", 3)]
    assert acs_panel.members(run, [detail("3", "T")]) == {}
    table = acs_panel.each([(run, [detail("1", "TF"), detail("2", "FN")])])
    assert [(row.label, row.group) for row in table.rows] == [("j0", "m, c"), ("j1", "m, c")]
    ended = ("refused", "failed", "missing")
    assert [tuple(row.cells[name] for name in ended) for row in table.rows] == [
        (0, 1, 0), (1, 1, 0)
    ]  # fmt: skip
    keys = [column.key for column in table.columns]
    assert {"refused", "failed"} <= set(keys)
    assert "missing" not in keys


def test_details_and_runs_with_errors():
    """A verdict is wrong where there is one that differs; what summaries say of a run."""
    assert [detail("1", "", gold, verdict=said).wrong for gold, said in (
        (True, False), (True, True), (False, True), (True, None)
    )] == [True, False, True, False]  # fmt: skip
    several = [detail("1", "", verdict=False), detail("2", "", verdict=True)]
    assert acs_details.wrong(several) == several[:1]
    for value, wrong in ((0, True), (1, False), (NAN, False), (0.5, False)):
        assert (
            acs_details.has_errors(a_run("m", "model", Scored("1", 1, {}, {"read_correct": value})))
            is wrong
        )
    for value, panel in ((0.0, True), (1.0, True), (NAN, False)):
        assert (
            acs_details.has_a_panel(a_run("m", "model", Scored("1", 1, {}, {"disagreed": value})))
            is panel
        )
    assert not acs_details.has_a_panel(a_run("m", "model", Scored("1", 1, {}, {})))


def test_samples_of_acs_have_what_tables_break_down_by():
    """The capability of the data, else that of the program's worksheet or its reading."""
    options = options_of("acs").parse({"order": "released"})
    _, found = acs_samples(options)
    one = found[0]
    assert set(one.metadata) == {"response", "question", "domain", "capability", "capability_by"}
    bare = replace(one, item=replace(one.item, capability=None, constraint="Be kind to all."))
    assert bare.capability == ("unknown", "program")
    assert replace(one, item=replace(one.item, capability="counting")).capability == (
        "counting",
        "data",
    )
    for constraint, capability in (
        ("The plan must have at least 150 g of protein each day.", "summation"),
        ("The plan must be for 2 days.", "counting"),
    ):
        own = replace(
            one, item=replace(one.item, capability=None, constraint=constraint, response="-")
        )
        assert own.capability == (capability, "program"), constraint
    assert [replace(one, item=replace(one.item, satisfied=s)).target for s in (True, False)] == [
        "satisfied", "unsatisfied"
    ]  # fmt: skip


# FanOutQA.


def page(title: str, revid: int | None = None) -> Evidence:
    """A page of the encyclopaedia."""
    return Evidence(title, None, revid)


def part(id: str, answer="a", evidence=None, *parts: SubQuestion) -> SubQuestion:
    """A sub-question."""
    return SubQuestion(id, f"Q {id}", answer, (), evidence, parts)


TREE = Question(
    "q", "Which?", {"x": 1, "y": 2}, ("sport", "music"),
    (
        part("1", ["A", "B"], page("List")),
        part("2", "b", None, part("2a", 3, page("A", 7)),
             part("2b", 4, page("B"), part("z", 1.5, page("A")))),
    ),
    (page("List"), page("A")),
)  # fmt: skip


def test_a_question_and_its_parts():
    """Every level, its leaves, and each page once, with its revision if any has it."""
    assert [one.id for one in TREE.walk()] == ["1", "2", "2a", "2b", "z"]
    assert [one.id for one in TREE.leaves] == ["1", "2a", "z"]
    assert TREE.depth == 3
    assert [(one.title, one.revid) for one in TREE.necessary_evidence] == [
        ("List", None), ("A", 7), ("B", None)
    ]  # fmt: skip
    assert TREE.documents == 3
    hidden = Question("q", "Which?", None)
    assert (hidden.depth, hidden.leaves, hidden.documents) == (0, (), 0)


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


def test_what_a_log_knows_of_a_question():
    """Its topics, its shape and its sizes; the answer where it is known."""
    sample = FanoutSample(TREE, options_of("fanoutqa").parse({}))
    assert sample.metadata == {
        "question": sample.fingerprint, "topics": "sport; music", "depth": 3, "leaves": 3,
        "documents": 3, "shape": "table of numbers",
    }  # fmt: skip
    assert (sample.id, sample.input) == ("q", "Which?")
    assert replace(sample, question=Question("q", "W", None)).target == "hidden"
    assert len(sample.fingerprint) == 8


def told(topic: str, **about) -> Scored:
    """A sample on some topics."""
    values = {"loose": 0.5, "paper_loose": 0.5, "ok": 1.0}
    return Scored(str(about), 1, {"topics": topic, **about}, values)


def test_topics_by_frequency():
    """Equally frequent ones by name; a text of topics is split at its semicolons."""
    assert breakdowns._by_frequency({"b": 2, "a": 2, "c": 3}) == ["c", "a", "b"]
    assert breakdowns._listed("a; b c; ") == ["a", "b c"]
    assert breakdowns._listed(None) == []
    group = breakdowns._about("a")
    assert [group(told(topics)) for topics in ("a; b", "ab", "", "b; a")] == [
        True,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("what", "edges"),
    [
        ("depth", {0: None, 1: "1", 2: "2", 3: "3 or more", 9: "3 or more"}),
        ("leaves", {0: None, 1: "5 or fewer", 5: "5 or fewer", 6: "6", 7: "7 to 9", 9: "7 to 9",
                    10: "10 or more"}),
        ("documents", {0: None, 1: "5 or fewer", 5: "5 or fewer", 6: "6", 7: "7 to 9",
                       9: "7 to 9", 10: "10 or more"}),
    ],
)  # fmt: skip
def test_bins_of_questions(what, edges):
    """A hidden decomposition is in none."""
    bins = breakdowns.BINS[what].items()
    for value, name in edges.items():
        assert [one for one, (low, high) in bins if low <= value <= high] == (
            [name] if name else []
        )


def graded(id: str, right: str, program: str = "no", run: str = "m") -> grading.Line:
    """A graded reference."""
    return grading.Line(run, "c", id, "Q", "", "ref", program, right)


def test_grades_of_a_person():
    """Over the questions of which every reference is graded; the others are open."""
    report = grading.report([
        graded("1", "yes", "yes"), graded("1", "no"), graded("1", "Y"), graded("2", "yes", "yes"),
        graded("3", "no", "yes"), graded("3", ""), graded("9", "", "yes", "n"),
    ])  # fmt: skip
    assert (report.title, report.subtitle) == ("Answers graded by a person", "FanOutQA, §4.5")
    (table,) = report.tables
    assert (table.id, table.title) == ("graded", "Accuracy by a person's grades")
    assert [column.label for column in table.columns] == ["Graded", "All", "Loose", "n", "Open"]
    found = [
        [
            row.label,
            *(getattr(row.cells.get(c.key), "value", row.cells.get(c.key)) for c in table.columns),
        ]
        for row in table.rows
    ]
    assert found == [
        ["m", pytest.approx((2 / 3 + 1) / 2), 0.5, pytest.approx((1 / 3 + 1) / 2), 2, 1],
        ["n", None, None, None, 0, 1],
        ["people", 0.847, None, 0.685, 140, None],
    ]
    assert [(row.kind, row.group) for row in table.rows] == [
        ("measure", "c"), ("measure", "c"), ("published", "open book")
    ]  # fmt: skip


def test_prompts_of_a_folder_are_for_whom_they_are_named(tmp_path):
    """For the strategies, for the judge, or for both; a folder with neither is refused."""
    assert wording.answering(None) is None
    assert wording.judging(None) is None
    assert "the folder holds none of" in refusal(wording.answering, str(tmp_path))
    (tmp_path / "factuality.j2").write_text("x")
    assert (wording.answering(str(tmp_path)), wording.judging(str(tmp_path))) == (
        None,
        str(tmp_path),
    )
    (tmp_path / f"{wording.prompts.NAMES[0]}.j2").write_text("x")
    assert wording.answering(str(tmp_path)) == str(tmp_path)
    (tmp_path / "factuality.j2").unlink()
    assert wording.judging(str(tmp_path)) is None
    assert wording.answering(str(tmp_path)) == str(tmp_path)


def metadata(**more) -> dict:
    """The metadata of a submission."""
    values = {
        "name": "GPT-4o (mini)!", "authors": "A", "type": "FOUNDATION", "context": 1,
        "is_trained_for_function_calling": True,
    }  # fmt: skip
    return {**values, **more}


@pytest.fixture
def answered(monkeypatch):
    """The answers of runs, as if read from their logs."""
    monkeypatch.setattr(submission, "QUESTIONS", 2)
    said = {"0123456789abcdef": "one", "fedcba9876543210": " "}
    monkeypatch.setattr(submission, "_read", lambda run: said)


def submitted(condition: str, data: str = "2026-07-test") -> Run:
    """A run on the test split."""
    return a_run(identity={"condition": condition, "data": data})


CONDITIONS = list(submission.BOARD_OF)
TEST = (CONDITIONS[0], "2026-07-test")


def test_a_submission_is_written(tmp_path, answered):
    """A file of answers for each setting, and the metadata that names them."""
    runs = [submitted(CONDITIONS[3]), submitted(CONDITIONS[0])]
    made = submission.submit(runs, metadata(url="https://x.org"), tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in made.files] == [
        "metadata/gpt-4o-mini.json", "closedbook-generations/gpt-4o-mini.jsonl",
        "evidenceprovided-generations/gpt-4o-mini.jsonl",
    ]  # fmt: skip
    assert made.notes == (
        "There are no answers for openbook: the field is null, and the leaderboard, which asks for "
        "all three settings, may want them.",
        "closedbook: 1 of 2 answers are empty, and will count as 0.",
        "evidenceprovided: 1 of 2 answers are empty, and will count as 0.",
    )
    told_of = json.loads(made.files[0].read_text())
    assert told_of == {
        "name": "GPT-4o (mini)!", "authors": "A", "url": "https://x.org", "citation": "",
        "type": "FOUNDATION", "context": 1, "is_trained_for_function_calling": True,
        "details": None, "closedbook_generations": "gpt-4o-mini.jsonl",
        "openbook_generations": None, "evidenceprovided_generations": "gpt-4o-mini.jsonl",
    }  # fmt: skip
    lines = [json.loads(one) for one in made.files[1].read_text().splitlines()]
    assert lines == [
        {"id": "0123456789abcdef", "answer": "one"}, {"id": "fedcba9876543210", "answer": " "}
    ]  # fmt: skip
    whole = submission.submit([submitted(c) for c in (CONDITIONS[0], CONDITIONS[2], CONDITIONS[3])],
                              metadata(), tmp_path)  # fmt: skip
    assert len(whole.files) == 4
    assert len(whole.notes) == 3


@pytest.mark.parametrize(
    ("runs", "fields", "said"),
    [
        ([("odd", "2026-07-test")], {}, "is of no setting of the leaderboard"),
        ([(CONDITIONS[0], "mini")], {}, "has answered mini, but the leaderboard is on the test"),
        ([(CONDITIONS[1], "2026-07-test"), (CONDITIONS[2], "2026-07-test")], {},
         "two of the runs are for the openbook board"),
        ([TEST, (CONDITIONS[1], "nov23-test-paper")], {},
         "the runs are on 2026-07-test and nov23-test-paper, which word some questions"),
        ([TEST], {"name": "!?"}, "a submission needs a name with letters"),
        ([TEST], {"name": None}, "a submission needs a name with letters"),
        ([TEST], {"authors": ""}, "field authors is missing."),
        ([TEST], {"context": 0}, "field context is 0: expected greater"),
        ([TEST], {"type": "X"}, "field type is 'X': expected 'FOUNDATION', "),
        ([TEST], {"url": "x.org"}, "field url is 'x.org': expected match"),
        ([TEST], {"more": 1}, "field more is 1: expected"),
    ],
)  # fmt: skip
def test_what_the_leaderboard_does_not_take(tmp_path, answered, runs, fields, said):
    """Nothing is written."""
    found = [submitted(*one) for one in runs]
    assert said in refusal(submission.submit, found, metadata(**fields), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_submission_has_an_answer_to_every_question(tmp_path, answered, monkeypatch):
    """It is said how many are missing."""
    monkeypatch.setattr(submission, "QUESTIONS", 5)
    said = refusal(submission.submit, [submitted(CONDITIONS[0])], metadata(), tmp_path)
    assert "has answers to 2 of 5 questions; run the same command again" in said
    assert said.endswith("for the other 3.")
    bad = refusal(submission._line, "x", "text")
    assert bad == "the submission's field id is 'x': expected match pattern '^[0-9a-f]{16}$'."


def test_answers_survive_the_log():
    """All of it; any other text is an answer made elsewhere."""
    recorded = logged_answer.unasked("Q?", ("A",), ("B",))
    assert (recorded.withheld, recorded.answered.text, recorded.answered.outcome) == (
        True,
        "",
        "missing",
    )
    text = logged_answer.dumps(recorded)
    assert logged_answer.loads(text) == recorded
    record = json.loads(text)
    assert logged_answer.loads(json.dumps({**record, "withheld": 1})).withheld is False
    for broken in (
        {**record, "form": "tamis/fanoutqa/2"}, [record], {**record, "answered": {}},
        {k: v for k, v in record.items() if k != "absent"}, {**record, "needed": 3},
    ):  # fmt: skip
        assert logged_answer.loads(json.dumps(broken)) is None
    assert logged_answer.loads("plain") is None
    assert logged_answer.loads("x" * 200 + text) is None
    for reply, outcome in (
        (Reply(" x ", refused=True), "refused"), (Reply(" x "), "ok"), (Reply("  "), "missing"),
    ):  # fmt: skip
        made = logged_answer.elsewhere(reply).answered
        assert (made.text, made.outcome) == (reply.text.strip(), outcome)
    assert logged_answer.elsewhere(Reply("x", truncated=True)).answered.truncated is True


def test_titles_of_pages_are_compared_without_underscores():
    """Nor case, nor several blanks."""
    assert key(" The_Great  War ") == key("the great war") == "the great war"


@pytest.mark.parametrize(
    "first", ["# H", "| a |", "> q", "! x", "* a", "+ a", "- a", "1. a", "", "  "]
)
def test_the_first_paragraph_of_a_page(first):
    """Not a heading, a table, a list or an empty line."""
    assert fanout_baselines._first_line(f"{first}\n  {first}\n The first.\nNext.") == "The first."
    assert fanout_baselines._first_line(first) == ""
    assert fanout_baselines._first_line("1.5 metres") == "1.5 metres"


def test_baselines_of_fanout():
    """The leaves' answers, a line each, and the first line of each page after its title."""
    sample = FanoutSample(TREE, options_of("fanoutqa").parse({"baseline": "leaf_answers"}))
    made = fanout_baselines.answer(sample).answered
    assert made.text.splitlines() == ["A", "B", "3", "1.5"]
    assert (made.outcome, made.question) == ("ok", "Which?")
    documents = tuple(
        SimpleNamespace(title=t, text=text) for t, text in (("A", "# A\nOne."), ("B", "Two."))
    )
    assert fanout_baselines.first_lines(sample, Needed(documents, ("C",))) == (
        "A: One.\nB: Two.", ("A", "B")
    )  # fmt: skip
    assert Needed(documents, ("C",)).titles == ("A", "B", "C")
    assert fanout_baselines._answered(" ", sample).outcome == "missing"


class _Asked:
    """A message."""

    def __init__(self, text: str) -> None:
        self.text = text


def recorded_calls(setting: str, *firsts: str) -> list[str]:
    """The replies of the stand-in model in one setting."""
    options = SimpleNamespace(asked_by=setting)
    model = _RecordingModel(SimpleNamespace(question=TREE, options=options))
    return [asyncio.run(model([_Asked(first), _Asked("more")])).text for first in firsts], model


def test_the_calls_that_a_run_will_make():
    """A search for each needed page, then the answer; with fan-out a plan first."""
    said, model = recorded_calls("open_book", *["x"] * 4)
    assert said == [*(f"<search>{t}</search>" for t in ("List", "A", "B")), "…"]
    assert [prompt for prompt, _ in model.calls] == ["x\n\nmore"] * 4
    right = len(_answer_text(TREE.answer))
    assert [length for _, length in model.calls] == [*map(len, said[:3]), right]
    said, _ = recorded_calls("closed_book", "x")
    assert said == ["…"]
    said, _ = recorded_calls("fan_out", "x", "ask Q 2a", "ask Q 2a", "Q 1 \n", "Q 2b?")
    assert json.loads(said[0]) == {"questions": ["Q 1", "Q 2a", "Q z"], "more": False}
    assert said[1:] == ["<search>A</search>", "…", "<search>List</search>", "…"]
    bare = replace(TREE, decomposition=())
    options = SimpleNamespace(asked_by="fan_out")
    plain = _RecordingModel(SimpleNamespace(question=bare, options=options))
    assert list(plain.pages) == [f"What does the page {t} tell?" for t in ("List", "A")]
    hidden = _RecordingModel(SimpleNamespace(question=Question("q", "Q", None), options=options))
    asyncio.run(hidden([_Asked("x")]))
    asyncio.run(hidden([_Asked("x")]))
    assert hidden.calls[1][1] == 300


def _answer_text(answer) -> str:
    from tamis.measures.references import answer_text

    return answer_text(answer)


def test_the_leaderboards_rows():
    """The best by the judge first, then the humans' on the open board alone."""
    closed, opened = (fanout_published.leaderboard(c) for c in CONDITIONS[:2])
    judged = [row.cells["judged"] for row in closed]
    assert judged == sorted(judged, reverse=True)
    assert [row.label for row in opened][-2:] == ["Humans", "Humans, graded by hand"]
    assert set(opened[-2].cells) == {"loose", "judged"}
    assert set(opened[-1].cells) == {"loose"}
    assert "Humans" not in [row.label for row in closed]
    assert fanout_published.leaderboard("odd") == []
    assert set(closed[0].cells) == {
        "loose",
        "strict",
        "rouge1",
        "rouge2",
        "rougeL",
        "bleurt",
        "judged",
    }
    assert {tuple(row.cells) for row in fanout_published.refusals(CONDITIONS[0])} == {("declined",)}
    late = fanout_published.refusals(CONDITIONS[1])
    assert {tuple(row.cells) for row in late} == {("out_of_time",)}
    assert all(row.label.endswith(", question repeated") for row in late)
    assert fanout_published.refusals(CONDITIONS[3]) == []
    assert fanout_published.correlation("odd") == []


# KIWI.


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


def test_sessions_of_a_folder_or_a_file(tmp_path):
    """Under a released name, or the only file of JSON Lines."""
    own = tmp_path / "own"
    own.mkdir()
    path = kiwi_file(own / "mine.jsonl", session(), session("R?"))
    made = kiwi_data.load(str(own))
    assert (made.name, made.licence, made.revision, len(made.sessions)) == ("own", "?", "", 2)
    assert len(made.version) == 8
    assert kiwi_data.load(str(path)).name == "mine"
    assert kiwi_data.count_rows(path) == 2
    assert made.unrated == 2
    assert [(one.row, one.number, one.turn.good) for one in made.turns] == [
        (0, 1, False), (0, 2, True), (1, 1, False), (1, 2, True)
    ]  # fmt: skip
    first = made.turns[2].turn
    assert (first.session, first.previous, first.answer) == ("001", "a0", "a1")
    assert re.fullmatch(r"001-01-[0-9a-f]{8}", first.id)
    kiwi_file(own / "second.jsonl", session())
    kiwi_data.load.cache_clear()
    assert f"holds no {kiwi_data.NAMES[0]}; name the file itself." in refusal(
        kiwi_data.load, str(own)
    )
    kiwi_file(own / kiwi_data.NAMES[1], session())
    assert kiwi_data.load(str(own)).path.name == kiwi_data.NAMES[1]
    kiwi_file(own / kiwi_data.NAMES[0], session())
    kiwi_data.load.cache_clear()
    assert kiwi_data.load(str(own)).path.name == kiwi_data.NAMES[0]
    released = kiwi_data.load("released", str(own))
    assert (released.name, released.revision) == ("released", "a0838f0")
    assert "there is no data 'nowhere': give mini" in refusal(kiwi_data.load, "nowhere")


def test_sessions_are_split_as_in_the_paper(tmp_path):
    """All turns, each in one part; with sessions or questions together where that is wanted."""
    rows = [session(f"Q{nth // 2}?") for nth in range(40)]
    made = kiwi_data.load(str(kiwi_file(tmp_path / "f.jsonl", *rows)))
    wanted = round(80 * 186 / 1260)
    for by in ("turn", "session", "question"):
        parts = kiwi_data.splits(made.turns, by)
        assert list(parts) == ["train", "validation", "test"]
        assert sorted(one.turn.id for part in parts.values() for one in part) == sorted(
            one.turn.id for one in made.turns
        )
        for part in parts.values():
            assert [one.turn.id for one in part] == sorted(one.turn.id for one in part)
        sizes = [len(parts[name]) for name in ("validation", "test")]
        assert sizes == [wanted] * 2 if by == "turn" else all(size >= wanted for size in sizes)
        group = {"session": lambda one: one.row, "question": lambda one: one.turn.question}.get(by)
        if group:
            found = [{group(one) for one in part} for part in parts.values()]
            assert sum(map(len, found)) == len(set().union(*found))
        else:
            assert {len({one.row for one in part}) for part in parts.values()} != {40}
    assert kiwi_data.splits(made.turns, seed=1) != kiwi_data.splits(made.turns)
    place = str(tmp_path / "f.jsonl")
    every = kiwi_data.turns(place)
    assert len(every) == 80
    assert len(kiwi_data.turns(place, "test")) == wanted
    assert kiwi_data.turns(place, "test", "session") != kiwi_data.turns(place, "test")


def trained(options: dict, *goods: tuple[int, bool]) -> kiwi_samples.TrainingTurns:
    """Rated turns to learn from: session and rating."""
    turns = tuple(
        SimpleNamespace(row=row, turn=SimpleNamespace(good=good, id=f"{row}"))
        for row, good in goods
    )
    return kiwi_samples.TrainingTurns(turns, options_of("kiwi").parse(options))


def test_baselines_count_the_training_turns():
    """In a cross run those of other sessions; not good where both are as frequent."""
    goods = ((0, True), (0, True), (1, True), (1, False), (2, False))
    own = SimpleNamespace(row=0, turn=SimpleNamespace(id="0"))
    whole = trained({"split": "test"}, *goods)
    assert whole.majority(own) is True
    assert whole._rated(own) == [True, True, True, False, False]
    cross = trained({"split": "cross"}, *goods)
    assert cross._rated(own) == [True, False, False]
    assert cross.majority(own) is False
    assert trained({"split": "test"}, (1, True), (2, False)).majority(own) is False
    assert trained({"split": "test"}, (1, True)).drawn(own) is True
    assert trained({"split": "test"}, (1, False)).drawn(own) is False
    said = refusal(trained({"split": "cross"}, (0, True)).majority, own)
    assert said == "there is no rated turn of another session to learn from."


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
        ({"session": 0, "turn": 1}, "there is no session 0; the sessions are 1 to 2."),
        ({"session": 3, "turn": 1}, "there is no session 3; the sessions are 1 to 2."),
        ({"session": "1", "turn": 1}, "there is no session '1'"),
        ({"session": 1, "turn": 0}, "session 1 has no turn 0; its turns are 1 to 3."),
        ({"session": 1, "turn": 4}, "session 1 has no turn 4; its turns are 1 to 3."),
        ({"session": 1, "turn": None}, "session 1 has no turn None"),
        ({"session": 1, "turn": 1, "k": "z"}, "k is 'z'; it must be one of x, y."),
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


def test_second_ratings_of_turns(tmp_path):
    """By the id of the turn, those that both have rated."""
    made = kiwi_data.load(str(kiwi_file(tmp_path / "f.jsonl", session())))
    assert label_files.second_ratings(made) == {}
    labels_file(
        tmp_path / "second_ratings.jsonl", {"session": 1, "turn": 1, "rating": "good"},
        {"session": 1, "turn": 2, "rating": "neutral"}, {"session": 1, "turn": 3, "rating": "good"},
    )  # fmt: skip
    first, second = (one.turn.id for one in made.turns)
    assert label_files.second_ratings(made) == {first: True, second: False}


def test_verdicts_on_turns_survive_the_log():
    """Any other text is a judge's reply."""
    made = kiwi_verdict.Verdict(False, "ok", "é", 1, (10, 5))
    text = kiwi_verdict.dumps(made)
    assert kiwi_verdict.loads(text) == made
    assert "é" in text
    record = json.loads(text)
    for broken in (
        {**record, "form": "x"},
        [record],
        {**record, "tokens": [1]},
        {**record, "x": 1},
    ):
        assert kiwi_verdict.loads(json.dumps(broken)) is None
    assert kiwi_verdict.loads("good") is None
    assert [kiwi_verdict.worded(one) for one in (True, False)] == ["good", "not good"]


def test_table_5_as_rows():
    """Under their conditions, the share of good as a share."""
    assert kiwi_published.CONDITIONS == (
        "Baselines", "zero-shot", "one-shot", "ten-shot", kiwi_published.FINETUNED, "Human"
    )  # fmt: skip
    assert [row.label for row in kiwi_published.judges("Baselines")] == ["majority", "random"]
    assert kiwi_published.judges("none") == []
    assert all(0 < row.cells["good_share"] < 1 for row in kiwi_published.judges("Human"))
    note = kiwi_published.note()
    assert re.search(
        r"\((?:[PRF]1? 0?\.?\d*\.\d\d for \d\.\d\d, ){2}F1 \d\.\d\d for \d\.\d\d\)", note
    )
    # A second call sees the same figures: what is printed is not changed.
    assert kiwi_published.judges("Human") == kiwi_published.judges("Human")


def test_turns_are_labelled_by_a_model(tmp_path, monkeypatch):
    """Types of all instructions, errors of failed ones with a comment, passages that were tried."""
    turns = [
        {"instruction": "add", "answer_1": "a", "rating": "bad", "comment": "wrong",
         "instruction_kind": "information-seeking", "passages": ["p"]},
        {"instruction": " ", "answer_1": "b", "rating": "good"},
        {"instruction": "cut", "answer_1": "c", "rating": "neutral", "comment": " ",
         "instruction_kind": "stylistic"},
        {"instruction": "end", "answer_1": "d", "rating": "good", "comment": "fine",
         "instruction_kind": "stylistic"},
    ]  # fmt: skip
    rows = [
        session(interaction=turns),
        session("R?", interaction=[{**turns[2], "comment": "dull"}]),
    ]
    made = kiwi_data.load(str(kiwi_file(tmp_path / "f.jsonl", *rows)))
    asked = []

    def called(name, label):
        async def call(chat, *texts):
            asked.append((name, *texts))
            text = "boom" if texts[0] == "cut" else "said"
            outcome = "failed" if texts[0] == "cut" else "ok"
            return Labelled(None if outcome == "failed" else label, outcome, text)

        return call

    monkeypatch.setattr(model_labels, "classify_instruction", called("type", "t"))
    monkeypatch.setattr(model_labels, "classify_error", called("error", "e"))
    monkeypatch.setattr(model_labels, "judge_retrieval", called("passages", "w"))
    told_of = []
    found = asyncio.run(model_labels.label_turns(made, None, 1, told_of.append))
    assert [one[:3] for one in asked] == [
        ("type", "Q?", "add"), ("error", "add", "wrong"), ("passages", "Q?", "add"),
        ("type", "Q?", "cut"), ("type", "Q?", "end"), ("type", "R?", "cut"),
        ("error", "cut", "dull"),
    ]  # fmt: skip
    assert found.records == (
        {"session": 1, "turn": 1, "instruction_type": "t", "error_type": "e", "passages": "w"},
        {"session": 1, "turn": 3, "instruction_type": "t"},
        {"session": 1, "turn": 4, "instruction_type": "t"},
        {"session": 2, "turn": 1, "instruction_type": "t"},
    )
    assert found.outcomes == {
        "instruction_type": {"ok": 4}, "error_type": {"ok": 1, "failed": 1}, "passages": {"ok": 1}
    }  # fmt: skip
    assert found.reasons == {"boom": 1}
    assert told_of == [f"{nth} of 7 calls" for nth in range(1, 8)]
    outcomes = model_labels._outcomes(found)
    assert [(row.label, row.cells["ok"], row.cells["failed"]) for row in outcomes.rows] == [
        ("instruction types", 4, 0), ("error types", 1, 1), ("worth of passages", 1, 0)
    ]  # fmt: skip


# QUEST.


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        *[(one, "MATCH") for one in ("m", "MATCH", "Matches")],
        *[(one, "DEBATABLE") for one in ("d", "debatable", "Debateable")],
        *[(one, "NO_MATCH") for one in ("n", "no", "No match", "NO_MATCH", "non-match",
         "not a match")],
        ("", None), ("yes", None), ("match?", "MATCH"), ("x", None),
    ],
)  # fmt: skip
def test_ratings_in_any_spelling(text, rating):
    """None for what is none."""
    assert ratings.parse_rating(text) == rating


def test_evidence_has_the_runs_that_cited_it():
    """A line by hand is a quote."""
    assert ratings.split_quote('a; b: "it is" [d]') == (("a", "b"), '"it is" [d]')
    assert ratings.split_quote("by hand") == ((), "by hand")
    assert ratings.split_quote('a: "x: "y" [d]') == (("a",), '"x: "y" [d]')


POOL = (
    ratings.PoolRow("q1", "Q?", "Dune", "d1", ("a+", "b-"), True, ('a: "x" [d]', "y"),
    ("n",), "MATCH",
                    "good", "Ann"),
    ratings.PoolRow("q1", "Q?", "=Sula", rating="", rater="Bob"),
    ratings.PoolRow("q2", "R?", "", ""),
)  # fmt: skip


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_pool_is_written_and_read(tmp_path, suffix):
    """As it was; a rater is one who has rated."""
    path = tmp_path / f"p.{suffix}"
    ratings.write_pool(path, POOL)
    found = ratings.read_pool(path)
    assert tuple(found) == POOL
    assert found.lines == ((2, 4, 5) if suffix == "csv" else (1, 2, 3))
    assert found.rater == "Ann"
    assert [row.unrated for row in found] == [False, True, False]
    assert POOL[0].key == ("q1", ratings.title_key("Dune"))
    assert "end its name in .csv or .jsonl" in refusal(ratings.write_pool, tmp_path / "p.txt", POOL)


def test_the_rater_of_a_pool(tmp_path):
    """The name in the file, the file's own, or none without ratings; never two."""
    path = tmp_path / "eve.csv"
    for rows, rater in (
        ((replace(POOL[0], rater=""), POOL[1]), "eve"), ((POOL[1], POOL[2]), ""), (POOL, "Ann")
    ):  # fmt: skip
        ratings.write_pool(path, rows)
        assert ratings.read_pool(path).rater == rater
    ratings.write_pool(path, (POOL[0], replace(POOL[1], rating="NO_MATCH")))
    found = ratings.read_pool(path)
    with pytest.raises(InputError, match='line 4: the rater is "Bob", but further up it is "Ann"'):
        _ = found.rater


PLAIN = {"qid": "q", "question": "Q", "title": "T", "in_original": "no", "rating": ""}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        *[({k: v for k, v in PLAIN.items() if k != name}, f'line 1: the column "{name}" is missing')
          for name in PLAIN],
        ({**PLAIN, "more": "x"}, 'line 1: the column "more" is not known or there twice'),
        ({**PLAIN, "in_original": "maybe"}, 'line 2: in_original is "maybe"; write yes or no.'),
        ({**PLAIN, "qid": " "}, "line 2: the qid is empty"),
        ({**PLAIN, "rating": "odd"}, 'the rating is "odd"; write MATCH, DEBATABLE, NO_MATCH.'),
    ],
)  # fmt: skip
def test_broken_pools(tmp_path, record, said):
    """With the line, and what to do."""
    path = tmp_path / "p.csv"
    path.write_text(f"{','.join(record)}\n{','.join(record.values())}\n")
    assert said in refusal(ratings.read_pool, path)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("in_original", "no", '"in_original" must be true or false.'),
        ("qid", 3, '"qid" must be a string.'),
        ("proposed_by", "x", '"proposed_by" must be a list of strings.'),
        ("evidence_for", [1], '"evidence_for" must be a list of strings.'),
    ],
)  # fmt: skip
def test_broken_pools_as_json(tmp_path, name, value, said):
    """Each field has its type."""
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({**PLAIN, "in_original": True, name: value}) + "\n")
    assert f"{path}, line 1: {said}" in refusal(ratings.read_pool, path)


def test_a_pool_by_hand(tmp_path):
    """Blanks at the ends, empty parts and spellings do not count."""
    path = tmp_path / "p.csv"
    path.write_text(
        "qid,question,title,in_original,rating,proposed_by,evidence_for,rater\n"
        'q,Q,T, YES ,no match,a+;;b-,"x\r\n\n y", Ann \n'
    )
    (row,) = ratings.read_pool(path)
    assert row == ratings.PoolRow(
        "q", "Q", "T", "", ("a+", "b-"), True, ("x", " y"), (), "NO_MATCH", "", "Ann"
    )  # fmt: skip


def quest_folder(folder: Path, *names: str) -> Path:
    """A folder with these files, which are empty."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}\n")
    return folder


LOFT = ("corpus.jsonl", "dev_queries.jsonl", "few_shot_queries.jsonl")


@pytest.mark.parametrize(
    ("below", "size"),
    [("", ""), ("32k/", "32k"), ("quest/32k/", "32k"), ("rag/quest/32k/", "32k"),
     ("data/rag/quest/32k/", "32k")],
)  # fmt: skip
def test_loft_is_found_in_a_folder(tmp_path, below, size):
    """At its root, by its size, or as it was unpacked."""
    own = quest_folder(tmp_path / "own", *(below + name for name in LOFT))
    found = quest_files.find(str(own), None, "dev", "32k")
    assert (found.layout, found.name, found.size, found.released) == ("loft", "own", size, False)
    assert found.corpus == own / below / "corpus.jsonl"
    assert found.questions == own / below / "dev_queries.jsonl"
    assert found.examples == own / below / "few_shot_queries.jsonl"
    assert found.golds is None
    quest_folder(own, f"{below}gold.json", f"{below}test_queries.jsonl")
    again = quest_files.find("loft", str(own), "test", "32k")
    assert (again.name, again.size, again.released) == ("loft-32k", "32k", True)
    assert again.golds == own / below / "gold.json"
    assert again.licence == quest_files.LICENCES["loft"]
    assert quest_files.find(str(own), None, "train", "32k").examples is None
    if size:
        assert "holds no corpus.jsonl (LOFT) and no documents" in refusal(
            quest_files.find, str(own), None, "dev", "1m"
        )


@pytest.mark.parametrize("below", ["", "quest/"])
def test_quest_is_found_in_a_folder(tmp_path, below):
    """Examples are of the training split, if it is there, and never of itself."""
    own = quest_folder(tmp_path / "own", f"{below}documents.jsonl", f"{below}val.jsonl")
    found = quest_files.find(str(own), None, "val", "128k")
    assert (found.layout, found.name, found.released, found.examples) == (
        "quest",
        "own",
        False,
        None,
    )
    assert found.questions == own / below / "val.jsonl"
    quest_folder(own, f"{below}train.jsonl")
    again = quest_files.find("quest", str(own), "val", "128k")
    assert (again.name, again.released, again.licence) == (
        "quest", True, quest_files.LICENCES["quest"]
    )  # fmt: skip
    assert again.examples == own / below / "train.jsonl"
    assert quest_files.find(str(own), None, "train", "128k").examples is None
    missing = refusal(quest_files.find, str(own), None, "test", "128k")
    assert missing.endswith("test.jsonl does not exist; `tamis data fetch quest` fetches the data.")
    assert "holds no corpus.jsonl;" in refusal(quest_files.find, "loft", str(own), "dev", "128k")
    quest_folder(own, "corpus.jsonl", "test_queries.jsonl")
    assert quest_files.find("quest", str(own), "val", "128k").layout == "quest"
    assert quest_files.find(str(own), None, "test", "128k").layout == "loft"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("mini", None, "dev", "2k"), "LOFT-QUEST has no size '2k'; it has 32k, 128k, 1m."),
        (("nowhere", None, "dev", "32k"), "there is no data 'nowhere': give mini, loft, quest"),
        (("loft", "nowhere", "dev", "32k"), "--data-dir nowhere is not a folder."),
        (("mini", None, "val", "32k"), "LOFT-QUEST has no split 'val'; it has train, dev, test."),
        (("quest", None, "dev", "32k"), "QUEST has no split 'dev'; it has train, val, test."),
    ],
)
def test_data_of_quest_that_is_not_there(args, said):
    """What there is, is named."""
    assert said in refusal(quest_files.find, *args)


def test_files_of_the_mini_data():
    """With its golds and examples, of no size."""
    found = quest_files.find("mini", None, "test", "128k")
    assert (found.name, found.size, found.licence, found.released) == (
        "mini",
        "",
        "Apache-2.0",
        False,
    )
    assert found.golds.name == "gold.json"
    assert quest_files.find("mini", None, "train", "128k").examples is None


def test_questions_are_compared_without_case_and_final_stops():
    """Stops within stay."""
    keys = {quest_golds.question_key(one) for one in ("Films?", "films ", "FILMS ?!", "films…")}
    assert keys == {"films"}
    assert quest_golds.question_key("a. b.") == "a. b"


def gold_file(path: Path, value) -> Path:
    """A gold file."""
    path.write_text(json.dumps(value))
    return path


ENTRY = {"qid": "1", "question": " Films? ", "match": [" Dune "], "debatable": ["Sula"]}


def test_golds_of_a_file(tmp_path):
    """One version under its name, or that of the file; several by name."""
    path = gold_file(tmp_path / "mine.json", {"questions": [ENTRY]})
    one = quest_golds.read_gold(path)
    gold = Gold(frozenset({"Dune"}), frozenset({"Sula"}), frozenset())
    assert (one.name, one.items, one.path, len(one)) == (
        "mine",
        (("1", "Films?", gold),),
        str(path),
        1,
    )
    gold_file(path, {"questions": [ENTRY], "name": "n"})
    named = quest_golds.read_gold(path)
    assert (named.name, named.version) == ("n", one.version)
    gold_file(path, {"questions": [{**ENTRY, "no_match": ["X"]}]})
    assert quest_golds.read_gold(path).version != one.version
    gold_file(path, {"a": [ENTRY], "b": [{**ENTRY, "qid": None}], "note": "x"})
    found = quest_golds.read_golds(path)
    assert list(found) == ["a", "b"]
    assert found["b"].items[0][0] == ""
    assert "holds 2 versions of the golds (a, b), where one was expected" in refusal(
        quest_golds.read_gold, path
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([ENTRY], "is not a gold file; `tamis gold build` writes such a file."),
        ({"note": "x"}, "holds no golds;"), ({"questions": []}, "'f' holds no list of questions."),
        ({"questions": "x"}, "'f' holds no list of questions."),
        ({"questions": [{}]}, 'question 1: expected "question" and "match", found {}.'),
        ({"questions": [3]}, 'question 1: expected "question" and "match"'),
        ({"questions": [{**ENTRY, "question": " "}]}, "\"question\" is ' ', not a text."),
        ({"questions": [{**ENTRY, "question": 3}]}, '"question" is 3, not a text.'),
        ({"questions": [{**ENTRY, "match": "x"}]}, "\"match\" is 'x', not a list of titles."),
        ({"questions": [{**ENTRY, "no_match": [" "]}]}, "\"no_match\" is [' '], not a list of"),
        ({"questions": [{**ENTRY, "match": [1]}]}, '"match" is [1], not a list of titles.'),
        ({"questions": [{**ENTRY, "no_match": ["Sula"]}]}, "is in two of its lists; keep it in"),
        ({"questions": [ENTRY, {**ENTRY, "qid": "2"}, {**ENTRY, "question": "FILMS"}]},
         "question 3 is question 1 again ('FILMS'); keep one."),
    ],
)  # fmt: skip
def test_broken_golds(tmp_path, value, said):
    """With the number of the question."""
    assert said in refusal(quest_golds.read_golds, gold_file(tmp_path / "f.json", value))


def test_golds_are_attached_to_questions(tmp_path):
    """By their text, by id where several have it, in the spelling of the corpus."""
    items = [{**ENTRY, "match": ["dune"]}, {**ENTRY, "qid": "2", "match": ["x"]}]
    items.append({"qid": "9", "question": "Books", "match": ["y"]})
    golds = quest_golds.read_gold(gold_file(tmp_path / "g.json", {"questions": items}))
    asked = [
        QuestQuestion(id, text)
        for id, text in (("1", "films."), ("3", "Films"), ("4", "BOOKS?"), ("5", "?"))
    ]
    found = quest_golds.attach(asked, golds, {quest_golds.title_key("dune"): "Dune"})
    assert [list(one.golds) for one in found] == [["g"], [], ["g"], []]
    assert found[0].golds["g"].match == {"Dune"}
    assert quest_golds.without(found, "g") == (found[1], found[3])
    assert quest_golds.has_any(asked[:2], golds)
    assert not quest_golds.has_any(asked[1:2], golds)
    assert "there are golds named 'g' in this data already" in refusal(
        quest_golds.attach, found, golds
    )
    assert "none of its 3 questions is one of this data" in refusal(
        quest_golds.attach, asked[1:2], golds
    )


# IFEval and IFBench.


def told_of(id: str, *said: bool | None) -> dict:
    """Verdicts on one instruction: reference strict and loose, strict strict and loose."""
    keys = ("reference strict", "reference loose", "strict strict", "strict loose")
    verdicts = {key: {"satisfied": one, "why": ""} for key, one in zip(keys, said, strict=True)}
    return {"id": id, "arguments": {}, **verdicts}


def test_figures_of_a_reply_to_instructions():
    """All satisfied, how many of each id, how many undecided, and to whom."""
    found = [
        told_of("a", True, True, True, True), told_of("a", True, True, False, True),
        told_of("b", False, True, True, True), told_of("b", False, None, False, False),
        told_of("c", None, False, True, True),
    ]  # fmt: skip
    assert following.figures(found, ("reference", "strict")) == {
        "reference_prompt_strict": 0, "reference_strict a": 2, "reference_strict b": 0,
        "reference_strict c": 0, "reference_undecided": 1,
        "reference_prompt_loose": 0, "reference_loose a": 2, "reference_loose b": 1,
        "reference_loose c": 0,
        "strict_prompt_strict": 0, "strict_strict a": 1, "strict_strict b": 1, "strict_strict c": 1,
        "strict_undecided": 0, "strict_prompt_loose": 0, "strict_loose a": 2, "strict_loose b": 1,
        "strict_loose c": 1,
        "pair_both": 1, "pair_reference": 1, "pair_strict": 1, "pair_neither": 1,
        "pair_undecided": 1,
    }  # fmt: skip
    only = following.figures(found[:1], ("strict",))
    assert only == {
        "strict_prompt_strict": 1, "strict_strict a": 1, "strict_undecided": 0,
        "strict_prompt_loose": 1, "strict_loose a": 1,
    }  # fmt: skip
    assert following.as_published(found) == {
        "published_prompt_strict": 0, "published_strict": 2, "published_prompt_loose": 0,
        "published_loose": 3,
    }  # fmt: skip
    assert following.as_published(found[:1])["published_prompt_loose"] == 1


PROMPT = {"key": 1, "prompt": "P", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "holds no prompts; give one on each line."),
        ([{**PROMPT, "prompt": " "}], "line 1: `prompt` is empty; fill it in."),
        (
            [{**PROMPT, "kwargs": []}],
            "line 1: `instruction_id_list` has 1 ids and `kwargs` 0 objects",
        ),
        ([{**PROMPT, "kwargs": [], "instruction_id_list": []}], "has 0 ids and `kwargs` 0 objects"),
        ([PROMPT, {**PROMPT, "prompt": "Q"}], "line 2: the key '1' is there twice; keep one."),
        ([{**PROMPT, "instruction_id_list": ["a:b"]}], "line 1: there is no instruction 'a:b'"),
        ([{**PROMPT, "kwargs": [{"odd": 1}]}], "line 1: "),
    ],
)
def test_broken_files_of_prompts(tmp_path, lines, said):
    """With the line."""
    path = tmp_path / "p.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    assert said in refusal(following.read_samples, path, str(lines), "mine")


def test_files_of_prompts(tmp_path):
    """Null arguments are none; released arguments that nobody takes are left undecided."""
    path = tmp_path / "p.jsonl"
    two = {**PROMPT, "key": "b", "kwargs": [{"odd": 1, "none": None}]}
    path.write_text(f"{json.dumps(PROMPT)}\n{json.dumps(two)}\n")
    first, second = following.read_samples(path, "1", "released")
    assert (first.id, first.input, first.target) == ("1", "P", "punctuation:no_comma {}")
    assert second.target == 'punctuation:no_comma {"odd": 1}'
    assert first.metadata["instructions"] == "punctuation:no_comma"
    assert len(first.metadata["question"]) == 16
    assert first.metadata["question"] != second.metadata["question"]
    options = options_of("ifeval").parse({"data": str(path)})
    source = SimpleNamespace(
        files={"p": SimpleNamespace(path="x/input.jsonl")}, revision="r", licence="l"
    )
    assert f"{path}, line 2: " in refusal(following.load, options, source)
    path.write_text(f"{json.dumps(PROMPT)}\n")
    made = following.load(options, source)
    assert (made.name, made.revision, made.licence) == ("p", "", "?")
    (tmp_path / "input.jsonl").write_text(f"{json.dumps(PROMPT)}\n")
    folder = options_of("ifeval").parse({"data": str(tmp_path)})
    assert following.load(folder, source).name == tmp_path.name
    released = options_of("ifeval").parse({"data": "released", "data_dir": str(tmp_path)})
    made = following.load(released, source)
    assert (made.name, made.revision, made.licence) == ("released", "r", "l")
    nowhere = options_of("ifeval").parse({"data": "nowhere"})
    assert "there is no data 'nowhere'" in refusal(following.load, nowhere, source)


@pytest.mark.parametrize(
    ("reply", "prompt", "ended"),
    [
        (Reply("A fine answer."), "P", "ok"), (Reply("A fine", truncated=True), "P", "truncated"),
        (Reply("I'm sorry, but I can't help with that."), "P", "refused"),
        (Reply("I'm sorry, but I can't help with that."),
         "Say yes or: I'm sorry, but I can't help with that.", "ok"),
        (Reply("I can't.", refused=True), "Say: I can't.", "refused"), (Reply(""), "P", "missing"),
    ],
)  # fmt: skip
def test_how_a_reply_to_instructions_ends(reply, prompt, ended):
    """One that the prompt offers is no refusal, unless the provider says so."""
    sample = following.Sample("1", prompt, ("a",), ({},))
    assert following.outcome(sample, reply) == ended


def instructed(id: str, ids: str, outcome: str = "ok", **values: float) -> Scored:
    """A sample with instructions."""
    return Scored(id, 1, {"instructions": ids}, {outcome: 1.0, **values})


def test_tables_of_instructions():
    """By the verifiers and by family; unread replies count, those that were cut were read."""
    one = instructed("1", "a:x,a:y", **{"reference_strict a:x": 1.0, "reference_strict a:y": 0.0,
                                        "pair_both": 1.0, "pair_neither": 1.0})  # fmt: skip
    two = instructed("2", "a:x,b:z", "refused", **{"reference_strict a:x": 0.0,
                                                    "reference_strict b:z": 0.0})  # fmt: skip
    cut = instructed("3", "b:z", "truncated", **{"reference_strict b:z": 1.0, "pair_strict": 1.0,
                                                  "pair_undecided": 2.0})  # fmt: skip
    run = a_run("m", "model", one, two, cut, identity={"variants": "strict,reference"})
    assert instructions.variants_of([run]) == ["reference", "strict"]
    assert instructions.variants_of([a_run(identity={"variants": "strict"})]) == ["strict"]
    assert instructions.family_of("a:x:y") == "a"
    assert instructions.ids_of(one) == ["a:x", "a:y"]
    assert instructions.ids_of(Scored("1", 1, {}, {})) == []
    assert instructions.share(run, "reference_strict").value == pytest.approx(2 / 5)
    assert instructions.share(run, "reference_strict", lambda id: id[0] == "b").value == 0.5
    table = instructions.broken_down([run], "family", instructions.family_of)
    counts = [(r.group, *(r.cells[k] for k in ("n", "unread", "read"))) for r in table.rows]
    assert counts == [("a", 3, 1, 2), ("b", 2, 2, 1)]
    assert [r.cells["reference_strict"].value for r in table.rows] == [pytest.approx(1 / 3), 0.5]
    (row,) = instructions.of_verifiers([run]).rows
    parts = {name: cell for name, cell in row.cells.items() if name != "instructions"}
    assert {name: (int(part), part.of) for name, part in parts.items()} == {
        "both": (1, 5), "reference": (0, 5), "strict": (1, 5), "neither": (1, 5),
        "undecided": (2, 5),
    }  # fmt: skip
    assert row.cells["instructions"] == 5


# What all benchmarks have in common.


def predicted(path: Path, *lines) -> Path:
    """A file of answers."""
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    return path


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ({"id": "a", "text": "t"}, "t"), ({"qid": "a", "answer": "t"}, "t"),
        ({"key": "a", "response": "t"}, "t"), ({"prompt": "a", "response": "t"}, "t"),
        ({"id": "a", "text": "t", "answer": "u", "response": "v"}, "t"),
        ({"id": "a", "answer": "u", "response": "v"}, "u"), ({"id": "a", "text": ""}, ""),
        ({"id": "a", "model_outputs": [["x", 3]]}, 'Final Answer: ["x", "3"]'),
        ({"id": "a", "model_outputs": [[]]}, "Final Answer: []"),
        ({"id": "a", "model_outputs": [["é"]]}, 'Final Answer: ["é"]'),
    ],
)  # fmt: skip
def test_forms_of_answers_made_elsewhere(tmp_path, line, text):
    """Our own, FanOutQA's, LOFT's, and IFEval's."""
    assert predictions.read_predictions(predicted(tmp_path / "p.jsonl", line)) == {"a": text}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([{"id": "a"}], "line 1 has no `text`; give the answer to 'a'."),
        ([{"id": "a", "model_outputs": [["x"], ["y"]]}], "must hold one list of answers"),
        ([{"id": "a", "model_outputs": [[1.5]]}], "must hold one list of answers"),
        ([{"id": "a", "model_outputs": "x"}], "must hold one list of answers"),
        ([{"id": "a", "text": "t"}, {"qid": "a", "text": "u"}], "line 2: the id a is there twice"),
        ([], "holds no predictions; give an id and a text on each line."),
    ],
)
def test_broken_answers_made_elsewhere(tmp_path, lines, said):
    """With the line."""
    assert said in refusal(predictions.read_predictions, predicted(tmp_path / "p.jsonl", *lines))


def test_answers_by_prompt_are_found():
    """Where no id is in the file; unknown ids are counted and the first is named."""
    samples = [SimpleNamespace(id="1", input="P"), SimpleNamespace(id="2", input="Q")]
    assert predictions.by_ids({"P": "x", "Z": "y"}, samples) == {"1": "x", "Z": "y"}
    assert predictions.by_ids({"1": "x", "Q": "y"}, samples) == {"1": "x", "Q": "y"}
    predictions.check_ids({"1": "x"}, {"1", "2"}, Path("p"))
    said = refusal(predictions.check_ids, {"1": "x", "z": "y", "y": ""}, {"1"}, Path("p"))
    assert said.startswith("p: 2 of 3 ids are not in this data, the first is 'z'; ")


def test_the_order_of_samples_is_a_stratified_draw():
    """Each beginning has its share of each cell; a shard has every n-th."""
    samples = [(cell, group, nth) for cell in "ab" for group in range(5) for nth in range(4)]

    def strata(one):
        return one[0], one[1]

    made = order.drawn(samples, strata, 3)
    assert sorted(made) == sorted(samples)
    assert made == order.drawn(samples, strata, 3)
    assert made != order.drawn(samples, strata, 4)
    for first in range(2, 40, 2):
        assert abs(sum(one[0] == "a" for one in made[:first]) - first / 2) <= 1
    assert {len({one[1] for one in made[:10] if one[0] == cell}) for cell in "ab"} <= {4, 5}
    assert order.drawn([], strata, 1) == []
    for values, expected in (
        ({"order": "released"}, samples), ({"order": "released", "shard": "1/3"}, samples[1::3]),
        ({"order_seed": 3}, made), ({"order_seed": 3, "shard": "0/3"}, made[::3]),
    ):  # fmt: skip
        options = options_of("kitab").parse(values)
        assert list(order.handed_out(samples, options, strata)) == list(expected)


@pytest.mark.parametrize("shard", ["0", "a/2", "2/2", "3/2", "1/b", "-1/2", "1/", "/2"])
def test_shards_that_are_none(shard):
    """The first of n is 0."""
    assert "a shard is i/n with 0 <= i < n, such as 0/2" in refusal(
        options_of("kitab").parse, {"shard": shard}
    )


def test_the_order_in_words():
    """For the identity of a run."""
    parse = options_of("kitab").parse
    assert parse({"order_seed": 7}).said_order == "drawn at random, order seed 7"
    assert parse({"order": "released"}).said_order == "the first as released"


def test_a_baseline_and_predictions_exclude_each_other():
    """One of them answers."""
    said = refusal(options_of("kitab").parse, {"baseline": "empty", "predictions": "p"})
    assert "not both" in said or "expected" in said


def test_the_main_table_and_what_a_report_begins_with():
    """The first table whose id begins as the first headline that there is."""
    chosen = load_benchmark("ifeval")

    def main(*ids):
        tables = tuple(Table(id, "", "", (), ()) for id in ids)
        return chosen.main_table(Report("", "", {}, tables))

    assert main("outcomes", "verifiers-x", "accuracy") == "accuracy"
    assert main("outcomes", "verifiers-x") == "verifiers-x"
    assert main("other") == ""


def test_runs_are_named_by_their_judges():
    """Where judges are bound; a file of answers and baselines keep their names."""
    bound = {"roles": "judge=a/b, names=c, judge_b=d", "condition": "c"}
    made = base.named_by_judges(a_run(identity=bound, names={"d": "Dee"}))
    assert (made.label, made.model) == ("a/b + Dee", "a/b + d")
    for kept in (
        a_run(identity={"roles": "names=c"}), a_run(), a_run("b", "baseline", identity=bound),
        a_run(identity={**bound, "condition": "made elsewhere"}),
    ):  # fmt: skip
        assert base.named_by_judges(kept) is kept


def test_one_task_of_several_runs():
    """Samples of each in turn, under ids that tell them apart; settings that all share."""
    chosen, parse = load_benchmark("kitab"), options_of("kitab").parse
    one, two = parse({"condition": "no_context"}), parse({"condition": "all_books"})
    task = inspecting.build(chosen, [one, two])
    ids = [sample.id for sample in task.dataset]
    sizes = [chosen.size(options) for options in (one, two)]
    assert len(ids) == sum(sizes)
    assert [id.partition("@")[2] for id in ids[:4]] == ["no_context", "all_books"] * 2
    assert set(task.metadata) == {"benchmark", "runs", "tamis"}
    assert list(task.metadata["runs"]) == ["no_context", "all_books"]
    assert task.dataset.name == "kitab-mini"
    alone = inspecting.build(chosen, [one])
    assert "@" not in alone.dataset[0].id
    assert json.loads(alone.dataset[0].metadata["options"]) == {"condition": "no_context"}
    assert alone.metadata["condition"] == "no_context"
    assert "several of these runs would be called 'no_context' in one log" in refusal(
        inspecting.build, chosen, [one, one]
    )


# FanOutQA: what answers cost, and what they rest on.


def asked_in(setting: str, label: str = "m", kind: str = "model", limit: int | None = None, **each):
    """A run of three questions; `each` are the figures of the first, the second and the third."""
    condition = fanout_published.CONDITIONS[setting]
    identity = {"condition": condition, "variants": "paper"}
    identity |= {} if limit is None else {"context_limit": str(limit)}
    samples = tuple(
        Scored(f"q{nth}", 1, {"question": f"h{nth}"}, {"ok": 1.0, **{
            key: float(values[nth]) for key, values in each.items() if values[nth] is not None
        }})
        for nth in range(3)
    )  # fmt: skip
    return Run(label, kind, "fanoutqa", "1", identity, samples, 3, complete=True)


COST = {
    "calls": (1, 2, 6), "tokens_in": (100, 200, 300), "tokens_out": (10, 20, 30),
    "seconds": (1, 1, 4),
}  # fmt: skip


def test_the_gain_of_fan_out():
    """Fan-out minus open book on the same questions, of the same model and settings."""
    first = asked_in("open_book", paper_loose=(0.5, 0.25, 0), **COST)
    double = {key: tuple(2 * one for one in values) for key, values in COST.items()}
    second = asked_in("fan_out", paper_loose=(1, 0.25, None), **double)
    (row,) = views.fan_out_gain([first, second, asked_in("fan_out", "other")]).rows
    assert (row.label, row.cells["n"]) == ("m", 2)
    assert (row.cells["open_book"], row.cells["fan_out"]) == (0.375, 0.625)
    assert row.cells["score"].startswith("+0.250")
    assert row.cells["calls"].startswith("+3.0")
    assert row.cells["tokens"].startswith("+220")
    assert row.cells["seconds"].startswith("+2.0")
    assert views.fan_out_gain([first]).rows == ()
    assert views.fan_out_gain([second]).rows == ()


def test_which_runs_are_paired():
    """Those of the same settings where there are any, else all of the model; baselines apart."""
    opened, fan = asked_in("open_book", limit=5), asked_in("fan_out", limit=5)
    other, base_run = asked_in("fan_out", limit=6), asked_in("fan_out", kind="baseline")
    named = replace(asked_in("fan_out", limit=5), label="m [date=x]")
    assert list(views._pairs([opened, other, fan, base_run])) == [(opened, fan)]
    assert list(views._pairs([opened, other, base_run])) == [(opened, other)]
    assert list(views._pairs([opened, named])) == [(opened, named)]
    assert views._model(named) == "m"


def test_what_a_question_cost():
    """Means over questions, of models that were called."""
    one = asked_in("open_book", **COST, searches=(1, 1, 1), not_found=(0, 0, 0), trimmed=(0, 0, 3))
    idle = asked_in("closed_book", calls=(0, 0, 0))
    program = asked_in("open_book", "b", "baseline", calls=(1, 1, 1))
    (row,) = views.costs([one, idle, program]).rows
    keys = ("calls", "tokens_in", "tokens_out", "seconds", "trimmed", "n")
    assert [row.cells[key] for key in keys] == [
        3, 200, 20, 2, 1, 3
    ]  # fmt: skip


def test_the_correlation_of_score_and_context():
    """Of three limits at least, in one setting."""
    scores = ((0, 0, 0.3), (0, 0.3, 0.3), (0.3, 0.3, 0.3))
    runs = [
        asked_in("open_book", limit=1000 * nth, paper_loose=score)
        for nth, score in enumerate(scores, 1)
    ]
    condition = fanout_published.CONDITIONS["open_book"]
    points = views.context_points(runs, condition, "paper_loose")
    assert points == [
        (1000, pytest.approx(0.1)),
        (2000, pytest.approx(0.2)),
        (3000, pytest.approx(0.3)),
    ]
    row, *published = views.correlation(runs).rows
    assert (row.cells["r2"], row.cells["runs"], row.group) == (pytest.approx(1), 3, condition)
    assert [one.kind for one in published] == ["published"]
    assert views.correlation(runs[:2]).rows == ()
    assert views.correlation([*runs[:2], runs[0]]).rows == ()
    level = [asked_in("open_book", limit=nth, paper_loose=scores[2]) for nth in (1, 2, 3)]
    assert same(views.correlation(level).rows[0].cells["r2"], NAN)
    bare = asked_in("open_book", paper_loose=scores[0])
    assert (
        views.context_points([bare, asked_in("open_book", "b", "baseline", 5)], condition, "x")
        == []
    )


def test_the_evidence_of_answers():
    """Of runs that opened pages; the number of pages is a count."""
    made = asked_in(
        "open_book", evidence_recall=(1, 0.5, 0), evidence_precision=(1, 1, 1), pages=(2, 3, 4)
    )
    none = asked_in("closed_book", evidence_recall=(NAN, NAN, NAN))
    (row,) = views.evidence([made, none]).rows
    assert (row.cells["pages"], row.cells["evidence_recall"].value) == (3, 0.5)
    assert views._has(made, "pages")
    assert not views._has(none, "evidence_recall")
    assert not views._has(none, "pages")
    assert views._sum(none, "evidence_recall") == 0
    assert views._sum(made, "pages") == 9


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"baseline": "first_lines", "setting": "open_book"}, "not both"),
        ({"words": "odd"}, "auto or one of"), ({"date": "tomorrow"}, "a day as YEAR-MONTH-DAY"),
        ({"top": 0}, "greater than or equal to 1"),
    ],
)  # fmt: skip
def test_options_of_fanoutqa_that_are_refused(values, said):
    """In a sentence."""
    assert said in refusal(options_of("fanoutqa").parse, values)


def test_what_options_of_fanoutqa_ask_for():
    """A model, pages, the paper's questions; under which heading."""
    parse = options_of("fanoutqa").parse
    plain = parse({})
    assert (plain.asked_by, plain.asks_a_model, plain.needs_pages) == ("closed_book", True, False)
    assert (plain.wiki_source, parse({"data": "released"}).wiki_source) == ("mini", None)
    assert parse({"setting": "open_book"}).needs_pages
    assert parse({"baseline": "first_lines"}).needs_pages
    assert not parse({"baseline": "leaf_answers"}).needs_pages
    made = parse({"predictions": "p", "setting": "open_book"})
    assert (made.needs_pages, made.asks_a_model) == (False, False)
    conditions = fanout_published.CONDITIONS
    assert made.heading == conditions["open_book"]
    assert parse({"predictions": "p"}).heading not in conditions.values()
    assert parse({"baseline": "leaf_answers"}).heading == "Baselines"
    assert parse({"data": "released", "split": "test"}).paper
    for other in (
        {"split": "test"}, {"data": "released"},
        {"data": "released", "split": "test", "version": "2026-07"},
    ):  # fmt: skip
        assert not parse(other).paper
    assert parse({"time_limit": "none"}).time_limit is None
    assert plain.time_limit == 600
    assert plain.settings().date.endswith(" 2023")
    assert parse({"date": "2024-01-05"}).settings().date == "5 January 2024"
    several = options_of("fanoutqa").each({"setting": "open-book,closed book"})
    assert [one.setting for one in several] == ["open_book", "closed_book"]
    said = refusal(
        options_of("fanoutqa").plan, {"setting": "open_book,closed_book", "predictions": "p"}
    )
    assert said.endswith("answers made elsewhere are of one setting.")
    assert [one.setting for one in options_of("fanoutqa").plan({}, "m")] == ["closed_book"]
