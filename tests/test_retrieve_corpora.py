"""Reading corpora: the released formats, folders of files, and what is wrong with either."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from office_files import epub, mail
from tamis.documents.formats import UnreadableError, extract
from tamis.retrieve.corpora import merge_passages, read_jsonl, stream_corpus
from tamis.retrieve.folders import by_suffix
from tamis.retrieve.tabular_corpora import read_hub, read_parquet
from tamis.types import Document, InputError
from test_papers_pdf import typeset


def opened(spec, **options):
    """A corpus with all its documents, and the files that were left out in their order."""
    found = stream_corpus(spec, **options)
    documents = tuple(replace(one, marks=()) for one in found.documents)
    return replace(found, documents=documents, skipped=sorted(found.skipped))


def pdf(*pages: str, title: str = "") -> bytes:
    """A PDF: each page one line of text, none for ""."""
    return typeset(*([(72, 700, 24, text)] if text else [] for text in pages), title=title)


def encrypted(data: bytes, user: str, owner: str) -> bytes:
    """The same PDF, encrypted with RC4, which needs no further package."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    writer.encrypt(user, owner, algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.fixture
def lines(tmp_path):
    """Write a file of lines (objects, text or bytes) and return its path."""

    def write(*rows, name="corpus.jsonl"):
        packed = [
            row
            if isinstance(row, bytes)
            else (row if isinstance(row, str) else json.dumps(row)).encode()
            for row in rows
        ]
        path = tmp_path / name
        path.write_bytes(b"".join(row + b"\n" for row in packed))
        return path

    return write


@pytest.mark.parametrize(
    ("row", "document"),
    [
        ({"_id": "d1", "title": "T", "text": " x ", "metadata": {}}, Document("d1", "T", " x ")),
        ({"_id": "d1", "title": None, "text": ""}, Document("d1", "", "")),
        ({"pid": "q_1", "title_text": " T\n", "passage_text": " x "}, Document("q_1", "T", "x")),
        ({"title": "Sula (novel)", "text": "x"}, Document("Sula (novel)", "Sula (novel)", "x")),
        ({"id": 7, "title": "T", "text": "x"}, Document("7", "T", "x")),
        # Half of a surrogate pair cannot be written to any file.
        ('{"id": "a", "text": "cut \\ud83d"}', Document("a", "", "cut \ufffd")),
    ],
    ids=["beir", "null-title", "loft", "quest", "plain", "surrogate"],
)
def test_each_released_shape_is_known_by_its_fields(lines, row, document):
    """BEIR, LOFT, QUEST and plain lines; only LOFT's are stripped, as by its loader."""
    assert list(read_jsonl(lines("", row, ""))) == [document]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"id": "a", "text": "x"}, "", {"_id": "a", "text": "y"}], "line 3: the id 'a' .* line 1"),
        ([{"id": "a", "text": "x"}, '{"id": '], "line 2 is not JSON"),
        (["[" * 100_000], "line 1 is nested too deeply"),
        ([b'{"id": "a", "text": "caf\xe9"}'], "line 1 is not UTF-8"),
        (["[1]"], "line 1 is a list, not a JSON object"),
        ([{"id": "a", "body": "x"}], "line 1 has no text"),
        ([{"id": ["a"], "text": "x"}], "line 1: `id` is a list"),
        ([{"title": " ", "text": "x"}], "line 1 has neither an id nor a title"),
        ([], "empty corpus"),
    ],
)
def test_a_broken_line_is_named(lines, rows, said):
    """The file, the line and what is wrong with it."""
    with pytest.raises(InputError, match=said) as caught:
        list(read_jsonl(lines(*rows)))
    assert "corpus.jsonl" in str(caught.value)
    assert len(str(caught.value)) < 400


def test_passages_become_pages():
    """In the order of their numbers (2 before 10), pages by first appearance; §3.1 by hand."""
    passages = [
        Document("quest_7_10", "Seven", "ten"), Document("quest_3_0", "Three", "zero"),
        Document("quest_7_2", "Seven", "two"), Document("Alone", "Alone", "whole"),
    ]  # fmt: skip
    pages, page_of = merge_passages(passages)
    assert pages == [
        Document("quest_7", "Seven", "two\n\nten"),
        Document("quest_3", "Three", "zero"),
        Document("Alone", "Alone", "whole"),
    ]
    assert [page_of[one.id] for one in passages] == ["quest_7", "quest_3", "quest_7", "Alone"]
    with pytest.raises(InputError, match="'a' is also the page of the passage 'a_1'"):
        merge_passages([Document("a_1", "A", "x"), Document("a", "A", "y")])


@pytest.fixture
def folder(tmp_path):
    """Write files into a folder and return it."""
    root = tmp_path / "docs"
    root.mkdir()

    def write(**files):
        for name, content in files.items():
            path = root / name.replace("__", "/").replace("_", ".", 1)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return root

    return write


def test_a_folder_of_all_kinds(folder):
    """Recursive, sorted, hidden ones left out; ids are paths, titles what each file says."""
    root = folder(
        b_md="# Head\n\nBody.", a__z_txt="plain\r\ntext",
        a__c_PDF=pdf("First page", "", "Third page", title="Declared"),
        page_html="<title>Page</title><p>Hi<script>no()</script></p>", README="read me",
        _hidden_txt="no", x__git_md="yes", logo_png=b"\x89PNG\0", film_mp4="a", more_MP4="b",
    )  # fmt: skip
    (root / ".git").mkdir()
    (root / ".git" / "note.txt").write_text("hidden")
    got = opened(root)
    assert got.documents == (
        Document("README", "README", "read me"),
        Document("a/c.PDF", "Declared", "First page\n\nThird page"),
        Document("a/z.txt", "z", "plain\ntext"), Document("b.md", "Head", "# Head\n\nBody."),
        Document("page.html", "Page", "Hi"), Document("x/git.md", "git", "yes"),
    )  # fmt: skip
    assert got.skipped == []
    assert by_suffix(got.others) == ((".mp4", 2), (".png", 1))


def test_what_cannot_be_read_is_said(folder):
    """Each broken file is skipped with its reason, and the rest is read."""
    root = folder(
        good_txt="good", broken_pdf=b"%PDF-1.4\nnothing of the kind", short_pdf=pdf("Text")[:200],
        locked_pdf=encrypted(pdf("Secret"), "password", "owner"), scan_pdf=pdf("", ""),
        latin_txt="café".encode("latin-1"), binary_txt=b"a\0b",
        empty_md="---\ntitle: Only a title\n---\n", blank_html="<body><nav>Menu</nav>",
        large_txt="x" * 101_001,
    )  # fmt: skip
    (root / "open.pdf").write_bytes(encrypted(pdf("For all"), "", "owner"))
    got = opened(root, max_bytes=100_000)
    # With no user password, a PDF opens in every viewer, and here.
    open_pdf = Document("open.pdf", "open", "For all")
    assert got.documents == (Document("good.txt", "good", "good"), open_pdf)
    reasons = {one.path: one.reason for one in got.skipped}
    assert reasons.pop("broken.pdf").startswith("is a broken PDF (")
    assert reasons.pop("short.pdf").startswith("is a broken PDF (")
    assert reasons == {
        "binary.txt": "is not text but binary data",
        "blank.html": "holds no text",
        "empty.md": "holds no text",
        "large.txt": "is larger than 100,000 bytes (101,001); split it",
        "latin.txt": "is not UTF-8 text, nor UTF-16 with a byte order mark; save it as UTF-8",
        "locked.pdf": "is encrypted; save it without a password",
        "scan.pdf": "holds no text in its 2 pages, only images; run text recognition (OCR) on it",
    }


def test_links(folder, tmp_path):
    """What leads out of the folder, or round in a circle, is named and not read; no hanging."""
    root = folder(a_txt="a", sub__b_txt="b")
    (tmp_path / "outside.txt").write_text("outside")
    (root / "out.txt").symlink_to(tmp_path / "outside.txt")
    (root / "in.txt").symlink_to(root / "a.txt")
    (root / "sub" / "up").symlink_to(root)
    (root / "gone.txt").symlink_to(tmp_path / "gone")
    (root / "self.txt").symlink_to(root / "self.txt")
    os.mkfifo(root / "pipe.txt")
    got = opened(root)
    assert [d.id for d in got.documents] == ["a.txt", "in.txt", "sub/b.txt"]
    reasons = {one.path: one.reason for one in got.skipped}
    assert list(reasons) == ["gone.txt", "out.txt", "pipe.txt", "self.txt", "sub/up"]
    assert reasons["out.txt"] == "is a link to a file outside of the folder, and is not followed"
    assert reasons["sub/up"] == "is a link to a folder, and is not followed"
    # Whoever wants them has them, each folder once.
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "c.txt").write_text("c")
    for name in ("there", "again"):
        (root / name).symlink_to(tmp_path / "other")
    got = opened(root, follow_links=True)
    ids = [d.id for d in got.documents]
    assert "out.txt" in ids
    assert sorted(ids)[-1] == "there/c.txt" or "again/c.txt" in ids
    assert sum(id.endswith("c.txt") for id in ids) == 1


HTML = """<!doctype html><html><head><title> The
 title </title><style>p {}</style></head><body><nav><p>Menu</p></nav>
<h1>First<br>heading</h1>
<p>A <b>bold</b>&nbsp;word
 and more<!-- no -->.<br>Next line.<p>Second.
<template><p>no</p></template><noscript>no</noscript>
<ul><li>one<li><p>two</p><p>more</p><ol><li>deep</li></ol></li><li><a href="x">three</a></ul>
<ul><li>other list</ul>
<table><caption>Films</caption><thead><tr><th>Year<th>Title</thead>
<tr><td>1992<td><ul><li>Aladdin<li>FernGully</ul></tr><tr><td><td>None</table>
<pre>  keep
    this

so</pre>
<dl><dt>Term<dd>Meaning</dl>
tail<script>no</script> end</body></html>"""

HTML_TEXT = """# First heading

A bold word and more.
Next line.

Second.

- one
- two
  more
  - deep
- three

- other list

Films
Year | Title
1992 | Aladdin; FernGully
 | None

  keep
    this

so

Term
Meaning

tail end"""


def test_the_blocks_of_a_page():
    """Paragraphs, nested lists, a table and preformatted text, written out by hand."""
    assert extract(HTML.encode(), ".html") == ("The title", HTML_TEXT)
    # Three thousand elements in each other are read without recursion.
    assert extract(b"<div><ul><li>" * 1000 + b"deep", ".html")[1].strip() == "- deep"


NUMBERS = """<table><tr><th>City</th><th>Year</th><th>Population</th></tr>
<tr><td rowspan="2">Norhavn</td><td>1990</td><td>10</td></tr>
<tr><td>2000</td><td><span style="display:none">0020</span>20</td></tr>
<tr><td colspan="2">Both towns</td><td>3 × 10<sup>6</sup></td></tr></table>"""

NUMBERS_TEXT = """City | Year | Population
Norhavn | 1990 | 10
Norhavn | 2000 | 20
Both towns | Both towns | 3 × 10^6"""


@pytest.mark.parametrize("file", ["page.html", "mail.eml", "book.epub"])
def test_what_a_table_means_by_its_form(folder, file):
    """Cells over several rows and columns, a power, a hidden key: in each file that has HTML."""
    made = mail()
    made.set_content(NUMBERS, subtype="html")
    xhtml = f"<html><head><title>T</title></head><body>{NUMBERS}</body></html>"
    root = folder(page_html=NUMBERS, mail_eml=made.as_bytes(), book_epub=epub({"a.xhtml": xhtml}))
    (found,) = [one for one in opened(root).documents if one.id == file]
    assert found.text.endswith(NUMBERS_TEXT)


def test_what_a_click_shows_is_text_of_a_page():
    """Hidden blocks are; hidden words are keys and doubles, as is all that is hidden in a cell."""
    page = (
        '<div role="tabpanel" hidden>Second tab</div><p>The <b hidden>x</b>end'
        '<table><tr><td><div style="display: none">0020</div>20<td>a<tr><td>b<td>c</table>'
    )
    assert extract(page.encode(), ".html")[1] == "Second tab\n\nThe end\n\n20 | a\nb | c"


ROWS = '<table><tr><td rowspan="2">a<td>1<tr><td>2</table>'


@pytest.mark.parametrize(
    "before",
    [
        "<P>x<BR>", "<script>if(i<e.length){}</script>", '<svg><path d="M0"/></svg>',
        "<p><font size=1><a name=x>", "<table><tr><td><div>x</td></tr></table>", "<!-- <div> -->",
    ],
)  # fmt: skip
def test_a_page_that_seems_to_nest_deeply_keeps_its_tables(before):
    """Tags that are left open, in capitals, in programs and pictures, a thousand times."""
    text = extract((before * 1000 + ROWS).encode(), ".html")[1]
    assert text.endswith("a | 1\na | 2")


@pytest.mark.parametrize(
    "part",
    [
        "<div class='a'>", "<table><tr><td>x", "<ul><li>a", "<sup>1", "<b>", "<font color=red><p>",
        "</div><div><div>", "<a", "<table><tr><td rowspan=60000 colspan=9000>x", "<div/>", "<!--",
        "<script>", "<svg>", "<span hidden><div hidden>", "<li>", "<table><div>",
    ],
)  # fmt: skip
def test_a_page_of_any_nesting_takes_linear_time(part):
    """Twenty thousand levels take tenths of a second; with the square of that it would be many."""
    start = time.thread_time()
    text_or_reason((part * 20_000).encode(), ".html")
    assert time.thread_time() - start < 5


def text_or_reason(data, suffix):
    """What the reader says of the bytes, whichever way it says it."""
    try:
        return extract(data, suffix)
    except UnreadableError as error:
        return "", str(error)


@given(st.text(alphabet="<>/abpuliotrdh1 \n=\"'&;!-\0", max_size=200) | st.text(max_size=200))
def test_no_bytes_break_a_reader(text):
    """Whatever the characters, there is a text or a reason."""
    for suffix in (".html", ".md", ".txt"):
        title, got = text_or_reason(text.encode(), suffix)
        assert got.strip()
        assert "\n" not in title


@pytest.mark.parametrize(
    ("source", "title", "text"),
    [
        ("---\ntitle: 'From: here'\ntags:\n  - a\n---\n\n# Not\n", "From: here", "# Not\n"),
        ('+++\ntitle = "Toml"\n+++\nx', "Toml", "x"),
        # Rules above and below a paragraph are no front matter.
        ("---\nA line of prose\n---\nx", "", "---\nA line of prose\n---\nx"),
        ("x\n\n## The *first* [one](u) #\n# Next", "The first one", None),
        ("```\n# code\n```\n\nUnder\n=====\n", "Under", None),
        ("| a | b |\n--- | ---\n", "", None),
        ("# snake_case `code` {#anchor}", "snake_case code", None),
    ],
)
def test_titles_of_markdown(source, title, text):
    """Front matter, then the first heading of either kind, not within code."""
    assert extract(source.encode(), ".md") == (title, source if text is None else text)


@pytest.fixture
def parquet(tmp_path):
    """Write a Parquet file of the given columns."""
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")

    def write(**columns):
        pq.write_table(pa.table(columns), tmp_path / "c.parquet", row_group_size=2)
        return tmp_path / "c.parquet"

    return write


def test_parquet(parquet):
    """Columns by name or as given; row groups do not matter."""
    path = parquet(_id=[1, 2, 3], text=["x", "y", "z"], other=[0, 0, 0])
    assert [d.id + d.text for d in read_parquet(path)] == ["1x", "2y", "3z"]
    path = parquet(film=["Alien"], plot=["In space."])
    got = list(read_parquet(path, title_column="film", text_column="plot"))
    assert got == [Document("Alien", "Alien", "In space.")]


def test_parquet_that_is_no_corpus(parquet, tmp_path):
    """The columns that are there, the row, or the file are named."""
    with pytest.raises(InputError, match=r"c\.parquet has the columns film, text; a corpus has"):
        list(read_parquet(parquet(film=["Alien"], text=["x"])))
    with pytest.raises(InputError, match=r"c\.parquet, row 2: `text` is missing"):
        list(read_parquet(parquet(id=["a", "b"], text=["x", None])))
    with pytest.raises(InputError, match="row 2: the id 'a' is already that of row 1"):
        list(read_parquet(parquet(id=["a", "a"], text=["x", "y"])))
    (tmp_path / "bad.parquet").write_text("not at all, not a bit")
    with pytest.raises(InputError, match=r"bad\.parquet is not a Parquet file"):
        list(read_parquet(tmp_path / "bad.parquet"))


def test_a_data_set_on_this_disk(tmp_path):
    """What `save_to_disk` wrote, with splits and without; several splits want a name."""
    datasets = pytest.importorskip("datasets")
    rows = datasets.Dataset.from_dict({"_id": ["a", "b"], "title": ["", "T"], "text": ["x", "y"]})
    expected = [Document("a", "", "x"), Document("b", "T", "y")]
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    rows.save_to_disk(one)
    datasets.DatasetDict(corpus=rows, extra=rows).save_to_disk(two)
    assert list(read_hub(one)) == expected
    assert opened(one).documents == tuple(expected)
    assert opened(f"hub:{two}:corpus").documents == tuple(expected)
    with pytest.raises(InputError, match="has several splits; name one of corpus, extra"):
        list(read_hub(two))


def test_opening_by_what_it_is(tmp_path, folder, lines, parquet):
    """A folder with corpus.jsonl, packed or not, a folder of files, a file of each kind."""
    (tmp_path / "corpus.jsonl.gz").write_bytes(gzip.compress(b'{"_id": "d1", "text": "x"}\n'))
    assert [d.id for d in opened(tmp_path).documents] == ["d1"]
    docs = opened(folder(a_txt="a", b_txt=b"\xff", c_zip="c"))
    assert (docs.name, [d.id for d in docs.documents]) == ("docs", ["a.txt"])
    assert [skip.path for skip in docs.skipped] == ["b.txt"]
    assert by_suffix(docs.others) == ((".zip", 1),)
    path = lines({"id": "a", "text": "x"}, name="one.jsonl")
    assert opened(str(path)).documents == (Document("a", "", "x"),)
    assert opened(parquet(id=["p"], text=["x"])).documents == (Document("p", "", "x"),)
    single = opened(folder() / "a.txt")
    assert (single.name, single.documents) == ("a.txt", (Document("a.txt", "a", "a"),))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("c.zip", r"c\.zip is no corpus of a kind that is read; give a"),
        ("b.txt", r"b\.txt is not UTF-8 text"), ("nowhere", r"nowhere does not exist"),
        ("", r"docs holds no document .*\(b\.txt is not UTF-8 text.*\).*Markdown \(\.md\).*PDF"),
        ("empty", "empty holds no document"),
    ],
)  # fmt: skip
def test_opening_what_is_no_corpus(folder, name, said):
    """One sentence that says what can be given, and why the first file was not read."""
    root = folder(c_zip="c", b_txt=b"\xff")
    (root / "empty").mkdir()
    with pytest.raises(InputError, match=said):
        opened(root / name)


@pytest.fixture
def sheet_file(tmp_path):
    """Write a CSV file."""

    def write(text):
        (tmp_path / "films.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path / "films.csv"

    return write


FILMS = [
    Document("7", "Alien", "Title: Alien\nYear: 1979\nPlot: In space,\nno one hears."),
    Document("8", "Heat", "Title: Heat\nPlot: A heist; a chase."),
]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_each_row_of_a_csv_is_a_document(sheet_file, mark, end, separator):
    """Its id, its title, and a line for each cell that is not blank; line breaks within a cell."""
    rows = [
        ["ID", "Title", "Year", "Plot"],
        ["7", "Alien", "1979", '"In space,\nno one hears."'],
        ["8", "Heat", " ", '"A heist; a chase."'],
    ]
    path = sheet_file(mark + "".join(separator.join(row) + end for row in rows))
    got = opened(path)
    assert (got.name, list(got.documents)) == ("films.csv", FILMS)


def test_a_row_without_an_id_has_its_number(sheet_file):
    """Blank rows do not count; `name` is a title too; a last column without a name is none."""
    path = sheet_file("Name,born,\nAda,1815,\n,,\n\nGrace,1906,\n")
    assert opened(path).documents == (
        Document("1", "Ada", "Name: Ada\nborn: 1815"),
        Document("2", "Grace", "Name: Grace\nborn: 1906"),
    )
    # `DataFrame.to_csv` of pandas writes its index without a name.
    path = sheet_file(",film,year\n0,Heat,1995\n")
    assert [one.text for one in opened(path).documents] == ["index: 0\nfilm: Heat\nyear: 1995"]


def test_a_csv_of_texts_is_read_as_such(sheet_file):
    """Where there is nothing else but ids and titles; with more columns, these would be lost."""
    path = sheet_file("id,title,text\nd1,T,It rains.\n")
    assert opened(path).documents == (Document("d1", "T", "It rains."),)
    path = sheet_file("id,text,label\nd1,It rains.,1\n")
    assert opened(path).documents == (Document("d1", "", "text: It rains.\nlabel: 1"),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,2.5\n3,4\n", "films.csv, line 1 has only numbers; it must name the columns."),
        ("a,b\n", "films.csv holds no document: it is an empty corpus."),
        ("a,a\n1,2\n", "films.csv, line 1 has the column 'a' twice; it must name each column."),
        ('a,b\n"x\ny",1\n1\n', "films.csv, line 4: 1 cells where the first line names 2 columns"),
        ("a,b\n1,2\n1,2,3\n", "films.csv, line 3: 3 cells where the first line names 2 columns"),
        ('a,b\n1,"2\n', "films.csv, line 2: not valid CSV (unexpected end of data); a quote"),
        ("id,b\nx,1\ny,2\nx,3\n", "films.csv, line 4: the id 'x' is already that of line 2"),
        (b"a,b\n1,2\n1,caf\xe9\n", "films.csv, line 3 is not UTF-8 (byte 6 of the line)"),
    ],
)
def test_a_csv_that_is_no_corpus(sheet_file, text, said):
    """In one sentence, with the line of the file."""
    path = sheet_file(text)
    with pytest.raises(InputError, match=re.escape(said)):
        opened(path)


def test_rows_of_parquet_are_read_like_those_of_a_csv(parquet):
    """Where no column has texts; numbers, dates and lists are written out, nothing is left out."""
    path = parquet(
        id=[7, 8], Name=["Alien", None], year=[1979, None], cast=[["Weaver", "Hurt"], []],
        score=[8.5, None],
    )  # fmt: skip
    assert opened(path).documents == (
        Document("7", "Alien", 'Name: Alien\nyear: 1979\ncast: ["Weaver", "Hurt"]\nscore: 8.5'),
        Document("8", "", "cast: []"),
    )
