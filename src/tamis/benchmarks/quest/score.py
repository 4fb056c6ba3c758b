"""The figures of an answer, by one or several golds (QUEST-LOFT, §3.7, App. A and B)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial

from tamis.answering.answer_steps import BY_A_MODEL
from tamis.answering.set_answer import SetAnswer
from tamis.benchmarks.quest.data import Gold
from tamis.benchmarks.reading import counted
from tamis.measures.measure import Measure
from tamis.measures.retrieval import mrecall_at, recall_at
from tamis.measures.sets import (
    LoftScores,
    SetScores,
    Variant,
    Way,
    four_way,
    score_loft,
    score_sets,
)
from tamis.stats import NAN
from tamis.text.normalised import title_key
from tamis.types import READ, Outcome

F1 = Measure(
    "f1",
    "F1",
    "the harmonic mean of precision and recall",
    "QUEST-LOFT, §3.7",
    said="reaches an F1 of {}",
)
PRECISION = Measure(
    "precision",
    "Precision",
    "the share of the answers that are golds",
    "QUEST-LOFT, §3.7",
)
RECALL = Measure(
    "recall",
    "Recall",
    "the share of the golds that are answered, 1 where there is none",
    "QUEST-LOFT, §3.7",
)
ACCURACY = Measure(
    "accuracy",
    "Accuracy",
    "1 where the answers are exactly the golds",
    "QUEST-LOFT, §3.7",
)
SUBSPAN_EM = Measure(
    "subspan_em",
    "Subspan EM",
    "1 where every gold is answered",
    "QUEST-LOFT, §3.7",
)
SETS = (F1, PRECISION, RECALL, ACCURACY, SUBSPAN_EM)

EM = Measure("em", "EM", "1 where answers and golds are equal", "LOFT's scorer")
COVERAGE = Measure(
    "coverage",
    "Coverage of non-empty answers",
    "the share of the golds that are answered",
    "LOFT's scorer",
    better=None,
    over="the answers that list something",
)
LOFT = (EM, SUBSPAN_EM)
"""LOFT's scorer leaves empty answers out of its mean coverage, so that is no headline figure. It
also prints an F1, but only 0 for an empty answer and nothing for any other."""

LABELS: Mapping[Way, Measure] = {
    "fully correct": Measure("fully_correct", "Fully correct", "exactly the golds", better=None),
    "correct with extras": Measure(
        "correct_with_extras", "Correct with extras", "all golds and more", better=None
    ),
    "partly": Measure("partly", "Partly", "some golds", better=None),
    "incorrect": Measure("incorrect", "Incorrect", "no gold", better=None),
}
"""An answer has one of the four."""

MRECALL = Measure(
    "mrecall@3",
    "MRecall@3",
    "1 where the first three documents have all golds, or three of them",
    "QUEST-LOFT, App. A",
)
RECALLS = {
    depth: Measure(
        f"recall@{depth}",
        f"Recall@{depth}",
        f"the share of the golds among the first {depth} documents, 1 where there is none",
        "QUEST-LOFT, App. A",
    )
    for depth in (20, 40, 100)
}
RETRIEVAL = (MRECALL, *RECALLS.values())
"""Of the documents that a retrieval ranks (`retrieved`), and of those answers cite (`cited`)."""

VERDICTS = "pairs of a question and a candidate, a verdict that was not read counting as wrong"
VERIFIER = (
    replace(
        PRECISION,
        meaning="the share of the verdicts TRUE that are right",
        source="QUEST-LOFT, App. B",
        over=VERDICTS,
    ),
    replace(
        RECALL,
        meaning="the share of the golds that are judged TRUE",
        source="QUEST-LOFT, App. B",
        over=VERDICTS,
    ),
    replace(
        ACCURACY,
        meaning="the share of the verdicts that are right",
        source="QUEST-LOFT, App. B",
        over=VERDICTS,
    ),
    replace(F1, source="QUEST-LOFT, App. B", over=VERDICTS),
)
RIGHT = Measure("judged_right", "Right verdicts", "1 where the verdict on the pair is right")

QUOTE_SUPPORT = Measure(
    "quote_support",
    "Quote support",
    "the share of a question's quotes that are found in the document that they cite",
    over="the questions whose answer has quotes",
)
VERIFIER_QUOTE_SUPPORT = replace(
    QUOTE_SUPPORT, name="verifier_quote_support", label="Quote support of the verifier"
)

DECLARED = (
    *SETS,
    EM,
    COVERAGE,
    *LABELS.values(),
    *RETRIEVAL,
    *VERIFIER,
    RIGHT,
    QUOTE_SUPPORT,
    VERIFIER_QUOTE_SUPPORT,
)

DEPTHS = tuple(RECALLS)
KINDS = ("tp", "fp", "fn", "tn")

PROVIDERS: Mapping[Variant, Callable[[Sequence[str], Sequence[str]], SetScores | LoftScores]] = {
    "paper": partial(score_sets, variant="paper"),
    "strict": partial(score_sets, variant="strict"),
    "reference": score_loft,
}
"""Who computes the set measures of a variant, of the answers and the golds."""

_UNSCORED: Mapping[Variant, SetScores | LoftScores] = {
    "paper": SetScores(NAN, NAN, NAN, NAN, NAN),
    "strict": SetScores(NAN, NAN, NAN, NAN, NAN),
    "reference": LoftScores(NAN, NAN, NAN, NAN),
}


def headline(variant: str) -> Sequence[Measure]:
    """The measures of a variant that are over all questions that were asked."""
    return LOFT if variant == "reference" else SETS


def outcome(answer: SetAnswer) -> Outcome:
    """The outcome of a question: a list that was cut is not the whole answer.

    Only a prompt that is too long gives a failed answer; other failures end the sample.
    """
    if answer.outcome == "failed":
        return "too_long"
    return "truncated" if answer.truncated and answer.outcome != "refused" else answer.outcome


def counts_of(answer: SetAnswer) -> dict[str, float]:
    """What the answer was made from, what it consists of, and the repairs to it."""
    counts = answer.counts
    verified = counts.get("verifier quotes", 0)
    quotes, found = counts.get("quotes", 0), counts.get("quotes found", 0)
    return {
        FOUND: float(len(answer.retrieved) + answer.left_out),
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


FOUND = "documents_found"
"""The figure of how many documents the retrieval gave for a question, of the k it was asked for."""

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
            found[read + RIGHT.figure(name)] = right if any(counts.values()) else NAN
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
    by_key = list(predicted), list(match)
    # LOFT's scorer has a normal form of its own.
    as_written = [t for t in answer.titles if title_key(t) not in debatable], sorted(gold.match)
    found: dict[str, float] = {}
    for variant in variants:
        sides = as_written if variant == "reference" else by_key
        scored = PROVIDERS[variant](*sides) if readable else _UNSCORED[variant]
        found |= {f"{variant}_{name}": value for name, value in asdict(scored).items()}
    label = four_way(predicted, match) if readable else ""
    return found | {
        measure.figure(): float(way == label) if readable else NAN
        for way, measure in LABELS.items()
    }


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
        for at, recall in RECALLS.items():
            known = view == "cited" or depth is None or at <= depth
            found[recall.figure(view)] = recall_at(ranked, match, at) if known else NAN
        known = view == "cited" or depth is None or depth >= 3
        found[MRECALL.figure(view)] = mrecall_at(ranked, match, 3) if known else NAN
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
