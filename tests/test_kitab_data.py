"""KITAB's files as queries: what is read, what is refused, and the small data that ships."""

from __future__ import annotations

import ast
import csv
import json
import re
import sys
import unicodedata
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mini.kitab import make
from tamis.benchmarks.kitab import data as kitab
from tamis.benchmarks.kitab.data import ONE, TWO, load, read_rows
from tamis.benchmarks.kitab.query import from_row, literal, with_facts
from tamis.types import Constraint, InputError, Item

ONE_NAME, TWO_NAME = "KITAB-ONE-BOOK-CONSTRAINTS.json", "KITAB-TWO-BOOK-CONSTRAINTS.json"
MINI = Path(kitab.__file__).parent / "mini"

STARTS = "Criterion 1: Book title starts with the letter s."
YEARS = "Book was first published in the year range 1970-1975."


def row(**columns: Any) -> dict[str, Any]:
    """A row as released; `columns` in place of its own."""
    return {
        "Author": "Toni Morrison",
        "Birth Year": 1931,
        "# of sitelinks": 122,
        "constraint_type": "starts-with",
        "constraints": STARTS,
        "mapped_books": "['Song of Solomon', 'Sula']",
        "all_books": "['Beloved (1987)', 'Song of Solomon (1977)', 'Sula (1973)']",
        "raw_books": "['Beloved', 'Song of Solomon', 'Song of Solomon: a novel', 'Sula']",
        **columns,
    }


def double(**columns: Any) -> dict[str, Any]:
    """A row of the two-book file."""
    both = {
        "constraint_type": "['starts-with', 'publishing-year']",
        "constraints": f"{STARTS}, Criterion 2: {YEARS}",
        "mapped_books": "['Sula']",
    }
    return row(**{**both, **columns})


def jsonl(*rows: dict[str, Any]) -> bytes:
    """Rows as JSON Lines."""
    return "".join(json.dumps(r) + "\n" for r in rows).encode()


@pytest.fixture
def folder(tmp_path):
    """Write files into a folder and read it; by default both files with one row each."""

    def write(one: bytes | None = jsonl(row()), two: bytes | None = jsonl(double())) -> str:
        for name, content in ((ONE_NAME, one), (TWO_NAME, two)):
            if content is not None:
                (tmp_path / name).write_bytes(content)
        return str(tmp_path)

    return write


def refusal(*args: Any) -> str:
    """What `load` says where it refuses: one sentence on one line."""
    with pytest.raises(InputError) as caught:
        load(*args)
    sentence = str(caught.value)
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence
    return sentence


# What is read


def test_json_lines_under_a_json_name_are_read(folder):
    """A query has the columns of its row, its constraints parsed and its books with years."""
    one, two = load(folder()).queries
    assert (one.author, one.birth_year, one.sitelinks) == ("Toni Morrison", 1931, 122)
    assert one.books == (Item("Beloved", 1987), Item("Song of Solomon", 1977), Item("Sula", 1973))
    assert one.gold == ("Song of Solomon", "Sula")
    assert one.listed == {1, 2}
    assert one.raw_books[2] == "Song of Solomon: a novel"
    assert one.context[0] == "Beloved (1987)"
    assert one.types == ("starts-with",)
    assert two.types == ("starts-with", "publishing-year")
    assert (two.constraints[0].letter, two.constraints[1].years) == ("s", (1970, 1975))
    assert (one.id, two.id) == ("one-0000", "two-0000")


@pytest.mark.parametrize("layout", ["{name}", "data/{name}", "{name}l", "data/{name}l"])
def test_a_folder_may_be_the_repository_or_its_data_folder(tmp_path, layout):
    """Both layouts, and the name before the files were renamed."""
    path = tmp_path / layout.format(name=ONE_NAME)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(jsonl(row()))
    assert len(load(str(tmp_path), None, 1).queries) == 1


@pytest.mark.parametrize("layout", ["{key}/test/0000.parquet", "{key}.parquet"])
def test_parquet_gives_the_same_queries_as_json_lines(tmp_path, folder, layout):
    """The hub's parquet branch is read with equal result."""
    import pyarrow as pa
    from pyarrow import parquet

    rows = [row(), row(Author="Zadie Smith")]
    path = tmp_path / "parquet" / layout.format(key=ONE)
    path.parent.mkdir(parents=True)
    parquet.write_table(pa.Table.from_pylist(rows), path)
    expected = load(folder(jsonl(*rows)), None, 1).queries
    assert load(str(tmp_path / "parquet"), None, 1).queries == expected


@pytest.mark.parametrize(
    "title",
    [
        "Heaven's Command",
        'The "Genius"',
        """Who's Afraid of "Virginia"?""",
        "Le città invisibili",
        "戦争と平和",
        "O'Brien, the (1999) Story [draft]",
        "back\\slash\\n",
        "tab\there",
        "",
    ],
)
@pytest.mark.parametrize(("suffix", "year"), [(" (1987)", 1987), (" (800)", 800), ("", None)])
def test_titles_come_through_whatever_they_hold(folder, title, suffix, year):
    """Quotes, apostrophes, brackets and all scripts; years of three or four digits, or none."""
    books = repr([title + suffix, "Sula (1973)"])
    query = load(folder(jsonl(row(all_books=books, mapped_books=repr([title])))), None, 1).queries[
        0
    ]
    assert query.books == (Item(title, year), Item("Sula", 1973))
    assert query.gold == (title,)
    assert 0 in query.listed


def test_only_a_year_at_the_end_is_a_year(folder):
    """Numbers elsewhere, in other brackets or of other lengths belong to the title."""
    titles = ["1984 (1949)", "(1999) Story", "Volume (12)", "Catch-22 [1961]", "Sula (1973) "]
    query = load(folder(jsonl(row(all_books=repr(titles)))), None, 1).queries[0]
    assert query.books == (
        Item("1984", 1949),
        Item("(1999) Story"),
        Item("Volume (12)"),
        Item("Catch-22 [1961]"),
        Item("Sula", 1973),
    )


@pytest.mark.parametrize(
    ("stored", "wording", "type"),
    [
        ("starts-with", "Book title starts with the letter s.", "starts-with"),
        ("ends-with", "Book title ends with the letter a.", "ends-with"),
        ("word-count", "Book title contains only 3 words.", "word-count"),
        ("publishing-year", YEARS, "publishing-year"),
        ("human-name", "Book title contains a human name.", "human-name"),
        ("city-name", "Book title contains a city name.", "city-name"),
        ("human-name", "Book title doesn't contain a human name.", "no-human-name"),
        ("city-name", "Book title doesn't contain a city name.", "no-city-name"),
        ("starts-with", "Book title doesn't start with the letter s.", "no-starts-with"),
    ],
)
@pytest.mark.parametrize("form", ["{}", "['{}']", ' ["{}"] '])
def test_six_types_are_stored_and_negation_is_in_the_wording(stored, wording, type, form):
    """The type may be bare or a list literal; "doesn't" turns it round."""
    columns = {"constraint_type": form.format(stored), "constraints": f"Criterion 1: {wording}"}
    assert from_row("x", row(**columns)).types == (type,)


def test_two_types_in_another_order_than_the_wordings_are_paired_by_the_wordings():
    """Each wording gets its own type, or "ends with a" would be read as "starts with a"."""
    wordings = "Criterion 1: Book title starts with the letter b., Criterion 2: Book title ends "
    columns = {
        "constraint_type": "['ends-with', 'starts-with']",
        "constraints": wordings + "with the letter a.",
    }
    first, second = from_row("x", double(**columns)).constraints
    assert (first.type, first.letter) == ("starts-with", "b")
    assert (second.type, second.letter) == ("ends-with", "a")


@pytest.mark.parametrize(
    ("stored", "year"),
    [(1931, 1931), ("1931", 1931), (1931.0, 1931), (None, None), ("", None), ("unknown", None),
     (float("nan"), None), (float("inf"), None)],
)  # fmt: skip
def test_a_birth_year_may_be_text_or_a_float_or_unknown(stored, year):
    """However the year is stored, it is a whole number; what is no number is no year."""
    assert from_row("x", row(**{"Birth Year": stored})).birth_year == year


def test_unknown_columns_are_kept(folder):
    """What a later release adds is in `raw`, and the known columns are there as released."""
    query = load(folder(jsonl(row(constraint_id=17))), None, 1).queries[0]
    assert query.raw["constraint_id"] == 17
    assert query.raw["all_books"].startswith("['Beloved (1987)'")


def test_an_unsatisfiable_query_has_no_gold_and_variants_may_be_missing():
    """`[]` is an answer: there is no such book."""
    released = row(mapped_books="[]")
    del released["raw_books"]
    query = from_row("x", released)
    assert (query.gold, query.listed, query.raw_books) == ((), frozenset(), ())


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + jsonl(row()).replace(b"\n", b"\r\n") + b"\r\n" + jsonl(row()),
        jsonl(row(), row()).rstrip(),
    ],
)
def test_what_editors_leave_in_a_file_changes_nothing(folder, content):
    """Blank lines, a byte order mark, line ends of Windows, no line end at the end."""
    assert len(load(folder(content), None, 1).queries) == 2


def test_the_version_tells_files_apart(tmp_path):
    """The digests of exactly the files that were asked for name the data."""
    versions = set()
    for number, rows in enumerate([[row()], [row()], [row(Author="Zadie Smith")]]):
        place = tmp_path / str(number)
        place.mkdir()
        (place / ONE_NAME).write_bytes(jsonl(*rows))
        versions.add(load(str(place), None, 1).version)
    assert len(versions) == 2


# What is refused


MALICIOUS = [
    "__import__('os').system('touch {mark}')",
    "[__import__('os').system('touch {mark}')]",
    "[].__class__.__base__.__subclasses__()",
    "open('{mark}', 'w')",
    "(lambda: open('{mark}', 'w'))()",
    "[open('{mark}', 'w') for _ in range(1)]",
    "f\"{{open('{mark}', 'w')}}\"",
]


@pytest.mark.parametrize("text", MALICIOUS)
@pytest.mark.parametrize("column", ["mapped_books", "all_books", "raw_books", "constraint_type"])
def test_a_column_is_never_executed(tmp_path, folder, text, column):
    """Code where a list belongs is an error that names file and line, and nothing happens."""
    mark = tmp_path / "mark"
    place = folder(jsonl(row(), row(**{column: text.format(mark=mark)})))
    assert f"{ONE_NAME}, line 2: " in refusal(place, None, 1)
    assert not mark.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "['Sula'",
        "Sula",
        "('Sula',)",
        "{'Sula': 1}",
        "['Sula'], 'Beloved'",
        "[['Sula']]",
        "'Sula'",
        "['Su\x00la']",
        "[" * 500 + "]" * 500,
        "-" * 20_000 + "1",
        "['Sula',\n 'Beloved'",
    ],
)
def test_what_is_no_list_of_texts_is_refused(text):
    """Anything but a list literal of texts is a ValueError, however deep or long."""
    with pytest.raises(ValueError, match="is not a"):
        literal(text)


@pytest.mark.parametrize("value", [["Sula"], 7, {"a": 1}])
def test_a_column_of_another_kind_is_one_sentence(folder, value):
    """A true JSON list is not what was released."""
    assert "column 'all_books'" in refusal(folder(jsonl(row(all_books=value))), None, 1)


@given(st.lists(st.text()), st.text())
def test_every_list_of_texts_comes_through_its_literal(titles, text):
    """What Python writes of a list of texts is read back equal, without gaps; other text is a
    list or a ValueError.
    """
    assert literal(repr([*titles, None])) == tuple(titles)
    with suppress(ValueError):
        literal(text)


@given(st.dictionaries(st.sampled_from([*row(), "x"]), st.none() | st.text() | st.integers()))
def test_any_row_is_a_query_or_a_value_error(columns):
    """Whatever a row holds, there is no other error."""
    with suppress(ValueError):
        from_row("x", row(**columns))


def _mixed(count: int) -> bytes:
    return jsonl(*[double(x=i) for i in range(count)])


@pytest.mark.parametrize(
    "sign", ["single types", "single types in a later copy", "equal size", "as many rows as ONE"]
)
def test_the_one_book_file_under_the_two_book_name_is_refused(folder, monkeypatch, sign):
    """Each of the signs of the error of the release before 7a926ab is enough."""
    one, two = jsonl(row()), _mixed(3)
    if sign == "single types":
        two = jsonl(row(), row())
    elif sign == "single types in a later copy":
        two = jsonl(row(constraint_type=" word-count", constraints="Title has only 2 words."))
    elif sign == "equal size":
        one = jsonl(row(x=""))
        two = jsonl(double())
        one = jsonl(row(x="x" * (len(two) - len(one))))
        assert len(one) == len(two)
    else:
        files = {**kitab.SOURCE.files, ONE: replace(kitab.SOURCE.files[ONE], rows=3)}
        monkeypatch.setattr(kitab, "SOURCE", replace(kitab.SOURCE, files=files))
    said = refusal(folder(one, two), None, 2)
    assert TWO_NAME in said
    assert "7a926ab" in said
    assert "`tamis data fetch kitab`" in said


def test_a_wrong_two_book_file_does_not_hinder_the_one_book_queries(folder):
    """Who asks for one constraint does not need the other file."""
    assert len(load(folder(jsonl(row()), jsonl(row())), None, 1).queries) == 1


@pytest.mark.parametrize("constraints", [1, 2])
def test_released_data_must_have_the_published_number_of_rows(folder, constraints):
    """8,239 and 4,750; the sentence offers the way for data of one's own."""
    said = refusal("released", folder(), constraints)
    assert "1 rows" in said
    assert {1: "8,239", 2: "4,750"}[constraints] in said
    assert "-T data=FOLDER" in said


def test_released_data_with_the_published_number_of_rows_is_taken(folder, monkeypatch):
    """The counts are compared with the published ones, file by file."""
    published = {ONE: 2, TWO: 1}
    files = {k: replace(kitab.SOURCE.files[k], rows=rows) for k, rows in published.items()}
    monkeypatch.setattr(kitab, "SOURCE", replace(kitab.SOURCE, files=files))
    loaded = load("released", folder(jsonl(row(), row())))
    assert (loaded.name, loaded.revision, len(loaded.queries)) == ("released", "11073ea", 3)


TRUNCATED = jsonl(row(), row())[:-100]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (TRUNCATED, "tamis data fetch kitab` (the file may be cut off here)."),
        (jsonl(row()) + b"{]\n" + jsonl(row()), "line 2 is not JSON (Exp"),
        (jsonl(row()) + b"[1, 2]\n", "line 2 is a list, not a JSON object"),
        (b"\n\n" + b"null\n", "line 3 is null, not a JSON object"),
        (jsonl(row(), {"Author": "x"}), 'line 2: the column "constraint_type" is missing'),
        (jsonl(row(Author=None)), 'line 1: the column "Author" is missing'),
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (bytes(range(256)) * 9, "line 1 is not JSON"),
        (jsonl(row()).replace(b"Beloved", b"Belov\xe9d"), "line 1 is not UTF-8"),
        (b"[" * 100_000, "line 1 is nested too deeply"),
        (b"PAR1" + bytes(100), "not a Parquet file that can be read"),
        (jsonl(row(mapped_books="")), "line 1: column 'mapped_books': '' is not a Python list"),
        (jsonl(row(constraints="Book is nice.")), "line 1: no letter"),
        (jsonl(row(constraint_type="colour")), "line 1: no known constraint"),
        (jsonl(row(constraint_type="[]")), "line 1: 0 constraint types for 1 wordings"),
        (jsonl(row(constraints="")), "line 1: 1 constraint types for 0 wordings"),
    ],
)
def test_a_broken_file_is_one_sentence_with_file_and_line(folder, content, said):
    """The sentence names the file, the line and what is wrong with it."""
    sentence = refusal(folder(content), None, 1)
    assert ONE_NAME in sentence
    assert said in sentence


def test_a_truncated_parquet_file_is_one_sentence(tmp_path):
    """Half of a parquet file is not taken for a whole one."""
    import pyarrow as pa
    from pyarrow import parquet

    path = tmp_path / f"{ONE}.parquet"
    parquet.write_table(pa.Table.from_pylist([row()] * 50), path)
    path.write_bytes(path.read_bytes()[:-200])
    assert "not a Parquet file that can be read" in refusal(str(tmp_path), None, 1)


def test_a_missing_extra_for_parquet_is_one_sentence(tmp_path, monkeypatch):
    """Without pyarrow the sentence says how to install it."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / f"{ONE}.parquet").write_bytes(b"PAR1")
    assert "pip install 'tamis[parquet]'" in refusal(str(tmp_path), None, 1)


def test_a_folder_with_one_of_the_two_files_serves_that_one(folder):
    """Its queries can be used; asking for the other names the file that is not there."""
    place = folder(two=None)
    assert [query.id for query in load(place, None, 1).queries] == ["one-0000"]
    for constraints in (0, 2):
        said = refusal(place, None, constraints)
        assert place in said
        assert TWO_NAME in said


def test_what_is_no_folder_of_data_is_one_sentence(folder, tmp_path):
    """A folder that is not there, an empty one, a file: each is named."""
    for args in (("nowhere",), ("released", "nowhere")):
        assert "nowhere" in refusal(*args)
    assert ONE_NAME in refusal(str(tmp_path))
    path = f"{folder()}/{ONE_NAME}"
    for args in ((path,), ("released", path)):
        assert path in refusal(*args)


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_rows_of_a_missing_file_or_of_a_folder_are_one_sentence(tmp_path, name):
    """The file's name and what to do, or why it cannot be read."""
    with pytest.raises(InputError, match=re.escape(str(tmp_path))):
        list(read_rows(tmp_path / name))


@given(st.binary())
def test_any_bytes_are_rows_or_an_input_error(tmp_path_factory, content):
    """No file makes the reader fail in another way."""
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_bytes(content)
    with suppress(InputError):
        list(read_rows(path))


# Facts about names


HUMAN, NO_HUMAN = "Title contains a human name.", "Title doesn't contain a human name."
BOOKS = "['Sula (1973)', 'Beloved (1987)', 'Jazz (1992)']"


def _facts(*rows: dict[str, Any]) -> list[dict[str, frozenset[int]]]:
    queries = [from_row(str(i), r) for i, r in enumerate(rows)]
    return [dict(query.facts) for query in with_facts(queries)]


def _name_row(wording: str, gold: str, **columns: Any) -> dict[str, Any]:
    return row(
        constraint_type="human-name",
        constraints=f"Criterion 1: {wording}",
        mapped_books=gold,
        **{"all_books": BOOKS, **columns},
    )


@pytest.mark.parametrize(
    ("wording", "gold"), [(HUMAN, "['Sula']"), (NO_HUMAN, "['Beloved', 'Jazz']")]
)
def test_a_name_query_tells_which_books_hold_a_name(wording, gold):
    """The gold of the query, or of its negation what is not in it: only Sula holds a name."""
    assert _facts(_name_row(wording, gold)) == [{"human-name": {0}}]


def test_facts_reach_the_queries_of_the_same_author_that_ask_for_them():
    """Two-book queries with the family know; the same author's others and other authors do not."""
    both = double(
        constraint_type="['starts-with', 'human-name']",
        constraints=f"{STARTS}, Criterion 2: {NO_HUMAN}",
        all_books=BOOKS,
    )
    facts = _facts(
        both,
        _name_row(HUMAN, "['Sula']"),
        row(all_books=BOOKS),
        {**both, "Author": "Zadie Smith"},
        {**both, "Birth Year": 1975},
    )
    assert facts == [{"human-name": {0}}, {"human-name": {0}}, {}, {}, {}]


def test_facts_follow_the_books_where_another_query_lists_them_otherwise():
    """Another order or fewer books: the positions are that query's own."""
    facts = _facts(
        _name_row(HUMAN, "['Sula']"),
        _name_row(NO_HUMAN, "[]", all_books="['Jazz (1992)', 'Beloved (1987)', 'Sula (1973)']"),
        _name_row(NO_HUMAN, "[]", all_books="['Beloved (1987)']"),
    )
    assert facts == [{"human-name": {0}}, {"human-name": {2}}, {"human-name": frozenset()}]


def test_facts_are_what_the_datas_name_queries_know():
    """Of a book that none lists nothing; an empty gold is knowledge too."""
    other = "['Sula (1973)', 'Paradise (1997)']"
    assert _facts(_name_row(HUMAN, "['Sula']"), _name_row(HUMAN, "[]", all_books=other))[1] == {}
    assert _facts(_name_row(HUMAN, "[]")) == [{"human-name": frozenset()}]
    assert _facts(_name_row(NO_HUMAN, "[]")) == [{"human-name": {0, 1, 2}}]


def test_one_book_facts_are_known_when_only_two_book_queries_are_asked_for(folder):
    """The other file is read for them."""
    both = double(
        constraint_type="['starts-with', 'human-name']",
        constraints=f"{STARTS}, Criterion 2: {HUMAN}",
        all_books=BOOKS,
    )
    place = folder(jsonl(_name_row(HUMAN, "['Sula']")), jsonl(both))
    assert load(place, None, 2).queries[0].facts == {"human-name": {0}}


# The data that ships


def test_the_mini_data_has_all_types_and_lists_only_its_authors_books():
    """Years and variants are those of the table that it was made of; some queries have no gold."""
    queries, table = load("mini").queries, _table()
    assert len(queries) >= 300
    assert len({kind for query in queries for kind in query.types}) == 8
    assert any(not query.gold for query in queries)
    for query in queries:
        rows = table[query.author]
        assert sorted(query.context) == sorted(f"{r['title']} ({r['year']})" for r in rows)
        titles = [t for r in rows for t in (r["title"], *filter(None, r["variants"].split(";")))]
        assert sorted(query.raw_books) == sorted(titles)


def test_the_gold_of_every_mini_query_is_right():
    """Worked out again from the table, with means of this test alone."""
    table, checked = _table(), 0
    for name in (ONE_NAME, TWO_NAME):
        for line in (MINI / name).read_text(encoding="utf-8").splitlines():
            query = json.loads(line)
            wordings = re.split(r"(?:, )?Criterion \d: ", query["constraints"])[1:]
            gold = [
                r["title"]
                for r in table[query["Author"]]
                if all(_fulfils(r, wording) for wording in wordings)
            ]
            assert sorted(ast.literal_eval(query["mapped_books"])) == sorted(gold), line
            checked += 1
    assert checked >= 300


def _table() -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    with (make.HERE / make.BOOKS).open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            found.setdefault(line["author"], []).append(line)
    return found


def _fulfils(book: dict[str, str], wording: str) -> bool:
    """Whether one of a book's titles fits a wording; names are marked in the table."""
    if match := re.fullmatch(
        r"Book title (contains|doesn't contain) a (human|city) name\.", wording
    ):
        return bool(book[f"{match[2]}_name"]) == (match[1] == "contains")
    if match := re.fullmatch(r"Book was first published in the year range (\d+)-(\d+)\.", wording):
        return int(match[1]) <= int(book["year"]) <= int(match[2])
    titles = [book["title"], *filter(None, book["variants"].split(";"))]
    if match := re.fullmatch(r"Book title contains only (\d+) words\.", wording):
        return any(int(match[1]) - 1 <= len(t.split()) <= int(match[1]) + 1 for t in titles)
    match = re.fullmatch(r"Book title (starts|ends) with the letter (.)\.", wording)
    assert match, wording
    return any(_letters(t)[0 if match[1] == "starts" else -1] == match[2] for t in titles)


def _letters(title: str) -> str:
    """The letters and digits of a title without accents and without its article."""
    title = re.sub(r"^(the|an|a) (?=.)", "", title.lower())
    return "".join(c for c in unicodedata.normalize("NFD", title) if c.isalnum())


def test_a_query_is_equal_to_itself_read_twice():
    """Queries compare by what they ask, so samples can be paired."""
    assert from_row("a", row()) == from_row("a", row(constraint_id=1))
    assert from_row("a", row()).constraints == (
        Constraint("starts-with", "Book title starts with the letter s.", letter="s"),
    )
