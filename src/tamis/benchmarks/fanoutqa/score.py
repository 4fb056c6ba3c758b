"""The measures of an answer (FanOutQA, §4.1), and its cost.

Loose and strict accuracy are computed in three variants, by a `Scorer` each (`answers/`); the
judges' verdicts are made figures in `factuality_judges`, BLEURT in `bleurt`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from tamis.answering.fanout.answered import Answered
from tamis.benchmarks.fanoutqa.answers import Scorer, StringScore
from tamis.benchmarks.fanoutqa.answers.table_answers import TableScore, table_score
from tamis.benchmarks.fanoutqa.encyclopaedia import key
from tamis.benchmarks.fanoutqa.factuality import LETTERS
from tamis.benchmarks.fanoutqa.logged_answer import Recorded
from tamis.benchmarks.fanoutqa.question import Value
from tamis.measures.measure import Measure
from tamis.measures.rouge import rouge
from tamis.reading.looks_for import FreeText
from tamis.reading.replies import Read, read
from tamis.stats import NAN
from tamis.types import READ, Outcome, Reply

ANY = (-math.inf, math.inf)
COUNTED = (0.0, math.inf)

LOOSE = Measure(
    "loose",
    "Loose",
    "the share of reference strings found",
    "FanOutQA, §4.1, equation 1",
    said="finds {} of the reference strings",
)
STRICT = Measure(
    "strict", "Strict", "1 where all reference strings are found", "FanOutQA, §4.1, equation 2"
)
STRINGS = (LOOSE, STRICT)

ROUGES = {
    kind: Measure(
        kind,
        f"ROUGE-{kind[-1]}",
        f"F1 of {what} that answer and reference share",
        "FanOutQA, §4.1",
        logged=f"{kind}_f1",
    )
    for kind, what in (
        ("rouge1", "words"),
        ("rouge2", "pairs of words"),
        ("rougeL", "the longest sequence of words"),
    )
}
PARTS = ("precision", "recall", "f1")
BLEURT = Measure(
    "bleurt",
    "BLEURT of those read",
    "how close the answer is to the reference, as a trained model says",
    "FanOutQA, §4.1",
    better=None,
    over="the answers that have a text",
    within=ANY,
    logged="bleurt",
)

JUDGED = Measure(
    "judged",
    "Judged",
    "1 where most judges find the same facts in it as in the reference (B, C or E)",
    "FanOutQA, §4.1 and App. H.3",
    logged="judged",
)
BY_LETTER = {
    letter: Measure(
        f"letter_{letter}",
        letter,
        meaning,
        "FanOutQA, App. H.3",
        better=None,
        over="verdicts and replies without one",
    )
    for letter, meaning in LETTERS.items()
}

TABLES = "the questions whose answer is a table, 0 for an answer of which no row could be read"
CELLS = tuple(
    Measure(f"{what}_{part}", f"{what.capitalize()} {label}", f"{meaning} {what}s", over=TABLES)
    for what in ("row", "cell")
    for part, label, meaning in (
        ("precision", "precision", "the right share of the answer's"),
        ("recall", "recall", "the share that the answer has of the reference's"),
        ("f1", "F1", "the harmonic mean of precision and recall of"),
    )
)

EVIDENCE_RECALL = Measure(
    "evidence_recall",
    "Evidence recall",
    "the share of the pages that the question needs of which something was shown to the model",
    over="the questions for which pages were used",
)
EVIDENCE_PRECISION = Measure(
    "evidence_precision",
    "Evidence precision",
    "the share of the pages shown that the question needs",
    over="the questions for which pages were opened",
)
PAGES = Measure(
    "pages",
    "Pages opened",
    "the number of pages that were opened",
    better=None,
    within=COUNTED,
    digits=1,
)
EVIDENCE = (EVIDENCE_RECALL, EVIDENCE_PRECISION, PAGES)

_cost = partial(
    Measure, better="down", over="the questions asked, judges not counted", within=COUNTED, digits=1
)
SECONDS = _cost(
    "seconds", "Seconds", "those of the calls, one after another, without retries and waiting"
)
TRIMMED = _cost("trimmed", "Messages trimmed", "those that no longer fitted the context")
COSTS = (
    _cost("calls", "Calls", "the number of calls of the model"),
    _cost("tokens_in", "Tokens in", "of all calls, as the provider counts them", digits=0),
    _cost("tokens_out", "Tokens out", "of all calls, as the provider counts them", digits=0),
    _cost("searches", "Searches", "the number of searches", better=None),
    _cost("not_found", "of these not found", "searches that no page answers"),
    SECONDS,
    TRIMMED,
)

_ended = partial(Measure, better="down", over="the questions that have a reply")
DECLINED = _ended(
    "declined",
    "Declined",
    "1 where the answer only says that it cannot be given (told by its words)",
    "FanOutQA, §4.2",
)
REFUSED = _ended(
    "refused_by_provider",
    "Refused by the provider",
    "1 where its filter stopped the reply, or a field of the reply says that it is a refusal",
)
UNANSWERED = (
    DECLINED,
    REFUSED,
    _ended("out_of_time", "Out of time", "1 where the time ran out", "FanOutQA, App. F.2"),
    _ended("over_rounds", "Over rounds", "1 where the searches ran out"),
)

DECLARED = (
    *STRINGS,
    *ROUGES.values(),
    BLEURT,
    JUDGED,
    *BY_LETTER.values(),
    *CELLS,
    *EVIDENCE,
    *COSTS,
    *UNANSWERED,
)

LOOKS_FOR = FreeText(next_task=("[question]:", "===== "))
"""What a reply is read for: an answer in free words (§4.1)."""


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

    Of calls only those fail whose prompt is too long. An answer that only declines is refused, as
    is one that the provider refused: `counts_of` tells them apart.
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

    Of the refused, `declined` are the answers that only say that they cannot be given (§4.2), and
    `refused_by_provider` those that the provider stopped or marked. A declined answer has a text,
    so that the published measures score what it holds; `paper` and `strict` give it 0, since §4.2
    counts it among the errors. `out_of_time` and `over_rounds` say what ran out.
    """
    by_provider = answered.outcome == "refused"
    refused = outcome(answered, found) == "refused"
    return {
        "declined": float(refused and not by_provider),
        "refused_by_provider": float(by_provider),
        "out_of_time": float(answered.outcome == "timed_out"),
        "over_rounds": float(answered.outcome == "over_rounds"),
    }


def as_published(found: Mapping[str, float]) -> dict[str, float]:
    """Figures over all questions as the published scorer has them: 0 for a question without a text.

    A text that was cut, where time ran out or which only declines is scored on what it holds.
    `read_…` are NaN where there is no text.
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
            one.figure(variant): getattr(scores[variant], one.name) if given else NAN
            for one in STRINGS
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
    values = {one.figure(): getattr(found, one.name) for one in CELLS}
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
