"""The small parts of retrieval: pages, chunks, fusion, runs, titles, headings of papers, fields."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from tamis.retrieve import trec
from tamis.retrieve._html import nests_deeper, page
from tamis.retrieve._ranking import DistinctIds, best, check_k, checked
from tamis.retrieve.chunks import chunk, chunk_documents, chunks_of
from tamis.retrieve.hybrid import Hybrid, by_words, fuse, fused_scores
from tamis.retrieve.papers import _fields as fields
from tamis.retrieve.papers._cited import Gathered
from tamis.retrieve.papers._sections import (
    is_named_heading,
    looks_like_heading,
    without_references,
)
from tamis.retrieve.papers.paper import Paper
from tamis.retrieve.queries import Catalogue, Query, in_corpus, is_loft, read_queries
from tamis.retrieve.static import Naive, Whole
from tamis.retrieve.wiki import _titles as titles
from tamis.retrieve.wiki._blocks import Block, written
from tamis.retrieve.wiki._tables import Cell, Table, joined
from tamis.retrieve.wiki.encyclopaedia import PageMissing
from tamis.retrieve.wiki.markdown import to_markdown
from tamis.types import Document, Hit, InputError
from written_forms import each

# Web pages.

BLOCKS = each(
    "[address|article|aside|blockquote|center|dd|details|dialog|div|dt|fieldset|figcaption"
    "|figure|footer|form|header|hgroup|main|p|pre|section|summary|ul|ol|menu]"
)
LEFT_OUT = each(
    "[script|style|nav|template|noscript|svg|iframe|object|select|datalist|audio|video|canvas]"
)


def test_each_block_is_a_paragraph_and_each_other_element_is_not():
    """What is no prose is left out."""
    for tag in BLOCKS:
        assert page(f"<p>a</p><{tag}>b</{tag}><p>c</p>")[1] == "a\n\nb\n\nc", tag
    for tag in ("b", "span", "a", "em", "cite", "label", "q"):
        assert page(f"<p>a <{tag}>b</{tag}> c</p>")[1] == "a b c", tag
    for tag in LEFT_OUT:
        assert page(f"<p>a</p><{tag}>b</{tag}><p>c</p>")[1] == "a\n\nc", tag
    assert page("<p>a<!-- b --></p><hr>c<br>d")[1] == "a\n\nc\nd"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<title> A  b </title><h1>C</h1>d", ("A b", "# C\n\nd")),
        ("<h2>C <i>d</i></h2><h1>E</h1>f", ("C d", "## C d\n\n# E\n\nf")),
        ("<h6>C<br>d</h6>", ("C d", "###### C d")),
        ("", ("", "")),
        ("<ul><li>a<ul><li>b<p>c</p></li></ul></li><li>d<br>e</li></ul><ul><li>f</li></ul>",
         ("", "- a\n  - b\n    c\n- d\n  e\n\n- f")),
        ("<ol><li>a</ol>b", ("", "- a\n\nb")),
        ("<dl><dt>a<dd>b</dl>c", ("", "a\nb\n\nc")),
        ("<table><tr><th>a<th>b<tr><td>c<p>d</p><td>e<br>f</table>g",
         ("", "a | b\nc; d | e f\n\ng")),
        ("<table><caption>t</caption><tr><td> <td></tr><tr><td><td>b</table>",
         ("", "t\n | b")),
        ("<table><tr><td><h2>a</h2><td><table><tr><td>b<td>c</table></table>",
         ("a", "## a\n\nb | c")),
        ("<pre>\n a\n  b  \n\nc</pre>d", ("", " a\n  b\n\nc\n\nd")),
        ("<table><tr><td><pre>a\n b</pre><td>c</table>", ("", "a b | c")),
        ("a\nb\r\nc", ("", "a b c")),
    ],
)  # fmt: skip
def test_the_title_and_the_text_of_a_page(source, expected):
    """Headings, lists, rows, layouts, and text whose lines are kept."""
    assert page(source) == expected


def test_how_deep_a_page_nests():
    """Elements without an end do not count, nor does more that ends than was begun."""
    assert not nests_deeper(b"<div><b><i>x</i></b></div>", 3)
    assert nests_deeper(b"<div><b><i>x</i></b></div>", 2)
    for tag in (b"br", b"p", b"li", b"td", b"img", b"option"):
        assert not nests_deeper((b"<" + tag + b">") * 9, 1)
    assert not nests_deeper(b"<b></b>" * 9 + b"</b>" * 9 + b"<b>x", 1)
    assert nests_deeper("<b><b>".encode("utf-16"), 1)


# Wiki pages.

CLASSES = each(
    "[mw-cite-backlink|mw-editsection|mw-jump-link|mw-collapsible-toggle|noprint|toc|navbox"
    "|navbox-styles|navbar|sidebar|catlinks|metadata|ambox|tmbox|ombox|sistersitebox|side-box"
    "|portalbox|printfooter|mw-indicators|sortkey|Z3988|mw-empty-elt|geo-nondefault"
    "|geo-multi-punct|shortdescription]"
)
ATTRIBUTES = (
    'id="toc"', 'id="siteSub"', 'id="contentSub"', 'id="jump-to-nav"', 'role="navigation"',
    'style="display:none"', 'style="color:red;display: none"', 'style="visibility:hidden"',
    'style="visibility: hidden"', "hidden",
)  # fmt: skip


def test_each_element_of_a_wikis_own_is_left_out():
    """By its class, its id, or as it is hidden."""
    marks = [*(f'class="{name} x"' for name in CLASSES), *ATTRIBUTES]
    for mark in marks:
        assert to_markdown(f"<p>a</p><div {mark}>b</div><p>c</p>") == "a\n\nc", mark
    assert to_markdown('<p>a<sup class="reference">1</sup><sup class="mw-ref">2</sup></p>') == "a"
    assert to_markdown('<p>a</p><div class="x">b</div>') == "a\n\nb"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>10<sup>27</sup> (a)<sup>−2</sup> a<sup>2</sup> 5<sup>th</sup></p>",
         "10^27 (a)^−2 a2 5th"),
        ("<ol><li>a<ul><li>b</ul><li>c</ol><ul><li>d</ul>", "1. a\n  - b\n2. c\n\n- d"),
        ("<ol><li><p>a</p><p>b</p></ol>", "1. a\n   b"),
        ("<dl><dt>a<dd>b</dl><p>c", "a\nb\n\nc"),
        ("<h2>a</h2><h3>b</h3><p>c</p><h2>d</h2>", "## a\n\n### b\n\nc"),
        ("<h1>a</h1><p>b</p><h1>c</h1><p>d</p>", "b\n\n# c\n\nd"),
        ("<table><tr><th>a<th>b<tr><td>c<td>d|e</table>",
         "| a | b |\n| --- | --- |\n| c | d\\|e |"),
        ("<table><tr><td colspan=2>a<tr><td>b<td>c<tr><td>d<td>e</table>",
         "|  |  |\n| --- | --- |\n| a |  |\n| b | c |\n| d | e |"),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>",
         "|  |  |\n| --- | --- |\n| a | b |\n| a | c |"),
        ("<table><caption>t</caption><tr><td>a<tr><td>b</table>", "t\n\na\nb"),
        ('<table><tr><td><img alt="Yes" width="20"><td><img alt="No" width="41"><td>c</table>',
         "|  |  |\n| --- | --- |\n| Yes | c |"),
        ('<table><tr><td><img alt="a.png" width="20">x<td>c</table>',
         "|  |  |\n| --- | --- |\n| x | c |"),
        ('<table class="infobox"><caption>T</caption><tr><th colspan=2>H<tr><th>a:<td>b'
         "<tr><th>• c<td>d<td>e<tr><td>f<tr><th>g<td></table><p>h",
         "**T**\n**H**\n- a: b\n- c: d | e\n- f\n**g**\n\nh"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
        ("<p>a\u00adb\u200bc \u200e d</p>", "abc d"),
    ],
)  # fmt: skip
def test_a_wiki_page_as_markdown(source, expected):
    """Powers, lists, tables with spans and pictures, infoboxes, what is invisible."""
    assert to_markdown(source) == expected


@pytest.mark.parametrize(
    ("given", "columns"),
    [("2", 2), (" 2 ", 2), ("0", 1), ("-2", 1), ("x", 1), ("", 1), ("²", 1), ("123456", 1)],
)
def test_the_span_of_a_cell(given, columns):
    """At least one column; 1 for what is no number."""
    made = to_markdown(f'<table><tr><td>a<td>b<td>c<tr><td colspan="{given}">d<td>e</table>')
    assert made.split("\n")[-1].count("d") == columns


def test_pieces_on_one_line():
    """Separated where no punctuation does so."""
    for end in ",;:–—(/-":
        assert joined([f"a{end}", "b"]) == f"a{end} b", end
    for begin in "(,;:/–—":
        assert joined(["a", f"{begin}b"]) == f"a {begin}b", begin
    assert joined(["a", "", "b", "c"]) == "a; b; c"
    assert joined(["a", "b"], "") == "a b"
    table = Table(False, False, captions=["T"])
    table.rows = [[Cell(False, pieces=[text]) for text in row] for row in ("ab", "c", "def", "")]
    table.rows.append([Cell(False, pieces=["g:"]), Cell(False, pieces=["h"])])
    assert table.line() == "T; a: b; c; d, e, f; g: h"


def test_blocks_are_put_together():
    """One group has no blank lines; a heading without text below it goes."""
    group = object()
    blocks = [
        Block(None, "# a", 1), Block(None, "## b", 2), Block(None, "# c", 1), Block(None, "d"),
        Block(group, "e"), Block(group, "f"), Block(None, "g"), Block(None, "# h", 1),
    ]  # fmt: skip
    assert written(blocks) == "# c\n\nd\n\ne\nf\n\ng"
    assert written([]) == ""


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("toni_morrison ", "Toni morrison"),
        ("https://en.wikipedia.org/wiki/Toni_Morrison?a=b", "Toni Morrison"),
        ("HTTP://x.org/w/index.php?title=caf%C3%A9&x=y", "Café"),
        ("Sula#Plot", "Sula"),
        ("#1", "#1"),
        ("  a   b ", "A b"),
        ("", ""),
    ],
)
def test_the_canonical_title(title, expected):
    """As MediaWiki has it, from an address too."""
    assert titles.canonical(title) == expected


def test_redirects_are_followed_to_their_end():
    """Five of them; not in a circle."""
    steps = {"a": "b", "b": "c", "x": "y", "y": "x", **{str(n): str(n + 1) for n in range(6)}}
    assert titles.resolve("a", steps.get) == "c"
    assert titles.resolve("1", steps.get) == "6"
    with pytest.raises(PageMissing, match=r"in a circle \(x → y → x\)"):
        titles.resolve("x", steps.get)
    with pytest.raises(PageMissing, match="more than 5 redirects follow"):
        titles.resolve("0", steps.get)


def test_moments_names_and_likeness():
    """A day begins at midnight UTC; a key of two pages is none."""
    assert titles.moment("2023-11-20").isoformat() == "2023-11-20T00:00:00+00:00"
    assert titles.moment(" 2023-11-20T01:30+02:00").isoformat() == "2023-11-19T23:30:00+00:00"
    with pytest.raises(InputError, match="'x' is no date; write it as 2023-11-20"):
        titles.moment("x")
    assert titles.by_key({"Sula": "A", "sula": "A", "Jazz": "B", "JAZZ": "C"}) == {
        titles.key("Sula"): "A"
    }
    known = ["Toni Morrison", "Song of Solomon", "Toni Morrison bibliography", "Peru"]
    assert titles.similar("toni_morison", known, 1) == ("Toni Morrison",)
    assert set(titles.similar("Toni Morrison", known)) == {known[0], known[2]}
    missing = PageMissing("a", tuple("bcdefg"))
    assert missing.similar == tuple("bcdef")
    assert str(missing) == "There is no page 'a'; titles like it are 'b', 'c', 'd', 'e', 'f'."
    assert str(PageMissing("a")) == "There is no page 'a', and no title is like it."


# Chunks.


@pytest.mark.parametrize(
    ("text", "size", "pieces"),
    [
        ("  ab  ", 9, [(2, "ab")]),
        (" \n ", 9, []),
        ("aa bb\n\ncc dd ee", 10, [(0, "aa bb"), (7, "cc dd ee")]),
        ("Aa bb. Cc dd", 9, [(0, "Aa bb."), (7, "Cc dd")]),
        ("Aa bb! Cc dd", 9, [(0, "Aa bb!"), (7, "Cc dd")]),
        ("Aa bb. cc dd", 9, [(0, "Aa bb. cc"), (10, "dd")]),
        ('Aa "b." Cc dd', 10, [(0, 'Aa "b."'), (8, "Cc dd")]),
        ("Aa 1. Cc dd", 9, [(0, "Aa 1."), (6, "Cc dd")]),
        ("1. Aa cc dd", 8, [(0, "1. Aa cc"), (9, "dd")]),
        ("1234. Aa dd", 8, [(0, "1234."), (6, "Aa dd")]),
        ("ああ。いいいい", 5, [(0, "ああ。"), (3, "いいいい")]),
        ("aaaabbbb", 3, [(0, "aaa"), (3, "abb"), (6, "bb")]),
        ("aaa bbb", 3, [(0, "aaa"), (4, "bbb")]),
        ("aa bb cc", 5, [(0, "aa bb"), (6, "cc")]),
    ],
)
def test_where_a_text_is_cut(text, size, pieces):
    """At a paragraph, else a sentence, else a word, else where it must be."""
    assert chunk(text, size) == pieces


def test_no_cut_after_an_abbreviation():
    """Nor after an initial."""
    words = each(
        "[Mr|Mrs|Ms|Mx|Dr|Prof|St|Sr|Jr|Rev|Fr|Hon|Gov|Sen|Rep|Gen|Col|Maj|Capt|Lt|Sgt|Messrs|Mme"
        "|Mlle|vs|cf|viz|al|ca|approx|est|no|nos|vol|vols|fig|figs|eq|ch|sec|pp|ed|eds|trans|op"
        "|cit|dept|univ|Jan|Feb|Sept|e.g|U.S|J]"
    )
    for word in words:
        text = f"Aa {word}. Bb Cc"
        assert chunk(text, len(text) - 3)[0][1] == f"Aa {word}. Bb", word
    assert chunk("Aa word. Bb Cc", 11)[0][1] == "Aa word."


def test_chunks_are_documents_with_numbers():
    """A document in one piece keeps its id, and no id may come twice."""
    text = "Aa bb. Cc dd. Ee ff."
    long = Document("d", "T", text)
    parts = [Document("d#0", "T", "Aa bb."), Document("d#1", "T", "Cc dd."),
             Document("d#2", "T", "Ee ff.")]  # fmt: skip
    short = Document("e", "U", " x ")
    assert chunks_of(long, 7) == parts
    assert chunk_documents([long, short], 7) == [*parts, short]
    with pytest.raises(InputError, match="Two chunks would have the id 'd#1'"):
        chunk_documents([long, Document("d#1", "", "x")], 7)
    with pytest.raises(ValueError, match="A chunk of at most 0 characters cannot be"):
        chunk(text, 0)


# Fusion and ranks.


def _hits(*ids: str) -> list[Hit]:
    return [Hit(Document(id, "", ""), 9.0 - n) for n, id in enumerate(ids)]


def test_reciprocal_rank_fusion_by_hand():
    """1 / (60 + rank), summed; ties in the order of the rankings."""
    found = fuse([_hits("a", "b", "c"), _hits("b", "d"), _hits("d")], None)
    assert [one.document.id for one in found] == ["b", "d", "a", "c"]
    assert [one.score for one in found] == pytest.approx(
        [1 / 62 + 1 / 61, 1 / 62 + 1 / 61, 1 / 61, 1 / 63]
    )
    assert [one.document.id for one in fuse([_hits("a", "b", "c")], 2)] == ["a", "b"]
    assert fuse([_hits("a")], 1, k0=1)[0].score == 0.5
    words = np.array([0.0, 2.0, 1.0], dtype=np.float32)
    dense = np.array([0.5, -1.0, 0.5], dtype=np.float32)
    assert fused_scores([(words, True), (dense, False)], k0=1).tolist() == pytest.approx(
        [1 / 2, 1 / 2 + 1 / 4, 1 / 3 + 1 / 3]
    )


def test_a_hybrid_is_of_rankers_over_one_corpus():
    """Its name has theirs; it ranks by words where all of them do."""
    documents = [Document(x, "", x) for x in "abc"]
    made = Hybrid([Whole.build(documents), Naive.build(documents)], 1)
    assert (made.name, len(made), made.documents[1].id) == (
        "rrf (whole corpus + naive (first documents))",
        3,
        "b",
    )
    assert [one.document.id for one in made.search("x", 2)] == ["a", "b"]
    assert by_words(made) is False
    with pytest.raises(InputError, match="A hybrid needs at least one ranker"):
        Hybrid([])
    with pytest.raises(InputError, match=r"over corpora of \[2, 3\] documents"):
        Hybrid([Whole.build(documents), Whole.build(documents[:2])])


def test_the_best_of_scores():
    """Ties in order; only those above a bound."""
    scores = np.array([1.0, 3.0, 0.0, 3.0, 2.0])
    assert best(scores, 3).tolist() == [1, 3, 4]
    assert best(scores, 1).tolist() == [1]
    assert best(scores, None).tolist() == best(scores, 5).tolist() == [1, 3, 4, 0, 2]
    assert best(scores, 9, above=0).tolist() == [1, 3, 4, 0]
    assert best(scores, 4, above=1).tolist() == [1, 3, 4]
    assert best(scores, 2, above=1).tolist() == [1, 3]


def test_ids_are_distinct_and_k_is_positive():
    """It is said which id comes twice."""
    two = [Document("a", "", ""), Document("b", "", "")]
    assert checked(two) is two
    with pytest.raises(InputError, match="Two documents of the corpus have the id 'a'"):
        checked([*two, two[0]])
    with pytest.raises(InputError, match="The corpus is empty"):
        checked([])
    check_k(1)
    check_k(None)
    with pytest.raises(ValueError, match="k is 0; it must be at least 1"):
        check_k(0)
    seen = DistinctIds()
    assert [seen.seen(one) for one in two] == two
    seen.check(["a", "b"])
    seen.add("a")
    with pytest.raises(InputError, match="the id 'a'"):
        seen.check(["a", "b", "a"])


# Runs, qrels and queries.


def test_a_run_is_written_and_read(tmp_path):
    """White space and percent signs of ids come back; ties are counted."""
    path = tmp_path / "run"
    run = {"q 1": [("a b", 2.5), ("50%", 1.0), ("50%20", 1.0)], "q2": _hits("x", "y"), "q3": []}
    assert trec.write_run(path, run, " my  run ") == 1
    assert path.read_text() == (
        "q%201 Q0 a%20b 1 2.5 my-run\nq%201 Q0 50% 2 1.0 my-run\nq%201 Q0 50%2520 3 1.0 my-run\n"
        "q2 Q0 x 1 9.0 my-run\nq2 Q0 y 2 8.0 my-run\n"
    )
    assert trec.read_run(path) == {"q 1": run["q 1"], "q2": [("x", 9.0), ("y", 8.0)]}
    trec.write_run(path, {"q": [("a", 1.0)]}, " ")
    assert path.read_text() == "q Q0 a 1 1.0 tamis\n"
    path.write_text("q Q0 c 2 1 t\n\nq Q0 b 1 1 t\nq Q0 a 9 7 t\nq Q0 d 2 1 t\n")
    assert trec.read_run(path) == {"q": [("a", 7.0), ("b", 1.0), ("c", 1.0), ("d", 1.0)]}
    for ranking in ([("a", 1.0), ("b", 2.0)], [("a", float("nan"))], [("a", float("inf"))]):
        with pytest.raises(ValueError, match="scores must be finite and must not rise"):
            trec.write_run(path, {"q": ranking})
    with pytest.raises(InputError, match="An id of a query or document is empty"):
        trec.write_run(path, {"q": [("", 1.0)]})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("q Q0 a 1 1", "line 1 has 5 columns, where a line of a run has six"),
        ("q Q0 a x 1 t", "line 1: the rank is 'x', not a whole number."),
        ("q Q0 a 1 x t", "line 1: the score is 'x', not a finite number."),
        ("q Q0 a 1 inf t", "line 1: the score is 'inf', not a finite number."),
        ("q Q0 a 1 1 t\nq Q0 a 2 0 t", "line 2: the document 'a' was ranked for the query 'q'"),
        ("", "is empty: it holds no line."),
    ],
)
def test_what_is_no_run(tmp_path, line, said):
    """It is said where and why."""
    (tmp_path / "run").write_text(line)
    with pytest.raises(InputError) as error:
        trec.read_run(tmp_path / "run")
    assert said in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "q 0 a 2\nq 0 b%20c 0\nr 0 a 1\n",
        "query-id\tcorpus-id\tscore\nq\ta\t2\nq\tb c\t0\nr\ta\t1\n",
        "q\ta\t2\nq\tb c\t0\nr\ta\t1\n",
        "QID\tpid\tgrade\nq\ta\t2\nq\tb c\t0\nr\ta\t1\n",
        "query_id\tpid\tgrade\nq\ta\t2\nq\tb c\t0\nr\ta\t1\n",
        "".join(
            json.dumps({"query-id": q, "corpus-id": d, "score": s}) + "\n"
            for q, d, s in (("q", "a", 2.0), ("q", "b c", 0), ("r", "a", 1))
        ),
    ],
)
def test_qrels_in_each_of_their_forms(tmp_path, text):
    """TREC's columns, BEIR's with and without a header, and JSON lines."""
    (tmp_path / "qrels").write_text(text)
    expected = {"q": {"a": 2, "b c": 0}, "r": {"a": 1}}
    assert trec.read_qrels(tmp_path / "qrels") == expected
    trec.write_qrels(tmp_path / "again", expected)
    assert (tmp_path / "again").read_text() == "q 0 a 2\nq 0 b%20c 0\nr 0 a 1\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("q 0 a", "line 1 has 3 columns, where a line of qrels has four"),
        ("q\ta\t", "line 1 has 2 columns, where a line of qrels has three"),
        ("q 0 a x", "line 1: the grade is 'x', not a whole number."),
        ("q 0 a 1\nq 0 a 2", "line 2: the document 'a' has the grade 2 for the query 'q', but 1"),
    ],
)
def test_what_are_no_qrels(tmp_path, text, said):
    """It is said where and why."""
    (tmp_path / "qrels").write_text(text)
    with pytest.raises(InputError) as error:
        trec.read_qrels(tmp_path / "qrels")
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("records", "queries"),
    [
        ([{"_id": "1", "text": "a"}, {"_id": "2", "text": "b"}],
         [Query("1", "a"), Query("2", "b")]),
        ([{"id": 7, "text": "a"}, {"qid": "8", "query": "b"}], [Query("7", "a"), Query("8", "b")]),
        ([{"qid": "1", "query_text": "a", "metadata": {"qrels": [["d", 2], ["e", 0]]},
           "answers": ["x"]}], [Query("1", "a", {"d": 2, "e": 0})]),
        ([{"qid": "1", "query_text": "a", "answers": ["x", ["y", 1]]}],
         [Query("1", "a", {"x": 1, "y": 1})]),
        ([{"qid": "1", "query_text": "a"}], [Query("1", "a")]),
        ([{"query": "a", "docs": ["T", {"title": "U"}]}, {"query": "b", "docs": []}],
         [Query("1", "a", {"T": 1, "U": 1}), Query("2", "b", {})]),
    ],
)  # fmt: skip
def test_queries_in_each_of_their_forms(tmp_path, records, queries):
    """BEIR, plain, LOFT with qrels or answers, QUEST."""
    path = tmp_path / "queries.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    assert read_queries(path) == queries
    assert is_loft(path) is False


def test_queries_in_a_table(tmp_path):
    """An id and a text; it is said what is missing."""
    path = tmp_path / "queries.tsv"
    path.write_text(" 1 \t a b\tc \n2\td\n")
    assert read_queries(path) == [Query("1", "a b\tc"), Query("2", "d")]
    for text, said in (
        ("1 a\n", "line 1 has no tab"),
        ("1\t \n", "line 1: the query has no text"),
        (" \ta\n", "line 1: the query has no id"),
        ("1\ta\n1\tb\n", "line 2: the id '1' is already that of a query before"),
        ("", "holds no query; a query has "),
    ):
        path.write_text(text)
        with pytest.raises(InputError) as error:
            read_queries(path)
        assert said in str(error.value)


def test_golds_are_found_in_the_corpus():
    """By id, by the page of a passage, by title; what is not there counts where it is relevant."""
    corpus = Catalogue([Document("1", "A", ""), Document("2", "B", ""), Document("3", "B", "")])
    golds = {"q": {"1": 2, "A": 1, "p": 1, "x": 1, "y": 0}, "r": {}}
    assert in_corpus(golds, corpus, {"p": "2"}) == (
        {"q": {"1": 2, "2": 1, "x": 1, "y": 0}, "r": {}},
        1,
    )
    assert in_corpus({"q": {"A": 1, "1": 3}}, corpus) == ({"q": {"1": 3}}, 0)
    with pytest.raises(InputError, match="The gold 'B' of the query 'q' is the title of several"):
        in_corpus({"q": {"B": 1}}, corpus)
    assert (corpus.titled("A"), corpus.titled("B"), corpus.titled("C")) == ("1", None, None)
    assert (corpus.has_title("B"), corpus.has_title("C")) == (True, False)


# Papers.

SECTIONS = each(
    "[Abstract|Introduction|General introduction|Related work|Related works|Prior work"
    "|Previous work|Background|Preliminaries|Method|Methods|Methodology|Materials and methods"
    "|Approach|Experiment|Experiments|Experimental setup|Experimental setting"
    "|Experimental settings|Experimental results|Evaluation|Result|Results"
    "|Results and discussion|Discussion|Analysis|Limitation|Limitations|Conclusion|Conclusions"
    "|Conclusion and future work|Conclusions and future work|Future work|Ethics"
    "|Ethics statement|Ethical considerations|Broader impact|Broader impacts|Acknowledgement"
    "|Acknowledgments|Author contributions|Appendix|Appendices|Supplementary material"
    "|Supplementary materials]"
)
REFERENCES = each(
    "[References|References and notes|Bibliography|Literature|Literature cited|Works cited"
    "|Literaturverzeichnis|Literatur|Références|Bibliographie|Referencias|Riferimenti]"
)


def test_each_name_of_a_section_is_a_heading():
    """Numbered or not; with a colon or a stop."""
    for name in (*SECTIONS, *REFERENCES):
        for said in (name, f"3 {name}", f"3.1. {name.upper()}:", f"IV. {name}.", f"A.2 {name}"):
            assert looks_like_heading(said), said
            assert is_named_heading(said) is not said.startswith("3"), said
        assert looks_like_heading(name.lower())
        assert not is_named_heading(name.lower())
    assert looks_like_heading("2.3 Our Own Way")
    for other in ("Our Own Way", "2 our own way", "2 It was so.", "2 Why?", "2 So it is [4]. [4]",
                  "2 " + "A" * 99, "2 A b c d e f g h i j k l"):  # fmt: skip
        assert not looks_like_heading(other), other


def test_each_heading_of_references_ends_the_text():
    """Up to an appendix, if there is one."""
    for name in REFERENCES:
        for said in (name, f"## {name.upper()}", f"7 {name}", f"# 7. {name}: ##"):
            assert without_references(["a", said, "b", "c"]) == ["a"], said
            assert without_references(["a", f"{said}\nb", "c"]) == ["a"], said
    for name in each(
        "[Appendix|Appendix A: More|B. Appendices|Supplementary|## Supplemental data]"
    ):
        assert without_references(["a", "References", "b", name, "c"]) == ["a", name, "c"], name
    proofs = ["a", "References", "b", "A More Proofs", "c"]
    assert without_references([*proofs, "B Data Used", "d"]) == [
        "a", "A More Proofs", "c", "B Data Used", "d",
    ]  # fmt: skip
    assert without_references([*proofs, "A.1 Data Used"])[1] == ("A More Proofs")
    assert without_references(proofs) == ["a"]
    assert without_references(["a", "References", "B Data Used", "C More Data"]) == ["a"]
    assert without_references(["References", "b"]) == ["References", "b"]
    assert without_references(["a", "References in the text", "b"])[1:] == [
        "References in the text", "b",
    ]  # fmt: skip


def test_fields_of_a_record_have_their_types():
    """Null is empty; another type is an error that names the field."""
    assert (fields.text(" a ", "x"), fields.text(None, "x")) == ("a", "")
    assert ([*fields.listed([1], "x")], [*fields.listed(None, "x")]) == ([1], [])
    assert (fields.mapped({"a": 1}, "x"), fields.mapped(None, "x")) == ({"a": 1}, {})
    for read, what in ((fields.text, "string"), (fields.listed, "list"), (fields.mapped, "object")):
        with pytest.raises(fields.BrokenError, match=f'has 3 as "x", which is no {what}'):
            read(3, "x")
    assert [fields.identity(x) for x in (7, " a ", "", True, None, 1.5, [])] == [
        "7", "a", None, None, None, None, None,
    ]  # fmt: skip
    assert fields.first_identity({"a": "", "b": 7, "c": 8}, ("a", "b", "c")) == "7"
    assert fields.first_identity({}, ("a",)) is None


def test_papers_are_gathered_from_lists():
    """By id or title, in order; a paragraph that names none goes to the paper at its place."""
    found = Gathered()
    one = found.name({"corpusid": 7, "title": " A  b ", "year": 2001, "paragraphs": ["p"]}, "cited")
    two = found.name("c D", "cited")
    assert found.name("A B", "cited") is one
    assert found.name("7", "cited") is one
    assert (
        found.name({"paper_id": "8", "paper_title": "C d", "passages": [{"text": "q"}]}, "x") is two
    )
    found.add_all(["r", {"passage": "s"}], [one, two], "y")
    found.add_all([{"id": 7, "content": "t"}, "p"], [one], "y")
    found.name("9", "cited")
    assert found.papers() == (
        Paper("7", "A b", ("p", "r", "t"), 2001, ()),
        Paper("8", "c D", ("q", "s"), None, ()),
    )
    with pytest.raises(fields.BrokenError, match='has 3 "y" for 2 papers, of which number 1 does'):
        found.add_all(["a", "b", "c"], [one, two], "y")
    with pytest.raises(fields.BrokenError, match='has a "x" with neither an id nor a title'):
        found.name({"text": "a"}, "x")
    with pytest.raises(fields.BrokenError, match='has None as "x", which names no paper'):
        found.name(None, "x")
    other = found.name({"id": "10", "title": "A b"}, "x")
    assert other is not one
    assert Counter(entry.title for entry in (one, other)) == {"A b": 2}
