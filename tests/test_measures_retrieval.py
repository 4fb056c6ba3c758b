"""Measures of a ranking."""

from __future__ import annotations

import json
import math
from pathlib import Path
from statistics import fmean

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.measures.retrieval import (
    all_found_at,
    mrecall_at,
    mrr,
    ndcg_at,
    precision_at,
    recall_at,
    retrieval_scores,
)

DATA = Path(__file__).parents[2] / "shared" / "data"
GOLDEN = Path(__file__).parent / "golden" / "loft_reference_scorer.json"
NAN = math.nan
DOCS = [f"d{i}" for i in range(12)]
RANKINGS = st.lists(st.sampled_from(DOCS), unique=True, min_size=1)
GRADES = st.dictionaries(st.sampled_from(DOCS), st.integers(-1, 3), min_size=1)


def theirs(ranked, grades, measures):
    """What ir_measures makes of the same ranking, its scores falling with the rank."""
    run = {"q": {doc: float(len(ranked) - rank) for rank, doc in enumerate(ranked)}}
    return {str(m): v for m, v in ir_measures.calc_aggregate(measures, {"q": grades}, run).items()}


@given(RANKINGS, GRADES, st.integers(1, 14))
def test_measures_are_those_of_ir_measures(ranked, grades, k):
    """Graded judgements, unjudged documents, cuts beyond the ranking, rankings without a hit."""
    if not any(grade > 0 for grade in grades.values()):
        return
    names = [f"R@{k}", f"P@{k}", f"nDCG@{k}", "RR"]
    expected = theirs(ranked, grades, [ir_measures.parse_measure(name) for name in names])
    got = {
        f"R@{k}": recall_at(ranked, grades, k),
        f"P@{k}": precision_at(ranked, grades, k),
        f"nDCG@{k}": ndcg_at(ranked, grades, k),
        "RR": mrr(ranked, grades),
    }
    assert got == pytest.approx(expected, abs=1e-9)


def test_a_ranking_by_hand():
    """Relevant at ranks 1 and 4 of 5, with a third never found: log2 of 2 and 5."""
    ranked, relevant = ["a", "x", "y", "b", "z"], ["a", "b", "c"]
    assert recall_at(ranked, relevant, 3) == 1 / 3
    assert recall_at(ranked, relevant, 100) == 2 / 3
    assert precision_at(ranked, relevant, 10) == 0.2
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert ndcg_at(ranked, relevant, 5) == pytest.approx((1 + 1 / math.log2(5)) / ideal)
    assert mrr(["x", *ranked], relevant) == 1 / 2


def test_the_two_readings_of_mrecall():
    """Two places, both filled from five relevant documents: MRecall is 1, all found is 0."""
    five = list("abcde")
    assert (mrecall_at(["a", "b"], five, 2), all_found_at(["a", "b"], five, 2)) == (1, 0)
    assert (mrecall_at(["a", "x"], five, 2), all_found_at(["a", "x"], five, 2)) == (0, 0)
    assert (mrecall_at(["x", "a"], ["a"], 2), all_found_at(["x", "a"], ["a"], 2)) == (1, 1)


def test_nothing_relevant():
    """1 for recall and MRecall as the paper counts, or undefined if asked; the others undefined."""
    for measure in (recall_at, mrecall_at, all_found_at):
        assert measure(["a"], [], 3) == 1
        assert math.isnan(measure(["a"], {"a": 0}, 3, empty=NAN))
    assert precision_at(["a"], [], 3) == 0
    assert math.isnan(ndcg_at(["a"], [], 3))
    assert math.isnan(mrr(["a"], []))


def test_a_document_ranked_twice_counts_once():
    """It takes a second place but brings no second gain."""
    assert recall_at(["a", "a", "b"], ["a", "b"], 2) == 1 / 2
    assert precision_at(["a", "a"], ["a"], 2) == 1 / 2
    assert ndcg_at(["a", "a"], ["a"], 2) == 1


@pytest.mark.parametrize("measure", [recall_at, mrecall_at, all_found_at, precision_at, ndcg_at])
def test_no_place_is_no_cut(measure):
    """A k below 1 is a mistake of the caller."""
    with pytest.raises(ValueError, match="at least 1"):
        measure(["a"], ["a"], 0)


def test_scores_have_their_names():
    """The names are the keys; each is the figure of its function."""
    got = retrieval_scores(["x", "a", "y", "b"], ["a", "b"], (2, 4), ndcg_ks=[2])
    log3 = math.log2(3)
    expected = {"Recall@2": 0.5, "Recall@4": 1, "MRecall@3": 0, "MAP": 0.5, "MRR": 0.5}
    assert got == pytest.approx({**expected, "nDCG@2": (1 / log3) / (1 + 1 / log3)})
    assert list(got) == ["Recall@2", "Recall@4", "MRecall@3", "nDCG@2", "MAP", "MRR"]


@pytest.mark.skipif(not (DATA / "loft").is_dir(), reason=f"{DATA / 'loft'} is not here")
def test_loft_retrieval_figures_of_the_published_example():
    """Recall and MRecall of the ten rankings that LOFT ships, as its own scorer printed them."""
    queries, preds = (
        [json.loads(line) for line in (DATA / "loft" / "retrieval_quest" / name).open()]
        for name in ("queries.jsonl", "preds.jsonl")
    )
    ranked = {row["qid"]: row["model_outputs"][0] for row in preds}
    gold = {row["qid"]: [pid for pid, _ in row["answers"]] for row in queries}
    printed = json.loads(GOLDEN.read_text())["example_predictions"]
    for name, expected in printed["retrieval_quest (metadata={} added)"].items():
        kind, _, k = name.partition("@")
        if kind != "capped_recall":
            measure = {"recall": recall_at, "mrecall": mrecall_at}[kind]
            got = fmean(measure(ranked[qid], gold[qid], int(k)) for qid in gold)
            assert got == pytest.approx(expected), name
