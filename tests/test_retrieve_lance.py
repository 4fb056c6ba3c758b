"""LanceDB tables: words, vectors and both, opened again, changed, and refused."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest

from tamis.retrieve import saved_index
from tamis.retrieve.dense import Dense
from tamis.retrieve.embedders import HashingEmbedder
from tamis.retrieve.hybrid import Hybrid
from tamis.retrieve.lance import Lance
from tamis.types import Document, InputError

# Not `importorskip`: to import it takes seconds, which only those tests are to wait for.
pytestmark = pytest.mark.skipif(not find_spec("lancedb"), reason="the extra scale is not here")

EMBEDDER = HashingEmbedder(32)
WORDS = ["moss", "fern", "kelp", "heron", "orchid", "river", "forest", "shade"]
PAGES = [
    Document(f"d'{i}", WORDS[i % 8].title() if i % 5 else "", f"{WORDS[i % 7]} {WORDS[i % 3]} {i}")
    for i in range(60)
]


def _ids(found):
    return [hit.document.id for hit in found]


def test_words_are_found_with_stemming_and_without_syntax(tmp_path):
    """Title and text are searched; quotes, colons and brackets in a query are no operators."""
    table = Lance.build(iter(PAGES), tmp_path)
    assert (table.name, len(table)) == ("lancedb full text (its own BM25)", 60)
    orchids = {p.id for p in PAGES if "orchid" in f"{p.title} {p.text}".lower()}
    assert set(_ids(table.search('"orchids": (AND', None))) == orchids
    assert all(hit.document in PAGES for hit in table.search("kelp river"))
    assert len(table.search("moss", 5)) == 5
    assert table.search("zebra") == table.search("the of") == table.search("") == []


def test_hits_are_ordered_by_score_and_then_by_place(tmp_path):
    """Equal documents come in corpus order."""
    pages = [Document(f"p{i}", "", "moss" if i % 2 else "fern moss") for i in range(9, 0, -1)]
    table = Lance.build(pages, tmp_path, EMBEDDER, "text")
    assert _ids(table.search("moss")) == ["p9", "p7", "p5", "p3", "p1", "p8", "p6", "p4", "p2"]


def test_vectors_are_searched_exactly(tmp_path):
    """The hits are those of the dense ranker over the same vectors, up to float32."""
    table = Lance.build(iter(PAGES), tmp_path, EMBEDDER, "vector")
    dense = Dense.build(PAGES, EMBEDDER)
    for query in ("moss of the river", "kelp 17"):
        ours, theirs = table.search(query, None), dense.search(query, None)
        assert table.name == "lancedb vectors (hashing-32)"
        scores = {hit.document.id: hit.score for hit in theirs}
        assert {h.document.id: h.score for h in ours} == pytest.approx(scores, abs=1e-6)
        assert _ids(table.search(query, 3)) == _ids(ours)[:3]


def test_both_are_fused_by_reciprocal_ranks(tmp_path):
    """The hybrid mode is what Hybrid makes of the two others."""
    both = Lance.build(iter(PAGES), tmp_path, EMBEDDER)
    parts = [Lance.open(tmp_path, EMBEDDER, mode) for mode in ("text", "vector")]
    fused = Hybrid(parts)
    for k in (4, None):
        assert both.search("kelp shade", k) == fused.search("kelp shade", k)
    assert both.name == fused.name


@pytest.mark.parametrize("mode", ["text", "vector", "hybrid"])
def test_a_pointer_opens_the_table_again(mode, tmp_path, monkeypatch):
    """It holds where the table is, not what is in it, nor the options of the storage."""
    monkeypatch.chdir(tmp_path)
    options = {"timeout": "11s"}
    table = Lance.build(iter(PAGES), "table", EMBEDDER, mode, storage_options=options)
    table.save(tmp_path / "index")
    monkeypatch.chdir("/")
    again = saved_index.open_index(tmp_path / "index", EMBEDDER, storage_options=options)
    assert (again.name, len(again)) == (table.name, 60)
    assert again.search("kelp") == table.search("kelp")
    assert "11s" not in (tmp_path / "index" / "index.json").read_text()
    if mode != "text":
        with pytest.raises(InputError, match="built with the embedder hashing-32"):
            saved_index.open_index(tmp_path / "index", HashingEmbedder(31))


def test_a_table_knows_its_embedder_and_its_documents(tmp_path):
    """Vectors of another embedder are refused, of one width or not; words need none."""
    table = Lance.build(iter(PAGES), tmp_path, EMBEDDER)
    table.upsert([PAGES[3]])
    (renamed := HashingEmbedder(32)).name = "other"
    for other in (HashingEmbedder(31), renamed):
        with pytest.raises(InputError, match=r"built with the embedder hashing-32 1, not with "):
            Lance.open(tmp_path, other)
    assert len(Lance.open(tmp_path)) == len(Lance.open(tmp_path, HashingEmbedder(32))) == 60
    assert table.holds(reversed(PAGES))
    assert not table.holds(PAGES[1:])
    assert not table.holds([*PAGES[:-1], Document(PAGES[-1].id, PAGES[-1].title, "another text")])


def test_changed_documents_take_their_places_and_new_ones_come_last(tmp_path):
    """By id; words and vectors of the old text find nothing any more."""
    table = Lance.build(iter(PAGES), tmp_path, EMBEDDER)
    changed, new = Document("d'3", "Zebra", "a striped horse"), Document("new", "", "zebra horse")
    other = Document("newer", "", "zebra horse")
    table.upsert([new, other, changed])
    assert len(table) == 62
    words = Lance.open(tmp_path)
    assert set(_ids(words.search("striped zebra horse"))) == {"d'3", "new", "newer"}
    assert _ids(words.search("horse"))[:2] == ["new", "newer"]
    assert "d'3" not in _ids(words.search("heron", None))
    by_vector = Lance.open(tmp_path, EMBEDDER, "vector").search("striped zebra horse", 3)
    assert by_vector[0].document == changed
    with pytest.raises(InputError, match="have the id 'x'"):
        table.upsert([Document("x", "", "a"), Document("x", "", "b")])
    assert len(table) == 62


def test_a_rebuild_replaces_the_table_and_a_refused_one_leaves_it(tmp_path):
    """An empty corpus or doubled ids, found after the writing, bring the old table back."""
    with pytest.raises(InputError, match="have the id 'x'"):
        Lance.build([Document("x", "", "a"), Document("x", "", "b")], tmp_path)
    with pytest.raises(InputError, match="holds no table"):
        Lance.open(tmp_path)
    Lance.build(iter(PAGES), tmp_path)
    with pytest.raises(InputError, match="corpus is empty"):
        Lance.build(iter([]), tmp_path)
    with pytest.raises(InputError, match="have the id 'x'"):
        Lance.build([Document("x", "", "moss"), Document("x", "", "b")], tmp_path)
    assert len(Lance.open(tmp_path).search("kelp", None)) == len(
        [p for p in PAGES if "kelp" in f"{p.title} {p.text}".lower()]
    )
    table = Lance.build([Document("x", "T\n", "moss\n")], tmp_path)
    assert [hit.document for hit in table.search("moss")] == [Document("x", "T\n", "moss\n")]


def test_what_a_reader_or_an_embedder_refuses_is_said_as_it_was(tmp_path, monkeypatch):
    """Also in the middle of the writing; the old table stays."""
    monkeypatch.setattr("tamis.retrieve._lance_rows.BATCH", 2)
    Lance.build(PAGES[:3], tmp_path)

    def reader():
        yield from PAGES[:5]
        raise InputError("corpus.jsonl, line 6 is not JSON.")

    with pytest.raises(InputError, match=r"^corpus.jsonl, line 6 is not JSON\.$"):
        Lance.build(reader(), tmp_path)
    assert len(Lance.open(tmp_path)) == 3
    odd = Document("odd", "a \ud800", "moss \ud800")
    assert Lance.build([odd], tmp_path).search("moss \ud800")[0].document == Document(
        "odd", "a \ufffd", "moss \ufffd"
    )


def test_what_cannot_be_opened_is_one_sentence(tmp_path, monkeypatch):
    """A mode without an embedder or vectors, no table, a place that is none, no LanceDB."""
    with pytest.raises(InputError, match="give an embedder, or take 'text'"):
        Lance.build(PAGES, tmp_path, None, "hybrid")
    with pytest.raises(InputError, match="no mode 'both'"):
        Lance.build(PAGES, tmp_path, None, "both")
    Lance.build(PAGES, tmp_path / "words")
    with pytest.raises(InputError, match=r"no column 'vector'; build it again with an embedder"):
        Lance.open(tmp_path / "words", EMBEDDER)
    with pytest.raises(InputError, match="LanceDB cannot use nowhere://bucket"):
        Lance.build(PAGES, "nowhere://bucket/path")
    with pytest.raises(ValueError, match="at least 1"):
        Lance.open(tmp_path / "words").search("moss", 0)
    monkeypatch.setitem(sys.modules, "lancedb", None)
    with pytest.raises(InputError, match=r'pip install "tamis\[scale\]"'):
        Lance.open(tmp_path / "words")


@pytest.mark.parametrize("mode", ["text", "vector", "hybrid"])
def test_scores_of_the_whole_corpus_are_in_the_order_of_a_search(tmp_path, mode):
    """By position; where scores are equal, as a search would have it: in corpus order."""
    table = Lance.build(iter(PAGES), tmp_path, EMBEDDER, mode)
    for query in ("moss of the river", "kelp 17", "zebra"):
        scores = table.scores(query)
        assert scores.shape == (60,)
        found = table.search(query, None)
        listed = {hit.document.id: hit.score for hit in found}
        expected = [listed.get(page.id, 0) for page in PAGES]
        assert scores.tolist() == pytest.approx(expected, abs=1e-6)
