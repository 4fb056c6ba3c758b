"""`tamis collect table`: reading and cleaning tables, SQL that is locked in, wordings."""

from __future__ import annotations

import gzip
import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

pytest.importorskip("duckdb", reason="the extra `collect` is not installed")

from tamis.collect.table import Columns
from tamis.collect.table.atoms import Atom, ranges
from tamis.collect.table.cleaning import Entry, clean, number_in, year_in
from tamis.collect.table.columns import parse_called, parse_kappa
from tamis.collect.table.input_table import Table, read
from tamis.collect.table.templates import read_wording
from tamis.types import InputError

TABLES = Path(__file__).parents[1] / "docs" / "tables"
FILMS = Columns("title", "director", "year", ("genre",), ("runtime",), "synopsis")


def written(tmp_path: Path, text: str | bytes, name: str = "films.csv") -> Path:
    """A file with this content."""
    path = tmp_path / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_missing_column_is_one_sentence_that_lists_those_there_are(tamis_here):
    """Exit code 2, the option, the column, and the columns of the file."""
    films = str(TABLES / "films.csv")
    said = tamis_here("collect", "table", films, "--item", "title", "--anchor", "regisseur",
                      "--out", "o", check=2).err  # fmt: skip
    assert said.startswith(f"Error: {films}, --anchor: there is no column 'regisseur'")
    assert said.endswith("choose one of title, director, year, genre, runtime, synopsis.\n")
    assert not (tamis_here.folder / "o").exists()


def test_lines_with_too_few_or_too_many_cells_are_left_out_and_numbered(tmp_path):
    """The line numbers are those of the file; a cell over two lines is no trouble."""
    path = written(tmp_path, 'title,year\n"A\nB",1990\nC\nD,1991,x\nE,1992\n')
    table = read([path], as_text=["title"])
    assert [row[1:] for row in table.rows] == [("A\nB", 1990), ("E", 1992)]
    assert table.skipped[0].skipped == (4, 5)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    again = read([path], as_text=["title"])
    assert (again.columns, again.skipped[0].skipped) == (("title", "year"), (4, 5))


def test_json_lines_that_are_no_objects_are_left_out_and_numbered(tmp_path):
    """Noise, a list, half a line; blank lines are nothing; gzip is read."""
    lines = b'{"title": "A", "g": ["x", "y"]}\nnoise\n\n[1]\n{"title": "B"}\n{"title":'
    path = written(tmp_path, gzip.compress(lines), "films.jsonl.gz")
    table = read([path])
    assert [row[1:] for row in table.rows] == [("A", ["x", "y"]), ("B", None)]
    assert table.skipped[0].skipped == (2, 4, 6)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.csv", "title,a\nb,c\nCafé,d\n".encode("latin-1"), "line 3 is not UTF-8"),
        ("t.csv", b"", "holds no row"),
        ("t.parquet", b"PAR1 and no more", "cannot be read as parquet"),
        ("t.csv.gz", gzip.compress(b"title,a\nb,c\n" * 9, mtime=0)[:11], "cut short"),
        ("t.xlsx", b"", "not of a known kind"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path, name, content, said):
    """The file is named, and what to do where there is something."""
    path = written(tmp_path, content, name)
    with pytest.raises(InputError) as error:
        read([path])
    assert said in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_what_is_wrong_in_rows_is_counted_by_their_numbers(tmp_path):
    """Empty, unreadable, doubled, nameless and huge cells, each under its reason, by line."""
    text = (
        "title,director,year,genre,runtime,synopsis\n"
        "The Ferry,Ida,1990,drama,90,x\n"
        "Ferry!,Ida,1991,drama,91,x\n"
        "Salt,,19xx,,n/a,\n"
        ",Ida,1990,drama,90,x\n"
        "?!,Ida,1990,drama,90,x\n"
        "Solaris (1972),Ida,,drama,90,x\n"
        f"{'z' * 301},Ida,1990,drama,90,x\n{'z' * 300},Ida,1990,drama,90,x\n"
        f"Dust,Ida,1990,{'y' * 301},1e400,{'word ' * 700_000}\n"
        "=1+2,@cmd,1990-05-01,-,-5.5,+x\n"
    )
    entries, counts = clean(read([written(tmp_path, text)], as_text=FILMS.as_text), FILMS)
    assert counts.dropped == {
        "the anchor has this title already": [3],
        "no title": [5],
        "a title without a letter or digit": [6],
        "a title that ends in a year, where the row has none": [7],
        "a title of more than 300 characters": [8],
    }
    assert counts.empty == {"director": [4], "genre": [4], "synopsis": [4], "year": [7]}
    assert counts.unreadable == {"year": [4], "genre": [10], "runtime": [4, 10]}
    assert "cells of runtime that cannot be read, taken as empty: 2 (lines 4, 10)" in counts.lines()
    assert "empty cells in year: 1 (line 7)" in counts.lines()
    by_title = {entry.title: entry for entry in entries}
    assert sorted(by_title) == ["=1+2", "Dust", "Salt", "The Ferry", "z" * 300]
    # A formula is a text like any other: nothing is run, nothing is lost.
    formula = by_title["=1+2"]
    assert (formula.anchors, formula.year, formula.numbers) == (("@cmd",), 1990, {"runtime": -5.5})
    assert (by_title["Salt"].year, by_title["Salt"].categories) == (None, {})
    assert len(by_title["Dust"].text) > 3_000_000


def test_values_that_differ_in_capitals_alone_are_one(tmp_path):
    """In the spelling that most rows have, whichever form their accents have; it is told.

    So a title that stands under both spellings of an anchor is there twice.
    """
    text = (
        "title,director,genre\nSalt,Ida,Caf\u00e9\nDust,Ida,war\nSalt,IDA,x\nSea,ida,cafe\u0301\n"
        "Sky,Noor,WAR\nOak,Noor,war\nElm,Noor,caf\u00e9\nAsh,Noor,cafe\u0301\n"
    )
    columns = Columns("title", "director", category=("genre",))
    entries, counts = clean(read([written(tmp_path, text)], as_text=columns.as_text), columns)
    assert {(e.title, e.anchors, e.categories["genre"]) for e in entries} == {
        ("Salt", ("Ida",), ("cafe\u0301",)), ("Dust", ("Ida",), ("war",)),
        ("Sea", ("Ida",), ("cafe\u0301",)), ("Sky", ("Noor",), ("war",)),
        ("Oak", ("Noor",), ("war",)), ("Elm", ("Noor",), ("cafe\u0301",)),
        ("Ash", ("Noor",), ("cafe\u0301",)),
    }  # fmt: skip
    assert counts.dropped == {"the anchor has this title already": [4]}
    assert counts.spellings["director"] == {"IDA": "Ida", "ida": "Ida"}
    assert any("'WAR' as 'war'" in line for line in counts.lines())


def test_a_year_to_come_is_unknown_and_told(tmp_path):
    """It is no fault of form: the bound can be raised."""
    path = written(tmp_path, "title,director,year\nSalt,Ida,2026\nDust,Ida,2031\n")
    columns = Columns("title", "director", "year")
    entries, counts = clean(read([path]), columns)
    assert {entry.title: entry.year for entry in entries} == {"Salt": 2026, "Dust": None}
    assert (counts.late, counts.unreadable, counts.empty) == ({"year": [3]}, {}, {})
    assert any("years after 2026 in year" in line for line in counts.lines())
    entries, counts = clean(read([path]), columns, latest_year=2031)
    assert {entry.year for entry in entries} == {2026, 2031}


@pytest.mark.parametrize(
    ("year", "values"),
    [
        (1994, [1994.0, Decimal(1994), "1994", "1994.0", " 1994-05-01 ", date(1994, 5, 1)]),
        (1994, ["5/1/1994", "31.12.1994", "1-5-1994", "1994-05", "1994-05-01T10:20:30.5Z"]),
        (100, [100, date(100, 1, 1)]),
        (9999, [9999]),
        (None, [99, 10000, "99", "12345", date(99, 1, 1), 1994.5, "1994.5", Decimal("1994.5")]),
        (None, ["ca. 1900", "1850?", "19xx", "1/5/94", "1/5/994", "1/5.1994", "1994-5"]),
        (None, [94, True, None, [1994], float("nan"), float("inf")]),
    ],
)
def test_the_year_of_a_cell(year, values):
    """Whole, of a usual form, from 100 to 9999; a guess at "ca. 1900" makes a false gold."""
    assert [year_in(value) for value in values] == [year] * len(values)


def test_the_number_of_a_cell():
    """Finite, in digits alone."""
    good = {" +5 ": 5.0, "5.": 5.0, "-.5": -0.5, "-1.5E-1": -0.15, "1e3": 1000, 7: 7, 0: 0.0}
    assert {value: number_in(value) for value in [*good, Decimal("2.5")]} == {
        **good, Decimal("2.5"): 2.5,
    }  # fmt: skip
    bad = ["1_000", "90 min", "5 6", "nan", "1e999", "", True, False, float("inf"), [1]]
    assert [number_in(value) for value in bad] == [None] * len(bad)


def test_the_cells_of_a_row(tmp_path):
    """White space is folded, in the text but at its ends; lists and separators give several."""
    columns = Columns("title", "by", "year", ("genre", "land"), ("length",), "plot", ";")
    long = "x" * 300
    rows = [
        (" The\u200b  Sea\x07", "Ida ;Noor; Ida", 1990.0, [" war ", ["a;b", 1]], None, "5",
         " a\n b\0 "),
        (2001.0, True, None, f"{long};{long}y", "", True, float("nan")),
    ]  # fmt: skip
    names = ("title", "by", "year", "genre", "land", "length", "plot")
    table = Table("films", names, [(n, *row) for n, row in enumerate(rows, 10)], (), "row")
    entries, counts = clean(table, columns)
    assert entries == [
        Entry(11, "2001", ("yes",), None, {"genre": (long,)}, {}, ""),
        Entry(10, "The Sea", ("Ida", "Noor"), 1990, {"genre": ("war", "a", "b", "1")},
              {"length": 5.0}, "a\n b"),
    ]  # fmt: skip
    assert counts.dropped == {}
    assert counts.empty == {"land": [10, 11], "plot": [11], "year": [11]}
    assert counts.unreadable == {"genre": [11], "length": [11]}


def test_one_odd_cell_of_json_changes_no_other_cell(tmp_path):
    """A record in a column of texts is an unreadable cell; the others have no quotes round them.

    A list beside a text is a list, a number beside texts a text; null stays empty.
    """
    rows = [
        {"title": "A", "director": "Ida", "genre": "war", "year": 1990},
        {"title": "B", "director": {"n": 1}, "genre": ["war", "drama"], "year": "19xx"},
        {"title": 7, "director": ["Ida", "Noor"], "genre": None, "year": 1992},
        {"title": "D", "director": ["Ida", {"n": 2}], "genre": [], "year": None},
        {"title": 'The "E"', "director": "Ida", "genre": ["a", 1], "year": "1994"},
    ]
    path = written(tmp_path, "".join(json.dumps(row) + "\n" for row in rows), "films.jsonl")
    entries, counts = clean(read([path]), Columns("title", "director", "year", ("genre",)))
    assert {(e.row, e.title, e.anchors, e.year, e.categories.get("genre")) for e in entries} == {
        (1, "A", ("Ida",), 1990, ("war",)),
        (2, "B", (), None, ("war", "drama")),
        (3, "7", ("Ida", "Noor"), 1992, None),
        (4, "D", (), None, None),
        (5, 'The "E"', ("Ida",), 1994, ("a", "1")),
    }
    assert counts.unreadable == {"director": [2, 4], "year": [2]}
    assert counts.empty == {"genre": [3, 4], "year": [4]}
    assert [row[0] for row in read([path], where="director = 'Ida'").rows] == [1, 5]


SECRET = "a secret of another file"

REACHING = [
    "SELECT * FROM read_csv('{other}')", "SELECT * FROM read_text('{other}')",
    "SELECT * FROM read_blob('{other}')", "SELECT * FROM '{other}'",
    "SELECT * FROM glob('{folder}/*')", "SELECT * FROM sniff_csv('{other}')",
    "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')", "COPY films TO '{folder}/stolen.csv'",
    "ATTACH '{folder}/made.db'", "EXPORT DATABASE '{folder}/made'", "INSTALL httpfs", "LOAD httpfs",
    "SET enable_external_access = true", "PRAGMA enable_profiling", "SELECT 1; SELECT 2",
    "SELECT * FROM films; DROP TABLE films", "DELETE FROM films",
    "SELECT * FROM query('COPY films TO ''{folder}/stolen.csv''')", "CALL enable_logging()", "",
    "SELECT * FROM nowhere",
]  # fmt: skip


@pytest.mark.parametrize("sql", REACHING)
def test_a_query_reaches_nothing_but_the_named_files(tmp_path, sql):
    """Neither files nor the network nor settings, whichever way; nothing is written either."""
    path = written(tmp_path, "title,year\nA,1990\n")
    other = written(tmp_path, f"{SECRET}\nx\n", "other.csv")
    with pytest.raises(InputError) as error:
        read([path], sql.format(other=other, folder=tmp_path))
    assert SECRET not in str(error.value)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["films.csv", "other.csv"]


@pytest.mark.parametrize(
    "where",
    [
        "1=1) UNION SELECT 1, * FROM read_csv('{other}') WHERE (1=1",
        "true); COPY films TO '{folder}/stolen.csv'; SELECT (1",
        "title IN (SELECT content FROM read_text('{other}'))",
        "nothing_such = 1",
        "(",
    ],
)
def test_a_condition_reaches_nothing_either(tmp_path, where):
    """`--where` is put into a query, and may try to get out of it."""
    path = written(tmp_path, "title,year\nA,1990\n")
    other = written(tmp_path, f"{SECRET}\nx\n", "other.csv")
    with pytest.raises(InputError, match="--where"):
        read([path], where=where.format(other=other, folder=tmp_path))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["films.csv", "other.csv"]


def test_a_query_joins_named_files_and_line_numbers_are_kept(tmp_path):
    """Each file is a table by its name; with --where a row keeps its line in the file."""
    films = written(tmp_path, "title,made_by\nA,1\nB,2\nC,1\n")
    people = written(tmp_path, '{"id": 1, "name": "Ida"}\n{"id": 2, "name": "Noor"}\n', "p q.jsonl")
    sql = "SELECT title, name FROM films JOIN p_q ON id = made_by ORDER BY title;"
    assert [row[1:] for row in read([films, people], sql).rows] == [
        ("A", "Ida"), ("B", "Noor"), ("C", "Ida"),
    ]  # fmt: skip
    assert [row[0] for row in read([films], where="made_by = 1 -- odd").rows] == [2, 4]
    with pytest.raises(InputError, match="with --sql"):
        read([films, people])


def test_a_query_must_give_the_same_rows_twice(tmp_path):
    """`random()` would make another dataset each time."""
    path = written(tmp_path, "title,year\n" + "A,1990\n" * 50)
    with pytest.raises(InputError, match="different rows each time"):
        read([path], "SELECT *, random() AS r FROM films")


def test_ranges_of_numbers_have_round_ends_that_hold_all_of_them():
    """One far outlier does not coarsen the rest; equal numbers give no range."""
    # Cuts at 0, 2, 4, 6, 8, 10: (8 - 2) / 5 = 1.2, so that the step is 2.
    pairs = [(0, 2), (0, 4), (0, 6), (2, 4), (2, 6), (2, 8), (4, 6), (4, 8), (4, 10)]
    assert ranges(range(11)) == [*pairs, (6, 8), (6, 10), (8, 10)]
    # The middle fifths are all 7: the step is that of the whole, a fifth of 10.
    assert ranges([5, 7, 7, 7, 7, 15]) == [(4, 6), (4, 16), (6, 16)]
    runtimes = [71, 80, 88, 92, 95, 101, 104, 110, 125, 164]
    found = ranges(runtimes)
    assert found[0][0] <= 71
    assert max(high for _, high in found) >= 164
    assert all(edge % 5 == 0 for pair in found for edge in pair)
    assert (0.1, 0.4) in ranges([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    assert any(high <= 200 for low, high in ranges([*runtimes, 10**9]))
    assert ranges([5, 5]) == ranges([]) == []


@pytest.mark.parametrize("text", ["0.5", "0.9:0.5", "-1:1", "a:b", "0:2"])
def test_bounds_of_kappa_are_checked(text):
    """LOW:HIGH within 0 and 1, in this order."""
    assert parse_kappa("0.5:0.95") == (0.5, 0.95)
    with pytest.raises(InputError, match="is not a range"):
        parse_kappa(text)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["genre"], "write COLUMN=WORDS"),
        (["=kind"], "write COLUMN=WORDS"),
        (["genre= "], "write COLUMN=WORDS"),
        (["regisseur=director"], "regisseur"),
        (["genre=year"], "two columns would be called 'year'"),
    ],
)
def test_what_columns_are_called(given, said):
    """Of the columns that are named, each as no other; a sign of equality may be in the words."""
    assert parse_called(["year=year of release", "genre=a=b"], FILMS) == {
        "year": "year of release", "genre": "a=b",
    }  # fmt: skip
    with pytest.raises(InputError, match=said):
        parse_called(given, FILMS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("criteria: {category: 'It is {valeu}.'}", "lacks {value}"),
        ("criteria: {category: 'It is {value.__class__}'}", "lacks {value}"),
        ("sets: {category: \"{value}\\n\"}", None),
        ("sets: {category: \"{value}\\nx\"}", "one line of text"),
        ("criteria: {category: 'Criterion 2: {value}'}", 'without "Criterion"'),
        ("templates: {'_ or _': '{a}'}", "lacks {b}"),
        ("[", "is not YAML"),
        ("&a [*a]", "is nested too deeply"),
        ("criteria: {starts-with: 'It begins as {letter} does.'}", "KITAB's verifier"),
    ],
)  # fmt: skip
def test_a_template_that_fails_is_named_in_one_sentence(tmp_path, text, said):
    """What a file of templates may get wrong, its reading by the verifier included."""
    path = written(tmp_path, text, "own.yaml")

    def use() -> None:
        wording = read_wording("films", path)
        wording.criterion(Atom("starts-with", value="b"))
        wording.criterion(Atom("city-name", negated=True))

    if said is None:
        use()
        return
    with pytest.raises(InputError) as error:
        use()
    assert said in str(error.value)
    assert "\n" not in str(error.value)
