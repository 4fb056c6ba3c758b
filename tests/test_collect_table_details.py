"""`tamis collect table` to the letter: cells, constraints, choices, wordings and what is told."""

from __future__ import annotations

import csv
import io
import json
import random
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

pytest.importorskip("duckdb", reason="the extra `collect` is not installed")

from tamis.collect.kitab import Author, Book
from tamis.collect.table import Columns, Wanted, build, lists, questions
from tamis.collect.table.atoms import Atom, anchors, propose, ranges
from tamis.collect.table.cleaning import Counts, Entry, clean, number_in, year_in
from tamis.collect.table.columns import parse_kappa
from tamis.collect.table.delimited import keep_rows
from tamis.collect.table.entry_database import EntryDatabase
from tamis.collect.table.input_table import Table, read
from tamis.collect.table.lists import AnchorItems
from tamis.collect.table.query_sampling import spread
from tamis.collect.table.questions import SetQuestion
from tamis.collect.table.sources import KINDS, Source, first_few
from tamis.collect.table.sql import literal, quoted, same_name
from tamis.collect.table.summary import summary_lines
from tamis.collect.table.templates import number, read_wording
from tamis.types import InputError

# Cells


@pytest.mark.parametrize(
    ("value", "year"),
    [
        ("994", 994),
        ("99", None),
        ("1994-05", 1994),
        ("1994-05-01T10:20:30.5Z", 1994),
        ("1994-05-01 10:20", 1994),
        ("1994-5", None),
        ("01-05-1994", 1994),
        ("1.5.1994", 1994),
        ("1/5/994", None),
        ("1994.0", 1994),
        ("1994.5", None),
        (date(99, 1, 1), None),
        (date(100, 1, 1), 100),
        (100, 100),
        (99, None),
        (9999, 9999),
        (10000, None),
        (Decimal(1994), 1994),
        (Decimal("1994.5"), None),
        ([1994], None),
        (float("inf"), None),
    ],
)
def test_the_year_of_a_cell(value, year):
    """From 100 to 9999, whole, and in the usual forms of a date."""
    assert year_in(value) == year


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (" +5 ", 5.0),
        ("5.", 5.0),
        (".5", 0.5),
        ("-1.5E-1", -0.15),
        ("1e999", None),
        (Decimal("2.5"), 2.5),
        (0, 0.0),
        (False, None),
        ([1], None),
        ("5 6", None),
    ],
)
def test_the_number_of_a_cell(value, found):
    """Finite, in digits alone."""
    assert number_in(value) == found


FILMS = Columns("title", "by", "year", ("genre", "land"), ("length",), "plot", ";")
NAMES = ("title", "by", "year", "genre", "land", "length", "plot")


def cleaned(*rows: tuple, columns: Columns = FILMS, unit: str = "row"):
    """The entries of rows with numbers from 10 on, and the counts."""
    table = Table("films", NAMES, [(n, *row) for n, row in enumerate(rows, 10)], (), unit)
    return clean(table, columns)


def test_the_cells_of_a_row():
    """White space is folded, in the text but at its ends; lists and separators give several."""
    long = "x" * 300
    entries, counts = cleaned(
        (
            " The\u200b  Sea\x07",
            "Ida ;Noor; Ida",
            1990.0,
            [" war ", ["a;b", 1]],
            None,
            "5",
            " a\n b\0 ",
        ),
        (2001.0, True, None, f"{long};{long}y", "", True, float("nan")),
        ("Bee", [None, 7.5], "x", {"a": 1}, b"x", {"a": 1}, [{"b": 1}]),
        (Decimal("12.5"), " ", "  ", [], False, "", [" p\nq ", 3]),
    )
    assert entries == [
        Entry(13, "12.5", (), None, {"land": ("no",)}, {}, "p\nq 3"),
        Entry(11, "2001", ("yes",), None, {"genre": (long,)}, {}, ""),
        Entry(12, "Bee", ("7.5",), None, {}, {}, ""),
        Entry(
            10,
            "The Sea",
            ("Ida", "Noor"),
            1990,
            {"genre": ("war", "a", "b", "1")},
            {"length": 5.0},
            "a\n b",
        ),
    ]
    assert counts.dropped == {}
    assert counts.empty == {
        "land": [10, 11],
        "plot": [11],
        "year": [11, 13],
        "by": [13],
        "genre": [13],
        "length": [13],
    }
    assert counts.unreadable == {
        "genre": [11, 12],
        "land": [12],
        "length": [11, 12],
        "plot": [12],
        "year": [12],
    }


def row(title: object = "A b", by: object = "Ida", year: object = 1990, **cells: object) -> tuple:
    """A row with these cells."""
    return (title, by, year, *(cells.get(name, "x") for name in NAMES[3:]))


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (row(" "), "no title"),
        (row("x" * 301), "a title of more than 300 characters"),
        (row("?!"), "a title without a letter or digit"),
        (row("Solaris (1972)", year=None), "a title that ends in a year, where the row has none"),
        (row("a\nb"), "a title of several lines"),
        (row("A c", by="a\nb"), "an anchor of several lines"),
        (row("A c", land="a\nb"), "a category of several lines"),
        (row("A, B!"), "the anchor has this title already"),
        (row("a b", by=["Noor", "Ida"]), "the anchor has this title already"),
    ],
)
def test_why_a_row_is_dropped(bad, reason):
    """Its number under the reason; the others stay."""
    good = [
        row("x" * 300),
        row(),
        row("A b", "Zoe"),
        row("Solaris (1972)"),
        row("C\n", plot="a\nb"),
    ]
    entries, counts = cleaned(*good, bad, bad)
    assert counts.dropped == {reason: [15, 16]}
    assert sorted(entry.row for entry in entries) == [10, 11, 12, 13, 14]


def test_a_table_without_a_usable_row():
    """With all reasons; a column of records only is refused, one with some is not."""
    with pytest.raises(InputError) as error:
        cleaned(row(" "), row("?"), row(""))
    assert str(error.value) == (
        "no row of films can be used (no title; a title without a letter or digit); is --item a "
        "title?"
    )
    with pytest.raises(InputError) as error:
        cleaned(row(genre={"a": 1}), row("C", genre=[[b"x"]]), row("D", genre=None))
    assert str(error.value) == (
        "column 'genre' holds bytes and records; a text, a number or a list of texts is needed."
    )
    assert len(cleaned(row(genre={"a": 1}), row("C"))[0]) == 2


def test_what_is_told_of_the_rows():
    """Of one and of several, in lines or rows; the first eight are printed, twenty are kept."""
    counts = Counts("line", {"no title": [3]}, {"by": [4, 5]}, {"year": list(range(1, 23))})
    assert list(counts.lines()) == [
        "dropped: no title, 1 (line 3)",
        "empty cells in by: 2 (lines 4, 5)",
        "cells of year that cannot be read, taken as empty: 22 (lines 1, 2, 3, 4, 5, 6, 7, 8, …)",
    ]
    assert counts.as_plain() == {
        "numbered by": "line",
        "dropped": {"no title": {"rows": 1, "first": [3]}},
        "empty": {"by": {"rows": 2, "first": [4, 5]}},
        "unreadable": {"year": {"rows": 22, "first": list(range(1, 21))}},
    }
    assert first_few(range(8)) == "0, 1, 2, 3, 4, 5, 6, 7"
    assert Counts().count_and_rows(1234, [7]) == "1,234 (rows 7)"


# Columns


def test_columns_by_their_roles():
    """Those read as text, and the option of each."""
    assert FILMS.as_text == ("title", "by", "genre", "land", "plot")
    assert Columns("a", text="a").as_text == ("a",)
    assert FILMS.named == {
        "title": "--item",
        "by": "--anchor",
        "year": "--year",
        "genre": "--category",
        "land": "--category",
        "length": "--number",
        "plot": "--text",
    }
    assert Columns("a", "b").named == {"a": "--item", "b": "--anchor"}
    FILMS.check(NAMES, "f")
    Columns("title", text="title").check(NAMES, "f")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            Columns("title"),
            "name a column with --anchor for list queries (kitab), one with --text for set "
            "questions (quest), or both.",
        ),
        (
            Columns("title", text="story"),
            "f has no column 'story' for --text; its columns are title, by.",
        ),
        (
            Columns("title", "by", number=("n",)),
            "f has no column 'n' for --number; its columns are title, by.",
        ),
        (
            Columns("title", "by", number=("by",)),
            "the column 'by' is named for two roles; name it once.",
        ),
        (
            Columns("title", "by", category=("title",)),
            "the column 'title' is named for two roles; name it once.",
        ),
        (Columns("by", "by"), "the column 'by' is named for two roles; name it once."),
        (Columns("title", "by", "by"), "the column 'by' is named for two roles; name it once."),
    ],
)
def test_columns_that_are_wrong(columns, message):
    """One sentence."""
    with pytest.raises(InputError) as error:
        columns.check(("title", "by"), "f")
    assert str(error.value) == message


def test_what_is_wanted_by_itself():
    """The numbers of the documentation; both bounds of κ are within."""
    assert vars(Wanted()) == {
        "kappa": (0.0, 1.0),
        "seed": 0,
        "min_items": 5,
        "singles": 12,
        "doubles": 4,
        "questions": 10,
        "most_answers": 20,
        "unsatisfiable": 0.08,
        "most_anchors": 500,
    }
    wanted = Wanted(kappa=(0.3, 0.9))
    assert [wanted.within(k) for k in (0.29, 0.3, 0.1 + 0.2, 0.6, 0.9, 0.91)] == [
        False, True, True, True, True, False,
    ]  # fmt: skip
    assert [parse_kappa(text) for text in ("0:1", "0.5:0.5", "0:0")] == [(0, 1), (0.5, 0.5), (0, 0)]
    with pytest.raises(InputError) as error:
        parse_kappa("1:2")
    assert str(error.value) == "--kappa 1:2 is not a range; write LOW:HIGH, such as 0.5:0.95."


# Constraints


def test_the_constraints_that_a_table_suggests():
    """Letters, words, years of three spans, categories with their negations, ranges."""
    entries = [
        Entry(1, "ßa b", year=1994, categories={"g": ("x",)}, numbers={"n": 1.0}),
        Entry(2, "1 to 9", year=99, categories={"g": ("y",)}),
        Entry(3, "Zoo", year=9994, categories={"g": ("y", "z")}, numbers={"n": 1.0}),
    ]
    found = propose(entries, Columns("t", year="y", category=("g",), number=("n",)))
    assert found == sorted(found)
    assert {(a.family, a.value) for a in found if a.family in ("starts-with", "ends-with")} == {
        ("starts-with", "s"), ("starts-with", "z"), ("ends-with", "b"), ("ends-with", "o"),
    }  # fmt: skip
    assert {a.low for a in found if a.family == "word-count"} == {2, 3}
    assert [(a.family, a.negated) for a in found if a.family.endswith("-name")] == [
        ("city-name", False), ("city-name", True), ("human-name", False), ("human-name", True),
    ]  # fmt: skip
    assert [(a.column, a.low, a.high) for a in found if a.family == "publishing-year"] == [
        ("y", 1990, 1995),
        ("y", 1990, 2000),
        ("y", 1990, 2010),
        ("y", 9990, 9995),
        ("y", 9990, 9999),
    ]
    assert {(a.column, a.value, a.negated) for a in found if a.family == "category"} == {
        ("g", value, no) for value in "xyz" for no in (False, True)
    }
    assert [a for a in found if a.family == "number"] == []


def test_at_most_forty_values_and_two_hundred_anchors():
    """The most frequent, and by name; an anchor with one item is none."""
    entries = [
        Entry(n, f"T {n}", (f"a{n // 2:03}",), categories={"g": (f"v{n % 50:02}",)})
        for n in range(420)
    ]
    entries += [Entry(999, "Last", ("one",), categories={"g": ("v49", "v48")})]
    found = propose(entries, Columns("t", "by", category=("g",)))
    kept = sorted(a.value for a in found if a.family == "category" and not a.negated)
    # 420 = 8 × 50 + 20: the first twenty are there nine times, as are 48 and 49 now.
    assert kept == [*(f"v{n:02}" for n in range(38)), "v48", "v49"]
    assert [a.value for a in found if a.negated and a.family == "category"] == kept
    largest = anchors(entries, Columns("t", "by"))
    assert largest == [Atom("anchor", "by", f"a{n:03}") for n in range(200)]
    assert anchors(entries[-1:], Columns("t", "by")) == []
    two = [Entry(1, "A", ("x", "y")), Entry(2, "B", ("y", "z")), Entry(3, "C", ("y", "z"))]
    assert [a.value for a in anchors(two, Columns("t", "by"))] == ["y", "z"]


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        # Cuts at 0, 2, 4, 6, 8, 10; (8 - 2) / 5 = 1.2, so that the step is 2.
        (
            range(11),
            [
                (0, 2),
                (0, 4),
                (0, 6),
                (2, 4),
                (2, 6),
                (2, 8),
                (4, 6),
                (4, 8),
                (4, 10),
                (6, 8),
                (6, 10),
                (8, 10),
            ],
        ),
        # The middle fifths are all 7: the step is that of the whole, 1 / 5 of 10.
        ([5, 7, 7, 7, 7, 15], [(4, 6), (4, 16), (6, 16)]),
        ([3, 3, 3], []),
        ([3], []),
    ],
)
def test_ranges_with_round_ends(numbers, found):
    """One to three fifths of the numbers; by hand."""
    assert ranges(list(numbers)) == found


# Golds


ENTRIES = [
    Entry(1, "Anna", ("Ida",), 1990, {"g": ("war",)}, {"n": 1.5}, "A war in 1990."),
    Entry(2, "Berlin sea", ("Ida", "Noor"), 1995, {"g": ("war", "art")}, {"n": 2.0}, "Of art."),
    Entry(3, "The old sea", (), None, {}, {}, "Nothing."),
    Entry(4, "O'Neill", ("Noor",), 2000, {"g": ("art",)}, {"n": 3.0}, ""),
]
COLUMNS = Columns("t", "by", "y", ("g",), ("n",), "p")


@pytest.fixture(scope="module")
def engine():
    """The database of four entries."""
    made = EntryDatabase(ENTRIES, COLUMNS)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("atom", "ids"),
    [
        (Atom("starts-with", value="a"), (0,)),
        (Atom("ends-with", value="a"), (0, 1, 2)),
        (Atom("word-count", low=3), (1, 2)),
        (Atom("word-count", low=2), (0, 1, 2, 3)),
        (Atom("publishing-year", "y", low=1990, high=1995), (0, 1)),
        (Atom("human-name"), (0, 3)),
        (Atom("city-name"), (1,)),
        (Atom("city-name", negated=True), (0, 2, 3)),
        (Atom("anchor", "by", "Noor"), (1, 3)),
        (Atom("category", "g", "war"), (0, 1)),
        (Atom("category", "g", "war", negated=True), (3,)),
        (Atom("number", "n", low=1.5, high=2.0), (0, 1)),
        (Atom("number", "n", low=1.6, high=2.9), (1,)),
    ],
)
def test_which_entries_satisfy_a_constraint(engine, atom, ids):
    """Unknown facts satisfy nothing; a count of words may be one off."""
    assert engine.satisfying(engine.condition(atom)) == ids
    assert engine.mask(engine.condition(atom)) == sum(1 << id for id in ids)


def test_conditions_of_the_database(engine):
    """Several in one pass, joined by a template, and one that there is not."""
    war, art = Atom("category", "g", "war"), Atom("category", "g", "art")
    within = engine.condition(Atom("anchor", "by", "Noor"))
    conditions = [engine.condition(war), engine.condition(art)]
    assert engine.answers(within, conditions) == [(1,), (1, 3)]
    assert engine.answers(within, []) == []
    assert engine.satisfying(engine.combined("_ that are not _", (war, art))) == (0,)
    with pytest.raises(ValueError, match="no family 'colour'"):
        engine.condition(Atom("colour"))


# List queries


def test_the_anchors_that_are_asked_about():
    """By name, with enough items; of too many a sample, by name again."""
    entries = [
        Entry(n, f"T {n}", tuple(names)) for n, names in enumerate(["ba", "b", "ca", "b", "c", "d"])
    ]
    found, small = lists.chosen_anchors(entries, Wanted(min_items=2))
    assert [(one.name, one.ids) for one in found] == [
        ("a", (0, 2)),
        ("b", (0, 1, 3)),
        ("c", (2, 4)),
    ]
    assert small == 1
    assert [one.mask for one in found] == [0b101, 0b1011, 0b10100]
    assert found[1].kappa(0b110) == pytest.approx(2 / 3)
    drawn, small = lists.chosen_anchors(entries, Wanted(min_items=1, most_anchors=3))
    assert [one.name for one in drawn] == sorted(one.name for one in drawn)
    assert (len(drawn), small) == (3, 0)
    moved, kept = lists.gathered([AnchorItems("x", (1, 4)), AnchorItems("y", (4, 5))], entries)
    assert [one.ids for one in moved] == [(0, 1), (1, 2)]
    assert [one.row for one in kept] == [1, 4, 5]


A, B, C = (Atom("category", column, "v") for column in "abc")


def test_queries_of_two_constraints_are_of_two_kinds():
    """Both matter, and some item satisfies both."""
    anchor = AnchorItems("x", (0, 1, 2, 3))
    d = Atom("category", "a", "w")
    masks = {A: 0b0111, B: 0b1011, C: 0b1111, d: 0b1001, Atom("city-name"): 0b100000}
    wanted = Wanted(doubles=9)
    assert lists.doubles(anchor, masks, wanted) == [(A, B)]
    assert lists.doubles(anchor, {A: 0b0111}, wanted) == []
    assert lists.doubles(anchor, {A: 0b0011, B: 0b1100}, wanted) == []
    assert lists.doubles(anchor, masks, Wanted(doubles=0)) == []
    # κ of both is 1 - 2/4.
    assert lists.doubles(anchor, {A: 0b0111, B: 0b1011}, Wanted(kappa=(0.5, 0.5))) == [(A, B)]
    assert lists.doubles(anchor, {A: 0b0111, B: 0b1011}, Wanted(kappa=(0.51, 1))) == []


def test_queries_of_one_constraint():
    """Those that some item satisfies, within the bounds; and a share that none does."""
    anchor, other = AnchorItems("x", (0, 1, 2, 3)), AnchorItems("y", (4, 5))
    masks = {A: 0b0111, B: 0b110001, C: 0b110000}
    assert set(lists.singles(anchor, masks, Wanted())) == {A, B}
    assert lists.singles(anchor, masks, Wanted(kappa=(0.5, 1))) == [B]
    assert len(lists.singles(anchor, masks, Wanted(singles=1))) == 1
    no = Atom("category", "a", "v", negated=True)
    found = lists.unsatisfiable(9, [anchor, other], masks | {no: 0}, Wanted(unsatisfiable=0.25))
    # 9 × 0.25 / 0.75 = 3 at most; the first anchor has C alone, the second A alone.
    assert sorted((one.name, atom) for one, atom in found) == [("x", C), ("y", A)]
    assert len(lists.unsatisfiable(3, [anchor, other], masks, Wanted(unsatisfiable=0.25))) == 1
    assert lists.unsatisfiable(9, [anchor], masks, Wanted(kappa=(0, 0.9))) == []
    assert lists.unsatisfiable(9, [], masks, Wanted()) == []
    assert lists.unsatisfiable(0, [anchor], masks, Wanted()) == []


def test_titles_that_the_papers_matching_confuses():
    """The later one, where it is a part of an earlier one or nearly the same."""
    titles = ["The old sea", "Sea", "Lanterns of Lyon", "Lanterns of Lyons", "Bees"]
    entries = [Entry(10 + n, title) for n, title in enumerate(titles)]
    assert lists.confusable([AnchorItems("x", (0, 1, 2, 3, 4))], entries) == [11, 13]
    assert lists.confusable([AnchorItems("x", (1, 2)), AnchorItems("y", (3, 4))], entries) == []


def test_the_rows_of_list_queries(engine):
    """In the released form, with the facts and the checks of what the verifier does not know."""
    wording = read_wording("films", many=["g"])
    noor = AnchorItems("Noor", (1, 3))
    queries = [(Atom("category", "g", "war"),), (Atom("city-name"), Atom("number", "n", "", 2, 3))]
    one, two = lists.rows(noor, queries, ENTRIES, engine, wording, COLUMNS)
    assert lists.author(noor, ENTRIES) == Author(
        "Noor", None, None, (Book("Berlin sea", 1995), Book("O'Neill", 2000))
    )
    assert (one["constraint_type"], one["constraints"], one["mapped_books"]) == (
        "category",
        "Criterion 1: The film has war among its g.",
        "['Berlin sea']",
    )
    assert one["all_books"] == repr(["Berlin sea (1995)", "O'Neill (2000)"])
    assert one["raw_books"] == repr(["Berlin sea", "O'Neill"])
    assert json.loads(one["item_facts"]) == [
        {"g": ["war", "art"], "n": 2.0},
        {"g": ["art"], "n": 3.0},
    ]
    assert json.loads(one["checks"]) == [{"column": "g", "value": "war", "negated": False}]
    assert (two["constraint_type"], two["constraints"], two["mapped_books"]) == (
        "['city-name', 'number']",
        "Criterion 1: Film title contains a city name., Criterion 2: The film's n is between 2 and "
        "3.",
        "['Berlin sea']",
    )
    assert json.loads(two["checks"]) == [
        None,
        {"column": "n", "low": 2, "high": 3, "negated": False},
    ]
    for columns, facts in (
        (Columns("t", "by", "y"), False),
        (Columns("t", "by", number=("n",)), True),
        (Columns("t", "by", category=("g",)), True),
    ):
        (bare,) = lists.rows(noor, queries[:1], ENTRIES, engine, wording, columns)
        assert ("item_facts" in bare, "checks" in bare) == (facts, facts)
    assert lists.domain(wording, COLUMNS) == {
        "item": "film",
        "items": "films",
        "listed": "films whose by is {name}",
    }
    assert list(lists.written([{"a": 1}, {"b": 2}])) == ['{"a": 1}\n', '{"b": 2}\n']
    assert not lists.usable(Atom("category", "g", "Criterion 2: x"), wording)


# Set questions


def test_documents_with_titles_of_their_own():
    """By year, else by all anchors; those without anything stay out."""
    entries = [
        Entry(1, "Sea", ("A", "B"), text="x"),
        Entry(2, "Sea", text="x"),
        Entry(3, "sea!", text="x"),
        Entry(4, "Old"),
        Entry(5, "Old", text="x"),
        Entry(6, "Sea", (), 1990, text="x"),
    ]
    kept, lost = questions.documents(entries)
    assert [(one.row, one.title) for one in kept] == [
        (1, "Sea (A, B)"), (2, "Sea"), (5, "Old"), (6, "Sea (1990)"),
    ]  # fmt: skip
    assert lost == [3, 4]


def test_the_record_of_a_question():
    """Worded, marked, and with its template."""
    wording = read_wording("films")
    atoms = (Atom("category", "land", "Peru"), Atom("anchor", "made_by", "Ida"))
    question = SetQuestion("_ that are not _", atoms, ("A", "B"), 0.5)
    assert questions.record(question, wording) == {
        "query": "Films whose land is Peru that are not films whose made by is Ida",
        "docs": ["A", "B"],
        "original_query": "<mark>films whose land is Peru</mark> that are not <mark>films whose "
        "made by is Ida</mark>",
        "scores": None,
        "metadata": {"template": "_ that are not _", "domain": "films"},
    }
    assert list(questions.document_lines([Entry(7, "Ä", text="x")], "films")) == [
        '{"id": "films-7", "title": "Ä", "text": "x"}\n'
    ]
    marked = Atom("category", "land", "<MARK>")
    assert not questions.usable(marked, wording)
    assert questions.usable(Atom("category", "land", "</marks>"), wording)
    assert questions.usable(Atom("category", "land", "</mark>", negated=True), wording)


def test_how_many_texts_name_what_is_asked():
    """Where it holds: categories, anchors and the year of the answer, in title or text."""
    asked = (
        Atom("category", "g", "war"),
        Atom("category", "g", "art"),
        Atom("anchor", "by", "Ida"),
        Atom("publishing-year", "y", "", 1990, 1995),
        Atom("number", "n", "", 1, 9),
    )
    question = SetQuestion("_", asked, ("Anna", "Berlin sea", "The old sea"), 0)
    # war: Anna yes, Berlin no; art: Berlin yes; Ida: neither; the year: Anna yes, Berlin no.
    assert questions.stated([question], ENTRIES) == {
        "anchor": 0.0,
        "category": round(2 / 3, 4),
        "publishing-year": 0.5,
    }
    title = SetQuestion("_", (Atom("category", "g", "Anna"),), ("Anna",), 0)
    named = [Entry(1, "Anna", categories={"g": ("Anna",)}, text="x")]
    assert questions.stated([title], named) == {"category": 1.0}
    low = SetQuestion("_", (Atom("publishing-year", "y", "", 1991, 1995),), ("Anna",), 0)
    assert questions.stated([low], ENTRIES) == {}
    high = SetQuestion("_", (Atom("publishing-year", "y", "", 1980, 1990),), ("Anna",), 0)
    assert questions.stated([high], ENTRIES) == {"publishing-year": 1.0}


@pytest.mark.parametrize(
    ("template", "masks", "answers", "matter"),
    [
        ("_", (0b0110,), 0b0110, True),
        ("_ or _", (0b0110, 0b1100), 0b1110, True),
        ("_ or _", (0b0110, 0b0100), 0b0110, False),
        ("_ that are also _", (0b0110, 0b1100), 0b0100, True),
        ("_ that are also _", (0b0110, 0b1110), 0b0110, False),
        ("_ that are not _", (0b0110, 0b0100), 0b0010, True),
        ("_ that are not _", (0b0110, 0b1001), 0b0110, False),
        ("_ or _ or _", (0b001, 0b010, 0b100), 0b111, True),
        ("_ or _ or _", (0b001, 0b010, 0b011), 0b011, False),
        ("_ or _ or _", (0b011, 0b010, 0b100), 0b111, False),
        ("_ or _ or _", (0b001, 0b110, 0b100), 0b111, False),
        ("_ that are also both _ and _", (0b1011, 0b1101, 0b1110), 0b1000, True),
        ("_ that are also both _ and _", (0b1001, 0b1101, 0b1100), 0b1000, False),
        ("_ that are also _ but not _", (0b00111, 0b01011, 0b10001), 0b00010, True),
        ("_ that are also _ but not _", (0b0011, 0b0011, 0b0001), 0b0010, False),
        ("_ that are also _ but not _", (0b0011, 0b0011, 0b0100), 0b0011, False),
        ("_ that are also _ but not _", (0b0011, 0b0111, 0b0001), 0b0010, False),
    ],
)
def test_every_part_of_a_question_matters(template, masks, answers, matter):
    """Leaving one out gives other answers; by hand."""
    atoms = (A, B, C)[: len(masks)]
    assert questions._combined(template, masks) == answers
    assert questions._all_matter(template, atoms, dict(zip(atoms, masks, strict=True))) is matter


def test_two_ranges_of_one_column_are_one():
    """Joined by "or" they are two; those of two columns are two as well."""
    first, second = Atom("number", "n", "", 1, 3), Atom("number", "n", "", 2, 4)
    other = Atom("number", "m", "", 2, 4)
    masks = {first: 0b011, second: 0b110, other: 0b110}
    assert not questions._all_matter("_ that are also _", (first, second), masks)
    assert questions._all_matter("_ that are also _", (first, other), masks)
    assert questions._all_matter("_ or _", (first, second), masks)


def test_questions_are_chosen_that_have_answers():
    """One more than wanted, as an example; not too many answers, and no odd negation."""
    masks = {A: 0b0111, B: 0b1110, Atom("city-name", negated=True): 0b1111}
    both = questions.choose("_ that are also _", masks, 8, Wanted(questions=3))
    assert both == [(A, B)]
    assert (
        questions.choose("_ that are also _", masks, 8, Wanted(questions=3, most_answers=1)) == []
    )
    assert len(questions.choose("_ that are also _", masks, 8, Wanted(most_answers=2))) == 1
    assert questions.choose("_ that are not _", masks, 8, Wanted(questions=3)) == []
    masks |= {Atom("category", "b", "v", negated=True): 0b0001}
    assert questions.choose("_ that are not _", masks, 8, Wanted(questions=3)) == [(A, B)]
    assert questions.choose("_ or _ or _", masks, 8, Wanted()) == []
    assert questions.choose("_", masks, 8, Wanted(questions=0)) == []
    assert sorted(questions.choose("_", masks, 8, Wanted(questions=1))) == [(A,), (B,)]
    assert questions.choose("_", masks, 8, Wanted(kappa=(0.7, 1))) == []


def test_a_question_with_its_golds(engine):
    """The titles, and κ by the size of the corpus."""
    titles = [entry.title for entry in ENTRIES]
    atoms = (Atom("category", "g", "war"),)
    found = questions.ask("_", atoms, engine, titles)
    assert found == SetQuestion("_", atoms, ("Anna", "Berlin sea"), 0.5)


def test_a_sample_over_the_range_of_constrainedness():
    """Five parts of the range in turn; both ends belong to it."""
    candidates = [(n, n / 10 + 0.05) for n in range(10)]
    for seed in range(5):
        five = spread(candidates, 5, Wanted(), random.Random(seed))
        assert sorted(one // 2 for one in five) == [0, 1, 2, 3, 4]
    ends = [(-1, 0.0), (0, 0.2), (1, 0.3), (2, 0.4), (3, 1.0)]
    assert sorted(spread(ends, 99, Wanted(), random.Random(1))) == [-1, 0, 1, 2, 3]
    assert sorted(spread(ends, 99, Wanted(kappa=(0.2, 0.4)), random.Random(1))) == [0, 1, 2]
    assert spread(ends, 9, Wanted(kappa=(0.3, 0.3)), random.Random(1)) == [1]
    assert spread(candidates, 0, Wanted(), random.Random(1)) == []


# Wordings


@pytest.mark.parametrize(
    ("atom", "criterion", "phrase"),
    [
        (
            Atom("starts-with", value="a"),
            "Tall film title starts with the letter a.",
            "tall films whose title starts with the letter a",
        ),
        (
            Atom("ends-with", value="a"),
            "Tall film title ends with the letter a.",
            "tall films whose title ends with the letter a",
        ),
        (
            Atom("word-count", low=3),
            "Tall film title contains only 3 words.",
            "tall films whose title has 2 to 4 words",
        ),
        (
            Atom("publishing-year", "made_in", "", 1990, 1995),
            "The tall film's made in is in the year range 1990-1995.",
            "tall films whose made in is from 1990 to 1995",
        ),
        (
            Atom("human-name"),
            "Tall film title contains a human name.",
            "tall films with a human name in the title",
        ),
        (
            Atom("city-name"),
            "Tall film title contains a city name.",
            "tall films with a city name in the title",
        ),
        (Atom("category", "g", "war"), "The tall film's g is war.", "tall films whose g is war"),
        (
            Atom("category", "h", "war"),
            "The tall film has war among its h.",
            "tall films with war among their h",
        ),
        (
            Atom("number", "n_m", "", 0.5, 3.0),
            "The tall film's n m is between 0.5 and 3.",
            "tall films whose n m is between 0.5 and 3",
        ),
    ],
)
def test_the_words_of_a_constraint(atom, criterion, phrase):
    """As a sentence of a list query, and as a set."""
    wording = read_wording("tall_films", many=["h"])
    assert (wording.criterion(atom), wording.phrase(atom)) == (criterion, phrase)


def test_the_words_of_anchors_and_negations():
    """Several in a cell, or one."""
    wording = read_wording("films", many=["h"])
    assert wording.phrase(Atom("anchor", "g_h", "Ida")) == "films whose g h is Ida"
    assert wording.phrase(Atom("anchor", "h", "Ida")) == "films with Ida among their h"
    assert wording.listed("h") == "films with {value} among their h"
    assert wording.listed("g_h") == "films whose g h is {value}"
    assert [
        wording.criterion(atom)
        for atom in (
            Atom("human-name", negated=True),
            Atom("city-name", negated=True),
            Atom("category", "g", "war", negated=True),
            Atom("category", "h", "war", negated=True),
        )
    ] == [
        "Film title doesn't contain a human name.",
        "Film title doesn't contain a city name.",
        "The film's g is not war.",
        "The film does not have war among its h.",
    ]
    assert wording.phrase(Atom("word-count", low=1)).endswith("has 1 to 2 words")
    joined = {name: wording.joined(name, ["x", "y", "z"]) for name in wording.templates}
    assert joined == {
        "_": "x",
        "_ or _": "x or y",
        "_ that are also _": "x that are also y",
        "_ that are not _": "x that are not y",
        "_ or _ or _": "x, y or z",
        "_ that are also both _ and _": "x that are also both y and z",
        "_ that are also _ but not _": "x that are also y but not z",
    }
    assert [number(value) for value in (90, 90.0, 4.5, -0.25)] == ["90", "90", "4.5", "-0.25"]


@pytest.mark.parametrize(
    ("table", "own", "nouns"),
    [
        ("cities", "", ("city", "cities")),
        ("ties", "", ("tie", "ties")),
        ("glass", "", ("glass", "glass")),
        ("old_films", "", ("old film", "old films")),
        ("x", "nouns: {item: ox, items: oxen}", ("ox", "oxen")),
        ("x", "nouns: {item: ox}", ("ox", "oxs")),
        ("x", "nouns: {items: oxes}", ("oxe", "oxes")),
    ],
)
def test_the_nouns_of_a_table(tmp_path, table, own, nouns):
    """From its name, or as a file says."""
    (tmp_path / "t.yaml").write_text(own or "{}")
    wording = read_wording(table, tmp_path / "t.yaml")
    assert (wording.item, wording.items) == nouns


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ("[1]", "F holds no templates; see `tamis collect table --show-templates`."),
        ("x: {}", "F has 'x'; its parts are nouns, anchor, anchors, criteria, sets, templates."),
        ("anchor: [1]", 'F, anchor: write one line of text, without "Criterion".'),
        ("anchors: a Criterion", 'F, anchors: write one line of text, without "Criterion".'),
        ("nouns: x", "F, nouns: give names with their wording."),
        ("nouns: {x: y}", "F, nouns: there is no 'x'; there are item, items."),
        ("nouns: {item: 3}", 'F, nouns: item: write one line of text, without "Criterion".'),
        ("anchor: x", "F, anchor: the wording lacks {value}."),
        ("anchors: x", "F, anchors: the wording lacks {value}."),
        (
            "anchor: '{value} {x}'",
            "F, anchor: there is no {x}; there are {Item}, {Items}, {column}, {item}, {items}, "
            "{value}.",
        ),
        *(
            (f"criteria: {{{name}: x}}", f"F, criteria: {name}: the wording lacks {{{part}}}.")
            for name, part in (
                ("starts-with", "letter"),
                ("ends-with", "letter"),
                ("word-count", "count"),
                ("publishing-year", "first"),
                ("category", "value"),
                ("no-category", "value"),
                ("categories", "value"),
                ("no-categories", "value"),
                ("number", "high"),
                ("category:genre", "value"),
            )
        ),
        *(
            (f"sets: {{{name}: x}}", f"F, sets: {name}: the wording lacks {{{part}}}.")
            for name, part in (("word-count", "fewest"), ("anchor", "value"), ("anchors", "value"))
        ),
        (
            "criteria: {publishing-year: '{first}'}",
            "F, criteria: publishing-year: the wording lacks {last}.",
        ),
        ("criteria: {number: '{high}'}", "F, criteria: number: the wording lacks {low}."),
        ("sets: {word-count: '{fewest}'}", "F, sets: word-count: the wording lacks {most}."),
        (
            "criteria: {word-count: '{count} {fewest}'}",
            "F, criteria: word-count: there is no {fewest}; there are {Item}, {Items}, {column}, "
            "{count}, {item}, {items}.",
        ),
        (
            "templates: {_: '{a} {b}'}",
            "F, templates: _: there is no {b}; there are {a}.",
        ),
        ("templates: {'_:x': '{a}'}", "F, templates: there is no '_:x'."),
        (
            "anchor: '{value} }'",
            "F, anchor: a brace has no partner; close it or remove it.",
        ),
    ],
)
def test_templates_that_are_wrong(tmp_path, own, message):
    """The file, the place and what is wrong."""
    path = tmp_path / "t.yaml"
    path.write_text(own)
    with pytest.raises(InputError) as error:
        read_wording("films", path)
    assert str(error.value) == message.replace("F", str(path), 1)


def test_templates_of_a_file(tmp_path):
    """For one column, and with the parts that only sets have; the rest stays as shipped."""
    path = tmp_path / "t.yaml"
    path.write_text(
        "anchor: ' by {value} '\nsets: {'category:g': '{value} {Items}', word-count: "
        "'{fewest}-{most}, {count}'}\ncriteria: {word-count: 'Title has {count} letters.'}"
    )
    wording = read_wording("films", path)
    assert wording.listed("x") == "by {value}"
    assert wording.phrase(Atom("category", "g", "war")) == "war Films"
    assert wording.phrase(Atom("category", "h", "war")) == "films whose h is war"
    assert wording.phrase(Atom("word-count", low=3)) == "2-4, 3"
    with pytest.raises(InputError) as error:
        wording.criterion(Atom("word-count", low=3))
    assert str(error.value) == (
        "templates, criteria: word-count: KITAB's verifier does not read 'Title has 3 letters.' as "
        "word-count; keep its key words."
    )


# Files


def kept(text: str, prefer_tab: bool = False):
    """What is kept of a file, with the rows."""
    copy = io.StringIO()
    found = keep_rows(io.StringIO(text, newline=""), prefer_tab, copy)
    return found, list(csv.reader(io.StringIO(copy.getvalue())))


@pytest.mark.parametrize(
    ("text", "tab", "header"),
    [
        ("a,b;c\n", False, ("a", "b;c")),
        ("a;b;c,d\n", False, ("a", "b", "c,d")),
        ("a\tb\n", False, ("a", "b")),
        ("a|b\n", False, ("a", "b")),
        ("a,b\tc\n", True, ("a,b", "c")),
        ("a,b\tc\n", False, ("a", "b\tc")),
        ('"a;b;c",d\n', False, ("a;b;c", "d")),
        ("\n  \na\0,,b \n", False, ("a", "column1", "b")),
    ],
)
def test_the_header_of_a_file(text, tab, header):
    """The most frequent delimiter outside of quotes; a column without a name gets one."""
    assert kept(text, tab)[0].header == header


def test_the_rows_of_a_file():
    """Complete rows with their lines; others with theirs."""
    found, rows = kept('a,b\n\n1,"x\ny",,\n2\n"3" , "q""r"\n4,5,6\né,7\n')
    assert rows == [["1", "x\ny"], ["3", 'q"r'], ["é", "7"]]
    assert list(found.lines) == [3, 6, 8]
    assert found.broken == [(5, 5), (7, 7)]
    assert found.longest == len('"3","q""r"\n')
    assert kept('"a,b\n1,2\n')[0].broken == [(1, 2)]


@pytest.mark.parametrize("name", [f"t{suffix}" for suffix in KINDS if "p" not in suffix])
def test_files_of_each_kind(tmp_path, name):
    """By the end of their name, in capitals too."""
    text = '{"a": "x"}\n' if KINDS[Path(name).suffix] == "json" else "a\nx\n"
    path = tmp_path / name.upper()
    path.write_text(text)
    table = read([path])
    assert (table.name, table.columns, [row[1:] for row in table.rows]) == ("t", ("a",), [("x",)])


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["1", "-20"], [1, -20]),
        (["01", "2"], ["01", "2"]),
        (["1.5", ".5e3"], [1.5, 500.0]),
        (["true", "NO"], [True, False]),
        (["1994-05-01", "2000-01-02"], [date(1994, 5, 1), date(2000, 1, 2)]),
        (["1994-05-01", "x"], ["1994-05-01", "x"]),
        (["1994-13-01", "2000-01-02"], ["1994-13-01", "2000-01-02"]),
    ],
)
def test_columns_of_one_type(tmp_path, cells, values):
    """Where all cells have it."""
    path = tmp_path / "t.csv"
    path.write_text("a,b\n" + "".join(f"{cell},{cell}\n" for cell in cells))
    table = read([path], as_text=["b"])
    assert [row[1:] for row in table.rows] == list(zip(values, cells, strict=True))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.csv", None, "F does not exist; give a CSV, parquet or JSONL file."),
        (
            "t[1].csv",
            "a\nx\n",
            "F: *, ? and brackets stand for many files; rename it or its folder.",
        ),
        (
            "t.xls",
            "",
            "F is not of a known kind; give a .csv, .tsv, .jsonl (each also .gz) or .parquet file.",
        ),
        (
            "t.parquet.gz",
            "",
            "F is not of a known kind; give a .csv, .tsv, .jsonl (each also .gz) or .parquet file.",
        ),
        (
            "t.csv",
            '"a,b\n1,2\n',
            "F, line 1: a quote in the header is not closed (it runs to line 2); close it, or "
            "write it twice where it is part of a name.",
        ),
        (
            "t.csv",
            "a,b\n1\n2\n",
            "F holds no row that can be read: no line has as many cells as the header, which is a, "
            "b.",
        ),
        (
            "t.csv",
            'a,b\n"1\n2\n',
            "F holds no row that can be read: no line has as many cells as the header, which is a, "
            "b; is a quote not closed?",
        ),
        ("t.csv", "a,b\n", "F holds no row that can be read."),
        ("t.csv", "a,A\n1,2\n", "F has two columns 'A'; rename one of them."),
        (
            "t.jsonl",
            "[]\n",
            "F holds no row that can be read: no line is a JSON object; write each row as an "
            "object on a line of its own, not all as one list.",
        ),
        ("t.jsonl", '\n{"": 1}\n', "F, line 2: a key is empty; name it."),
        (
            "t.jsonl",
            '{"a": 1}\n{"b": 1, "a": 2, "a": 3}\n',
            "F, line 2: an object has the key 'a' twice; rename one of them.",
        ),
        ("t.jsonl", '{"a": 1}\n{"A": 1}\n', "F has two columns 'A'; rename one of them."),
    ],
)
def test_files_that_are_no_table(tmp_path, name, content, message):
    """One sentence with what to do."""
    path = tmp_path / name
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError) as error:
        read([path])
    assert str(error.value) == message.replace("F", str(path), 1)


def test_queries_over_files_that_are_wrong(tmp_path):
    """One sentence each."""
    path, other = tmp_path / "a b.csv", tmp_path / "a-b.csv"
    path.write_text("t,n\nx,1\ny,2\n")
    other.write_text("t\nx\n")
    with pytest.raises(InputError, match=r"^name a table: a CSV, parquet or JSONL file\.$"):
        read([])
    for files, sql, where, message in (
        (
            [path, other],
            None,
            None,
            "2 files are named; give a query over their tables with --sql, or name one file.",
        ),
        ([path, other], "FROM a_b", None, "two files make the table 'a_b'; rename one of them."),
        (
            [path],
            "SELECT t, n AS T FROM a_b",
            None,
            "--sql gives two columns 'T'; rename one with AS.",
        ),
        ([path], None, "n > 2", f"{path} has no row that --where lets through; is this the table?"),
        ([path], "FROM a_b WHERE n > 2", None, f"{path} has no row; is this the table?"),
        (
            [path],
            "FROM read_text('x')",
            None,
            "--sql uses a file, a setting or the network; it may use only the tables of the files "
            "named on the command line.",
        ),
        (
            [path],
            "SELECT 1; SELECT 2",
            None,
            "--sql must be one query that begins with SELECT, FROM or WITH.",
        ),
    ):
        with pytest.raises(InputError) as error:
            read(files, sql, where)
        assert str(error.value) == message
    table = read([path], "SELECT n + 1 AS m FROM a_b ORDER BY n DESC; \n", "m > 1")
    assert (table.unit, table.columns, table.rows) == ("row", ("m",), [(1, 3), (2, 2)])
    assert read([path]).unit == "line"


def test_what_is_told_of_a_file():
    """What was left out, and what to do."""
    path = Path("x/t.csv")
    whole = Source(path, "t", "", 3, ())
    assert list(whole.faults()) == []
    one = Source(path, "t", "", 3, (4,), (), (), "after line 9 (damaged)")
    assert list(one.faults()) == [
        "t.csv is cut short or damaged after line 9 (damaged), and the rest is missing: download "
        "or copy it again",
        "t.csv: lines that cannot be read and are left out: 1 (line 4)",
    ]
    many = Source(path, "t", "", 3, (4, 5, 8, 9), (), ((4, 5), (8, 9)))
    assert list(many.faults()) == [
        "t.csv: lines that cannot be read and are left out: 4 (lines 4, 5, 8, 9)",
        "t.csv: an open quote joins the lines 4 to 5, 8 to 9, which are not a row: close the "
        "quote, or write it twice where it is part of a cell",
    ]


def test_texts_and_names_in_sql():
    """Quotes are doubled."""
    assert (literal("it's\0"), quoted('a "b"')) == ("'it''s'", '"a ""b"""')
    assert (same_name(["a", "b", "A", "B"]), same_name(["a", "b"])) == ("A", "")


# What is told


def test_the_summary_of_a_table():
    """Faults, then what was made of it, and why nothing was."""
    table = Table("t", (), [], (Source(Path("t.csv"), "t", "", 3, (4,)),))
    counts = Counts("row", {"no title": [3]})
    kitab = {
        "one constraint": 1234,
        "two constraints": 5,
        "anchors": 7,
        "anchors with too few items": 2,
        "confusable titles": {"rows": 3, "first": [1, 2, 3]},
        "values left out": {"values": 2, "first": ["'x' in g", "'y' in g"]},
    }
    quest = {
        "queries": 9,
        "examples": 2,
        "documents": 1000,
        "rows without a document": {"rows": 2, "first": [4, 6]},
        "share of answers whose text names what is asked": {"anchor": 1.0, "category": 0.25},
        "values left out": {"values": 0, "first": []},
    }
    assert list(summary_lines(table, counts, {"kitab": kitab, "quest": quest}, {})) == [
        "t.csv: lines that cannot be read and are left out: 1 (line 4)",
        "dropped: no title, 1 (row 3)",
        "kitab: queries of one constraint: 1,234, of two: 5; anchors: 7 (with too few items: 2)",
        "kitab: titles that the paper's fuzzy matching confuses with another of the same anchor: 3 "
        "(the variant `strict` compares whole words)",
        "kitab: values that no query can name, left out: 2 ('x' in g, 'y' in g)",
        "quest: questions: 9, examples: 2, documents: 1,000",
        "quest: 25% of the texts name the category that is asked for",
        "quest: not in the corpus, without a text or with the title of another row: 2 (rows 4, 6)",
    ]
    kitab["confusable titles"]["rows"] = 0
    assert list(summary_lines(table, Counts(), {"kitab": kitab}, {"kitab": "none"}))[1:] == [
        "kitab: no query was made: none",
        "kitab: values that no query can name, left out: 2 ('x' in g, 'y' in g)",
    ]


def test_a_dataset_of_a_small_table(tmp_path):
    """Its manifest, lines and files."""
    path = tmp_path / "films.csv"
    titles = ["Anna", "Bees", "Crow", "Dust", "Elms", "Fern"]
    rows = [
        f"{t},{'Ida' if n < 4 else 'Noor'},{'war' if n % 2 else 'art'},War {n}"
        for n, t in enumerate(titles)
    ]
    path.write_text("\n".join(["t,by,g,p", *rows, "bad", "Gulls,Ida,art,"]) + "\n")
    columns = Columns("t", "by", category=("g",), text="p")
    heard: list[str] = []
    wanted = Wanted(min_items=3, singles=3, doubles=1, questions=1)
    built = build([path], columns, tmp_path / "o", wanted, where="t <> 'x'", say=heard.append)
    made = json.loads((tmp_path / "o" / "manifest.json").read_text())
    assert heard == ["items: 7"]
    assert built.benchmarks == ("kitab", "quest")
    assert (made["rows"], made["sql"], made["where"]) == (7, None, "t <> 'x'")
    assert made["columns"] == json.loads(json.dumps(vars(columns)))
    assert made["options"] == json.loads(json.dumps(vars(wanted)))
    (source,) = made["sources"]
    assert source["lines left out"] == {"lines": 1, "first": [8]}
    assert (source["file"], source["rows"], source["bytes"]) == (
        "films.csv",
        7,
        path.stat().st_size,
    )
    kitab, quest = made["kitab"], made["quest"]
    one, two = (
        [json.loads(line) for line in (tmp_path / "o" / f"KITAB-{n}-BOOK-CONSTRAINTS.json").open()]
        for n in ("ONE", "TWO")
    )
    assert kitab["queries"] == len(one) + len(two)
    assert (kitab["one constraint"], kitab["two constraints"]) == (len(one), len(two))
    assert kitab["without an answer"] == sum(row["mapped_books"] == "[]" for row in one)
    assert (kitab["anchors"], kitab["anchors with too few items"]) == (1, 1)
    assert {row["Author"] for row in [*one, *two]} == {"Ida"}
    assert len(two) == 1
    assert (quest["documents"], quest["rows without a document"]) == (
        6,
        {"rows": 1, "first": [9]},
    )
    test = [json.loads(line) for line in (tmp_path / "o" / "test.jsonl").open()]
    few = [json.loads(line) for line in (tmp_path / "o" / "train.jsonl").open()]
    assert (quest["queries"], quest["examples"]) == (len(test), len(few))
    assert len(few) == len({one["metadata"]["template"] for one in few}) <= 5
    assert not {one["query"] for one in few} & {one["query"] for one in test}
    templates = [one["metadata"]["template"] for one in test]
    assert quest["by template"] == {name: templates.count(name) for name in quest["by template"]}
    kappas = [1 - len(one["docs"]) / 6 for one in [*test, *few]]
    assert quest["mean constrainedness"] == pytest.approx(sum(kappas) / len(kappas), abs=1e-4)


@pytest.mark.parametrize(
    ("columns", "wanted", "message"),
    [
        (
            Columns("t", "by"),
            Wanted(singles=0, doubles=0),
            "--singles 0 and --doubles 0 leave nothing to make; set at least one of them above 0.",
        ),
        (
            Columns("t", text="p"),
            Wanted(questions=0),
            "--questions 0 leave nothing to make; set at least one of them above 0.",
        ),
        (
            Columns("t", "by", text="p"),
            Wanted(singles=0, doubles=0, questions=0),
            "--singles 0 and --doubles 0 and --questions 0 leave nothing to make; set at least one "
            "of them above 0.",
        ),
        (
            Columns("t", "by"),
            Wanted(),
            "no query can be made from films: no by has 5 items or more; lower --min-items; "
            "films.csv: lines that cannot be read and are left out: 1 (line 4).",
        ),
    ],
)
def test_why_nothing_is_made(tmp_path, columns, wanted, message):
    """With what was left out of the file."""
    path = tmp_path / "films.csv"
    path.write_text("t,by,p\nAnna,x,y\nBees,x,y\nbad\n")
    with pytest.raises(InputError) as error:
        build([path], columns, tmp_path / "o", wanted)
    assert str(error.value) == message
