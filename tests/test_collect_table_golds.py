"""The golds of collected tables against a brute-force evaluation in Python, and their bounds."""

from __future__ import annotations

import json
from ast import literal_eval
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("duckdb", reason="the extra `collect` is not installed")

from tamis.checking import constraints
from tamis.collect.table import Columns, Wanted, build, lists, questions
from tamis.collect.table.atoms import Atom, anchors, propose
from tamis.collect.table.cleaning import Entry
from tamis.collect.table.entry_database import TEMPLATES, EntryDatabase, Holds
from tamis.collect.table.lists import AnchorItems
from tamis.collect.table.templates import read_wording
from tamis.types import Item

TABLES = Path(__file__).parents[1] / "docs" / "tables"
COLUMNS = Columns("title", "director", "year", ("genre", "it's"), ("runtime",), "synopsis")

WORDINGS = {
    "starts-with": "Title starts with the letter {value}.",
    "ends-with": "Title ends with the letter {value}.",
    "word-count": "Title contains only {low:.0f} words.",
    "publishing-year": "Published in the year range {low:.0f}-{high:.0f}.",
}


def holds(atom: Atom, entry: Entry) -> bool | None:
    """Whether an atom is true of an entry, None where that is not known."""
    known: bool | None
    if atom.family in WORDINGS:
        wanted = constraints.parse(WORDINGS[atom.family].format(**vars(atom)), atom.family)
        known = constraints.satisfies(wanted, Item(entry.title, entry.year))
        if atom.family == "publishing-year" and entry.year is None:
            known = None
    elif atom.family.endswith("-name"):
        known = atom.family in entry.names
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
        names=st.frozensets(st.sampled_from(["human-name", "city-name"])),
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=12)
@given(entries=entry_lists, data=st.data())
def test_golds_are_those_of_brute_force(entries, data):
    """Every proposed atom alone, and some under each template, unknown facts included.

    Each query is asked of SQL; the brute force decides by trying every value of what is not
    known. What surely holds is among the golds, and they are among what may hold.
    """
    atoms = [*propose(entries, COLUMNS, names=True), *anchors(entries, COLUMNS)]
    positive = st.sampled_from([atom for atom in atoms if not atom.negated])
    engine = EntryDatabase(entries, COLUMNS)
    try:
        for atom in atoms:
            golds = answers("_", (atom,), entries)
            assert engine.satisfying(engine.condition(atom)) == golds
            found, holds = sum(1 << id for id in golds), engine.holds(atom)
            assert holds.sure & ~found == found & ~holds.may == 0
        for template in TEMPLATES:
            drawn = tuple(data.draw(positive) for _ in range(template.count("_")))
            got = engine.satisfying(engine.combined(template, drawn))
            assert got == answers(template, drawn, entries)
    finally:
        engine.close()


def test_the_constraints_that_a_table_suggests():
    """Letters, words, years of three spans, categories with their negations; by hand.

    No range goes beyond the last year, and names are asked about only where a model has found them.
    """
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
    assert not [atom for atom in found if atom.family.endswith("-name")]
    named = propose(entries, Columns("t"), names=True)
    assert [(a.family, a.negated) for a in named if a.family.endswith("-name")] == [
        ("city-name", False), ("city-name", True), ("human-name", False), ("human-name", True),
    ]  # fmt: skip
    assert [(a.low, a.high) for a in found if a.family == "publishing-year"] == [
        (1990, 1995), (1990, 2000), (1990, 2010), (9990, 9994),
    ]  # fmt: skip
    assert {(a.column, a.value, a.negated) for a in found if a.family == "category"} == {
        ("g", value, no) for value in "xyz" for no in (False, True)
    }
    assert [a for a in found if a.family == "number"] == []


def test_the_anchors_that_are_asked_about():
    """By name, with enough items; of too many a sample."""
    names = ["ba", "b", "ca", "b", "c", "d"]
    entries = [Entry(n, f"T {n}", tuple(one)) for n, one in enumerate(names)]
    found, small = lists.chosen_anchors(entries, Wanted(min_items=2))
    assert [(one.name, one.ids) for one in found] == [
        ("a", (0, 2)), ("b", (0, 1, 3)), ("c", (2, 4)),
    ]  # fmt: skip
    assert small == 1
    drawn, small = lists.chosen_anchors(entries, Wanted(min_items=1, most_anchors=3))
    assert [one.name for one in drawn] == sorted(one.name for one in drawn)
    assert (len(drawn), small) == (3, 0)


A, B, C = (Atom("category", column, "v") for column in "abc")
ANCHOR = AnchorItems("x", (0, 1, 2, 3))


def sets(masks: dict[Atom, int]) -> dict[Atom, Holds]:
    """Sets of which nothing is in doubt."""
    return {atom: Holds(mask, mask) for atom, mask in masks.items()}


def test_queries_of_two_constraints_are_of_two_kinds():
    """Both matter, and some item satisfies both; κ of both is 1 - 2/4, by hand."""
    masks = sets({A: 0b0111, B: 0b1011})
    same_kind = Atom("category", "a", "w")
    more = sets({C: 0b1111, same_kind: 0b1001, Atom("city-name"): 0b100000})
    assert lists.doubles(ANCHOR, masks | more, Wanted(doubles=9)) == [(A, B)]
    assert lists.doubles(ANCHOR, sets({A: 0b0011, B: 0b1100}), Wanted(doubles=9)) == []
    assert lists.doubles(ANCHOR, masks, Wanted(doubles=0)) == []
    assert lists.doubles(ANCHOR, masks, Wanted(kappa=(0.5, 0.5))) == [(A, B)]
    assert lists.doubles(ANCHOR, masks, Wanted(kappa=(0.51, 1))) == []


def test_queries_of_one_constraint():
    """Those that some item satisfies, within the bounds; and a share that none does."""
    other, no = AnchorItems("y", (4, 5)), Atom("category", "a", "v", negated=True)
    masks = sets({A: 0b0111, B: 0b110001, C: 0b110000})
    assert set(lists.singles(ANCHOR, masks, Wanted())) == {A, B}
    assert lists.singles(ANCHOR, masks, Wanted(kappa=(0.5, 1))) == [B]
    assert len(lists.singles(ANCHOR, masks, Wanted(singles=1))) == 1
    wanted = Wanted(unsatisfiable=0.25)
    found = lists.unsatisfiable(9, [ANCHOR, other], masks | sets({no: 0}), wanted)
    # 9 × 0.25 / 0.75 = 3 at most; the first anchor has C alone, the second A alone.
    assert sorted((one.name, atom) for one, atom in found) == [("x", C), ("y", A)]
    assert len(lists.unsatisfiable(3, [ANCHOR, other], masks, wanted)) == 1
    assert lists.unsatisfiable(9, [ANCHOR], masks, Wanted(kappa=(0, 0.9))) == []
    assert lists.unsatisfiable(0, [ANCHOR], masks, Wanted()) == []


def test_what_is_in_doubt_for_an_item_of_the_anchor_is_not_asked_of_it():
    """Neither alone nor in a pair nor as what no item satisfies; of others it may be asked."""
    doubted = {A: Holds(0b000001, 0b000011), B: Holds(0b110001, 0b110001), C: Holds(0, 0, 0b0100)}
    assert lists.singles(ANCHOR, doubted, Wanted()) == [B]
    assert lists.doubles(ANCHOR, doubted, Wanted()) == []
    found = lists.unsatisfiable(12, [ANCHOR, AnchorItems("y", (4, 5))], doubted, Wanted())
    assert [(one.name, atom) for one, atom in found] == [("y", A)]


X, Y, Z = (Atom("anchor", "by", name) for name in "xyz")


def chosen(template: str, masks: dict[Atom, Holds], **wanted: object) -> list[tuple[Atom, ...]]:
    """The questions of one template over eight documents."""
    return questions.choose(masks, 8, Wanted(**wanted), [template])[template]


@pytest.mark.parametrize(
    ("template", "masks", "asked"),
    [
        ("_ or _", (0b0110, 0b1100), True), ("_ or _", (0b0110, 0b0100), False),
        ("_ that are also _", (0b0110, 0b1110), False),
        ("_ that are not _", (0b0110, 0b0100), True), ("_ that are not _", (0b0110, 0b1001), False),
        ("_ or _ or _", (0b001, 0b010, 0b100), True), ("_ or _ or _", (0b001, 0b010, 0b011), False),
        ("_ that are also both _ and _", (0b1011, 0b1101, 0b1110), True),
        ("_ that are also both _ and _", (0b1001, 0b1101, 0b1100), False),
        ("_ that are also _ but not _", (0b00111, 0b01011, 0b10001), True),
        ("_ that are also _ but not _", (0b0011, 0b0011, 0b0001), False),
        ("_ that are also _ but not _", (0b0011, 0b0011, 0b0100), False),
        ("_ that are also _ but not _", (0b0011, 0b0111, 0b0001), False),
    ],
)  # fmt: skip
def test_every_part_of_a_question_matters(template, masks, asked):
    """Leaving one out gives other answers; by hand."""
    atoms = (X, Y, Z)[: len(masks)]
    found = chosen(template, sets(dict(zip(atoms, masks, strict=True))))
    assert (atoms in found) is asked


@pytest.mark.parametrize(
    ("template", "second", "asked"),
    [
        ("_ that are also _", Holds(0b01010, 0b01010), True),
        ("_ that are also _", Holds(0b01010, 0b01110), False),
        ("_ that are also _", Holds(0b01010, 0b11010), True),
        ("_ that are also _", Holds(0b01010, 0b01010, 0b00100), True),
        ("_ that are not _", Holds(0b0010, 0b0010, 0b0100), False),
        ("_ that are not _", Holds(0b0010, 0b0010, 0b1000), True),
    ],
)
def test_no_question_depends_on_what_is_in_doubt(template, second, asked):
    """A title that is read in two ways, an empty cell under "not"; by hand, of X = 0b0111."""
    assert bool(chosen(template, {X: Holds(0b0111, 0b0111), Y: second})) is asked


def test_questions_are_chosen_that_have_answers():
    """One more than wanted, as an example; not too many answers, and no odd negation."""
    masks = sets({A: 0b0111, B: 0b1110, Atom("city-name", negated=True): 0b1111})
    also, no = "_ that are also _", "_ that are not _"
    assert chosen(also, masks, questions=3) == chosen(also, masks, most_answers=2) == [(A, B)]
    assert chosen(also, masks, most_answers=1) == chosen(no, masks, questions=3) == []
    assert chosen("_ or _ or _", masks) == chosen("_", masks, questions=0) == []
    assert chosen("_", masks, kappa=(0.7, 1)) == []
    assert sorted(chosen("_", masks, questions=1)) == [(A,), (B,)]
    masks |= sets({Atom("category", "b", "v", negated=True): 0b0001})
    assert chosen(no, masks, questions=3) == [(A, B)]
    # Two ranges of one column are one range; of two columns they are two.
    low, high = Atom("number", "n", "", 1, 3), Atom("number", "n", "", 2, 4)
    masks = sets({low: 0b011, high: 0b110})
    assert chosen(also, masks) == []
    assert chosen("_ or _", masks) == [(low, high)]
    masks = sets({low: 0b011, Atom("number", "m", "", 2, 4): 0b110})
    assert len(chosen(also, masks)) == 1


def test_each_column_has_its_fair_share_and_titles_a_quarter_at_most():
    """However many letters there are; where nothing else is there, all questions are of titles."""
    titles = {Atom("ends-with", value=letter): 1 << n for n, letter in enumerate("abcdefgh")}
    columns = {Atom("number", name, "", n, n + 1): 1 << n for name in "pqr" for n in range(8)}
    found = chosen("_", sets(titles | columns), questions=15)
    kinds = [atom.kind for (atom,) in found]
    assert sorted(kinds.count(kind) for kind in {*kinds}) == [2, 4, 5, 5]
    assert kinds.count(("title", "")) == 2
    assert len(chosen("_", sets(titles), questions=15)) == 8
    assert len(chosen("_", sets(titles | {A: 1}), questions=15)) == 1


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


def test_documents_of_one_title_are_told_apart():
    """By their year, else by their anchor, else by both; what is left is left out.

    Titles are one where they differ in articles or signs only.
    """

    def names(*given: tuple[str, str, int | None, str]) -> tuple[list[str], list[int]]:
        entries = [
            Entry(row, title, tuple(by.split()), year, text=text)
            for row, (title, by, year, text) in enumerate(given)
        ]
        kept, lost = questions.documents(entries, Columns("t", "made_by", "y"), wording)
        assert [document.entry.title for document in kept] == [
            entry.title for entry in entries if entry.row not in lost
        ]
        return [document.name for document in kept], lost

    wording = read_wording("films", called={"y": "year of release"})
    it, the_it, of_b = ("It", "A", 1990, "x"), ("The It!", "A", None, "x"), ("It", "B", 1990, "x")
    assert names(it, ("It!", "A", 2017, "x"), ("Jaws", "B", 1975, "x")) == (
        ["It (year of release 1990)", "It! (year of release 2017)", "Jaws"], [],
    )  # fmt: skip
    assert names(it, ("It", "B C", None, "x"), ("It", "C", 1, "")) == (
        ["It (made by A)", "It (made by B, C)"], [2],
    )  # fmt: skip
    assert names(it, the_it, of_b, the_it) == (
        ["It (made by A, year of release 1990)", "The It! (made by A)",
         "It (made by B, year of release 1990)"], [3],
    )  # fmt: skip
