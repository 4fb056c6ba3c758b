"""The paper's steps of collecting books, one by one, on records made by hand."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.collect.books.dates import wikidata_year, year_of
from tamis.collect.books.entities import Author, Edition, Listed, Person, Title, Work
from tamis.collect.books.filters import Filtered
from tamis.collect.books.sources.openlibrary import author_of, edition_of, work_of
from tamis.collect.books.sources.wikidata import entity_json, known_of, person_of
from tamis.collect.books.stages.books import deduplicated
from tamis.collect.books.stages.folding import folded
from tamis.collect.books.stages.language import language
from tamis.collect.books.stages.matching import matched, name_key
from tamis.collect.books.stages.works import authorship


def person(n: int = 1, **values) -> Person:
    """A writer born in 1900."""
    return Person(
        **{"qid": f"Q{n}", "names": (f"Ann Author{n}",), "occupations": ("Q36180",),
           "birth": "+1900", "birth_year": 1900, **values}
    )  # fmt: skip


def listed(n: int = 1, *titles: str, **values) -> Listed:
    """A work of one author with one edition in English, of 1950."""
    found = tuple(Title(text, 1950, True) for text in titles or (f"Book {n}",))
    return Listed(
        **{"work": n, "titles": found, "languages": ("eng",), "untagged": False, "editions": 1,
           "authors": 1, "year": 1950, **values}
    )  # fmt: skip


def reasons(filtered: Filtered) -> dict[str, int]:
    """How many were dropped for which reason."""
    return {drop.reason: drop.count for drop in filtered.dropped}


# Years


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("1850", 1850), ("1850?", 1850), ("ca. 1900", 1900), ("c1972", 1972), ("June 1931", 1931),
        ("18 February 1931", 1931), ("1931-02-18", 1931), ("2/18/1931", 1931), ("[1987]", 1987),
        ("1850-1920", 1850), ("1999, c1987", 1987), ("1931/32", 1931), ("20011231", None),
        ("19xx", None), ("197-?", None), ("19th century", None), ("5 May", None), ("", None),
        ("500 BC", -500), ("43 B.C.E.", -43), ("106-43 B.C.", -106), ("43 BC-17 AD", -43),
        ("B.C. 106-43", -106), ("1st century BC", None), ("1999 BC edition", 1999),
        ("Vancouver, BC, 1999", 1999), ("ca. 950", 950), ("950-1020", 950), ("019", None),
        (1987, 1987), (0, None), (True, None), ("199?", None), ("1850s", None),
        ("1850s, 1861", 1861), ("d. 1910", None), ("b. 1850, d. 1910", 1850),
        (9999, 9999), (10000, None), (-9999, -9999), ("0 BC", None),
        ("2099", 2099), ("2100", None), ("999", 999), (["1987"], None),
        ("x" * 10_000 + "1987", None),
    ],
)  # fmt: skip
def test_years_as_catalogues_write_them(text, year):
    """The earliest year that is certain, and none where the year itself is not known."""
    assert year_of(text) == year


@pytest.mark.parametrize(
    ("value", "year"),
    [
        ({"time": "+1931-02-18T00:00:00Z", "precision": 11}, 1931),
        ({"time": "+1931-00-00T00:00:00Z", "precision": 9}, 1931),
        ({"time": "+1930-00-00T00:00:00Z", "precision": 8}, None),
        ({"time": "-0427-00-00T00:00:00Z", "precision": 9}, -427),
        ("+0000-01-01", None), ("+9999-01-01", 9999), ("+10000-01-01", None), (1931, None),
        ("http://www.wikidata.org/.well-known/genid/5", None),
    ],
)  # fmt: skip
def test_years_as_wikidata_has_them(value, year):
    """A decade or a century is no year."""
    assert wikidata_year(value) == year


# People


REST = {
    "id": "Q72334", "type": "item",
    "labels": {"en": "Toni Morrison", "de": "T. Morrison"},
    "aliases": {"en": ["Chloe Ardelia Wofford"]},
    "sitelinks": {"enwiki": {"title": "Toni Morrison"}, "dewiki": {"title": "Toni Morrison"}},
    "statements": {
        "P31": [{"rank": "normal", "value": {"type": "value", "content": "Q5"}}],
        "P106": [{"rank": "normal", "value": {"type": "value", "content": "Q36180"}},
                 {"rank": "deprecated", "value": {"type": "value", "content": "Q1"}}],
        "P569": [{"rank": "normal", "value": {"type": "value", "content":
                  {"time": "+1930-01-01T00:00:00Z", "precision": 11}}},
                 {"rank": "preferred", "value": {"type": "value", "content":
                  {"time": "+1931-02-18T00:00:00Z", "precision": 11}}}],
        "P570": [{"rank": "normal", "value": {"type": "somevalue"}}],
        "P648": [{"rank": "normal", "value": {"type": "value", "content": "OL31120A"}},
                 {"rank": "normal", "value": {"type": "value", "content": "OL5W"}}],
    },
}  # fmt: skip


def _claim(value) -> dict:
    return {"mainsnak": {"snaktype": "value", "datavalue": {"value": value}}, "rank": "normal"}


DUMPED = {
    "id": "Q72334", "type": "item",
    "labels": {"en": {"language": "en", "value": "Toni Morrison"}},
    "aliases": {"en": [{"language": "en", "value": "Chloe Ardelia Wofford"}]},
    "sitelinks": {"enwiki": {"site": "enwiki"}, "dewiki": {"site": "dewiki"}},
    "claims": {
        "P31": [_claim({"entity-type": "item", "numeric-id": 5})],
        "P106": [_claim({"entity-type": "item", "id": "Q36180"})],
        "P569": [_claim({"time": "+1931-02-18T00:00:00Z", "precision": 11})],
        "P570": [{"mainsnak": {"snaktype": "novalue"}, "rank": "normal"}],
        "P648": [_claim("OL31120A")],
    },
}  # fmt: skip


@pytest.mark.parametrize("entity", [REST, DUMPED])
def test_both_forms_of_an_entity_give_the_same_person(entity):
    """Preferred values go before others, deprecated ones never count, works are no authors."""
    assert person_of(entity) == Person(
        "Q72334",
        ("Toni Morrison", "Chloe Ardelia Wofford"),
        ("Q36180",),
        "+1931-02-18T00:00:00Z",
        1931,
        None,
        2,
        (31120,),
    )


@pytest.mark.parametrize(
    "line",
    [
        json.dumps(REST) + ",\n",
        json.dumps(REST),
        f"Q72334\t2026-01-01 00:00:00\t{json.dumps(REST)}\n",
        'Q72334\t"' + json.dumps(REST).replace('"', '""') + '"\t2026-01-01 00:00:00\r\n',
    ],
)
def test_an_entity_is_found_on_its_line(line):
    """In an array, by itself, between tabs, and quoted as in CSV."""
    assert json.loads(entity_json(line.encode()) or b"") == REST


def test_a_work_has_its_authors_and_titles():
    """By P50, under its label and its English title; papers of scholars are passed over."""
    work = {
        "id": "Q7", "labels": {"en": {"language": "en", "value": "Beloved"}},
        "claims": {"P50": [_claim({"id": "Q72334"})],
                   "P1476": [_claim({"text": "Beloved: a novel", "language": "en"}),
                             _claim({"text": "Menschenkind", "language": "de"})]},
    }  # fmt: skip
    known = known_of(work)
    assert (known.titles, known.authors) == (("Beloved", "Beloved: a novel"), ("Q72334",))
    for kind in ("Q13442814", "Q18918145", "Q23927052", "Q5"):
        work["claims"]["P31"] = [_claim({"id": kind})]
        assert known_of(work) is None
    work["claims"]["P31"] = [_claim({"id": "Q571"})]
    assert known_of({**work, "claims": work["claims"]}) == known
    assert known_of({"id": "Q9", "labels": {"en": "A"}}) is None


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["id", "labels", "en", "claims", "P50", "P569", "P31", "mainsnak", "datavalue", "value",
             "rank", "authors", "author", "key", "title", "languages", "name", "remote_ids"]
        ),
        inner,
        max_size=4,
    ),
    max_leaves=25,
)  # fmt: skip


FIELDS = (
    "id labels aliases claims statements sitelinks title subtitle authors languages publish_date "
    "name birth_date remote_ids title_prefix"
)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(FIELDS.split()), JSONS))
def test_any_record_is_read_or_passed_over(values):
    """Whatever JSON a record holds, no reader fails."""
    assert person_of(values) is not None
    known_of(values)
    assert author_of(1, values).number == 1
    assert work_of(2, values).number == 2
    assert edition_of(2, values).work == 2


# Matching


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Morrison, Toni", "toni morrison"), ("TONI  Mórrison", "toni morrison"),
        ("Toni-Morrison", "toni morrison"), ("A, b, C", "a b c"), ("O'Neill’s", "oneills"),
        ("J.R.R._Tolkien", "j r r tolkien"),
    ],
)  # fmt: skip
def test_names_are_compared_folded(name, key):
    """Order around one comma, case, accents and punctuation are no difference."""
    assert name_key(name) == key


def _match(persons, authors, redirects=()):
    return matched(persons, authors, dict(redirects))


def test_ids_go_before_names():
    """The id of Wikidata's, then the id on Open Library's side, then name and year."""
    persons = [
        person(1, openlibrary=(10,)), person(2), person(3), person(4, openlibrary=(40,)),
    ]  # fmt: skip
    authors = [
        Author(10, ("Somebody Else",), "", 1700), Author(11, ("Ann Author1",), "1900", 1900),
        Author(20, ("Other Name",), "", None, "Q2"), Author(30, ("Author3, Ann",), "1900", 1900),
        Author(31, ("Ann Author3",), "1901", 1901), Author(41, ("X",), "", None),
    ]  # fmt: skip
    filtered = _match(persons, authors, [(40, 41), (9, 10)])
    found = {match.person.qid: (match.numbers, match.how) for match in filtered.kept}
    assert found == {
        "Q1": ((9, 10), "id"),
        "Q2": ((20,), "remote id"),
        "Q3": ((30,), "name"),
        "Q4": ((40, 41), "id"),
    }
    assert filtered.dropped == ()


# Works


def test_records_of_open_library_are_read():
    """Titles as texts or values, prefixes, both forms of an author, codes of languages."""
    work = work_of(5, {
        "title": {"type": "/type/text", "value": " The  garden / "},
        "authors": [{"author": {"key": "/authors/OL1A"}}, {"author": "/authors/OL2A"},
                    {"key": "/authors/OL3A"}, {"author": None}, None, {"author": {"key": "x"}}],
        "first_publish_date": "June 1931",
    })  # fmt: skip
    assert work == Work(5, "The garden", "", (1, 2, 3), 1931)
    edition = edition_of(5, {
        "title": "garden", "title_prefix": "The ", "subtitle": "a novel :",
        "languages": [{"key": "/languages/ENG"}, None], "publish_date": "c1972",
    })  # fmt: skip
    assert edition == Edition(5, "The garden", "a novel", ("eng",), 1972)
    author = {"name": "A", "personal_name": "A", "fuller_name": "A B", "birth_date": "1931",
              "remote_ids": {"wikidata": "Q1"}}  # fmt: skip
    assert author_of(3, author) == Author(3, ("A", "A B"), "1931", 1931, "Q1")


def test_editions_are_folded_into_their_work():
    """The earliest English title first; other languages give the year alone."""
    found = folded(
        Work(5, "El jardín", "", (1, 2), None),
        [
            Edition(5, "The Garden", "a novel", ("eng",), 1960),
            Edition(5, "In the Garden", "", ("eng", "spa"), 1955),
            Edition(5, "Garden", "", (), 1950),
            Edition(5, "El jardín", "", ("spa",), 1949),
            Edition(5, "The Garden", "", ("eng",), 1900),
            Edition(5, "The Garden", "", ("eng",), 2026),
            Edition(5, "The Garden", "", ("eng",), 2027),
            Edition(5, "x" * 301, "", ("eng",), 1956),
        ],
        birth_year=1900,
        latest=2026,
    )
    assert [title.text for title in found.titles] == [
        "In the Garden", "The Garden", "The Garden: a novel", "Garden", "El jardín"]  # fmt: skip
    assert (found.year, found.editions, found.authors) == (1949, 8, 2)
    assert (found.languages, found.untagged) == (("eng", "spa"), True)
    assert (found.impossible, found.too_long) == ((1900, 2027), True)


def test_titles_must_be_english_themselves():
    """Other titles of a work go, and works without a title left; 1984 is in every language."""
    works = [
        listed(1, "The garden of the house", "Der Garten des Hauses", "***"),
        listed(2, "Der Garten", "1918"), listed(3, "1984"), listed(4, "!!!"),
        listed(5, "Тихий сад"), listed(6, "The Сад of the Дом"),
        listed(7, "The year of 1984", "1984"),
    ]  # fmt: skip
    filtered, titles = language(works, 0.5, lambda title: 0.5 if title.startswith("The") else 0.49)
    assert [work.work for work in filtered.kept] == [1, 3, 7]
    assert [[title.text for title in work.titles] for work in filtered.kept] == [
        ["The garden of the house"], ["1984"], ["The year of 1984", "1984"]]  # fmt: skip
    assert len(titles.kept) == 4
    assert reasons(titles) == {
        "title in another script": 2,
        "title not in English": 2,
        "title of digits alone": 1,
        "title without letters": 2,
    }
    assert set(titles.dropped[1].sample) == {"Der Garten (OL2W)", "Der Garten des Hauses (OL1W)"}
    assert reasons(filtered) == {
        "title in another script": 2,
        "title not in English": 1,
        "title without letters": 1,
    }


def test_authorship_must_agree_where_both_know_the_title():
    """Known as another's only: dropped. As the author's too, or not at all: kept."""
    known = {"garden": ("Q1", "Q9"), "house": ("Q9",), "long river": ("Q1",)}
    works = [
        listed(1, "The Garden"), listed(2, "The House!"), listed(3, "The Sea"),
        listed(4, "House", "The Long River"),
    ]  # fmt: skip
    filtered = authorship(works, "Q1", known)
    assert [work.work for work in filtered.kept] == [1, 3, 4]
    assert reasons(filtered) == {"another's in Wikidata": 1}


def test_deduplication_keeps_variants_and_the_earliest_year():
    """The earliest English title is the book's; others but for case are variants."""
    late = Title("The Garden: a novel", 1999, True)
    first = listed(1, titles=(Title("Garden", None, False), late), year=1990)
    second = listed(2, titles=(Title("The Garden", 1960, True), Title("THE GARDEN", 1970, True)),
                    year=1955)  # fmt: skip
    filtered = deduplicated([first, second, listed(3, "Sula")])
    assert [book.title for book in filtered.kept] == ["Sula", "The Garden"]
    garden = filtered.kept[1]
    assert garden.variants == ("The Garden: a novel", "Garden")
    assert (garden.year, [work.work for work in garden.works]) == (1955, [1, 2])
    assert reasons(filtered) == {"the same book as another": 1}
