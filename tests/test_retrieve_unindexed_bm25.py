"""Ranking for one question without an index: the order is that of the index, and of rank_bm25."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Plus

from tamis.retrieve.bm25 import BM25
from tamis.retrieve.unindexed_bm25 import rank_once
from tamis.types import Document, InputError

WORDS = st.sampled_from([
    "island", "islands", "ferry", "ferries", "harbour", "the", "of", "runs", "running",
])  # fmt: skip
TEXTS = st.lists(st.lists(WORDS, max_size=12).map(" ".join), min_size=1, max_size=12)


@given(TEXTS, st.lists(WORDS, min_size=1, max_size=5).map(" ".join))
@pytest.mark.parametrize("variant", ["bm25+", "lv-zhai"])
def test_the_order_is_that_of_the_index(variant, texts, question):
    """Both variants rank as the index in double precision does, ties in the order given."""
    documents = [Document(str(at), "", text) for at, text in enumerate(texts)]
    try:
        found = BM25.build(documents, variant, dtype="float64").search(question, None)
        expected = [int(hit.document.id) for hit in found]
    except InputError:
        expected = []
    assert rank_once(question, texts, variant) == expected


def test_the_order_of_whole_words_is_rank_bm25s():
    """On words that no stemmer changes and no list stops, the published library's order."""
    rng = np.random.default_rng(7)
    vocabulary = [f"zq{number}" for number in range(40)]
    texts = [" ".join(rng.choice(vocabulary, size=rng.integers(3, 30))) for _ in range(60)]
    question = "zq1 zq2 zq3 zq2"
    scores = BM25Plus([text.split() for text in texts]).get_scores(question.split())
    found = rank_once(question, texts)
    assert found[:10] == sorted(range(60), key=lambda at: (-scores[at], at))[:10]


def test_nothing_is_found_without_a_shared_word():
    """Stop words and unknown words find nothing, and no text is no error."""
    assert rank_once("the of", ["the island of the ferry"]) == []
    assert rank_once("volcano", ["island"]) == []
    assert rank_once("volcano", []) == []
