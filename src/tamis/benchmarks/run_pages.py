"""The samples of a run as its page shows them: read anew, and compared with what is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tamis.benchmarks.benchmark import AnyBenchmark
from tamis.reading.replies import Read
from tamis.report import replies
from tamis.report.compared import Compared
from tamis.report.runs import Run
from tamis.report.scored import BY_READER, Scored
from tamis.report.standings import ranked_by
from tamis.types import READ, Reply


def shown_of(
    chosen: AnyBenchmark, run: Run, samples: Sequence[Scored], most: int
) -> list[replies.ShownSample]:
    """The worst of the samples of a run, `most` of them, with their replies."""
    known = chosen.samples_of(run)
    by_model = {sample.id for sample in samples if sample.values.get(BY_READER)}

    def reads(id: str, reply: Reply) -> Read:
        found = chosen.reads(run, known.get(id), reply)
        if id in by_model and found.outcome not in READ:
            return replace(found, why=f"{found.why}; the model of the role reader has read it")
        return found

    def beside(id: str, recorded: dict[str, Any]) -> Compared:
        sample = known.get(id)
        return Compared("") if sample is None else chosen.beside(run, sample, recorded)

    # First by what ranks: a list that has everything is complete, and may be the worst of all.
    measures = chosen.measures([run])
    worst = replies.worst(samples, [*ranked_by(measures, chosen.ranks_by), *measures], most)
    return replies.shown_samples(run, worst, reads, beside)
