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
    average_precision,
    mrecall_at,
    mrr,
    ndcg_at,
    recall_at,
    retrieval_scores,
)

DATA = Path(__file__).parents[2] / "shared" / "data"
GOLDEN = Path(__file__).parent / "golden" / "loft_reference_scorer.json"
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
    names = [f"R@{k}", f"nDCG@{k}", "RR", "AP"]
    expected = theirs(ranked, grades, [ir_measures.parse_measure(name) for name in names])
    got = {
        f"R@{k}": recall_at(ranked, grades, k),
        f"nDCG@{k}": ndcg_at(ranked, grades, k),
        "RR": mrr(ranked, grades),
        "AP": average_precision(ranked, grades),
    }
    assert got == pytest.approx(expected, abs=1e-9)


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


RANKED = ["d1", "d2", "d1", "d3", "d4", "d5"]
GRADES = {"d1": 2.0, "d3": 1.0, "d4": 0.0, "d9": 3.0, "d2": -1.0}


def test_a_ranking_with_grades_by_hand():
    """Relevant are d1, d3 and d9; d1 comes twice, and takes a rank the second time."""
    assert [recall_at(RANKED, GRADES, k) for k in (1, 3, 4, 9)] == [1 / 3, 1 / 3, 2 / 3, 2 / 3]
    assert [mrecall_at(RANKED, GRADES, k) for k in (1, 2, 4)] == [1, 0, 0]
    assert mrecall_at(["d9", *RANKED], GRADES, 5) == mrecall_at(["d9", "d1"], GRADES, 2) == 1
    assert (mrr(["d2", "x", *RANKED], GRADES), mrr(["x"], GRADES)) == (1 / 3, 0)
    assert average_precision(RANKED, GRADES) == pytest.approx((1 + 2 / 4) / 3)
    best = 3 + 2 / math.log2(3) + 1 / 2
    assert ndcg_at(RANKED, GRADES, 4) == pytest.approx((2 + 1 / math.log2(5)) / best)
    assert ndcg_at(RANKED, GRADES, 1) == pytest.approx(2 / 3)
    assert ndcg_at(["a", "b"], ["b", "c"], 9) == pytest.approx(
        (1 / math.log2(3)) / (1 + 1 / math.log2(3))
    )


def test_the_scores_of_a_query_in_full():
    """Each figure by its name, with other depths and another value for nothing relevant."""
    found = retrieval_scores(RANKED, GRADES, (1, 4), mrecall_k=1, ndcg_ks=(2,))
    assert found == {
        "Recall@1": 1 / 3, "Recall@4": 2 / 3, "MRecall@1": 1,
        "nDCG@2": pytest.approx(2 / (3 + 2 / math.log2(3))),
        "MAP": pytest.approx(0.5), "MRR": 1,
    }  # fmt: skip
    empty = retrieval_scores(RANKED, {"x": 0}, empty=0.5)
    assert {key: value for key, value in empty.items() if not math.isnan(value)} == {
        "Recall@20": 0.5, "Recall@40": 0.5, "Recall@100": 0.5, "MRecall@3": 0.5,
    }  # fmt: skip
    assert {*empty} - {"MAP", "MRR", "nDCG@10"} == {
        "Recall@20", "Recall@40", "Recall@100", "MRecall@3",
    }  # fmt: skip
    assert (recall_at([], [], 1), mrecall_at([], [], 1)) == (1, 1)
    for measure in (recall_at, mrecall_at, ndcg_at):
        with pytest.raises(ValueError, match="k is 0"):
            measure(["a"], ["a"], 0)
        assert measure(["a"], ["a"], 1) == 1
