"""KITAB datasets of given facts: constraints, golds, sampling, single items, released form."""

from __future__ import annotations

import ast
import itertools
import json
import random
import string
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mini.kitab.query_counts import QueryCounts, sampled_by_count
from tamis.benchmarks.kitab.data import load
from tamis.collect.kitab import (
    AUTHORS,
    BOOKS,
    ONE,
    SINGLE_ITEMS,
    TWO,
    Author,
    Book,
    Dataset,
    Query,
    constrainedness,
    sampled,
    satisfying,
    single_items,
    statistics,
)
from tamis.collect.kitab.candidates import names, parsed, possible, suggested
from tamis.collect.kitab.sampling import Draw

WEST = Author(
    "Rebecca West",
    1892,
    60,
    (
        Book("Harriet Hume", 1929, ("Harriet Hume: A London Fantasy",), ("Harriet Hume",), ()),
        Book("The Judge", 1922),
        Book("The Return of the Soldier", 1918, ("Return of the Soldier",)),
        Book("Black Lamb and Grey Falcon", 1941),
        Book("1900", 1982),
    ),
)
"""Five books of which everything can be said by hand."""

HUMAN, NO_HUMAN, CITY, NO_CITY = names()


def golds(text: str) -> list[str]:
    """The titles of the gold of one constraint."""
    return [book.title for book in satisfying(WEST, (parsed(text),))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Book title starts with the letter j.", ["The Judge"]),
        ("Book title starts with the letter t.", []),
        ("Book title ends with the letter y.", ["Harriet Hume"]),
        ("Book title ends with the letter e.", ["Harriet Hume", "The Judge"]),
        ("Book title contains only 5 words.",
         ["Harriet Hume", "The Return of the Soldier", "Black Lamb and Grey Falcon"]),
        ("Book title contains only 2 words.", ["Harriet Hume", "The Judge", "1900"]),
        ("Book was first published in the year range 1918-1922.",
         ["The Judge", "The Return of the Soldier"]),
        ("Book title contains a human name.", ["Harriet Hume"]),
        ("Book title doesn't contain a city name.", [book.title for book in WEST.books]),
    ],
)  # fmt: skip
def test_a_gold_is_what_any_title_of_a_book_satisfies(text, expected):
    """Variants count (C.1), word counts have one word of play (4.1), names are facts."""
    assert golds(text) == expected


def test_two_constraints_may_be_satisfied_by_two_titles_of_one_book():
    """`Harriet Hume` ends with e, and its variant with y: the book satisfies both (C.1)."""
    wanted = (parsed("Book title ends with the letter e."), parsed("Book title has 5 words."))
    assert [book.title for book in satisfying(WEST, wanted)] == ["Harriet Hume"]


def test_constraints_come_from_the_titles():
    """Letters, word counts from two, ranges from multiples of five; a digit only when asked for."""
    assert [c.letter for c in suggested(WEST, "starts-with")] == ["b", "h", "j", "r"]
    assert [c.letter for c in suggested(WEST, "starts-with", digits=True)] == list("1bhjr")
    assert [c.letter for c in suggested(WEST, "ends-with")] == ["e", "n", "r", "y"]
    assert sorted(c.count for c in suggested(WEST, "word-count")) == [2, 4, 5]
    assert [c.years for c in suggested(WEST, "publishing-year")] == [
        (1915, 1920), (1920, 1925), (1925, 1930), (1940, 1945), (1980, 1985)]  # fmt: skip


OAK = Author(
    "Oak",
    1903,
    7,
    (
        Book("Ash and elm", 1951, ("Elm",)),
        Book("The birch", 1954),
        Book("7 cedars", 1955, (), ("Ann",), ("Rome",)),
        Book("Dogwood", None, (), (), ("Rome",)),
    ),
    {"WikiData ID": "Q1"},
)


def test_constraints_in_a_sensible_range():
    """All letters, 2 to 19 words, years from fifty before the birth to 2026."""
    assert [c.letter for c in possible(OAK, "ends-with")] == list(string.ascii_lowercase)
    assert [c.letter for c in possible(OAK, "starts-with")] == list(string.ascii_lowercase)
    assert [c.count for c in possible(OAK, "word-count")] == list(range(2, 20))
    years = [c.years for c in possible(OAK, "publishing-year")]
    assert (years[0], years[1], years[-1]) == ((1850, 1855), (1855, 1860), (2025, 2030))
    firsts = {birth: possible(replace(OAK, birth_year=birth), "publishing-year")[0].years
              for birth in (None, 120)}  # fmt: skip
    assert firsts == {None: (1800, 1805), 120: (100, 105)}
    early = Author("E", None, None, (Book("A", 99), Book("B", 104)))
    assert [c.years for c in suggested(early, "publishing-year")] == [(100, 105)]


def test_books_that_satisfy_names():
    """All constraints, each by some title; without a constraint all books."""
    for wanted, firsts in (
        ((), "AT7D"), ((HUMAN,), "7"), ((NO_HUMAN,), "ATD"), ((CITY,), "7D"), ((NO_CITY,), "AT"),
        ((HUMAN, CITY), "7"), ((NO_HUMAN, CITY), "D"),
    ):  # fmt: skip
        assert "".join(book.title[0] for book in satisfying(OAK, wanted)) == firsts


def test_queries_in_fixed_numbers():
    """At most so many of a kind for an author, and a share that no book satisfies."""
    counts = QueryCounts({"starts-with": 1, "word-count": 9}, unsatisfiable=0.5, pairs=3)
    one, two = sampled_by_count([OAK], counts, random.Random(1))
    families = Counter(query.wanted[0].family for query in one if query.gold)
    assert families == {"starts-with": 1, "word-count": 2, "human-name": 2, "city-name": 2}
    # Seven queries have books, so that seven without are a half; of four kinds there is one each.
    assert [query.gold for query in one[7:]] == [()] * 4
    assert [len(query.gold) > 1 for query in two[:2]] == [True, True]
    assert [len(query.gold) for query in two[2:]] == [1, 0]
    assert all(a.family != b.family for a, b in (query.wanted for query in two))


def test_single_items_need_books_of_both_kinds():
    """One that satisfies and one that does not; nothing of two constraints."""
    all_of = replace(OAK, books=OAK.books[2:3])
    queries = [Query(OAK, (HUMAN,)), Query(OAK, (CITY, NO_HUMAN))]
    items = single_items([*queries, Query(all_of, (HUMAN,)), Query(all_of, (NO_HUMAN,))], 3)
    assert [(item.query, item.satisfies) for item in items] == [
        (queries[0], True), (queries[0], False),
    ]  # fmt: skip
    assert items[0].book == OAK.books[2]
    assert items[1].book in (OAK.books[0], OAK.books[1], OAK.books[3])


@given(st.integers(0, 60), st.integers(0, 60), st.integers())
def test_a_draw_takes_exactly_as_many_as_it_is_asked_for(wanted, total, seed):
    """Never one more or less, whatever the seed; all of them where more are wanted."""
    draw = Draw(random.Random(seed), wanted, total)
    assert sum(draw.takes() for _ in range(total)) == min(wanted, total)


def _authors(number: int = 40) -> list[Author]:
    """Authors with 8 to 20 books of one to six made-up words; some have names and variants."""
    rng = random.Random(5)
    words = ["".join(rng.choices(string.ascii_lowercase, k=5)).title() for _ in range(400)]
    found = []
    for n in range(number):
        books = []
        for i in range(8 + n % 13):
            title = f"{' '.join(rng.choices(words, k=1 + rng.randrange(6)))} {words[i]}"
            books.append(
                Book(
                    title,
                    1900 + n % 40 + rng.randrange(40),
                    (f"{title}: a novel",) if i % 4 == 0 else (),
                    ("Jane",) if i % 5 == 0 else (),
                    ("Rome",) if i % 3 == 0 and n % 2 else (),
                )
            )
        found.append(Author(f"Author {n}", 1870 + n % 40, n, tuple(books)))
    return found


MANY = _authors()
DATA = sampled(MANY, seed=11)


def _satisfiable(family: str) -> int:
    # Every constraint here comes from a title, so each of them is satisfiable.
    return sum(len(suggested(author, family)) for author in MANY)


def test_one_book_queries_follow_the_papers_shares():
    """15% of starts and ends, 50% of word counts, all ranges of years, all four on names."""
    kept = [q for q in DATA.one_book if q.gold]
    counts = Counter(q.wanted[0].family for q in kept)
    assert counts["starts-with"] == round(0.15 * _satisfiable("starts-with"))
    assert counts["ends-with"] == round(0.15 * _satisfiable("ends-with"))
    assert counts["word-count"] == round(0.5 * _satisfiable("word-count"))
    assert counts["publishing-year"] == _satisfiable("publishing-year")
    # Every title of half of the authors lacks a city: three of the four can be satisfied there.
    assert counts["human-name"] == 2 * len(MANY)
    assert counts["city-name"] == 1.5 * len(MANY)
    assert len(kept) == len({(q.author.name, q.criteria) for q in kept})


def test_one_query_in_twelve_is_unsatisfiable_and_of_each_type():
    """7.99% of all, of each family (C.2)."""
    none = [q for q in DATA.one_book if not q.gold]
    assert len(none) / len(DATA.one_book) == pytest.approx(0.0799, abs=0.0005)
    assert {q.wanted[0].family for q in none} >= {
        "starts-with", "ends-with", "word-count", "publishing-year"}  # fmt: skip


def _group(first: str, second: str, books: int) -> str:
    if {first, second} == {"starts-with", "publishing-year"} and books > 1:
        return "easy"
    return {0: "none", 1: "one", 2: "two"}.get(books, "many")


def test_two_book_queries_follow_the_papers_shares():
    """25% of letter and years that several books satisfy; of the rest 5% of one, 10% of many."""
    there, asked = Counter[str](), Counter[str]()
    for author in MANY:
        single = [c for f in ("starts-with", "ends-with", "word-count", "publishing-year")
                  for c in suggested(author, f)]  # fmt: skip
        single += [c for c in names() if satisfying(author, (c,))]
        sets = {c: {b.title for b in satisfying(author, (c,))} for c in single}
        for a, b in itertools.combinations(single, 2):
            if a.family != b.family:
                there[_group(a.family, b.family, len(sets[a] & sets[b]))] += 1
    for query in DATA.two_book:
        a, b = query.wanted
        assert a.family != b.family
        assert satisfying(query.author, (a,))
        assert satisfying(query.author, (b,))
        asked[_group(a.family, b.family, len(query.gold))] += 1
    assert asked["easy"] == round(0.25 * there["easy"]) > 0
    assert asked["one"] == round(0.05 * there["one"]) > 0
    assert asked["many"] == round(0.10 * there["many"]) > 0
    assert asked["two"] == 0 < there["two"]
    assert asked["none"] / len(DATA.two_book) == pytest.approx(0.0076, abs=0.001)


def test_single_items_are_pairs_in_the_papers_numbers():
    """50, 50, 30, 30, 20, 20 queries, each with a book that satisfies and one that does not."""
    counts = Counter(item.query.wanted[0].family for item in DATA.single_items)
    assert counts == {"starts-with": 100, "ends-with": 100, "publishing-year": 60,
                      "word-count": 60, "human-name": 40, "city-name": 40}  # fmt: skip
    for yes, no in zip(DATA.single_items[::2], DATA.single_items[1::2], strict=True):
        assert yes.query is no.query
        assert (yes.satisfies, no.satisfies) == (True, False)
        assert yes.book in yes.query.gold
        assert no.book in no.query.author.books
        assert no.book not in no.query.gold


def test_statistics_are_those_of_table_2(tmp_path):
    """Numbers and mean constrainedness by type, a query of two types under both."""
    one = (Query(OAK, (HUMAN,)), Query(OAK, (CITY,)))
    made = Dataset((OAK,), one, (Query(OAK, (NO_HUMAN, HUMAN)),))
    found = statistics(made)
    assert found == {
        "city-name": {"one": {"queries": 1, "constrainedness": 0.5}},
        "human-name": {
            "one": {"queries": 1, "constrainedness": 0.75},
            "two": {"queries": 1, "constrainedness": 1.0},
        },
        "no-human-name": {"two": {"queries": 1, "constrainedness": 1.0}},
        "Summary": {
            "one": {"queries": 2, "constrainedness": 0.625},
            "two": {"queries": 1, "constrainedness": 1.0},
        },
    }
    assert [*found][-1] == "Summary"
    assert made.write(tmp_path, metadata=False) == {ONE: 2, TWO: 1, AUTHORS: 1}


# The released form


def test_the_same_facts_and_seed_give_the_same_bytes(tmp_path):
    """All five files; another seed asks other queries of the same authors."""
    sampled(MANY, seed=11).write(tmp_path / "a")
    DATA.write(tmp_path / "b")
    sampled(MANY, seed=12).write(tmp_path / "c")
    for name in (ONE, TWO, AUTHORS, BOOKS, SINGLE_ITEMS):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert (tmp_path / "a" / ONE).read_bytes() != (tmp_path / "c" / ONE).read_bytes()
    assert (tmp_path / "a" / AUTHORS).read_bytes() == (tmp_path / "c" / AUTHORS).read_bytes()


def test_the_benchmark_reads_what_is_written(tmp_path):
    """Golds, books, years, variants, names and types come back as they went."""
    counts = DATA.write(tmp_path)
    assert counts[ONE] == len(DATA.one_book)
    read = load(str(tmp_path)).queries
    asked = [*DATA.one_book, *DATA.two_book]
    assert len(read) == len(asked)
    for query, made in zip(read, asked, strict=True):
        assert query.author == made.author.name
        assert query.gold == tuple(book.title for book in made.gold)
        assert [(b.title, b.year) for b in query.books] == [
            (b.title, b.year) for b in made.author.books
        ]
        assert query.raw_books == made.author.raw_titles
        assert query.types == tuple(c.type for c in made.wanted)
        assert query.constrainedness == pytest.approx(constrainedness(made))
        for constraint in query.constraints:
            if constraint.family == "human-name":
                holding = {i for i, b in enumerate(made.author.books) if b.human_names}
                assert query.facts["human-name"] == holding


def test_a_row_is_as_released(tmp_path):
    """Columns, their order, literals in strings, and the criteria, letter by letter."""
    quoted = Author("O'Brien", 1911, 7, (Book("It's \"Fine\""), Book("Sula", 1973)), {"WikiData ID":
                    "Q1"}, ("Another's",))  # fmt: skip
    two = Query(quoted, (NO_HUMAN, parsed("Book title starts with the letter s.")))
    made = type(DATA)((quoted,), (Query(quoted, (HUMAN,)),), (two,))
    made.write(tmp_path)
    assert (tmp_path / ONE).read_text() == json.dumps({
        "Author": "O'Brien",
        "Birth Year": 1911,
        "# of sitelinks": 7,
        "constraint_type": "human-name",
        "constraints": "Criterion 1: Book title contains a human name.",
        "mapped_books": "[]",
        "all_books": "['It\\'s \"Fine\"', 'Sula (1973)']",
        "raw_books": "['It\\'s \"Fine\"', 'Sula', \"Another's\"]",
        "WikiData ID": "Q1",
    }) + "\n"  # fmt: skip
    row = json.loads((tmp_path / TWO).read_text())
    assert row["constraint_type"] == "['human-name', 'starts-with']"
    assert row["constraints"] == (
        "Criterion 1: Book title doesn't contain a human name., "
        "Criterion 2: Book title starts with the letter s."
    )
    assert json.loads((tmp_path / AUTHORS).read_text())["WikiData ID"] == "Q1"
    assert json.loads((tmp_path / BOOKS).read_text().splitlines()[1]) == {
        "Author": "O'Brien", "Birth Year": 1911, "WikiData ID": "Q1", "title": "Sula",
        "earliest_publishing_year": 1973, "number_of_words": 1, "human_names": [], "city_names": [],
        "title_variants": [],
    }  # fmt: skip


@settings(max_examples=40)
@given(st.lists(st.text(min_size=1), min_size=1, max_size=4, unique=True))
def test_any_titles_come_through_the_released_form(tmp_path_factory, titles):
    """Whatever a title holds, half of a surrogate pair too, the columns read back equal."""
    author = Author("A", 1900, 1, tuple(map(Book, titles)))
    folder = tmp_path_factory.mktemp("any")
    sampled([author], 0).write(folder)
    for line in (folder / ONE).read_text().splitlines():
        assert ast.literal_eval(json.loads(line)["raw_books"]) == titles
