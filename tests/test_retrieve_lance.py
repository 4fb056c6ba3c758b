"""LanceDB tables: words, vectors and both, and what a rebuild leaves."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

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


def test_vectors_are_searched_exactly(tmp_path):
    """The hits are those of the dense ranker over the same vectors, up to float32."""
    Lance.build(iter(PAGES), tmp_path, EMBEDDER)
    table = Lance.open(tmp_path, EMBEDDER, "vector")
    dense = Dense.build(PAGES, EMBEDDER)
    for query in ("moss of the river", "kelp 17"):
        ours, theirs = table.search(query, None), dense.search(query, None)
        assert table.name == "lancedb vectors (hashing-32)"
        scores = {hit.document.id: hit.score for hit in theirs}
        assert {h.document.id: h.score for h in ours} == pytest.approx(scores, abs=1e-6)
        assert _ids(table.search(query, 3)) == _ids(ours)[:3]
    # Words and vectors together are what Hybrid makes of the two.
    parts = [Lance.open(tmp_path, EMBEDDER, mode) for mode in ("text", "vector")]
    both = Lance.open(tmp_path, EMBEDDER, "hybrid")
    assert both.search("kelp shade", 4) == Hybrid(parts).search("kelp shade", 4)


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
