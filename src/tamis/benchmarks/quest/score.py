"""The figures of an answer, by one or several golds (QUEST-LOFT, §3.7, App. A and B)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from tamis.answering.set_answer import SetAnswer
from tamis.benchmarks.quest.data import Gold
from tamis.measures.retrieval import mrecall_at, recall_at
from tamis.measures.sets import LoftScores, SetScores, Variant, four_way, score_loft, score_sets
from tamis.stats import NAN
from tamis.text.normalised import title_key

DEPTHS = (20, 40, 100)
LABELS = ("fully correct", "correct with extras", "partly", "incorrect")

READABLE = frozenset({"ok", "empty"})

UNSCORED_SET = SetScores(NAN, NAN, NAN, NAN, NAN)
UNSCORED_LOFT = LoftScores(NAN, NAN, NAN, NAN)


def outcomes(answer: SetAnswer) -> dict[str, float]:
    """The outcomes of the reply as counts, 0 or 1 each, and the repairs to it."""
    counts = answer.counts
    verified = counts.get("verifier quotes", 0)
    quotes, found = counts.get("quotes", 0), counts.get("quotes found", 0)
    return {
        "unparsed": float(answer.outcome == "unparsed"),
        "missing": float(answer.outcome == "missing"),
        "refused": float(answer.outcome == "refused"),
        "call_failed": float(answer.outcome == "failed"),
        "truncated": float(answer.truncated),
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

    `titles` maps document ids to titles. `depth` is how many documents the retrieval was asked
    for (None for all): its recall beyond that depth is undefined.
    """
    found: dict[str, float] = {}
    for name, gold in golds.items():
        match = {title_key(title) for title in gold.match}
        debatable = {title_key(title) for title in gold.debatable}
        own = {
            **_sets(answer, gold, match, debatable, variants),
            **_retrieval(answer, match, titles, depth),
            **confusion(answer, match, debatable),
        }
        found |= {f"{name}_{key}": value for key, value in own.items()}
    return found


def _sets(
    answer: SetAnswer,
    gold: Gold,
    match: set[str],
    debatable: set[str],
    variants: Sequence[Variant],
) -> dict[str, float]:
    """Set measures, after DEBATABLE titles are removed from golds and answer (§4.1)."""
    readable = answer.outcome in READABLE
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
    for view, ids in views.items():
        ranked = [title_key(titles[id]) for id in ids if id in titles]
        for at in DEPTHS:
            known = view == "cited" or depth is None or at <= depth
            found[f"{view}_recall@{at}"] = recall_at(ranked, match, at) if known else NAN
        known = view == "cited" or depth is None or depth >= 3
        found[f"{view}_mrecall@3"] = mrecall_at(ranked, match, 3) if known else NAN
    if answer.outcome not in READABLE:
        found |= {name: NAN for name in found if name.startswith("cited")}
    return found


def confusion(answer: SetAnswer, match: set[str], debatable: set[str]) -> dict[str, float]:
    """tp, fp, fn and tn of the verifier on its candidates, without DEBATABLE ones (App. B)."""
    counts = dict.fromkeys(("tp", "fp", "fn", "tn"), 0.0)
    for candidate in answer.candidates:
        title = title_key(candidate.answer)
        if candidate.verdict is None or candidate.verdict.judgment is None or title in debatable:
            continue
        right = title in match
        judged = candidate.verdict.judgment
        counts["tp" if right and judged else "fn" if right else "fp" if judged else "tn"] += 1
    return counts
