"""The golds of collected tables against a brute-force evaluation in Python, and their bounds."""

from __future__ import annotations

import json
import random
from ast import literal_eval
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("duckdb", reason="the extra `collect` is not installed")

from tamis.checking import constraints
from tamis.collect.table import Columns, Wanted, build
from tamis.collect.table.atoms import Atom, anchors, propose
from tamis.collect.table.cleaning import Entry, clean
from tamis.collect.table.entry_database import TEMPLATES, EntryDatabase
from tamis.collect.table.input_table import read
from tamis.collect.table.query_sampling import spread
from tamis.collect.table.questions import documents
from tamis.types import Item

TABLES = Path(__file__).parents[1] / "docs" / "tables"
COLUMNS = Columns("title", "director", "year", ("genre", "it's"), ("runtime",), "synopsis")

WORDINGS = {
    "starts-with": "Title starts with the letter {value}.",
    "ends-with": "Title ends with the letter {value}.",
    "word-count": "Title contains only {low:.0f} words.",
    "publishing-year": "Published in the year range {low:.0f}-{high:.0f}.",
    "human-name": "Title contains a human name.",
    "city-name": "Title contains a city name.",
}


def holds(atom: Atom, entry: Entry) -> bool | None:
    """Whether an atom is true of an entry, None where that is not known."""
    known: bool | None
    if atom.family in WORDINGS:
        wanted = constraints.parse(WORDINGS[atom.family].format(**vars(atom)), atom.family)
        known = constraints.satisfies(wanted, Item(entry.title, entry.year))
        if atom.family == "publishing-year" and entry.year is None:
            known = None
    elif atom.family == "anchor":
        known = atom.value in entry.anchors if entry.anchors else None
    elif atom.family == "category":
        values = entry.categories.get(atom.column)
        known = None if values is None else atom.value in values
    else:
        value = entry.numbers.get(atom.column)
        known = None if value is None else atom.low <= value <= atom.high
    return known if known is None or not atom.negated else not known


def answers(template: str, atoms: tuple[Atom, ...], entries: list[Entry]) -> tuple[int, ...]:
    """The entries for which the template is true whatever the unknown facts are."""
    found = []
    for place, entry in enumerate(entries):
        facts = [holds(atom, entry) for atom in atoms]
        worlds = product(*([True, False] if fact is None else [fact] for fact in facts))
        if all(_true(template, world) for world in worlds):
            found.append(place)
    return tuple(found)


def _true(template: str, world: tuple[bool, ...]) -> bool:
    match template, world:
        case "_", (a,):
            return a
        case "_ or _", (a, b):
            return a or b
        case "_ or _ or _", (a, b, c):
            return a or b or c
        case "_ that are also _", (a, b):
            return a and b
        case "_ that are also both _ and _", (a, b, c):
            return a and b and c
        case "_ that are not _", (a, b):
            return a and not b
        case "_ that are also _ but not _", (a, b, c):
            return a and b and not c
    raise AssertionError(template)


names = st.sampled_from(
    ["Ida", "O'Hara", 'x"; DROP TABLE items;--', "Ünal", "\\", "%", "a\tb", "日本"]
)
titles = st.one_of(
    st.sampled_from(["Death in Venice", "Anna", "The A", "É t é", "don't", "9 lives", "ßa", "x_y"]),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12),
).filter(lambda t: any(c.isalnum() and c.isascii() for c in t))
entry_lists = st.lists(
    st.builds(
        Entry,
        row=st.just(1),
        title=titles,
        anchors=st.lists(names, max_size=2, unique=True).map(tuple),
        year=st.none() | st.integers(100, 9999) | st.integers(1985, 2000),
        categories=st.dictionaries(
            st.sampled_from(COLUMNS.category),
            st.lists(names, min_size=1, max_size=3, unique=True).map(tuple),
        ),
        numbers=st.dictionaries(
            st.just("runtime"), st.integers(-5, 200) | st.floats(-1e6, 1e6, allow_subnormal=False)
        ),
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=12)
@given(entries=entry_lists, data=st.data())
def test_golds_are_those_of_brute_force(entries, data):
    """Every proposed atom alone, and some under each template, unknown facts included.

    Each query is asked of SQL; the brute force decides by trying every value of what is not
    known.
    """
    atoms = [*propose(entries, COLUMNS), *anchors(entries, COLUMNS)]
    positive = st.sampled_from([atom for atom in atoms if not atom.negated])
    engine = EntryDatabase(entries, COLUMNS)
    try:
        for atom in atoms:
            assert engine.satisfying(engine.condition(atom)) == answers("_", (atom,), entries)
        for template in TEMPLATES:
            drawn = tuple(data.draw(positive) for _ in range(template.count("_")))
            got = engine.satisfying(engine.combined(template, drawn))
            assert got == answers(template, drawn, entries)
    finally:
        engine.close()


def test_every_proposed_constraint_is_satisfied_by_something_unless_it_is_a_name():
    """By hand: what three films suggest."""
    entries = [
        Entry(1, "Salt in Lisbon", ("Ida",), 1993, {"genre": ("drama",)}, {"runtime": 90.0}),
        Entry(2, "Anna", ("Ida",), None, {"genre": ("war",)}, {"runtime": 120.0}),
        Entry(3, "Nina", ("Ida",), None, {"genre": ("noir",)}),
    ]
    found = propose(entries, Columns("t", "d", "year", ("genre",), ("runtime",)))
    said = {(a.family, a.value, a.low, a.high, a.negated) for a in found}
    assert {("starts-with", "s", 0, 0, False), ("starts-with", "a", 0, 0, False)} <= said
    assert {("ends-with", "n", 0, 0, False), ("ends-with", "a", 0, 0, False)} <= said
    assert ("word-count", "", 3, 0, False) in said
    assert {a[2:4] for a in said if a[0] == "publishing-year"} == {
        (1990, 1995), (1990, 2000), (1990, 2010),
    }  # fmt: skip
    assert {a[1:] for a in said if a[0] == "category"} == {
        (value, 0, 0, no) for value in ("drama", "noir", "war") for no in (False, True)
    }
    assert all(80 <= a[2] < a[3] <= 120 for a in said if a[0] == "number")


FILMS = Columns("title", "director", "year", ("genre",), ("runtime",), "synopsis")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The films with κ within 0.5 and 0.95."""
    out = tmp_path_factory.mktemp("table") / "out"
    build([TABLES / "films.csv"], FILMS, out, Wanted(kappa=(0.5, 0.95), seed=3))
    return out


def rows(path: Path) -> list[dict]:
    """The records of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_constrainedness_is_within_the_bounds_and_of_all_sizes(built):
    """κ = 1 - S/N by the released columns and by the corpus; all of the range is asked."""
    kappas = []
    for name in ("ONE", "TWO"):
        for row in rows(built / f"KITAB-{name}-BOOK-CONSTRAINTS.json"):
            gold, listed = (len(literal_eval(row[c])) for c in ("mapped_books", "all_books"))
            kappas.append(1 - gold / listed)
    corpus = len(rows(built / "documents.jsonl"))
    asked = rows(built / "test.jsonl")
    wide = [1 - len(record["docs"]) / corpus for record in asked]
    for found in (kappas, wide):
        assert 0.5 <= min(found) < 0.75
        assert 0.9 <= max(found) <= 0.95 + 1e-9
    assert len(kappas) == 6 * 16
    counts = [sum(r["metadata"]["template"] == t for r in asked) for t in TEMPLATES]
    assert min(counts) >= 10
    assert all(1 <= len(record["docs"]) <= 20 for record in asked)


def test_queries_of_the_default_bounds_hold_unsatisfiable_ones(tmp_path):
    """About 8% of those of one constraint, as KITAB has (§3.1)."""
    build([TABLES / "films.csv"], Columns("title", "director", "year"), tmp_path / "out")
    one = rows(tmp_path / "out" / "KITAB-ONE-BOOK-CONSTRAINTS.json")
    none = [row for row in one if row["mapped_books"] == "[]"]
    assert len(none) / len(one) == pytest.approx(0.08, abs=0.01)


def test_the_same_table_options_and_seed_give_the_same_bytes(built, tmp_path):
    """Another folder changes nothing; another seed does."""
    again, other = tmp_path / "again", tmp_path / "other"
    build([TABLES / "films.csv"], FILMS, again, Wanted(kappa=(0.5, 0.95), seed=3))
    build([TABLES / "films.csv"], FILMS, other, Wanted(seed=4, singles=1, doubles=0, questions=1))
    made = {path.name: path.read_bytes() for path in built.iterdir()}
    assert {path.name: path.read_bytes() for path in again.iterdir()} == made
    assert (other / "test.jsonl").read_bytes() != made["test.jsonl"]
    assert (other / "documents.jsonl").read_bytes() == made["documents.jsonl"]


def test_choosing_takes_turns_of_kinds_and_of_constrainedness():
    """Nine of one family at κ 0.9 do not crowd out the one at 0.1, nor the other family."""
    candidates = [((f"a{i}", "a"), 0.9) for i in range(9)] + [(("a9", "a"), 0.1)]
    candidates += [(("b0", "b"), 0.9), (("c0", "c"), 0.95)]
    chosen = spread(candidates, 4, Wanted(kappa=(0, 0.9)), random.Random(1), lambda c: c[1])
    assert len(chosen) == 4
    assert {"a9", "b0"} <= {name for name, _ in chosen}
    assert "c0" not in {name for name, _ in chosen}


def test_documents_of_one_title_are_told_apart(tmp_path):
    """By their year, else by their anchor, as an encyclopaedia does; what is left is left out."""
    entries = [
        Entry(1, "Solaris", ("A",), 1972, text="x"),
        Entry(2, "Solaris!", ("B",), None, text="x"),
        Entry(3, "Solaris", ("C",), 1972, text="x"),
        Entry(4, "Stalker", ("A",), 1979, text=""),
        Entry(5, "Mirror", ("A",), 1975, text="x"),
    ]
    kept, lost = documents(entries)
    assert [entry.title for entry in kept] == ["Solaris (1972)", "Solaris! (B)", "Mirror"]
    assert lost == [3, 4]


def test_list_queries_carry_what_brute_force_finds(built):
    """Each gold of the written rows, from the rows' own facts and wordings."""
    entries, _ = clean(read([TABLES / "films.csv"], as_text=FILMS.as_text), FILMS)
    by_director: dict[str, list[Entry]] = {}
    for entry in entries:
        by_director.setdefault(entry.anchors[0], []).append(entry)
    seen = set()
    for row in rows(built / "KITAB-TWO-BOOK-CONSTRAINTS.json"):
        wanted = []
        families = literal_eval(row["constraint_type"])
        texts = constraints.split_criteria(row["constraints"])
        for check, family, text in zip(json.loads(row["checks"]), families, texts, strict=True):
            seen.add(family)
            if check is None:
                parsed = constraints.parse(text, family)
                wanted.append(lambda e, c=parsed: constraints.satisfies(c, Item(e.title, e.year)))
            elif "value" in check:
                wanted.append(
                    lambda e, c=check: (
                        (c["value"] in e.categories[c["column"]]) != c["negated"]
                        if c["column"] in e.categories
                        else False
                    )
                )
            else:
                wanted.append(lambda e, c=check: c["low"] <= e.numbers[c["column"]] <= c["high"])
        gold = [e.title for e in by_director[row["Author"]] if all(w(e) for w in wanted)]
        assert literal_eval(row["mapped_books"]) == gold
    assert {"category", "number", "publishing-year"} <= seen
