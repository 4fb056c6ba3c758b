"""Rankers against other libraries, cases worked by hand, and plain numpy."""

from __future__ import annotations

import json
import math
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from rank_bm25 import BM25Plus

from tamis.retrieve import saved_index
from tamis.retrieve.bm25 import BM25, VARIANTS
from tamis.retrieve.dense import Dense, top
from tamis.retrieve.embedders import HashingEmbedder
from tamis.retrieve.hybrid import Hybrid
from tamis.retrieve.static import Naive, Whole
from tamis.types import Document, Hit, InputError

PAGES = [
    Document("d0", "Orchid", "a plant of the wet forest"),
    Document("d1", "Fern", "the fern is a plant, and a plant of shade"),
    Document("d2", "Heron", "a bird of the river"),
    Document("d3", "Kelp", "it grows in the sea"),
    Document("d4", "Moss", "a plant of the wet forest"),
]

CHUNKS = Path(__file__).parents[2] / "shared" / "data" / "quest" / "page_chunks_sample.jsonl"


def _ids(found):
    return [hit.document.id for hit in found]


def tokens(text):
    """The words of BM25 without stemming or stop words, written a second time."""
    return re.findall(r"[^\W]{2,}", text.lower())


def _plain(documents, variant, **more):
    return BM25.build(documents, variant, stemmer=None, stopwords=None, **more)


@pytest.fixture(scope="module")
def quest():
    """The distinct chunks of real pages and the queries; skips where they are not here."""
    if not CHUNKS.exists():
        pytest.skip(f"{CHUNKS} is not here")
    records = [json.loads(line) for line in CHUNKS.read_text().splitlines()]
    pairs = dict.fromkeys((d["title"], d["chunk"]) for r in records for d in r["docs"])
    documents = [Document(f"c{i}", title, chunk) for i, (title, chunk) in enumerate(pairs)]
    return documents, [record["query"] for record in records]


# Static


def test_the_whole_corpus_comes_in_its_order_whatever_is_asked():
    """Whole gives everything unless k cuts it, Naive the first k, and all hits score 1."""
    whole, naive = Whole.build(PAGES), Naive.build(PAGES)
    assert whole.search("heron") == [Hit(page, 1.0) for page in PAGES]
    assert _ids(whole.search("heron", 2)) == _ids(naive.search("kelp", 2)) == ["d0", "d1"]
    assert _ids(naive.search("kelp", None)) == [page.id for page in PAGES]
    many = [Document(str(i), "", "x") for i in range(50)]
    assert len(Naive.build(many).search("x")) == 40


# BM25


def test_bm25_plus_is_that_of_rank_bm25_on_real_pages(quest):
    """Top 40 and scores agree with rank_bm25's BM25Plus for every query.

    Without pages with Japanese and Korean names and without words of one letter, as rank_bm25 is
    given neither as we cut them.
    """
    documents, queries = quest
    eastern = re.compile(r"[№\u3040-\u30ff\uac00-\ud7af]")
    documents = [one for one in documents if not eastern.search(one.text)]
    ours = _plain(documents, "bm25+")
    theirs = BM25Plus([tokens(f"{d.title}\n{d.text}") for d in documents])
    for query in queries:
        scores = theirs.get_scores(tokens(query))
        found = ours.search(" ".join(tokens(query)))
        best = np.argsort(-scores, kind="stable")[:40]
        assert [hit.score for hit in found] == pytest.approx(list(scores[best]), abs=1e-9)
        assert {hit.document.id for hit in found} == {documents[i].id for i in best}


def test_lucene_by_hand():
    """Lucene's formula for one word that two of five documents hold."""
    found = _plain(PAGES, "lucene", k1=1.2, b=0.5).search("wet")
    lengths = [6, 9, 5, 6, 6]  # words of two letters and more, the title's too
    idf = math.log(1 + (5 - 2 + 0.5) / (2 + 0.5))
    expected = idf * 1 / (1 + 1.2 * (0.5 + 0.5 * 6 / (sum(lengths) / 5)))
    assert _ids(found) == ["d0", "d4"]
    assert [hit.score for hit in found] == pytest.approx([expected] * 2, rel=1e-6)


def test_lv_zhai_gives_delta_only_to_documents_with_the_term():
    """BM25+ as its authors define it, summed by hand over the terms that a document holds."""
    found = _plain(PAGES, "lv-zhai", dtype="float64", delta=0.7).search("wet plant")
    counts = {"d0": (1, 1, 6), "d1": (0, 2, 9), "d4": (1, 1, 6)}
    idf = (math.log(6 / 2), math.log(6 / 3))

    def score(wet, plant, length):
        norm = 1.5 * (0.25 + 0.75 * length / 6.4)
        parts = (2.5 * tf / (norm + tf) + 0.7 if tf else 0 for tf in (wet, plant))
        return sum(i * part for i, part in zip(idf, parts, strict=True))

    expected = {id: score(*numbers) for id, numbers in counts.items()}
    assert _ids(found) == sorted(expected, key=lambda id: (-expected[id], id))
    assert {h.document.id: h.score for h in found} == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_documents_that_share_no_word_are_left_out(variant):
    """Also where a variant scores them, and a match whose IDF is zero is a hit all the same."""
    index = BM25.build(PAGES, variant)
    assert index.name.startswith("bm25 (")
    assert set(_ids(index.search("plants", None))) == {"d0", "d1", "d4"}
    assert set(_ids(index.search("plants of the river"))) == {"d0", "d1", "d2", "d4"}
    assert index.search("zebra") == index.search("the of") == index.search("") == []
    two = [Document("a", "", "same word"), Document("b", "", "same word")]
    assert _ids(BM25.build(two, variant).search("same word")) == ["a", "b"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_ties_are_in_corpus_order_and_k_cuts_them(variant):
    """Of equal documents the first ones come first, whatever the k."""
    pages = [Document(f"p{i:03}", "", "moss" if i % 3 else "kelp moss") for i in range(300)]
    index = BM25.build(pages, variant)
    everything = _ids(index.search("kelp", None))
    assert everything == [f"p{i:03}" for i in range(0, 300, 3)]
    assert _ids(index.search("kelp", 7)) == everything[:7]
    for k in (200, 1000):
        assert _ids(index.search("kelp", k)) == everything


def test_stemming_and_stop_words_can_be_left_out_or_are_of_another_language():
    """With the stemmer "plants" finds "plant"; an unknown language is refused."""
    assert _ids(BM25.build(PAGES).search("growing")) == ["d3"]
    assert _plain(PAGES, "lucene").search("growing") == []
    assert len(_plain(PAGES, "lucene").search("the")) == 5
    # A word twice in the query counts twice, as in rank_bm25 and in Lucene.
    once, twice = (BM25.build(PAGES).search(query)[0].score for query in ("heron", "heron heron"))
    assert twice == pytest.approx(2 * once)
    with pytest.raises(InputError, match="no stemmer 'klingon'"):
        BM25.build(PAGES, stemmer="klingon")
    with pytest.raises(InputError, match="None of the 1 documents holds a word"):
        BM25.build([Document("a", "", "the")])


# Dense


def _brute(matrix, query, k):
    scores = (matrix.astype(np.float64) * query.astype(np.float64)).sum(axis=1)
    best = np.argsort(-scores, kind="stable")[:k]
    return list(best), list(scores[best])


def test_dense_is_the_brute_force_on_real_pages(quest):
    """The top 40 of every query is that of a stable sort of all products; k None sorts all."""
    documents, queries = quest
    embedder = HashingEmbedder()
    index = Dense.build(documents, embedder)
    matrix = embedder.embed_documents([f"{d.title}\n{d.text}" for d in documents])
    vectors = embedder.embed_queries(queries)
    for k in (40, None):
        for query, vector, found in zip(
            queries, vectors, index.search_many(queries, k), strict=True
        ):
            best, scores = _brute(matrix, vector, k)
            assert _ids(found) == [f"c{i}" for i in best]
            assert [hit.score for hit in found] == scores
            assert k is None or index.search(query) == found


@given(
    hnp.arrays(np.float32, (23, 3), elements=st.sampled_from([-1, -0.1, 0, 1 / 3, 0.7, 2])),
    st.integers(1, 30),
)
def test_ties_of_products_are_in_corpus_order_in_every_block(block, k):
    """Blocks of a few rows give what one sort of everything gives, equal rows in their order."""
    queries = np.array([[0.1, 1, -0.3], [0, 0, 0]], dtype=np.float32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tamis.retrieve.dense._BLOCK", 4)
        patch.setattr("tamis.retrieve.dense._QUERIES", 1)
        for query, (at, scores) in zip(queries, top(block, queries, k), strict=True):
            assert (list(at), list(scores)) == _brute(block, query, k)


def test_the_margin_keeps_what_float32_would_confuse():
    """Rows that float32 cannot tell apart are ranked by their products in float64."""
    rng = np.random.default_rng(5)
    base = rng.standard_normal(512).astype(np.float32)
    matrix = base + rng.integers(-2, 3, (3000, 512)).astype(np.float32) * 1e-7
    query = rng.standard_normal((1, 512)).astype(np.float32)
    [(at, scores)] = top(matrix, query, 40)
    assert (list(at), list(scores)) == _brute(matrix, query[0], 40)


# Hybrid


class Listed:
    """A ranker with a fixed ranking."""

    def __init__(self, *ranking):
        self.name, self.ranking = "listed", [Hit(Document(id, "", ""), 0.0) for id in ranking]
        self.asked = []

    def __len__(self):
        return 500

    def search(self, query, k=40):
        """The ranking, and a note of the k."""
        self.asked.append(k)
        return self.ranking[:k]

    def save(self, folder):
        """Not needed here."""


def test_reciprocal_ranks_by_hand():
    """1/61 + 1/63 for a, 1/62 + 1/61 for b; what one ranker alone found comes after, in order."""
    hybrid = Hybrid([Listed("a", "b", "c"), Listed("b", "d", "a")])
    found = hybrid.search("x")
    assert _ids(found) == ["b", "a", "d", "c"]
    assert [hit.score for hit in found] == pytest.approx(
        [1 / 62 + 1 / 61, 1 / 61 + 1 / 63, 1 / 62, 1 / 63]
    )
    assert Hybrid([Listed("a"), Listed("b")]).search("x") == [
        Hit(Document(id, "", ""), 1 / 61) for id in "ab"
    ]


def test_each_ranker_is_asked_for_a_hundred_at_least():
    """Candidates are as deep as k, and 100 deep for a smaller k."""
    one, other = Listed("a", "b"), Listed("b")
    hybrid = Hybrid([one, other])
    assert _ids(hybrid.search("x", 1)) == ["b"]
    hybrid.search("x", 300)
    assert one.asked == other.asked == [100, 300]


# Every kind: what is refused, and what is saved

EMBEDDER = HashingEmbedder(64)
KINDS = {
    "whole": Whole.build, "naive": Naive.build, "bm25": BM25.build,
    "bm25+": lambda pages: BM25.build(pages, "bm25+"),
    "bm25l": lambda pages: BM25.build(pages, "bm25l"),
    "robertson": lambda pages: BM25.build(pages, "robertson"),
    "dense": lambda pages: Dense.build(pages, EMBEDDER),
    "hybrid": lambda pages: Hybrid([BM25.build(pages), Dense.build(pages, EMBEDDER)]),
}  # fmt: skip
kinds = pytest.mark.parametrize("kind", KINDS)


@kinds
def test_an_empty_corpus_doubled_ids_and_a_k_below_one_are_refused(kind):
    """The first two in one sentence, by every ranker; the last is a mistake in the program."""
    with pytest.raises(InputError, match="corpus is empty"):
        KINDS[kind]([])
    with pytest.raises(InputError, match="the id 'd1' is there twice"):
        KINDS[kind]([*PAGES, Document("d1", "", "again")])
    with pytest.raises(ValueError, match="at least 1"):
        KINDS[kind](PAGES).search("plant", 0)


@kinds
def test_what_is_saved_searches_as_before(kind, tmp_path):
    """Name, size, hits, scores and documents are the same after opening; saving it again works."""
    pages = [*PAGES, Document("d5", 'Ü "x"\n', "line\nbreak \ud800 \u2028 ")]
    index = KINDS[kind](pages)
    index.save(tmp_path / "index")
    again = saved_index.open_index(tmp_path / "index", EMBEDDER)
    assert (again.name, len(again)) == (index.name, 6)
    for query in ("plants of the sea", "heron", "break"):
        for k in (None, 2):
            assert again.search(query, k) == index.search(query, k)
    again.save(tmp_path / "index")
    assert saved_index.open_index(tmp_path / "index", EMBEDDER).search("plant") == index.search(
        "plant"
    )
    assert len(list((tmp_path / "index").iterdir())) == 2


def test_a_save_that_fails_leaves_the_old_index(tmp_path, monkeypatch):
    """Half-written data are removed; what a kill left lying is removed by the next save."""
    folder = tmp_path / "index"
    BM25.build(PAGES).save(folder)
    other = BM25.build(PAGES[:2])
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "disk full")))
        with pytest.raises(InputError, match=r"cannot be written .*disk full"):
            other.save(folder)
    assert len(saved_index.open_index(folder)) == 5
    (folder / "data-killed").mkdir()
    other.save(folder)
    assert len(saved_index.open_index(folder)) == 2
    assert not (folder / "data-killed").exists()


def _broken_record(change):
    def apply(folder):
        record = json.loads((folder / "index.json").read_text())
        change(record)
        (folder / "index.json").write_text(json.dumps(record))

    return apply


def _data_file(folder, name):
    return next(folder.glob(f"data-*/{name}"))


BREAKS = {
    "no such folder": (shutil.rmtree, "holds no index"),
    "another record": (lambda f: (f / "index.json").write_text("[]"), "not the record"),
    "another format": (_broken_record(lambda r: r.update(format=0)), "in format 0, written by"),
    "another kind": (_broken_record(lambda r: r.update(kind="faiss")), "unknown kind 'faiss'"),
    "no settings": (_broken_record(lambda r: r["settings"].clear()), "is broken"),
    "no data": (lambda f: shutil.rmtree(next(f.glob("data-*"))), "is missing"),
    "cut": (lambda f: _data_file(f, "documents.jsonl").write_text("{}"), "cut or altered"),
    "other bytes": (
        lambda f: [p.write_bytes(b"x" * p.stat().st_size) for p in f.glob("data-*/*.npy")],
        "is broken",
    ),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_index_is_refused_in_one_sentence(how, tmp_path):
    """With the folder in it, and what to do."""
    folder = tmp_path / "index"
    KINDS["bm25"](PAGES).save(folder)
    damage, said = BREAKS[how]
    damage(folder)
    with pytest.raises(InputError, match=said) as refused:
        saved_index.open_index(folder, EMBEDDER)
    assert str(folder) in str(refused.value)
    assert "build" in str(refused.value)


def test_another_embedder_or_none_is_refused(tmp_path):
    """An index of vectors is opened with the embedder that made them, alone or in a hybrid."""
    for kind in ("dense", "hybrid"):
        KINDS[kind](PAGES).save(tmp_path / kind)
        with pytest.raises(InputError, match="built with the embedder hashing-64 1; give that"):
            saved_index.open_index(tmp_path / kind)
        with pytest.raises(InputError, match="not with hashing-65"):
            saved_index.open_index(tmp_path / kind, HashingEmbedder(65))


@kinds
def test_scores_of_the_whole_corpus_are_in_the_order_of_a_search(kind):
    """Ties in corpus order; what is never found has the lowest score."""
    index = KINDS[kind](PAGES)
    for query in ("plants of the sea", "heron", "nowhere"):
        scores = index.scores(query)
        assert (scores.shape, scores.dtype) == ((5,), np.float32)
        found = _ids(index.search(query, None))
        order = [PAGES[i].id for i in np.argsort(-scores, kind="stable")]
        assert order[: len(found)] == found
        if kind.startswith("bm25"):
            assert sum(scores > 0) == len(found)
