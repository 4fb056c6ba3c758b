"""The figures of an answer, by one or several golds (QUEST-LOFT, §3.7, App. A and B)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from tamis.answering.answer_steps import BY_A_MODEL
from tamis.answering.set_answer import SetAnswer
from tamis.benchmarks.quest.data import Gold
from tamis.benchmarks.reading import counted
from tamis.measures.retrieval import mrecall_at, recall_at
from tamis.measures.sets import LoftScores, SetScores, Variant, four_way, score_loft, score_sets
from tamis.stats import NAN
from tamis.text.normalised import title_key
from tamis.types import READ, Outcome

DEPTHS = (20, 40, 100)
CITED = (*(f"cited_recall@{depth}" for depth in DEPTHS), "cited_mrecall@3")
KINDS = ("tp", "fp", "fn", "tn")
LABELS = ("fully correct", "correct with extras", "partly", "incorrect")

UNSCORED_SET = SetScores(NAN, NAN, NAN, NAN, NAN)
UNSCORED_LOFT = LoftScores(NAN, NAN, NAN, NAN)


def outcome(answer: SetAnswer) -> Outcome:
    """The outcome of a question: a list that was cut is not the whole answer.

    Only a prompt that is too long gives a failed answer; other failures end the sample.
    """
    if answer.outcome == "failed":
        return "too_long"
    return "truncated" if answer.truncated and answer.outcome != "refused" else answer.outcome


def counts_of(answer: SetAnswer) -> dict[str, float]:
    """What the answer consists of, and the repairs to it."""
    counts = answer.counts
    verified = counts.get("verifier quotes", 0)
    quotes, found = counts.get("quotes", 0), counts.get("quotes found", 0)
    return {
        "left_out": float(answer.left_out),
        "candidates": float(len(answer.candidates)),
        "quote_support": found / quotes if quotes else NAN,
        "quotes": float(quotes),
        "verifier_quote_support": (
            counts.get("verifier quotes found", 0) / verified if verified else NAN
        ),
        "verdicts": float(counts.get("verdicts", 0)),
        "verdicts_unread": float(
            sum(n for what, n in counts.items() if what.startswith("verdicts "))
        ),
        **{key(what): float(counts.get(what, 0)) for what in REPAIRS},
        **counted(bool(counts.get(BY_A_MODEL))),
        "json_repaired": float(any(what.startswith("json: ") for what in counts)),
    }


REPAIRS = (
    "titles for ids",
    "ids repaired",
    "unknown answers",
    "doubled answers",
    "doubled candidates",
    "unknown documents cited",
    "list and judgements differ",
    "candidates without a document",
)
"""What a strategy repairs or finds wrong: the names of its counts."""


def key(words: str) -> str:
    """The key of a figure, from its name in words."""
    return re.sub(r"\W+", "_", words)


def figures(
    answer: SetAnswer,
    golds: Mapping[str, Gold],
    variants: Sequence[Variant],
    titles: Mapping[str, str],
    depth: int | None,
) -> dict[str, float]:
    """The figures by each gold: `revised_paper_f1`, `revised_cited_recall@20`, `revised_tp`, …

    `titles` maps document ids to titles. `depth` is how many documents were read at most (None for
    all): where the answer does not say what was ranked below them, recall is undefined there.
    """
    found: dict[str, float] = {}
    for name, gold in golds.items():
        match = {title_key(title) for title in gold.match}
        debatable = {title_key(title) for title in gold.debatable}
        own = {
            **_sets(answer, gold, match, debatable, variants),
            **_retrieval(answer, match, titles, depth),
        }
        found |= {f"{name}_{key}": value for key, value in own.items()}
        found |= _confusions(answer, match, debatable, name)
    return found


def pair_figures(answer: SetAnswer, golds: Mapping[str, Gold]) -> dict[str, float]:
    """The figures of one verdict by each gold: counts, and `…_judged_right`, 0 or 1 (App. B)."""
    found: dict[str, float] = {}
    for name, gold in golds.items():
        match = {title_key(title) for title in gold.match}
        debatable = {title_key(title) for title in gold.debatable}
        found |= _confusions(answer, match, debatable, name)
        for read in ("", "read_"):
            counts = {kind: found[f"{read}{name}_{kind}"] for kind in KINDS}
            right = counts["tp"] + counts["tn"]
            found[f"{read}{name}_judged_right"] = right if any(counts.values()) else NAN
    return found


def _sets(
    answer: SetAnswer,
    gold: Gold,
    match: set[str],
    debatable: set[str],
    variants: Sequence[Variant],
) -> dict[str, float]:
    """Set measures, after DEBATABLE titles are removed from golds and answer (§4.1)."""
    readable = answer.outcome in READ
    predicted = {title_key(title) for title in answer.titles} - debatable
    found: dict[str, float] = {}
    for variant in variants:
        if variant == "reference":
            listed = [t for t in answer.titles if title_key(t) not in debatable]
            loft = score_loft(listed, sorted(gold.match)) if readable else UNSCORED_LOFT
            found |= {f"reference_{name}": value for name, value in asdict(loft).items()}
        else:
            sets = score_sets(predicted, match, variant) if readable else UNSCORED_SET
            found |= {f"{variant}_{name}": value for name, value in asdict(sets).items()}
    label = four_way(predicted, match) if readable else ""
    return found | {key(one): float(one == label) if readable else NAN for one in LABELS}


def _retrieval(
    answer: SetAnswer, match: set[str], titles: Mapping[str, str], depth: int | None
) -> dict[str, float]:
    """Ranking measures of the answering step, and of the retrieval before it (App. A)."""
    found: dict[str, float] = {}
    views = {"retrieved": answer.retrieved, "cited": answer.cited}
    if answer.ranked is not None and depth is not None:
        views["retrieved"], depth = answer.ranked, max(depth, *DEPTHS)
    for view, ids in views.items():
        ranked = [title_key(titles[id]) for id in ids if id in titles]
        for at in DEPTHS:
            known = view == "cited" or depth is None or at <= depth
            found[f"{view}_recall@{at}"] = recall_at(ranked, match, at) if known else NAN
        known = view == "cited" or depth is None or depth >= 3
        found[f"{view}_mrecall@3"] = mrecall_at(ranked, match, 3) if known else NAN
    if answer.outcome not in READ:
        found |= {name: NAN for name in found if name.startswith("cited")}
    return found


def _confusions(
    answer: SetAnswer, match: set[str], debatable: set[str], gold: str
) -> dict[str, float]:
    """tp, fp, fn and tn of the verifier on its candidates, without DEBATABLE ones (App. B).

    A verdict that could not be read counts as a wrong one; `read_…` are without these.
    """
    counts = {f"{read}{gold}_{kind}": 0.0 for read in ("", "read_") for kind in KINDS}
    for candidate in answer.candidates:
        title = title_key(candidate.answer)
        if candidate.verdict is None or title in debatable:
            continue
        right, judged = title in match, candidate.verdict.judgment
        said = not right if judged is None else judged
        kind = "tp" if right and said else "fn" if right else "fp" if said else "tn"
        counts[f"{gold}_{kind}"] += 1
        if judged is not None:
            counts[f"read_{gold}_{kind}"] += 1
    return counts
