"""BM25 built from a stream: the scores of bm25s to the last bit, whatever the blocks."""

from __future__ import annotations

import random

import bm25s
import numpy as np
import pytest

from tamis.retrieve.bm25 import BM25, DELTA, VARIANTS
from tamis.retrieve.stems import Words
from tamis.types import Document, InputError

QUERIES = ("w1", "w3 w70 w3", "w0 w2 w9 w400", "w150 nowhere", "nowhere")
variants = pytest.mark.parametrize("variant", VARIANTS)


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks of some tokens, so that a small corpus has many, and terms longer than one."""
    monkeypatch.setattr("tamis.retrieve._postings.BLOCK", 100)


def corpus(number: int, seed: int = 3) -> list[Document]:
    """Documents of random length, some empty, of words that are rarer the higher their number."""
    rng = random.Random(seed)
    words = [f"w{min(int(rng.paretovariate(0.6)) - 1, 900)}" for _ in range(60 * number)]
    return [
        Document(f"d{i}", "", " ".join(words[60 * i : 60 * i + rng.choice((0, 5, 40, 60))]))
        for i in range(number)
    ]


def of_bm25s(documents, variant):
    """The scores that bm25s gives every document for a query, by its own loop."""
    ours = Words("english", "en")
    learn = ours.learning()
    ids = [[id for id in learn(document.text) if id >= 0] for document in documents]
    engine = bm25s.BM25(
        method="bm25+" if variant == "lv-zhai" else variant,
        delta=DELTA.get(variant, 0.0),
        dtype="float64" if variant == "bm25+" else "float32",
    )
    engine.index((ids, ours.stems), create_empty_token=False, show_progress=False)
    if variant == "lv-zhai":
        spread = np.diff(engine.scores["indptr"])
        engine.scores["data"] += np.repeat(engine.nonoccurrence_array, spread)
    engine.nonoccurrence_array = None
    return lambda query: engine.get_scores_from_ids(ours.ids(query))


def answers(index: BM25):
    """All hits of every query, with their scores, and the scores of all documents."""
    hits = [[(h.document, h.score) for h in index.search(query, None)] for query in QUERIES]
    return hits, [index.scores(query).tolist() for query in QUERIES]


@variants
def test_scores_are_those_of_bm25s_to_the_last_bit(tmp_path, small_blocks, variant):
    """Of every document, for every query; in memory and from disk."""
    documents = corpus(120)
    expected = of_bm25s(documents, variant)
    built = BM25.build(documents, variant)
    written = BM25.write(tmp_path / "index", iter(documents), variant)
    for query in QUERIES[:4]:
        scores = expected(query)
        # A match that scores 0 is above what does not match.
        for index in (built, written):
            assert index.scores(query).tolist() == pytest.approx(
                scores.astype(np.float32).tolist(), rel=0, abs=1e-37
            )
    assert answers(written) == answers(built)
    assert not any(written.scores("nowhere"))


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        ([], "corpus is empty"),
        ([Document("a", "", "the")], "None of the 1 documents holds a word"),
        ([Document("a", "", "word"), Document("a", "", "other")], "the id 'a' is there twice"),
    ],
)
def test_a_stream_that_is_no_corpus_leaves_the_old_index(tmp_path, documents, said):
    """As `build` refuses it; nothing is left beside the old one."""
    BM25.write(tmp_path / "index", corpus(5))
    with pytest.raises(InputError, match=said):
        BM25.write(tmp_path / "index", iter(documents))
    assert len(BM25.load(tmp_path / "index")) == 5
    assert len(list((tmp_path / "index").iterdir())) == 2
