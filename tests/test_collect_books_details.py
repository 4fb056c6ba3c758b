"""Collecting books to the letter: dates, records, stages, titles, names, faults and doubts."""

from __future__ import annotations

import gzip

import pytest

from tamis.collect.books.collection import _faults, _none_left, _notes
from tamis.collect.books.collection_options import Options, emptied, relaxing
from tamis.collect.books.dates import wikidata_year, year_of
from tamis.collect.books.dump_lines import Lines, Share
from tamis.collect.books.entities import (
    Author,
    Edition,
    Known,
    Listed,
    Match,
    Person,
    Title,
    Work,
    listed_from_json,
    person_from_json,
)
from tamis.collect.books.faults import Faults, fault_line, incomplete
from tamis.collect.books.filters import Dropped, Filtered, Tally, counted, drops
from tamis.collect.books.names import with_names
from tamis.collect.books.number_set import NumberSet, resolved
from tamis.collect.books.passes.dump import Redirects
from tamis.collect.books.passes.people import _Drawn
from tamis.collect.books.passes.works import check_title
from tamis.collect.books.quality import doubts, shared
from tamis.collect.books.shelf import Shelf, run_stages
from tamis.collect.books.sources.live import _author, _docs, _work
from tamis.collect.books.sources.openlibrary import (
    author_of,
    columns,
    edition_of,
    number_of,
    redirect_of,
    text_of,
    texts_of,
    title_of,
    work_of,
)
from tamis.collect.books.sources.sparql import Sparql, _person
from tamis.collect.books.sources.wikidata import (
    entity_json,
    item_id,
    known_of,
    person_of,
    values,
)
from tamis.collect.books.stages.authorship import authorship
from tamis.collect.books.stages.born import born
from tamis.collect.books.stages.deduplicated import Merged, deduplicated
from tamis.collect.books.stages.english import english
from tamis.collect.books.stages.folding import folded
from tamis.collect.books.stages.language import language, mixed
from tamis.collect.books.stages.linked import linked
from tamis.collect.books.stages.matching import keys_of, matched, name_key
from tamis.collect.books.stages.named import named
from tamis.collect.books.stages.writers import writers
from tamis.collect.books.titles import CLUSTERS
from tamis.collect.books.titles.clustering import Union, near
from tamis.collect.books.titles.digits import NOUNS, in_digits, roman_value
from tamis.collect.books.titles.spelling import one_spelling, same_words
from tamis.collect.kitab import Author as Writer
from tamis.collect.kitab import Book
from tamis.types import InputError

# Dates


@pytest.mark.parametrize(
    ("text", "year"),
    [
        (9999, 9999), (10000, None), (-9999, -9999), (-10000, None), ("12 BC", -12),
        ("12 or 10 BC", -12), ("12 and 10 BC", -12), ("12 to 10 BC", -12), ("12/10 BC", -12),
        ("12–10 BC", -12), ("ca. BC 12", -12), ("1200 BC - 1100 BC", -1200), ("0 BC", None),
        ("about 950", 950), ("born 950", 950), ("A.D. 950", 950), ("950 C.E.", 950),
        ("circa 950", 950),
        ("950 and more", None), ("d. c. 1910", None), ("(d. 1910?)", None),
        ("died 1910 or 1911", 1910),
        ("1399-", 1399), ("13?-", None), ("201?", None), ("20991", None), ("2100", None),
        ("2099", 2099),
        ("1850uu", None), ("1850--", None), ("1850xx", None), ("1850's", None), ("999", 999),
        (" 1999 ", 1999),
    ],
)  # fmt: skip
def test_years_of_catalogues(text, year):
    """The earliest that is certain."""
    assert year_of(text) == year


@pytest.mark.parametrize(
    ("value", "year"),
    [
        ({"time": "+1931-00-00", "precision": 9}, 1931),
        ({"time": "+1931-00-00", "precision": 8}, None),
        ({"time": "+1931-00-00"}, 1931),
        ({"time": "+1931-00-00", "precision": "9"}, None),
        ({"precision": 9}, None),
        ("1931", 1931),
        ("-1-01-01", -1),
        ("+0000-01-01", None),
        ("+9999-01-01", 9999),
        ("+10000-01-01", None),
        (1931, None),
    ],
)
def test_years_of_wikidata(value, year):
    """Known to the year at least, and within ten thousand."""
    assert wikidata_year(value) == year


# Records


def test_parts_of_open_librarys_lines():
    """Columns, numbers, texts and titles."""
    line = b'/type/work\t/works/OL1W\t1\t2020\t{"a": "b\tc"}'
    assert columns(line) == [b"/type/work", b"/works/OL1W", b"1", b"2020", b'{"a": "b\tc"}']
    for bad in (line[1:], line[:-1], b"/type/work\t/works/OL1W\t1\t{}", b"/type/a\tb\tc\td\te}"):
        assert columns(bad) is None
    assert [number_of(key) for key in ("/works/OL1W", {"key": "OL2M"}, "OL3A", "OL4X", 5, {},
    None)] == [
        1, 2, 3, None, None, None, None,
    ]  # fmt: skip
    assert [text_of(one) for one in (" a\n b", {"value": "c"}, {"value": 1}, 3, "e\u0301")] == [
        "a b", "c", "", "", "é",
    ]  # fmt: skip
    assert len(text_of("x" * 2000)) == 1200
    assert title_of(" A  : b ; c , d / ") == "A: b; c, d"
    assert title_of("What :)") == "What :)"
    assert texts_of("A", "b") == ["A", "A: b"]
    assert (texts_of("A b", "B"), texts_of("", "b"), texts_of("A", "")) == (["A b"], [], ["A"])


def test_records_of_open_library():
    """With all that they may lack."""
    assert author_of(
        3, {"name": "A", "personal_name": "A", "fuller_name": "A B", "birth_date": "1931",
            "remote_ids": {"wikidata": "Q1"}},
    ) == Author(3, ("A", "A B"), "1931", 1931, "Q1")  # fmt: skip
    assert author_of(3, {"remote_ids": {"wikidata": 1}}) == Author(3, (), "", None, "")
    assert author_of(3, {"remote_ids": []}).wikidata == ""
    assert work_of(4, {"authors": "x", "subtitle": "s /"}) == Work(4, "", "s", (), None)
    assert work_of(4, {"authors": [{"author": "OL1A"}, "OL1A", "OL2A"]}).authors == (1, 2)
    assert edition_of(5, {"title": "Sea", "title_prefix": "L'"}).title == "L'Sea"
    assert edition_of(5, {"title": "The sea", "title_prefix": "The"}).title == "The sea"
    assert edition_of(5, {"title": "Sea", "title_prefix": "The"}).title == "The Sea"
    assert edition_of(5, {"title_prefix": "The"}).title == ""
    assert edition_of(
        5, {"languages": ["/languages/ENG", {"key": "fre"}, {"key": ""}, {"key": "eng"}, 3]}
    ).languages == ("eng", "fre")

    def redirect(key: str, location: object) -> object:
        return redirect_of([b"", key.encode()], {"location": location})

    assert redirect("/authors/OL1A", "/authors/OL2A") == ("A", 1, 2)
    assert redirect("/works/OL1W", "/works/OL2W") == ("W", 1, 2)
    assert redirect("/books/OL1M", "/books/OL2M") is None
    assert redirect("/works/OL1W", "/authors/OL2A") is None
    assert redirect("/works/x", "/works/OL2W") is None
    assert redirect("/works/OL1W", None) is None


def claim(value: object, rank: str = "normal") -> dict:
    """A statement of Wikidata's JSON."""
    return {"rank": rank, "mainsnak": {"datavalue": {"value": value}}}


def test_a_person_of_wikidata():
    """Preferred values first, the earliest birth, the latest death."""
    entity = {
        "id": "Q7",
        "labels": {"en-gb": "B", "mul": {"value": "M"}, "de": "D"},
        "aliases": {"en": ["N", {"value": "M"}], "mul": ["O"], "en-gb": ["P"]},
        "claims": {
            "P31": [claim({"id": "Q5"})],
            "P106": [claim({"numeric-id": 36180}), claim({"id": "Q1"}, "deprecated"),
            claim("Q36180")],
            "P569": [claim({"time": "+1902-01-01", "precision": 11}), claim({"time": "+1901-00-00",
            "precision": 9})],
            "P570": [claim({"time": "+1950-00-00", "precision": 9}), claim({"time": "+1951-00-00",
            "precision": 9})],
            "P648": [claim("OL1A"), claim("OL2W"), claim("OL1A"), claim(3), claim("OL3A")],
        },
        "sitelinks": {"enwiki": {}, "dewiki": {}},
    }  # fmt: skip
    assert person_of(entity) == Person(
        "Q7", ("M", "N", "O"), ("Q36180",), "+1902-01-01", 1901, 1951, 2, (1, 3)
    )
    bare = person_of({"id": "Q8", "sitelinks": 3, "claims": []})
    assert bare == Person("Q8", (), human=False)
    assert (bare.name, bare.shown, person_of(entity).shown) == ("Q8", "Q8 (Q8)", "M (Q7)")
    assert person_of({"sitelinks": [1, 2, 3]}).sitelinks == 3
    assert values({"claims": {"P1": [claim("a"), claim("b", "preferred")]}}, "P1") == ["b"]
    rest = {"statements": {"P1": [{"value": {"content": "c"}, "rank": "normal"}, {"value": 3}]}}
    assert values(rest, "P1") == ["c"]
    assert [item_id(one) for one in ({"id": "Q1"}, {"numeric-id": 2}, {}, "Q3", 4)] == [
        "Q1", "Q2", "", "Q3", "",
    ]  # fmt: skip


def test_a_work_of_wikidata():
    """Neither a paper, nor a person, nor what has no author or title."""

    def made(**claims: object) -> Known | None:
        found = {"P50": [claim({"id": "Q1"}), claim({"id": "Q2"}), claim({"id": "Q1"})]} | {
            name: [claim(value)] for name, value in claims.items()
        }
        return known_of({"id": "Q9", "labels": {"en": "A"}, "claims": found})

    assert made() == Known("Q9", ("A",), ("Q1", "Q2"))
    assert made(P1476={"text": "B", "language": "en-gb"}).titles == ("A", "B")
    assert made(P1476={"text": "B", "language": "de"}).titles == ("A",)
    for kind in ("Q13442814", "Q18918145", "Q23927052", "Q5"):
        assert made(P31={"id": kind}) is None
    assert made(P31={"id": "Q571"}) is not None
    assert known_of({"id": "Q9", "claims": {"P50": [claim({"id": "Q1"})]}}) is None
    assert known_of({"id": "Q9", "labels": {"en": "A"}}) is None


@pytest.mark.parametrize(
    ("line", "json"),
    [
        (b" [ ", b""),
        (b"]", b""),
        (b"", b""),
        (b'{"a": 1},', b'{"a": 1}'),
        (b'Q1\t{"a": 1}\t2020', b'{"a": 1}'),
        (b'Q1\t"{""a"": 1}"\t2020', b'{"a": 1}'),
        (b'Q1\t"{""a"": 1\t2020', None),
        (b"text", None),
    ],
)
def test_the_entity_of_a_line(line, json):
    """In each form of a dump."""
    assert entity_json(line) == json


def test_answers_of_services():
    """Works with an edition for each language; authors; people of an endpoint."""
    record = {
        "title": "A", "subtitle": "b", "author_key": ["OL1A", 3, "OL1A", "x"],
        "language": ["FRE", "eng", 5], "first_publish_year": 1931,
    }  # fmt: skip
    assert _work(9, record) == (
        Work(9, "A", "b", (1,), 1931),
        [Edition(9, "A", "b", (code,), None) for code in ("fre", "eng")],
    )
    assert _work(9, {})[1] == [Edition(9, "", "", (), None)]
    found = _author(3, {"name": "A", "birth_date": "1931", "remote_ids": {"wikidata": "Q1"}})
    assert found == Author(3, ("A",), "1931", 1931, "Q1")
    assert _author(3, {"remote_ids": 5}) == Author(3, (), "", None, "")
    assert _docs({"docs": [1, {"a": 1}]}) == [{"a": 1}]
    for answer in (None, [], {"docs": {}}):
        with pytest.raises(InputError, match="did not answer as Open Library's search does"):
            _docs(answer)
    rows = [
        {"name": "A", "birth": "+1902-01-01", "precision": "11", "sitelinks": "3",
        "library": "OL9A"},
        {"name": "A", "birth": "+1900-01-01", "precision": "8", "sitelinks": "x",
        "library": "OL5A"},
        {"name": "B", "birth": "+1901-01-01", "death": "1950-01-01", "library": "OL7W"},
        {"death": "1952-01-01", "sitelinks": "2"},
    ]  # fmt: skip
    assert _person("Q1", rows, 7, ("Q2",)) == Person(
        "Q1", ("A", "B"), ("Q2",), "+1902-01-01", 1901, 1952, 3, (5, 9), 7
    )
    assert _person("Q1", [], 0, ("Q2",)) == Person("Q1", (), ("Q2",), works=0)
    with pytest.raises(InputError) as error:
        Sparql("http://x", ["Q1", "writer"])
    assert str(error.value) == (
        "--occupation 'writer' is not an id of Wikidata; give one such as Q36180."
    )


# Faults, counts and lines


def test_faults_are_counted():
    """The first ten places, and lines of text."""
    faults = Faults("f")
    faults.add("bad", "line 1", "x" * 70)
    for n in range(2, 13):
        faults.add("bad", f"line {n}")
    faults.add("odd")
    faults.add("cut", "", "y")
    faults.update({"bad": {"count": 2, "places": ["z"]}, "new": {"count": 1, "places": ["p"]}})
    found = faults.as_json()
    assert list(found) == ["bad", "cut", "new", "odd"]
    assert (found["bad"]["count"], len(found["bad"]["places"])) == (14, 10)
    assert found["bad"]["places"][:2] == [f"line 1: {'x' * 60!r}", "line 2"]
    assert (found["odd"], found["new"]) == (
        {"count": 1, "places": []}, {"count": 1, "places": ["p"]},
    )  # fmt: skip
    assert [fault_line(kind, found[kind]) for kind in ("bad", "odd", "new")] == [
        f"bad, 14 times, first at line 1: {'x' * 60!r}",
        "odd",
        "new at p",
    ]
    assert fault_line("odd", {"count": 1234, "places": []}) == "odd, 1,234 times"
    assert incomplete({"gzip cut off": {"places": ["byte 7"]}}) == "is cut off at byte 7"
    assert incomplete({"bzip2 broken": {"places": []}}) == "is broken at an unknown place"
    assert (incomplete({"bad": {}}), incomplete({"bzip2 cut off": {"places": ["a", "b"]}})) == (
        "", "is cut off at a",
    )  # fmt: skip
    assert incomplete({"gzip broken": {"places": ["a"]}}) == "is broken at a"


def test_tallies_of_stages():
    """What was kept, dropped and marked, of all parts together."""
    tally = Tally("s", "works")
    tally.add(5, Filtered((1, 2), drops({"b": ["x", "y"], "a": ["z"], "c": []})))
    tally.merge(3, 3, [Dropped("b", 1, ("w",))], [Dropped("m", 2, ("v",))])
    other = Tally("s", "works", 1, 1)
    tally.update(other)
    assert tally.as_json() == {
        "stage": "s",
        "of": "works",
        "in": 9,
        "out": 6,
        "dropped": [
            {"reason": "a", "count": 1, "sample": ["z"]},
            {"reason": "b", "count": 3, "sample": list(tally.dropped["b"].sample)},
        ],
        "marked": [{"reason": "m", "count": 2, "sample": ["v"]}],
    }
    assert sorted(tally.dropped["b"].sample) == ["w", "x", "y"]
    assert "marked" not in other.as_json()
    assert [counted(n, "work") for n in (0, 1, 1234)] == ["0 works", "1 work", "1,234 works"]
    assert len(drops({"a": [str(n) for n in range(9)]})[0].sample) == 5


def test_lines_of_a_dump(tmp_path):
    """Blocks with the numbers of their first lines; a cut file is told."""
    path = tmp_path / "d"
    path.write_bytes(b"a\nb\n\nc")
    lines = Lines(path, Faults("d"))
    assert list(lines.blocks()) == [(1, [b"a", b"b", b""]), (4, [b"c"])]
    assert (lines.count, lines.size) == (4, 6)
    packed = gzip.compress(b"a\nb\nc\n" * 9, mtime=0)
    path.write_bytes(packed + b"\0\0")
    lines = Lines(path, Faults("d"))
    assert sum(len(block) for _, block in lines.blocks()) == lines.count == 27
    assert lines.faults.as_json() == {}
    path.write_bytes(packed[:-9])
    lines = Lines(path, Faults("d"))
    list(lines.blocks())
    assert list(lines.faults.counts) == ["gzip cut off"]
    path.write_bytes(b"a\nb\n")
    assert [block for _, block in Lines(path, Faults("d"), Share(0, 99)).blocks()] == [[b"a", b"b"]]
    assert list(Lines(path, Faults("d"), Share(4, 99)).blocks()) == []


def test_numbers_and_redirects():
    """Any size; circles lead nowhere."""
    numbers = NumberSet([0, 9, 1 << 29, (1 << 29) - 1])
    holds = numbers.quick()
    for n in (0, 9, 1 << 29, (1 << 29) - 1):
        assert n in numbers
        assert holds(n)
    for n in (1, 8, 10, 1 << 30, (1 << 29) - 2):
        assert n not in numbers
        assert not holds(n)
    assert [resolved({1: 2, 2: 3, 4: 5, 5: 4}, n) for n in (1, 2, 3, 4)] == [3, 3, 3, 4]
    redirects = Redirects()
    for start, end in ((1, 2), (2, 3), (7, 8), (9, 1)):
        redirects.add(start, end)
    assert redirects.touching([3]) == {1: 2, 2: 3, 9: 1}
    assert redirects.touching([9]) == {9: 1, 1: 2, 2: 3}
    assert redirects.touching([5]) == {}
    redirects.update(([4], [5]))
    assert redirects.touching([5]) == {4: 5}
    assert redirects.pairs() == ([1, 2, 7, 9, 4], [2, 3, 8, 1, 5])


def test_entities_come_back_from_json():
    """With tuples for lists."""
    person = Person("Q1", ("A",), ("Q2",), openlibrary=(3,), works=4)
    assert person_from_json({"qid": "Q1", "names": ["A"], "occupations": ["Q2"],
    "openlibrary": [3], "works": 4}) == (
        person
    )  # fmt: skip
    listed = Listed(1, (Title("A", 1, True),), ("eng",), False, 2, 3, 4, (5,), True)
    assert listed_from_json(
        {"work": 1, "titles": [{"text": "A", "year": 1, "tagged": True}], "languages": ["eng"],
         "untagged": False, "editions": 2, "authors": 3, "year": 4, "impossible": [5],
         "too_long": True},
    ) == listed  # fmt: skip
    assert (listed.title, listed.shown) == ("A", "A (OL1W)")
    ranks = [
        Title("A", 5, True),
        Title("B", None, True),
        Title("AA", 5, True),
        Title("A", 1, False),
    ]
    assert sorted(ranks, key=lambda one: one.rank) == [ranks[0], ranks[2], ranks[1], ranks[3]]


# Stages


def listed(n: int = 1, *titles: str, **values: object) -> Listed:
    """A work with one edition in English."""
    found = tuple(Title(text, 1950, True) for text in titles or (f"Book {n}",))
    given = {
        "work": n, "titles": found, "languages": ("eng",), "untagged": False, "editions": 1,
        "authors": 1, "year": 1950,
    }  # fmt: skip
    return Listed(**given | values)


def person(n: int = 1, **values: object) -> Person:
    """A writer born in 1900."""
    given = {"qid": f"Q{n}", "names": (f"Ann {n}",), "occupations": ("Q36180",), "birth": "+1900",
             "birth_year": 1900}  # fmt: skip
    return Person(**given | values)


def test_reasons_of_the_first_stages():
    """With the examples that are shown."""
    people = [
        person(1),
        person(2, human=False),
        person(3, occupations=("Q1",)),
        person(4, names=()),
    ]
    found = writers(people)
    assert found.kept == (people[0],)
    assert found.dropped == (
        Dropped("no English name", 1, ("Q4 (Q4)",)),
        Dropped("not a human being", 1, ("Ann 2 (Q2)",)),
        Dropped("not marked as a writer", 1, ("Ann 3 (Q3)",)),
    )
    people = [person(1, birth_year=1850), person(2, birth_year=1849), person(3, birth_year=None),
              person(4, birth_year=None, birth="")]  # fmt: skip
    found = born(people)
    assert found.kept == (people[0],)
    assert found.dropped == (
        Dropped("birth not known to the year", 1, ("Ann 3 (Q3): +1900",)),
        Dropped("born before 1850", 1, ("Ann 2 (Q2): +1900",)),
        Dropped("no date of birth", 1, ("Ann 4 (Q4)",)),
    )
    found = linked([9, 10, 300, 301], int, lambda n: f"n{n}")
    assert found.kept == (10, 300)
    assert found.dropped == (
        Dropped("fewer than 10 works", 1, ("n9: 9",)),
        Dropped("more than 300 works", 1, ("n301: 301",)),
    )
    found = english(
        [listed(1, languages=("fre", "ger")), listed(2, editions=0, languages=("fre",))]
    )
    assert found.dropped == (Dropped("in other languages only", 1, ("Book 1 (OL1W) fre ger",)),)
    assert [one.work for one in found.kept] == [2]
    found = authorship(
        [listed(1, "Sea", "Sand")], "Q1", {"sea": ("Q3", "Q2"), "sand": ("Q9", "Q8")}
    )
    assert found.dropped == (Dropped("another's in Wikidata", 1, ("Sea (OL1W): Q2, Q3, Q8",)),)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Morrison, Toni", "toni morrison"),
        ("A, b, C", "a b c"),
        ("O'Neill’s", "oneills"),
        ("J.R.R._Tolkien", "j r r tolkien"),
        ("Ångström", "angstrom"),
    ],
)
def test_names_for_comparing(name, key):
    """Folded, turned round at one comma."""
    assert name_key(name) == key
    assert keys_of([name, name, "!"], 1900) == [(key, 1900)]
    assert keys_of([name], None) == []


def test_people_and_their_authors():
    """The best way of matching is told; redirects are theirs too."""
    people = [person(1, openlibrary=(11,)), person(2), person(3, names=("Cy D", "C. D")), person(4)]
    authors = [
        Author(10, ("X",)),
        Author(20, ("Y",), wikidata="Q2"),
        Author(30, ("D, Cy",), "", 1900),
        Author(40, ("Ann 4",), "", 1901),
    ]
    found = matched(people, authors, {11: 12, 12: 10, 31: 30, 99: 98})
    assert found.kept == (
        Match(people[0], (10, 11, 12), "id"),
        Match(people[1], (20,), "remote id"),
        Match(people[2], (30, 31), "name"),
    )
    assert found.dropped == (Dropped("not in Open Library", 1, ("Ann 4 (Q4)",)),)
    both = matched(
        [person(1, openlibrary=(10,))],
        [Author(10, (), wikidata="Q1"), Author(11, (), wikidata="Q1")],
        {},
    )
    assert both.kept == (Match(person(1, openlibrary=(10,)), (10, 11), "id"),)


def test_editions_in_their_work():
    """Years at both bounds, titles with and without subtitles, each once."""
    found = folded(
        Work(7, "Own", "", (1,), 1900),
        [
            Edition(7, "Sea", "a tale", ("eng",), 1930),
            Edition(7, "Sea", "", (), 1901),
            Edition(7, "Mer", "", ("fre",), 2026),
            Edition(7, "Sea", "", ("eng", "fre"), 2027),
            Edition(7, "y" * 301, "", ("fre",), None),
        ],
        1900,
        2026,
    )
    assert found == Listed(
        7,
        (Title("Sea", 1901, True), Title("Sea: a tale", 1930, True), Title("Own", None, False)),
        ("eng", "fre"),
        True,
        5,
        1,
        1901,
        (1900, 2027),
        False,
    )
    assert folded(Work(7, "x" * 301, "", (1, 2), None), [], None, 2026) == Listed(
        7, (), (), False, 0, 2, None, (), True
    )
    assert folded(Work(7, "x" * 300, "", (), 5), [], None, 2026).titles[0].text == "x" * 300


def test_titles_in_english():
    """Scripts, digits and probabilities, for works and titles."""
    likely = {"The good sea": 0.1, "Zxqv wqk": 0.29, "Zxqw wqk": 0.31}

    def probability(title: str) -> float:
        return likely.get(title, 0.0)

    works = [
        listed(1, "The good sea"),
        listed(2, "Zxqv wqk"),
        listed(3, "Zxqw wqk"),
        listed(4, "1984", "?"),
    ]
    found, titles = language(works, 0.1, probability)
    assert [one.work for one in found.kept] == [1, 3, 4]
    assert [title.text for title in titles.kept] == ["The good sea", "Zxqw wqk", "1984"]
    assert titles.dropped == (
        Dropped("title not in English", 1, ("Zxqv wqk (OL2W)",)),
        Dropped("title without letters", 1, ("? (OL4W)",)),
    )
    assert found.dropped == (Dropped("title not in English", 1, ("Zxqv wqk (OL2W)",)),)
    # One of ten letters is few enough, one of nine is not.
    assert [mixed(t) for t in ("abcdefghiЖ", "abcdefghЖ", "ЖЖЖ", "abc", "é")] == [
        False, True, False, False, False,
    ]  # fmt: skip


def test_books_put_together():
    """Titles by rank, the earliest year, and what was merged into what."""
    works = [
        listed(1, titles=(Title("Sea: a novel", 1960, True),), year=None),
        listed(2, titles=(Title("Sea", 1950, True), Title("SEA", 1940, False)), year=1950),
        listed(3, "Ant"),
    ]
    found = deduplicated(works)
    assert found.kept == (
        Merged((works[2],), "Ant", (), 1950),
        Merged((works[0], works[1]), "Sea", ("Sea: a novel",), 1950),
    )
    assert found.dropped == (Dropped("the same book as another", 1, ("Sea (OL2W) with Sea",)),)
    (book,), titles = named(
        found.kept[1:], lambda t: ("Ann", "Bo") if "novel" in t else ("Ann",), lambda t: ()
    )
    assert book == Book("Sea", 1950, ("Sea: a novel",), ("Ann", "Bo"), ())
    assert book.facts == {
        "openlibrary_ids": ["OL1W", "OL2W"], "languages": ["eng"], "number_of_editions": 2,
    }  # fmt: skip
    assert titles.marked == (Dropped("with the name of a person", 2, titles.marked[0].sample),)
    assert set(titles.marked[0].sample) == {"Sea: Ann", "Sea: a novel: Ann, Bo"}


def test_a_shelf_through_its_stages():
    """The counts of each, and the author with what is unsure."""
    shelf = Shelf(
        person(1, sitelinks=9),
        (5, 6),
        tuple(listed(n, t) for n, t in enumerate(["The good sea", "A red house", "Le chat"], 1)),
    )
    options = Options(least_books=2, least_works=3, language_threshold=0.0)
    found = run_stages(shelf, options, count_works=True, humans=lambda t: (), cities=lambda t: ())
    assert [(one.stage, one.of, one.seen, one.kept) for one in found.counts] == [
        ("linked", "people", 1, 1),
        ("english", "works", 3, 3),
        ("language", "works", 3, 3),
        ("language", "titles", 3, 3),
        ("few authors", "works", 3, 3),
        ("authorship", "works", 3, 3),
        ("deduplicated", "works", 3, 3),
        ("five books", "people", 1, 1),
        ("named", "titles", 3, 3),
    ]
    assert found.author == Writer("Ann 1", 1900, 9, found.author.books)
    assert found.author.ids == {"WikiData ID": "Q1", "OpenLibrary ID": "OL5A OL6A"}
    assert [book.title for book in found.author.books] == ["A red house", "Le chat", "The good sea"]
    assert len(found.merged) == 3
    few = run_stages(shelf, Options(least_works=4), count_works=True)
    assert (few.author, [one.stage for one in few.counts], few.merged) == (None, ["linked"], ())
    none = run_stages(shelf, Options(language_threshold=0.0), count_works=False)
    assert (none.author, none.counts[0].stage, none.counts[-1].stage) == (
        None, "english", "five books",
    )  # fmt: skip


def test_a_sample_of_people():
    """Whoever comes first; those not drawn are shown."""
    everyone = [person(n) for n in range(1, 21)]
    drawn, back = _Drawn(3, 7), _Drawn(3, 7)
    assert [drawn.add(one) for one in [*everyone, everyone[0]]] == [True] * 20 + [False]
    for one in reversed(everyone):
        back.add(one)
    assert [one.qid for one in drawn.people()] == [one.qid for one in back.people()]
    assert (len(drawn.people()), drawn.seen) == (3, 20)
    (rest,) = drawn.others()
    assert (rest.reason, rest.count, len(rest.sample)) == ("not drawn", 17, 5)
    everybody = _Drawn(0, 7)
    for n in (10, 9, 100):
        everybody.add(person(n))
    assert [one.qid for one in everybody.people()] == ["Q9", "Q10", "Q100"]
    assert everybody.others() == []


# Titles


@pytest.mark.parametrize(
    ("roman", "value"),
    [("mcmxciv", 1994), ("xl", 40), ("iv", 4), ("cd", 400), ("dcl", 650), ("vi", 6)],
)
def test_roman_numbers(roman, value):
    """Smaller before greater are taken away."""
    assert roman_value(roman) == value


@pytest.mark.parametrize("noun", sorted(NOUNS))
def test_a_roman_number_after_a_volume(noun):
    """Whatever it looks like."""
    assert in_digits(f"{noun} mix", f"{noun} mix") == f"{noun} 1009"


@pytest.mark.parametrize(
    ("text", "raw", "subtitle", "digits"),
    [
        ("twenty first day", "x", False, "21th day"),
        ("nineteen eighty four", "x", False, "1984"),
        ("nineteen five", "x", False, "19 5"),
        ("two hundred", "x", False, "200"),
        ("007 and 0 and 3rd", "x", False, "7 and 0 and 3th"),
        ("louis xiv", "x", False, "louis 14"),
        ("i claudius", "x", False, "i claudius"),
        ("v", "V.", False, "v"),
        ("rocky xl", "Rocky XL", False, "rocky 40"),
        ("rocky xl", "Rocky xl", False, "rocky xl"),
        ("rocky xl", "ROCKY XL", False, "rocky xl"),
        ("jet li", "Jet LI", False, "jet li"),
        ("iv", "iv", True, "4"),
        ("xl", "xl", True, "40"),
        ("mix", "mix", True, "mix"),
        ("the mmxx year", "x", False, "the 2020 year"),
    ],
)
def test_numbers_in_a_title(text, raw, subtitle, digits):
    """As digits where they are numbers."""
    assert in_digits(text, raw, subtitle=subtitle) == digits


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("colours", "colors"), ("honourable", "honorable"), ("four", "four"),
        ("theatre", "theater"),
        ("fibres", "fibers"), ("there", "there"), ("realised", "realized"),
        ("organisation", "organization"),
        ("defence", "defense"), ("dialogues", "dialogs"), ("travelling", "traveling"),
        ("filling", "filling"),
        ("skillful", "skilful"), ("mediaeval", "medieval"), ("judgement", "judgment"),
        ("enquiry", "inquiry"),
        ("neighbourhood", "neighborhood"), ("ax", "axe"), ("vol", "volume"), ("mr", "mister"),
        ("grey", "gray"),
        ("dr", "doctor"), ("pt", "part"), ("mt", "mount"), ("st", "saint"), ("bk", "book"),
        ("vols", "volumes"),
        ("whisky", "whiskey"), ("tyre", "tire"), ("sceptic", "skeptic"), ("plough", "plow"),
        ("gaol", "jail"),
        ("cheque", "check"), ("cosy", "cozy"), ("draught", "draft"), ("gipsies", "gypsies"),
        ("gipsy", "gypsy"),
        ("jewellery", "jewelry"), ("mould", "mold"), ("moustache", "mustache"),
        ("ploughman", "plowman"),
        ("programme", "program"), ("pyjama", "pajama"), ("pyjamas", "pajamas"),
        ("our" * 20, "our" * 20),
    ],
)  # fmt: skip
def test_words_in_one_spelling(word, other):
    """British and American, and short forms."""
    assert one_spelling(word) == other


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("go between", "gobetween", True),
        ("lanterns of lyon", "lanterns of lyons", True),
        ("old cats", "old cat", True),
        ("of cats", "of cat", False),
        ("old city", "old cities", True),
        ("old bus", "old buses", True),
        ("quiet zebras walk", "quiet zebrsa walk", True),
        ("quiet horse walk", "quiet house walk", False),
        ("one two three four five six of", "one two three four five six", True),
        ("one two three four five of", "one two three four five", False),
        ("one two three four five six sea", "one two three four five six", False),
        ("abcd efgh", "abcx efgh", False),
        ("xqzvw one", "yqzvw one", False),
        ("xqzvw12 one", "xqzvw13 one", False),
    ],
)  # fmt: skip
def test_slips_and_other_words(first, second, same):
    """Either way round."""
    assert same_words(first, second) is same
    assert same_words(second, first) is same


@pytest.mark.parametrize(
    ("one", "two", "paper", "strict"),
    [
        ("Sea", "The sea!", True, True),
        ("Sea: a novel", "Sea", True, True),
        ("Sea: the first book", "Sea: the second book", False, False),
        ("Sea: volume 1", "Sea", True, False),
        ("The long sea 1", "The long sea 2", True, False),
        ("Emma: a novel", "Emma, a novel", True, True),
        ("Sea", "The sea of glass", True, False),
        ("Dr. No", "Dr", True, False),
        ("Henry V. A play", "Henry V", True, True),
        ("Sand", "Tree", False, False),
        ("1,000 nights", "1000 nights", True, True),
        ("Sea [large print]", "Sea", True, True),
        ("Sea – selected poems", "Sea", True, True),
        ("Sea, or, the shore", "Sea", True, True),
    ],
)  # fmt: skip
def test_one_book_or_two(one, two, paper, strict):
    """To the paper, and to the variant that keeps volumes apart."""
    assert [len(CLUSTERS[how]([[one], [two]])) == 1 for how in ("paper", "strict")] == [
        paper, strict,
    ]  # fmt: skip


def test_near_texts_and_groups():
    """From the ratio on; groups by their smallest members."""
    assert set(near(["abcd", "abcdx", "zzzz", "abcd"], 88.8)) == {(0, 3), (0, 1), (3, 1)}
    assert list(near(["abcd"], 50)) == []
    assert set(near(["abcd", "abcdx"], 88.9)) == set()
    union = Union(5)
    union.join(4, 2)
    union.join(3, 4)
    assert union.groups() == [[0], [1], [2, 3, 4]]
    assert [union.find(n) for n in range(5)] == [0, 1, 2, 2, 2]


# What a person should look at


def merged(title: str, *works: Listed, year: int | None = 1950) -> Merged:
    """A book of these works."""
    return Merged(works or (listed(1, title),), title, (), year)


@pytest.mark.parametrize(
    ("book", "why"),
    [
        (merged("A", *(listed(n, "A") for n in range(6))), "6 works in one book"),
        (merged("A", *(listed(n, "A") for n in range(5))), ""),
        (merged("A", listed(1, "A", year=1900), listed(2, "A", year=1940), listed(3, "A",
        year=None)), "first editions 40 years apart"),
        (merged("A", listed(1, "A", year=1900), listed(2, "A", year=1939)), ""),
        (merged("Sea", listed(1, "Sea"), listed(2, "Tree")), "unlike titles: Tree"),
        (merged("Sea", listed(1, "Sea"), listed(2, "A long way to the sea")), ""),
        (merged("Sea", listed(1, "Sea")), ""),
        (merged("A", year=1914), "first published at the age of 14"),
        (merged("A", year=1915), ""),
        (merged("A", year=1975), ""),
        (merged("A", year=1976), "first published 6 years after the author's death"),
        (merged("A", year=None), ""),
    ],
)  # fmt: skip
def test_what_is_doubtful(book, why):
    """On both sides of each bound."""
    who = person(1, birth_year=1900, death_year=1970)
    found = [one["why"] for one in doubts(who, [book])]
    assert found == ([why] if why else [])


def test_doubts_in_full():
    """Impossible years, each once with how many say so."""
    works = (
        listed(1, "A", impossible=(1890, 2050)),
        listed(2, "A", impossible=(1890, 1900), year=None),
    )
    found = list(doubts(person(3, birth_year=1900), [Merged(works, "A", ("B",), 1905)]))
    about = {"author": "Ann 3", "id": "Q3", "title": "A"}
    assert found == [
        {"kind": "year", **about, "why": why, "year": year}
        for why, year in (
            ("first published at the age of 5", 1905),
            ("2 records say 1890, not after the author's birth in 1900", 1890),
            ("a record says 1900, not after the author's birth in 1900", 1900),
            ("a record says 2050, after the last year that can be a book's", 2050),
        )
    ]
    apart = (listed(1, "A", year=1900), listed(2, "A", year=1990), listed(3, "A", year=None))
    (cluster,) = doubts(person(3), [Merged(apart, "A", ("B",), None)])
    assert cluster == {
        "kind": "cluster",
        **about,
        "why": "first editions 90 years apart",
        "titles": ["A", "B"],
        "works": ["OL1W (1900)", "OL2W (1990)", "OL3W (no year)"],
    }


def test_titles_of_several_authors():
    """Those of five, and those that name a form, are counted together at the end."""
    titles = [("The Sea", "Ann", "Q1"), ("Sea!", "Bo", "Q2"), ("Sea", "Ann", "Q1")]
    titles += [(f"Tree{'' if n else '!'}", f"P{n}", f"Q{n}") for n in range(5)]
    titles += [
        ("Selected Poems", "Ann", "Q1"),
        ("selected poems", "Bo", "Q2"),
        ("?", "A", "Q1"),
        ("!", "B", "Q2"),
    ]
    found = list(
        shared(titles, [("Sand", "Cy", "Q3", "Long sand"), ("sand", "Bo", "Q2", "Sand hill")])
    )
    assert found == [
        {
            "kind": "another's title",
            "title": "Sand",
            "why": "authors of the data have the same title",
            "authors": ["Cy (Q3): a title of Long sand", "Bo (Q2): a title of Sand hill"],
        },
        {
            "kind": "another's title",
            "title": "The Sea",
            "why": "authors of the data have the same title",
            "authors": ["Ann (Q1)", "Bo (Q2)"],
        },
        {
            "kind": "another's title",
            "title": "Tree!",
            "why": "usual titles that several authors have: 2, not listed one by one",
            "titles": ["Tree! (5 authors)", "Selected Poems (2 authors)"],
        },
    ]


def test_titles_that_cannot_be():
    """Too long without or with the subtitle, or in two scripts."""
    faults = Faults("f")
    check_title(Work(1, "x" * 301, "s", (), None), faults, "line 1")
    check_title(Work(1, "x" * 299, "s", (), None), faults, "line 2")
    check_title(Work(1, "x" * 300, "", (), None), faults, "line 3")
    check_title(Work(1, "Жar", "", (), None), faults, "line 4")
    assert {kind: of["count"] for kind, of in faults.as_json().items()} == {
        "title in mixed scripts": 1,
        "title of more than 300 characters": 1,
        "title of more than 300 characters with its subtitle": 1,
    }


# Collections


def tally(stage: str, seen: int, kept: int, **dropped: int) -> dict:
    """The tally of a stage."""
    return {"stage": stage, "in": seen, "out": kept,
            "dropped": [{"reason": r, "count": n} for r, n in dropped.items()]}  # fmt: skip


def test_why_no_author_is_left():
    """The stage that left nothing, its chief reason, and what to relax."""
    tallies = [tally("sample", 9, 5), tally("born", 5, 5), tally("linked", 1234, 0, few=3, many=4)]
    assert emptied(tallies) == tallies[2]
    assert relaxing(tallies) == " or relax --works-between or --sample"
    assert _none_left({"people": {"tallies": tallies}}, Options()) == (
        "no author is left with 5 books: the stage 'linked' left none of 1,234 (many: 4); give "
        "larger dumps or relax --works-between or --sample."
    )
    assert (emptied(tallies[:2]), relaxing(tallies[1:2]), relaxing([])) == (None, "", "")
    assert _none_left({"x": {}}, Options(least_books=1)) == (
        "no author is left with 1 book; give larger dumps."
    )
    for stage, option in (
        ("writers", "--occupation"), ("born", "--born-since"), ("linked", "--works-between"),
        ("language", "--language-threshold"), ("five books", "--least-books"),
    ):  # fmt: skip
        assert relaxing([tally(stage, 2, 0)]) == f" or relax {option}"
    assert relaxing([tally("named", 2, 0)]) == ""


def test_faults_of_all_passes():
    """By file, with the option where two have one name; what was gone apart."""
    of = {"count": 1, "places": ["p"]}
    summaries = {
        "people": {"sources": [{"file": "a"}], "faults": {"a": {"bad": of, "redirect": of}}},
        "works": {"sources": [{"file": "a"}, {"file": "b"}], "faults": {"a": {"gzip cut off": of}}},
        "editions": {"sources": [{"service": "s"}], "faults": {"b": {"deleted record": of}}},
    }
    faults, gone = _faults(summaries)
    assert faults == {"--wikidata a": {"bad": of}, "--works a": {"gzip cut off": of}}
    assert gone == {"--wikidata a": {"redirect": of}, "b": {"deleted record": of}}
    notes = _notes(Options(dedup="paper"), faults)
    assert notes == {
        "truncated": "--works a is cut off at p. What comes after is missing in the data "
        "(--allow-truncated)."
    }
    assert list(_notes(Options(), {})) == ["dedup"]


def test_names_that_are_added():
    """Beside those of the lists; how many are new is told."""
    books = (Book("A", 1, ("B",), ("Ann",)), Book("C", 2), Book("D", 3))
    added = with_names(
        [Writer("X", 1, 2, books)], lambda titles: [{"B": ("Bo", "Ann"), "C": ("Cy",)}], "it"
    )
    assert [book.human_names for book in added.authors[0].books] == [("Ann", "Bo"), ("Cy",), ()]
    assert added.said.endswith(
        "Besides them it looked for names of people: it found some in 1 books in which the lists "
        "had none, and in 1 in which they had one."
    )
    assert " Of the 4 titles here " in added.said


def test_options_by_themselves():
    """Those of the paper."""
    options = Options()
    assert (options.seed, options.occupations, options.sample, options.born_since) == (
        0, ("Q36180",), 20_000, 1850,
    )  # fmt: skip
    assert (options.least_works, options.most_works, options.language_threshold) == (10, 300, 0.1)
    assert (options.most_authors, options.dedup, options.least_books, options.latest_year) == (
        2, "strict", 5, 2026,
    )  # fmt: skip
