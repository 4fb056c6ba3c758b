"""How the mini data of KITAB is made: tables to dumps, through the stages of collecting, marked."""

from __future__ import annotations

import csv
import gzip
import json
import shutil

import pytest

from mini.kitab import make, marks, sources
from tamis.collect.kitab import Author, Book
from tamis.types import InputError

EMMA = Book("Emma", 1951, ("Emma: a novel", "Miss Emma Green"), ("Emma",), ())
ANN = Author("Ann Green", 1913, 2, (EMMA, Book("Paris", 1960, (), (), ("Paris",))))


@pytest.fixture
def tables(tmp_path):
    """Copies of the two tables, with rows added."""

    def added(name: str, *rows: str):
        for table in (make.AUTHORS, make.BOOKS):
            shutil.copy(make.HERE / table, tmp_path)
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.writelines(f"{row}\n" for row in rows)
        return tmp_path

    return added


def lines(path) -> list[str]:
    """The lines of a packed file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def records(path) -> list[tuple[str, dict]]:
    """Keys and records of a dump of Open Library's."""
    cells = [line.split("\t") for line in lines(path)]
    assert all(kind == json.loads(text)["type"]["key"] for kind, _, _, _, text in cells)
    return [(key, json.loads(text)) for _, key, _, _, text in cells]


def test_the_mini_data_is_what_its_maker_makes(tmp_path, capsys):
    """Made again, byte for byte; it prints the stages and the figures on names."""
    make.main(tmp_path)
    made = sorted(tmp_path.iterdir())
    assert [path.name for path in made] == sorted(p.name for p in make.SHIPPED.glob("*.json"))
    for path in made:
        assert path.read_bytes() == (make.SHIPPED / path.name).read_bytes()
    said = capsys.readouterr().out
    assert "deduplicated" in said
    assert "human names in titles: 68 found, 4 wrong, 4 missed (precision 0.94, recall 0.94" in said
    assert "city names in titles: 19 found, 0 wrong, 2 missed (precision 1.00, recall 0.90" in said


def test_the_tables_pass_the_stages():
    """All authors are matched; a variant with a subtitle is a work of its own until the last."""
    found = make.collected(make.read())
    with (make.HERE / make.BOOKS).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    doubles = sum(v.startswith(f"{r['title']}: ") for r in rows for v in r["variants"].split(";"))
    assert doubles > 30
    counts = {(one["stage"], one["of"]): (one["in"], one["out"]) for one in found.stages}
    assert counts["matched", "people"] == (20, 20)
    assert counts["language", "works"] == (len(rows) + doubles,) * 2
    assert counts["deduplicated", "works"] == (len(rows) + doubles, len(rows))
    assert found.doubts == ()
    assert not any(author.unsure for author in found.dataset.authors)


def test_tables_become_dumps_in_the_real_formats(tmp_path):
    """Five columns for Open Library, an array for Wikidata; two works and an edition for Emma."""
    wikidata, dumps = sources.write([ANN], tmp_path)
    assert records(dumps.authors[0]) == [
        ("/authors/OL1A", {"key": "/authors/OL1A", "type": {"key": "/type/author"},
                           "name": "Ann Green", "birth_date": "1913"}),
    ]  # fmt: skip
    works = records(dumps.works[0])
    assert [(key, w["title"], w.get("subtitle")) for key, w in works] == [
        ("/works/OL1W", "Emma", None),
        ("/works/OL2W", "Emma", "a novel"),
        ("/works/OL3W", "Paris", None),
    ]
    assert all(w["authors"][0]["author"] == {"key": "/authors/OL1A"} for _, w in works)
    editions = [
        (key, e["works"][0]["key"], e["title"], e.get("subtitle"), e["publish_date"])
        for key, e in records(dumps.editions[0])
    ]
    assert editions == [
        ("/books/OL1M", "/works/OL1W", "Emma", None, "1951"),
        ("/books/OL2M", "/works/OL1W", "Miss Emma Green", None, "1953"),
        ("/books/OL3M", "/works/OL2W", "Emma", "a novel", "1952"),
        ("/books/OL4M", "/works/OL3W", "Paris", None, "1960"),
    ]
    start, line, end = lines(wikidata)
    entity = json.loads(line.removesuffix(","))
    assert (start, end, entity["id"], len(entity["sitelinks"])) == ("[", "]", "Q1", 2)
    born = entity["claims"]["P569"][0]["mainsnak"]["datavalue"]["value"]
    assert born == {"time": "+1913-00-00T00:00:00Z", "precision": 9}


def test_names_are_those_of_the_table():
    """Whatever a recogniser found is put aside, and ids with it."""
    books = tuple(Book(b.title, b.year, b.variants, ("X",), ("Y",)) for b in ANN.books)
    found = Author(ANN.name, 1913, 2, books, {"WikiData ID": "Q1"})
    (author,) = marks.marked([found], [ANN])
    assert author.ids == {}
    assert [(b.human_names, b.city_names) for b in author.books] == [
        (("Emma",), ()),
        ((), ("Paris",)),
    ]


def test_the_recognisers_are_compared_with_the_marks():
    """By title; a name in a variant of a title without one is named."""
    table = [Author("Ann Green", 1913, 2, (
        Book("Emma Brown", 1951, (), ("Emma Brown",)),
        Book("The Zorblax Tale", 1952, (), ("Zorblax",)),
        Book("John Smith", 1953),
        Book("The Sea", 1954, ("The Sea: Letters of Mary Jones",)),
    ))]  # fmt: skip
    (book,) = (b for b in table[0].books if b.variants)
    stage = Book(book.title, book.year, book.variants, ("Mary Jones",))
    found = [Author("Ann Green", 1913, 2, (*table[0].books[:3], stage))]
    human, others, city = marks.compared(found, table)
    assert "1 found, 1 wrong, 1 missed (precision 0.50, recall 0.50)" in human
    assert others.endswith("not marked: Mary Jones")
    assert "0 found, 0 wrong, 0 missed" in city


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        # The same book twice: deduplication makes one of them.
        (["Iris Murdoch,The Sea the Sea,1979,,,"],
         'change "Iris Murdoch (1919, 74): The Sea the Sea (1979)" and 1 more to "Iris '
         'Murdoch (1919, 74): The Sea, the Sea (1978) also The Sea the Sea"'),
        (["Iris Murdoch,Дом у реки,1979,,,"], "Дом у реки (1979)\" to nothing"),
    ],
)  # fmt: skip
def test_a_row_that_the_stages_change_is_told(tables, tmp_path, rows, said):
    """Nothing is written then, and the sentence has the row and what became of it."""
    folder = tables(make.BOOKS, *rows)
    with pytest.raises(InputError) as error:
        make.main(folder, folder)
    assert said in str(error.value)
    assert not list(tmp_path.glob("*.json"))


@pytest.mark.parametrize(
    ("name", "row", "said"),
    [
        (make.BOOKS, "Iris Murdoch,Elegies,soon,,,", "line 393: invalid literal.*'soon'"),
        (make.BOOKS, "Iris Murdoch,Elegies,1979", "line 393: not 6 cells; give"),
        (make.BOOKS, "Ann Green,Elegies,1979,,,", "books by 'Ann Green'; add a row"),
        (make.AUTHORS, "Ann Green,1913", "authors.csv, line 22: not 3 cells"),
    ],
)
def test_a_row_that_cannot_be_read_is_told(tables, name, row, said):
    """The table, the line and what is missing."""
    with pytest.raises(InputError, match=said):
        make.read(tables(name, row))
