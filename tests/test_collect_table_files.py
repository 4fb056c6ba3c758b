"""`tamis collect table`: what is broken in a file is left out by line, and the rest is read."""

from __future__ import annotations

import csv
import gzip
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("duckdb", reason="the extra `collect` is not installed")

from tamis.collect.table import Columns, build
from tamis.collect.table.cleaning import clean
from tamis.collect.table.delimited import keep_rows
from tamis.collect.table.input_table import read
from tamis.types import InputError

MANY = [f"Film {i},{i}" for i in range(60)]


def table(tmp_path, text, name="films.csv", **options):
    """A file with this content, read."""
    path = tmp_path / name
    content = text.encode() if isinstance(text, str) else text
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return read([path], **options)


def refused(tmp_path, text, name="films.csv", **options):
    """The one sentence with which a file is refused, without its folder."""
    with pytest.raises(InputError) as error:
        table(tmp_path, text, name, **options)
    assert "\n" not in str(error.value)
    return str(error.value).replace(f"{tmp_path}/", "")


def test_a_quote_that_is_never_closed_takes_the_lines_up_to_the_end(tmp_path):
    """Those before it are rows; those lost are counted, and the sentence says what to do."""
    lines = ["title,year", *MANY[:30], '"Film x,1', *MANY[30:]]
    read = table(tmp_path, "\n".join(lines) + "\n")
    assert [row[1] for row in read.rows] == [f"Film {i}" for i in range(30)]
    assert read.skipped[0].skipped == tuple(range(32, 63))
    assert any("open quote joins the lines 32 to 62" in one for one in read.skipped[0].faults())


@pytest.mark.parametrize("row", ['"x, y",5', '"x\ny, z\nw",5', '4,"x, y"'])
def test_an_unclosed_quote_takes_the_lines_up_to_the_next_quoted_cell(tmp_path, row):
    """The row with that cell is whole, and no part of it passes for a row of its own."""
    read = table(tmp_path, f'title,year\na,1\n"b,2\nc,3\n{row}\nd,6\n', as_text=["title", "year"])
    [first, quoted, last] = read.rows
    assert (first, last[1:]) == ((2, "a", "1"), ("d", "6"))
    assert quoted == (5, *next(csv.reader(io.StringIO(row))))
    assert read.skipped[0].skipped == (3, 4)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('12" disc,1', ['12" disc', "1"]), ('"12" disc,1', None), ('"a, b" ,1', ["a, b", "1"]),
        (' "a, b" , "1"', ["a, b", "1"]), ("a,1,,", ["a", "1"]), ('"A\nB"x,1', None),
        ('"say ""a""",1', ['say "a"', "1"]), ('a,"1', None), ("", None),
    ],
)  # fmt: skip
def test_quotes_and_empty_cells_in_odd_places(line, kept):
    """What has one meaning only is read; the rest is left out, and what follows is read."""
    copy = io.StringIO()
    found = keep_rows(io.StringIO(f"t,y\n{line}\nz,2\n", newline=""), False, copy)
    rows = list(csv.reader(io.StringIO(copy.getvalue())))
    unclosed = line == 'a,"1'
    assert rows == [*([kept] if kept else []), *([] if unclosed else [["z", "2"]])]
    assert len(found.broken) == (kept is None and line != "")


cells = st.text(st.sampled_from('ab ",;\t|\nÜ日'), min_size=1, max_size=5).map(str.lstrip)


@settings(max_examples=60)
@given(
    rows=st.lists(st.lists(cells.filter(bool), min_size=3, max_size=3), min_size=1, max_size=6),
    delimiter=st.sampled_from(",;\t|"),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    noise=st.sets(st.integers(0, 6)),
)
def test_whole_rows_are_read_as_they_were_written(rows, delimiter, end, noise):
    """Python's writer says how; lines of too few or too many cells between them are numbered."""
    text, at, begin, broken = io.StringIO(newline=""), 2, [], []
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["one", "two", "three"])
    for place, row in enumerate(rows):
        if place in noise:
            text.write("few\n" if place % 2 else delimiter.join("many") + "\n")
            broken.append((at, at))
            at += 1
        begin.append(at)
        writer.writerow(row)
        at += 1 + sum(cell.count("\n") for cell in row)
    copy = io.StringIO(newline="")
    lines = text.getvalue().replace("\n", end).splitlines(keepends=True)
    found = keep_rows(lines, delimiter == "\t", copy)
    assert list(csv.reader(io.StringIO(copy.getvalue(), newline=""))) == rows
    assert (found.header, list(found.lines)) == (("one", "two", "three"), begin)
    assert found.broken == broken


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", "title,year\na; b,1\n"), ("t.csv", "title;year\na, b;1\n"),
        ("t.csv", "title\tyear\na, b\t1\n"), ("t.csv", "title|year\na, b|1\n"),
        ("t.csv", '\ufeff"title","year"\r\n"a, b",1\r\n'),
        ("t.csv", '\n\n"title" , "year" \n"a, b" , 1\n'), ("t.csv.gz", "title;year\na, b;1\n"),
        ("t.tsv", "title,x\tyear\na, b\t1\n"), ("t.tsv.gz", "title,x\tyear\na, b\t1\n"),
        ("t.txt", '"title, or; name"|year\na, b|1\n'),
    ],
)  # fmt: skip
def test_the_delimiter_is_that_of_the_header(tmp_path, name, text):
    """What stands in quotes does not count; between equals a .tsv means tabs."""
    read = table(tmp_path, text, name, as_text=["title"])
    assert len(read.columns) == 2
    assert [row[2] for row in read.rows] == [1]


def test_columns_get_types_where_all_of_their_cells_have_one(tmp_path):
    """A needless 0, an underscore or one odd cell leave texts; empty cells say nothing."""
    columns = {
        "i": ["1", "", "-2"], "f": ["1.5", "2", "1e3"], "b": ["true", "No", ""],
        "d": ["1999-12-31", "2000-01-01", ""], "z": ["007", "8", "9"], "u": ["1_000", "2", "3"],
        "y": ["1990", "19xx", "1991"], "e": ["", "", ""], "o": ["1999-13-31", "", ""],
    }  # fmt: skip
    text = "\n".join(
        [",".join(columns), *(",".join(row) for row in zip(*columns.values(), strict=True))]
    )
    read = table(tmp_path, text, as_text=["i"], where="f > 1 AND d > DATE '1990-01-01'")
    assert [type(cell).__name__ for cell in read.rows[0][1:]] == [
        "str", "float", "bool", "date", "str", "str", "str", "NoneType", "str",
    ]  # fmt: skip
    assert [row[0] for row in read.rows] == [2, 3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"title,year\na,1\n', "films.csv, line 1: a quote in the header is not closed"),
        ("#made today\ntitle,year\na,1\n", "the header, which is #made today"),
        ('title,year\n"a,1\nb,2\n', "which is title, year; is a quote not closed?"),
    ],
)
def test_where_no_row_is_left_the_sentence_says_why(tmp_path, text, said):
    """The header is shown, since it may not be one."""
    assert said in refused(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("t.csv", "title,title,x\na,b,c\n", "t.csv: the column 'title' is there twice"),
        ("t.jsonl", '{"x": 1}\n{"title": "a", "title": "b"}\n', "line 2: an object has the key"),
        ("t.jsonl", '{"title": "a"}\n{"Title": "b"}\n', "the column 'Title' is there twice"),
    ],
)
def test_two_columns_of_one_name_are_refused(tmp_path, name, text, said):
    """To SQL, capitals are no difference; DuckDB would rename the second."""
    assert said in refused(tmp_path, text, name)


def test_of_a_gzip_that_is_cut_short_the_lines_before_are_read(tmp_path):
    """The sentence says where it breaks off; the last piece of a line is no row."""
    lines = [json.dumps({"title": f"Film {i}", "n": i * 7919 % 1009}) for i in range(4000)]
    packed = gzip.compress("\n".join(lines).encode(), mtime=0)
    path = tmp_path / "films.jsonl.gz"
    path.write_bytes(packed[: len(packed) // 2])
    found = read([path])
    assert 500 < len(found.rows) < 3500
    assert [row[1] for row in found.rows] == [f"Film {i}" for i in range(len(found.rows))]
    assert next(found.skipped[0].faults()).startswith(
        f"films.jsonl.gz is cut short or damaged after line {len(found.rows)} ("
    )
    path.write_bytes(packed[:15])
    with pytest.raises(InputError, match="are broken or cut short"):
        read([path])


def test_a_quote_that_swallows_whole_rows_makes_no_item_of_them(tmp_path):
    """It has as many cells as the header, but a title of several lines: it is dropped and told."""
    path = tmp_path / "films.csv"
    path.write_text(
        'title,director,year\nAlpha,Dir,1950\n"Beta,Dir,1951\nGamma,Dir,1952\n'
        'Delta",Dir,1953\nOmega,Dir,1954\n'
    )
    columns = Columns("title", "director", "year")
    entries, counts = clean(read([path]), columns)
    assert [entry.title for entry in entries] == ["Alpha", "Omega"]
    assert counts.dropped == {"a title of several lines": [3]}


def test_what_was_left_out_is_told_where_nothing_is_left_to_ask(tmp_path):
    """The cause may be the broken lines, and not that anchors are small."""
    path = tmp_path / "q.csv"
    path.write_text('title,director\nAlpha,Dir\n"Open,Dir\nBeta,Dir\n')
    with pytest.raises(InputError, match=r"no director has 5 items.*; .*q\.csv.*lines? 3"):
        build([path], Columns("title", "director"), tmp_path / "out")
