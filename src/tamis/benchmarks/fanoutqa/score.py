"""The figures of an answer (FanOutQA, §4.1), and its cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tamis.answering.fanout.answered import Answered
from tamis.benchmarks.fanoutqa.answers import Scorer, StringScore
from tamis.benchmarks.fanoutqa.answers.table_answers import TableScore, table_score
from tamis.benchmarks.fanoutqa.encyclopaedia import key
from tamis.benchmarks.fanoutqa.logged_answer import Recorded
from tamis.benchmarks.fanoutqa.question import Value
from tamis.measures.rouge import rouge
from tamis.reading.looks_for import FreeText
from tamis.reading.replies import Read, read
from tamis.stats import NAN
from tamis.types import READ, Outcome, Reply

LOOKS_FOR = FreeText(next_task=("[question]:", "===== "))
"""What a reply is read for: an answer in free words (§4.1)."""

ROUGES = ("rouge1", "rouge2", "rougeL")
PARTS = ("precision", "recall", "f1")
CELLS = tuple(f"{what}_{part}" for what in ("row", "cell") for part in PARTS)


def has_answer(answered: Answered) -> bool:
    """Whether there is a text to score; an answer that ran out of time or searches may have one."""
    cut_short = ("timed_out", "over_rounds")
    return answered.outcome == "ok" or bool(answered.outcome in cut_short and answered.text)


def as_read(answered: Answered, question: str = "") -> Read:
    """What a text says without thoughts and invented tasks; an answer to the question may only
    decline.
    """
    wanted = replace(LOOKS_FOR, asked=question)
    return read(Reply(answered.text, truncated=answered.truncated), wanted)


def outcome(answered: Answered, found: Read | None = None) -> Outcome:
    """The outcome of a question; an answer that was cut, or ran out of searches, is not whole.

    Of calls only those fail whose prompt is too long. An answer that only declines is refused.
    """
    if answered.truncated and answered.outcome in ("ok", "missing"):
        return "truncated"
    match answered.outcome:
        case "over_rounds":
            return "timed_out"
        case "failed":
            return "too_long"
        case "ok":
            return (found or as_read(answered)).outcome
        case other:
            return other


def counts_of(answered: Answered, found: Read | None = None) -> dict[str, float]:
    """What is counted besides the outcomes, 0 or 1 each.

    `declined`: the model says that it cannot answer (§4.2), which is scored like any other answer;
    `out_of_time` and `over_rounds` say what ran out.
    """
    return {
        "declined": float((found or as_read(answered)).outcome == "refused"),
        "out_of_time": float(answered.outcome == "timed_out"),
        "over_rounds": float(answered.outcome == "over_rounds"),
    }


def as_published(found: Mapping[str, float]) -> dict[str, float]:
    """Figures over all questions as the published scorer has them: 0 for a question without a text.

    A text that was cut, or where time ran out, is scored on what it holds. `read_…` are NaN where
    there is no text.
    """
    return {key: zeroed(value) for key, value in found.items()} | {
        f"read_{key}": value for key, value in found.items()
    }


def zeroed(value: float) -> float:
    """The value; 0 for NaN."""
    return 0.0 if math.isnan(value) else value


def spent(answered: Answered) -> dict[str, float]:
    """The cost: counts, tokens as the provider counts them, seconds of its calls."""
    return {
        "searches": float(len(answered.searches)),
        "bad_arguments": float(answered.counts.get("bad arguments", 0)),
        "not_found": float(sum(search.title is None for search in answered.searches)),
        "pages": float(len(answered.pages)),
        "calls": float(answered.calls),
        "tokens_in": float(answered.tokens[0]),
        "tokens_out": float(answered.tokens[1]),
        "seconds": answered.seconds,
        "trimmed": float(answered.trimmed),
        "sub_questions": float(len(answered.sub)),
    }


def evidence(recorded: Recorded) -> dict[str, float]:
    """The shares of needed pages that were opened, and of opened pages that were needed.

    Both are NaN where the encyclopaedia was not used, precision where nothing was opened. A needed
    page that the encyclopaedia lacks counts as not opened.
    """
    wanted = {key(title) for title in recorded.needed}
    opened = {key(title) for title in recorded.answered.pages}
    if not wanted:
        return {"evidence_recall": NAN, "evidence_precision": NAN, "pages_absent": 0.0}
    found = len(wanted & opened)
    return {
        "evidence_recall": found / len(wanted),
        "evidence_precision": found / len(opened) if opened else NAN,
        "pages_absent": float(len(recorded.absent)),
    }


def strings(
    answered: Answered, scorers: Mapping[str, Scorer]
) -> tuple[dict[str, float], dict[str, StringScore]]:
    """Loose and strict accuracy in each variant: figures, and which references were found.

    NaN where there is no answer, in `reference` 0 as in the published scorer.
    """
    figures: dict[str, float] = {}
    scores: dict[str, StringScore] = {}
    given = has_answer(answered)
    said = as_read(answered).said
    for variant, scorer in scorers.items():
        if given:
            # The published scorer reads the whole text, whatever it is.
            scores[variant] = scorer.score(answered.text if variant == "reference" else said)
        found = {
            f"{variant}_{measure}": getattr(scores[variant], measure) if given else NAN
            for measure in ("loose", "strict")
        }
        figures |= as_published(found) if variant == "reference" else found
    return figures, scores


def overlap(answered: Answered, gold: Value) -> dict[str, float]:
    """ROUGE-1, -2 and -L: precision, recall and F1 each, 0 where there is no answer."""
    if not has_answer(answered):
        return as_published({f"{kind}_{part}": NAN for kind in ROUGES for part in PARTS})
    found = rouge(gold, answered.text)
    return as_published(
        {f"{kind}_{part}": getattr(found[kind], part) for kind in ROUGES for part in PARTS}
    )


def tables(answered: Answered, gold: Value) -> dict[str, float]:
    """Rows and cells of answers that are tables: precision, recall and F1 each.

    NaN where the gold is not a table; 0, and `read_…` NaN, where no row could be read from the
    answer, which `table_unread` counts.
    """
    given = has_answer(answered)
    found = table_score(gold, as_read(answered).said) if given else TableScore("no-table")
    of_tables = isinstance(gold, dict)
    values = {key: getattr(found, key) for key in CELLS}
    whole = of_tables and outcome(answered) in READ
    return {
        **{key: (zeroed(value) if whole else 0.0) if of_tables else NAN
           for key, value in values.items()},
        **{f"read_{key}": value for key, value in values.items()},
        "table_unread": float(found.outcome == "unparsed") if of_tables and given else NAN,
    }  # fmt: skip


def not_found(scores: Mapping[str, StringScore]) -> dict[str, Sequence[str]]:
    """The references that each variant did not find, for readers of the log."""
    return {
        variant: [
            one for one, found in zip(score.references, score.found, strict=True) if not found
        ]
        for variant, score in scores.items()
    }
