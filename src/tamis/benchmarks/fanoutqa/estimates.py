"""The calls that a run would make: for estimates, and for answers made elsewhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tamis.benchmarks.benchmark import Request
from tamis.benchmarks.fanoutqa.answers import answer_text
from tamis.benchmarks.fanoutqa.asking import answer
from tamis.benchmarks.fanoutqa.options import Options
from tamis.benchmarks.fanoutqa.samples import Asked, asked
from tamis.benchmarks.fanoutqa.wording import answering
from tamis.types import Message, Reply, Tool

TYPICAL = 300
"""Characters of an answer, where the right one is hidden."""


def requests(options: Options) -> Iterator[Request]:
    """The calls of each question, with a model that searches for each needed page, then answers.

    What a real one does after its first call is not known: those that follow are estimates.
    """
    settings = options.settings(answering(options.prompts))
    for one in asked(options)[1]:
        model = _Listener(one)
        asyncio.run(answer(one, model, replace(settings, time_limit=None)))
        for nth, (prompt, characters) in enumerate(model.told):
            id = f"{one.id}/call-{nth}" if nth else one.id
            yield Request(id, prompt, options.max_tokens, characters, follow_up=nth > 0)


class _Listener:
    """A model that takes down what it is asked, and has the searches of the right answer.

    It asks for one page at a time, in the protocol; splits a question into those of the gold
    decomposition, or into one a page; and says nothing of what it has read.
    """

    native = False

    def __init__(self, one: Asked) -> None:
        self.one = one
        self.told: list[tuple[str, int]] = []
        self.titles = [page.title for page in one.question.necessary_evidence]
        leaves = [(p.question, p.evidence) for p in one.question.leaves]
        self.pages = {question: page.title for question, page in leaves if page is not None}
        if not self.pages:
            self.pages = {f"What does the page {t} tell?": t for t in self.titles}

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The next reply: a plan, a search, or the answer."""
        prompt = "\n\n".join(message.text for message in messages)
        text = self._said(messages[0].text, len(self.told))
        gold = self.one.question.answer
        right = TYPICAL if gold is None else len(answer_text(gold))
        self.told.append((prompt, len(text) or right))
        return Reply(text or "…")

    def _said(self, first: str, nth: int) -> str:
        if self.one.options.asked_by == "open_book":
            return f"<search>{self.titles[nth]}</search>" if nth < len(self.titles) else ""
        if self.one.options.asked_by != "fan_out":
            return ""
        if nth == 0:
            return json.dumps({"questions": list(self.pages), "more": False})
        return self._searched(first)

    def _searched(self, first: str) -> str:
        """The search for the page of the sub-question that a message ends with, once."""
        for question in [q for q in self.pages if first.rstrip().endswith(q)]:
            return f"<search>{self.pages.pop(question)}</search>"
        return ""
