"""The calls that a run will make: for estimates of cost, and for answers made elsewhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tamis.benchmarks.benchmark import Request
from tamis.benchmarks.fanoutqa.answers import answer_text
from tamis.benchmarks.fanoutqa.asking import answer, wording
from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.fanoutqa.samples import Sample, load_samples
from tamis.types import Message, Reply, Tool

TYPICAL = 300
"""Characters of an answer, where the gold answer is hidden."""


def requests(options: Options) -> Iterator[Request]:
    """The calls for each question, with a model that searches for each needed page, then answers.

    What a real model does after its first call is not known: the later calls are estimates.
    """
    settings = options.settings(wording(options.prompts))
    for sample in load_samples(options)[1]:
        model = _RecordingModel(sample)
        asyncio.run(answer(sample, model, replace(settings, time_limit=None)))
        for nth, (prompt, characters) in enumerate(model.calls):
            id = f"{sample.id}/call-{nth}" if nth else sample.id
            yield Request(id, prompt, options.max_tokens, characters, follow_up=nth > 0)


class _RecordingModel:
    """A stand-in model that records its prompts and searches for the gold pages.

    It asks for one page at a time, in the text protocol; splits a question into those of the gold
    decomposition, or into one per page; and gives empty answers.
    """

    native = False

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        self.calls: list[tuple[str, int]] = []
        self.titles = [page.title for page in sample.question.necessary_evidence]
        leaves = [(p.question, p.evidence) for p in sample.question.leaves]
        self.pages = {question: page.title for question, page in leaves if page is not None}
        if not self.pages:
            self.pages = {f"What does the page {t} tell?": t for t in self.titles}

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The next reply: a plan, a search, or the answer."""
        prompt = "\n\n".join(message.text for message in messages)
        text = self._reply(messages[0].text, len(self.calls))
        gold = self.sample.question.answer
        right = TYPICAL if gold is None else len(answer_text(gold))
        self.calls.append((prompt, len(text) or right))
        return Reply(text or "…")

    def _reply(self, first: str, nth: int) -> str:
        if self.sample.options.asked_by == "open_book":
            return f"<search>{self.titles[nth]}</search>" if nth < len(self.titles) else ""
        if self.sample.options.asked_by != "fan_out":
            return ""
        if nth == 0:
            return json.dumps({"questions": list(self.pages), "more": False})
        return self._searched(first)

    def _searched(self, first: str) -> str:
        """The search for the page of the sub-question that a message ends with, once."""
        for question in [q for q in self.pages if first.rstrip().endswith(q)]:
            return f"<search>{self.pages.pop(question)}</search>"
        return ""
