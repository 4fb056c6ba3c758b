"""The judges of an item: the models of a run, the program, both, or a baseline."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence

from tamis.benchmarks.acs.logged_verdict import Judged
from tamis.benchmarks.acs.samples import Sample
from tamis.benchmarks.reading import Heard, reader
from tamis.checking import hybrid, model_judge, record
from tamis.checking.judgement import Judgement
from tamis.checking.panel import majority
from tamis.types import Chat, Reply


def without_a_model(sample: Sample, majority: bool) -> Judgement:
    """The program's judgement, the more frequent label of the data, or a fair coin."""
    match sample.options.baseline:
        case "program":
            return sample.programmed
        case "majority":
            return Judgement(majority, "majority")
        case _:
            # Depends only on seed and item, so that shards and order do not matter.
            coin = random.Random(f"{sample.options.seed}/{sample.id}").random() < 0.5
            return Judgement(coin, "random")


async def ask(sample: Sample, judges: Mapping[str, Chat]) -> tuple[Judged, Reply | None]:
    """The verdicts of every judge with every wording, asked concurrently; wording 0 decides.

    With them the reply to wording 0, those of several judges under their names; None where no
    model was asked.
    """
    wordings = range(sample.options.paraphrases)
    heard = [{name: Heard(judge) for name, judge in judges.items()} for _ in wordings]
    said = await asyncio.gather(
        *(_judge(sample, ask, name, nth) for nth in wordings for name, ask in heard[nth].items())
    )
    panels = [said[nth * len(judges) : (nth + 1) * len(judges)] for nth in wordings]
    verdicts = [_combined(panel) for panel in panels]
    replies = [reply for asked in heard for one in asked.values() for reply in one.replies]
    judged = Judged(
        verdict=verdicts[0],
        panel=tuple(panels[0]),
        worded=tuple(verdict.satisfied for verdict in verdicts),
        calls=len(replies),
        tokens=(sum(one.tokens[0] for one in replies), sum(one.tokens[1] for one in replies)),
    )
    return judged, _joined({name: one.replies[-1] for name, one in heard[0].items() if one.replies})


def _joined(replies: Mapping[str, Reply]) -> Reply | None:
    if len(replies) <= 1:
        return next(iter(replies.values()), None)
    return Reply("\n\n".join(f"# {name}\n\n{one.text}" for name, one in replies.items()))


def _combined(panel: Sequence[Judgement]) -> Judgement:
    return panel[0] if len(panel) == 1 else majority(panel)


async def _judge(sample: Sample, ask: Chat, name: str, paraphrase: int) -> Judgement:
    by = reader()
    item, options = sample.item, sample.options
    if options.judge == "hybrid" and (paraphrase == 0 or not sample.needs_a_model):
        return await hybrid.judge(
            ask,
            sample.programmed,
            item.constraint,
            item.response,
            shots=options.shots,
            prompts=options.prompts,
            name=name,
            reader=by,
            output=options.output,
        )
    if options.judge == "record":
        if not sample.needs_a_model:
            return sample.programmed
        (said,) = await record.judge(
            ask, [item.constraint], item.response, prompts=options.prompts, name=name
        )
        return said
    return await model_judge.judge(
        ask,
        item.constraint,
        item.response,
        shots=options.shots,
        worksheet=sample.drafted,
        paraphrase=paraphrase,
        prompts=options.prompts,
        name=name,
        reader=by,
        output=options.output,
    )
