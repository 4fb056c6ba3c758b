"""The judges of a turn: a model, a fine-tuned model, or a baseline."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tamis.benchmarks.kiwi.options import MAX_TOKENS, Options
from tamis.benchmarks.kiwi.samples import Sample
from tamis.benchmarks.kiwi.score import SEEN, Verdict
from tamis.benchmarks.reading import read_reply
from tamis.types import InputError
from tamis.writing.revision.finetuned.judge import Finetuned, open_finetuned
from tamis.writing.revision.model_judge import LOOKS_FOR, RatingReply, judged


def without_a_model(one: Sample) -> Verdict:
    """The verdict of a baseline."""
    match one.options.baseline:
        case "majority":
            return Verdict(one.training.majority(one.judged), text="majority")
        case _:
            return Verdict(one.training.drawn(one.judged), text="random")


async def by_a_model(one: Sample, options: Options) -> tuple[str, Verdict]:
    """The model's name and verdict: the model in the role `judge`, else the evaluated one."""
    from tamis import models  # only for calls: it imports Inspect

    bound = models.judges(options.role, MAX_TOKENS, options.temperature)
    if len(bound) > 1:
        raise InputError(f"{', '.join(bound)} are bound as judges, and kiwi takes one: judge.")
    evaluated = models.evaluated()
    name, ask = next(iter(bound.items()), (str(evaluated), models.chat(evaluated, MAX_TOKENS)))
    by_schema = options.output == "json"
    reply = await (ask(one.messages, RatingReply) if by_schema else ask(one.messages))
    found = await read_reply(reply, LOOKS_FOR, RATE)
    said = judged(reply, found)
    by_reader = bool(found.by)
    return name, Verdict(said.good, said.outcome, said.text, 1, reply.tokens, by_reader)


RATE = "Rate how well a revision of a text carries out an instruction: good or bad."
"""The task of a judge in one line, for who reads its reply."""


def by_a_finetuned(one: Sample, folder: Path) -> Verdict:
    """The verdict of a fine-tuned judge; undecided for a turn that it was trained on."""
    judge = _opened(folder)
    if judge.saw(one.judged.turn):
        return Verdict(None, SEEN, "the judge was trained on this turn")
    (said,) = judge.judge([one.judged.turn])
    return Verdict(said.good, said.outcome, said.text)


@lru_cache(maxsize=1)
def _opened(folder: Path) -> Finetuned:
    return open_finetuned(folder)
