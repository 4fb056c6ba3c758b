"""How an answer is read and scored, and what the log keeps beside the figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tamis.answering.fanout.answered import Answered
from tamis.benchmarks.benchmark import Marker, Marks, Output
from tamis.benchmarks.fanoutqa import bleurt
from tamis.benchmarks.fanoutqa.answers import Scorer
from tamis.benchmarks.fanoutqa.factuality import Factuality
from tamis.benchmarks.fanoutqa.factuality_judges import MAX_TOKENS, ROLE, judged, verdicts
from tamis.benchmarks.fanoutqa.logged_answer import Recorded, answer_of
from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.fanoutqa.question import Value
from tamis.benchmarks.fanoutqa.samples import Sample, load_samples
from tamis.benchmarks.fanoutqa.score import (
    BLEURT,
    LOOKS_FOR,
    as_read,
    counts_of,
    evidence,
    has_answer,
    not_found,
    outcome,
    overlap,
    spent,
    strings,
    tables,
)
from tamis.benchmarks.reading import counted, reader
from tamis.measures.references import answer_text
from tamis.measures.words import words
from tamis.reader import read_by
from tamis.stats import NAN


def marker(options: Options) -> Marker[Sample]:
    """String scores in each variant, ROUGE, tables, evidence, and the judges' verdicts.

    Where the gold answer is hidden only the figures that do not need it are computed.
    """
    from tamis import models  # only for calls: it imports Inspect

    normaliser = words(options.words)
    scorers: dict[str, dict[str, Scorer]] = {
        sample.id: {v: Scorer(sample.question.answer, v, normaliser) for v in options.variants}
        for sample in load_samples(options)[1]
        if sample.question.answer is not None
    }
    checkpoint = bleurt.load(options.bleurt) if options.bleurt is not None else None

    async def mark(sample: Sample, output: Output) -> Marks:
        recorded = answer_of(output.record, output.reply)
        answered, gold = recorded.answered, sample.question.answer
        if recorded.withheld:
            absent = {"pages_absent": float(len(recorded.absent))}
            return Marks(absent, "", _details(recorded, {}, []), None)
        question = sample.question.text
        found = as_read(answered, question)
        if answered.outcome == "ok":
            found = await read_by(reader(), question, found, LOOKS_FOR)
        values = {
            **counts_of(answered, found),
            **counted(bool(found.by)),
            **evidence(recorded),
            **spent(answered),
        }
        missed: dict[str, Any] = {}
        panel: list[Factuality] = []
        if gold is not None:
            figures, held = strings(answered, scorers[sample.id])
            missed = dict(not_found(held))
            values |= {**figures, **overlap(answered, gold), **tables(answered, gold)}
            if checkpoint is not None:
                values[BLEURT.figure()] = _bleurt(answered, gold, checkpoint)
            if judges := models.judges(ROLE, MAX_TOKENS, 0.0):
                if has_answer(answered):
                    right = answer_text(gold)
                    panel = await judged(
                        judges, sample.input, right, as_read(answered).said, options.prompts
                    )
                values |= verdicts(panel)
        details = _details(recorded, missed, panel)
        return Marks(values, answered.text, details, outcome(answered, found))

    return mark


def _bleurt(answered: Answered, gold: Value, checkpoint: bleurt.Scorer) -> float:
    if not has_answer(answered):
        return NAN
    return bleurt.bleurt([gold], [answered.text], checkpoint)[0]


def _details(
    recorded: Recorded, missed: Mapping[str, Any], panel: Sequence[Factuality]
) -> dict[str, Any]:
    answered = recorded.answered
    return {
        "outcome": answered.outcome,
        "why": answered.why,
        "asked_by": answered.forced,
        "pages": list(answered.pages),
        "needed": list(recorded.needed),
        "absent": list(recorded.absent),
        "counts": dict(answered.counts),
        "not_found": missed,
        "judged": [
            {"judge": p.judge, "letter": p.letter, "outcome": p.outcome, "why": p.rationale}
            for p in panel
        ],
    }
