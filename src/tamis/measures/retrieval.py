"""Measures of a ranking against the relevant documents (QUEST-LOFT, Appendix A).

`ranked` are document ids, best first; a repeated id takes up a rank, but counts once. `relevant`
are the ids of the relevant documents, or the grades of the judged ones, of which those above 0 are
relevant. `k` is the number of ranks that count, at least 1 (else ValueError).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence, Set

from tamis.stats import NAN

Relevant = Collection[str] | Mapping[str, float]
"""The ids of the relevant documents, or the grades of the judged ones."""


def recall_at(ranked: Sequence[str], relevant: Relevant, k: int, *, empty: float = 1.0) -> float:
    """The share of the relevant documents among the first `k`.

    `empty` is the value where nothing is relevant: 1, as the published tables require; NaN leaves
    such queries out.
    """
    wanted = _relevant(relevant)
    return len(_first(ranked, k) & wanted) / len(wanted) if wanted else empty


def mrecall_at(ranked: Sequence[str], relevant: Relevant, k: int, *, empty: float = 1.0) -> float:
    """1 where all relevant documents, or at least `k` of them, are among the first `k`; else 0.

    As QUEST-LOFT and LOFT read MRecall; `empty` as in `recall_at`.
    """
    wanted = _relevant(relevant)
    return float(len(_first(ranked, k) & wanted) == min(k, len(wanted))) if wanted else empty


def mrr(ranked: Sequence[str], relevant: Relevant) -> float:
    """1 / the rank of the first relevant document, 0 where none is ranked, NaN where there is none.

    The reciprocal rank of one query: its mean over queries is the MRR.
    """
    wanted = _relevant(relevant)
    if not wanted:
        return NAN
    return next((1 / rank for rank, doc in enumerate(ranked, 1) if doc in wanted), 0.0)


def average_precision(ranked: Sequence[str], relevant: Relevant) -> float:
    """The mean, over the relevant documents, of the precision at the rank of each; 0 for unranked.

    NaN where nothing is relevant. Its mean over queries is the MAP.
    """
    wanted, seen, precisions = _relevant(relevant), set[str](), []
    for rank, doc in enumerate(ranked, 1):
        if doc in wanted and doc not in seen:
            seen.add(doc)
            precisions.append(len(seen) / rank)
    return math.fsum(precisions) / len(wanted) if wanted else NAN


def ndcg_at(ranked: Sequence[str], relevant: Relevant, k: int) -> float:
    """The discounted gain of the first `k` ranks, as a share of the best possible: 0 to 1.

    The gain is the grade, 1 for ids without grades, over log2(1 + rank): the formula of trec_eval
    (Järvelin and Kekäläinen, 2002, without exponential gains). NaN where nothing is relevant.
    """
    gains = _gains(relevant)
    best = _discounted(sorted(gains.values(), reverse=True)[: _checked(k)])
    seen: set[str] = set()
    got = []
    for doc in ranked[:k]:
        got.append(0.0 if doc in seen else gains.get(doc, 0.0))
        seen.add(doc)
    return _discounted(got) / best if best else NAN


def retrieval_scores(
    ranked: Sequence[str],
    relevant: Relevant,
    ks: Sequence[int] = (20, 40, 100),
    *,
    mrecall_k: int = 3,
    ndcg_ks: Sequence[int] = (10,),
    empty: float = 1.0,
) -> dict[str, float]:
    """The measures of one query: `Recall@20`, …, `MRecall@3`, `nDCG@10`, …, `MAP`, `MRR`.

    Recall at each of `ks`, nDCG at each of `ndcg_ks`, MAP and MRR over all ranks. `empty` is the
    value of recall and MRecall where nothing is relevant; the others are NaN there.
    """
    scores = {f"Recall@{k}": recall_at(ranked, relevant, k, empty=empty) for k in ks}
    scores[f"MRecall@{mrecall_k}"] = mrecall_at(ranked, relevant, mrecall_k, empty=empty)
    scores |= {f"nDCG@{k}": ndcg_at(ranked, relevant, k) for k in ndcg_ks}
    return {**scores, "MAP": average_precision(ranked, relevant), "MRR": mrr(ranked, relevant)}


def _relevant(relevant: Relevant) -> Set[str]:
    return _gains(relevant).keys()


def _gains(relevant: Relevant) -> Mapping[str, float]:
    if isinstance(relevant, Mapping):
        return {doc: gain for doc, gain in relevant.items() if gain > 0}
    return dict.fromkeys(relevant, 1.0)


def _first(ranked: Sequence[str], k: int) -> Set[str]:
    return set(ranked[: _checked(k)])


def _checked(k: int) -> int:
    if k < 1:
        raise ValueError(f"k is {k}; give at least 1")
    return k


def _discounted(gains: Sequence[float]) -> float:
    return math.fsum(gain / math.log2(1 + rank) for rank, gain in enumerate(gains, 1))
