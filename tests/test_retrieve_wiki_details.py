"""Wikis in a folder or table, rows of tables, postings in blocks, BM25's formulas, mail."""

from __future__ import annotations

import csv
import json
import math
import random
from collections import Counter
from email.message import EmailMessage

import numpy as np
import pytest

from tamis.retrieve import _postings
from tamis.retrieve._bm25_scores import Formula
from tamis.retrieve._postings import Block, Postings
from tamis.retrieve.corpora import read_csv
from tamis.retrieve.formats import extract
from tamis.retrieve.wiki import open_wiki
from tamis.retrieve.wiki._pages import WikiPage, read_pages
from tamis.retrieve.wiki.encyclopaedia import PageMissing
from tamis.retrieve.wiki.folder_wiki import FolderWiki
from tamis.types import Document, InputError

# Pages.


def _table(tmp_path, *rows: dict, name: str = "pages.jsonl"):
    path = tmp_path / name
    path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    return path


def test_the_rows_of_a_wiki(tmp_path):
    """Text or HTML, dates, revisions, redirects both ways."""
    path = _table(
        tmp_path,
        {"title": "toni_Morrison", "text": " A writer. ", "date": "2020-01-02", "revision": 7,
         "redirects": "TM|the_writer|"},
        {"title": "Sula", "html": "<p>A <b>novel</b></p>", "revid": "8", "redirects": ["S", " "]},
        {"title": "Home", "redirect": "sula"},
        {"title": "Jazz", "text": "#redirect: [[sula#Plot]]"},
    )  # fmt: skip
    expected = [
        WikiPage("Toni Morrison", "A writer.", "2020-01-02", "7", ("TM", "The writer")),
        WikiPage("Sula", "A novel", "", "8", ("S",)),
        WikiPage("Home", "", target="Sula"),
        WikiPage("Jazz", "", target="Sula"),
    ]
    assert read_pages(path) == expected
    assert read_pages(tmp_path) == expected
    (tmp_path / "pages.jsonl").rename(tmp_path / "wiki.jsonl")
    assert read_pages(tmp_path) == expected


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"text": "x"}], "line 1 has no title; a page has a title and a text."),
        ([{"title": " ", "text": "x"}], "line 1 has no title"),
        ([{"title": "A"}], 'line 1: "text" is None, not a string; a page has a text.'),
        ([{"title": "A", "text": 3}], 'line 1: "text" is 3, not a string'),
        ([{"title": "A", "text": "x", "redirect": 3}], 'line 1: "text" is \'x\', not a string'),
        ([{"title": "A", "text": "x", "date": "so"}], "line 1: 'so' is no date"),
        ([{"title": "A", "text": "x", "revision": True}], '"revision" is True, not a number.'),
        ([{"title": "A", "text": "x", "revision": [1]}], '"revision" is [1], not a number.'),
        ([{"title": "A", "text": "x", "redirects": 3}], '"redirects" is 3, not a list of titles.'),
        ([{"title": "A", "text": "x", "redirects": [3]}], '"redirects" is [3], not a list'),
        ([{"title": "A", "text": "x"}, {"title": "a", "text": "y"}],
         "line 2: the page 'A' is already in "),
    ],
)  # fmt: skip
def test_rows_that_are_no_pages(tmp_path, rows, said):
    """It is said where and why; one page may have several dates."""
    with pytest.raises(InputError) as error:
        read_pages(_table(tmp_path, *rows))
    assert said in str(error.value)
    dated = [{"title": "A", "text": "x", "date": f"2020-01-0{n}"} for n in (1, 2)]
    assert len(read_pages(_table(tmp_path, *dated))) == 2


def test_the_files_of_a_wiki(tmp_path):
    """Titles from front matter, heading, head or name; readmes and office files are skipped."""
    for name, text in (
        ("a.md", "---\ntitle: Ann\ndate: 2020-01-02\nRevision: 5\nredirects: [An, Anne]\n---\n"
         "# Ann\n\nx"),
        ("b.md", "# Bo\n\ny"), ("c_d.txt", "z"), ("README.md", "no"), ("licence", "no"),
        ("LICENSE", "no"), ("e.html", "<title>Ed - Wikipedia</title><body><p>w</p>"),
        ("f.md", "# Fay\n\n# Fay again"), ("g.pdf", "no"), ("h.docx", "no"),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
    assert read_pages(tmp_path) == [
        WikiPage("Ann", "x", "2020-01-02", "5", ("An", "Anne")),
        WikiPage("Bo", "y"),
        WikiPage("C d", "z"),
        WikiPage("Ed", "w"),
        WikiPage("Fay", "# Fay again"),
    ]
    empty = tmp_path / "none"
    empty.mkdir()
    with pytest.raises(InputError, match="holds no page; pages are Markdown, HTML or text files"):
        read_pages(empty)


def test_a_wiki_as_of_a_date(tmp_path):
    """Of each page the last revision until then; names, redirects and searches find it."""
    rows = (
        {"title": "Sula", "text": "old novel", "date": "2019-01-01", "revision": 1},
        {"title": "Sula", "text": "new novel", "date": "2021-01-01", "revision": 2,
         "redirects": ["The Sula"]},
        {"title": "Jazz", "text": "a novel of a city"},
        {"title": "Late", "text": "x", "date": "2022-01-01"},
        {"title": "Way", "redirect": "the sula"}, {"title": "Round", "redirect": "Round"},
    )  # fmt: skip
    path = _table(tmp_path, *rows)
    wiki = FolderWiki(path, "2021-06-01")
    assert (wiki.name, wiki.date, len(wiki)) == (
        f"folder {tmp_path.name} 2021-06-01",
        "2021-06-01",
        2,
    )
    assert [*wiki.titles()] == ["Sula", "Jazz"]
    assert [page.title for page in wiki.pages] == ["Sula", "Jazz"]
    for name in ("Sula", "sula", "SULA", "the_sula", "Way", "x"):
        found = wiki.page(name, revision="2" if name == "x" else None)
        assert found == Document("Sula", "Sula", "new novel"), name
    with pytest.raises(PageMissing) as missing:
        wiki.page("Sulla")
    assert missing.value.similar == ("Sula",)
    with pytest.raises(PageMissing, match="go round in a circle"):
        wiki.page("Round")
    assert wiki.search("the sula") == ["Sula"]
    assert wiki.search("way") == ["Sula"]
    assert set(wiki.search("novel")) == {"Sula", "Jazz"}
    assert wiki.search("city", 1) == ["Jazz"]
    assert wiki.search("round") == []
    assert FolderWiki(path, "2020-01-01").page("Sula").text == "old novel"
    assert (FolderWiki(path).date, FolderWiki(path).page("Late").text) == ("2022-01-01", "x")
    with pytest.raises(InputError, match="holds no page of 2018-01-01 or before"):
        FolderWiki(_table(tmp_path, rows[0], name="b.jsonl"), "2018-01-01")
    assert FolderWiki(tmp_path / "b.jsonl").name == "folder b 2019-01-01"


def test_what_is_opened_as_a_wiki(tmp_path):
    """By its name; it is said what there is."""
    assert len(open_wiki("mini")) > 10
    assert isinstance(open_wiki(str(_table(tmp_path, {"title": "A", "text": "x"}))), FolderWiki)
    with pytest.raises(InputError, match="does not exist; give mini, a folder of pages"):
        open_wiki(str(tmp_path / "none"))
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(InputError, match="is no encyclopaedia of a kind that is read; give mini"):
        open_wiki(str(tmp_path / "a.txt"))
    with pytest.raises(InputError, match="is no date"):
        open_wiki("mini", "x")


# Rows.


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["id", "title", "text"], ["a", "A", "x"], ["b", "", "y"]],
         [Document("a", "A", "x"), Document("b", "", "y")]),
        ([["Name", " ID ", "City", "Note"], ["A", "7", "Oslo", " "], ["B", "8", "Bergen", "n"]],
         [Document("7", "A", "Name: A\nCity: Oslo"),
          Document("8", "B", "Name: B\nCity: Bergen\nNote: n")]),
        ([["City", "Size"], ["Oslo", "5"], ["Bergen", ""]],
         [Document("1", "", "City: Oslo\nSize: 5"), Document("2", "", "City: Bergen")]),
        ([["title", "name", "x"], ["T", "N", "1"]],
         [Document("1", "T", "title: T\nname: N\nx: 1")]),
    ],
)  # fmt: skip
def test_the_rows_of_a_table_are_documents(tmp_path, rows, expected):
    """By the names of the columns; blank cells are left out."""
    path = tmp_path / "a.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    assert [*read_csv(path)] == expected


# Postings and scores.


@pytest.mark.parametrize("most", [1, 3, 7, 1_000])
@pytest.mark.parametrize("on_disk", [False, True])
def test_postings_are_those_of_a_plain_count(monkeypatch, tmp_path, most, on_disk):
    """However small the blocks are, and where an older index has some of the documents."""
    monkeypatch.setattr(_postings, "BLOCK", most)
    drawn = random.Random(5)
    texts = [[drawn.randrange(-1, 6) for _ in range(drawn.randrange(8))] for _ in range(12)]
    made = Postings(tmp_path if on_disk else None)
    for nth, text in enumerate(texts):
        made.add(text)
        if nth == 6:
            made.skip(np.array([3, 4]))
    old = Block(
        np.arange(6, dtype=np.int32), np.array([0, 0, 2, 2, 2, 3, 3]),
        np.array([0, 2, 1], dtype=np.int32), np.array([2, 9, 5], dtype=np.uint8),
        np.array([7, 8, -1], dtype=np.int32),
    )  # fmt: skip
    made.include(old)
    places = [*range(7), *range(9, 14)]
    counts = {n: Counter(x for x in text if x >= 0) for n, text in zip(places, texts, strict=True)}
    counts |= {7: Counter({1: 2}), 8: Counter({4: 5})}
    assert len(made) == 14
    lengths = [sum(counts[n].values()) for n in range(14)]
    lengths[7], lengths[8] = 3, 4
    assert made.lengths().tolist() == lengths
    frequencies = made.frequencies(6)
    assert frequencies.tolist() == [sum(x in c for c in counts.values()) for x in range(6)]
    assert made.count_type == np.uint8
    merged = [
        row
        for part in made.merged(frequencies)
        for row in zip(*map(np.ndarray.tolist, part), strict=True)
    ]
    assert merged == sorted((x, n, c) for n, found in counts.items() for x, c in found.items())


@pytest.mark.parametrize(
    ("variant", "idf", "part"),
    [
        ("robertson", lambda n, df: math.log(max((n - df + 0.5) / (df + 0.5), 1)),
         lambda tf, norm: tf / (1.2 * norm + tf)),
        ("lucene", lambda n, df: math.log(1 + (n - df + 0.5) / (df + 0.5)),
         lambda tf, norm: tf / (1.2 * norm + tf)),
        ("atire", lambda n, df: math.log(n / df), lambda tf, norm: 2.2 * tf / (tf + 1.2 * norm)),
        ("bm25l", lambda n, df: math.log((n + 1) / (df + 0.5)),
         lambda tf, norm: 2.2 * (tf / norm + 0.7) / (1.2 + tf / norm + 0.7)),
        ("bm25+", lambda n, df: math.log((n + 1) / df),
         lambda tf, norm: 2.2 * tf / (1.2 * norm + tf) + 0.7),
        ("lv-zhai", lambda n, df: math.log((n + 1) / df),
         lambda tf, norm: 2.2 * tf / (1.2 * norm + tf) + 0.7),
    ],
)  # fmt: skip
def test_each_formula_of_bm25(variant, idf, part):
    """As Kamphuis et al. (2020) give them; less what a document without the word gets."""
    formula = Formula(variant, 1.2, 0.4, 0.7, "float64")
    weights = formula.weights(np.array([3, 1, 9, 3]), 10)
    assert weights.tolist() == pytest.approx([idf(10, df) for df in (3, 1, 9, 3)])
    absent = formula.absent(weights, 8.0)
    nothing = [weight * part(0, 1) for weight in weights]
    if variant in ("bm25l", "bm25+", "lv-zhai"):
        assert absent.tolist() == pytest.approx(nothing)
    else:
        assert absent is None
    counts, lengths = np.array([2, 1, 5, 1]), np.array([8, 4, 20, 0], dtype=np.int32)
    found = formula.scores(weights, absent, counts, lengths, 8.0)
    whole = [
        w * part(tf, 0.6 + 0.4 * n / 8) for w, tf, n in zip(weights, counts, lengths, strict=True)
    ]
    less = nothing if variant in ("bm25l", "bm25+") else [0] * 4
    assert found.tolist() == pytest.approx([a - b for a, b in zip(whole, less, strict=True)])


# Mail.


def test_the_header_fields_and_parts_of_a_message():
    """In one order, each once; parts one after the other; attachments by their names."""
    made = EmailMessage()
    made["Subject"], made["To"] = "S  t", "b@c"
    made["From"], made["Date"] = "a@b", "Thu, 02 May 2024 09:15:00 +0200"
    made["X-Other"] = "no"
    made.set_content("one")
    made.add_attachment("two", subtype="plain", disposition="inline")
    made.add_attachment("three", subtype="plain", filename="t.txt")
    made.add_attachment(b"x", maintype="image", subtype="png")
    title, text = extract(made.as_bytes(), ".eml")
    assert title == "S t"
    assert text == (
        "From: a@b\nTo: b@c\nDate: 2024-05-02 09:15+02:00\nSubject: S t\n\none\n\ntwo\n\n"
        "Attachments, not read: t.txt, (image/png)"
    )
    assert extract(b"Subject: a\nDate: so\n\n", ".eml")[1] == "Date: so\nSubject: a"
    both = EmailMessage()
    both["Subject"] = "x"
    both.set_content("<p>rich", subtype="html")
    both.make_alternative()
    both.add_alternative(b"{}", maintype="application", subtype="json")
    assert (
        extract(both.as_bytes(), ".eml")[1]
        == "Subject: x\n\nAttachments, not read: (application/json)"
    )
