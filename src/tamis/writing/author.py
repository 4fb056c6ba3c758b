"""Authors of a writing session: a model with its prompts, or a stand-in that is no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from tamis.types import Message, Passage, Reply, StreamingModel
from tamis.writing.prompts import WRITING

Hear = Callable[[str], None]
"""A callback that gets the answer's whole text so far, while it is being written."""


class Author(Protocol):
    """Writes drafts and revisions. A failed or refused call is a `Reply` that says so, no
    exception."""

    name: str

    async def draft(self, question: str, passages: Sequence[Passage], hear: Hear) -> Reply:
        """A first answer to the question from the passages."""
        ...

    async def summarise(
        self, previous: str, instruction: str, passages: Sequence[Passage]
    ) -> Reply:
        """What the passages say to the instruction, put to the answer so far."""
        ...

    async def revise(
        self, question: str, previous: str, instruction: str, summary: str, hear: Hear
    ) -> Reply:
        """The answer, changed as the instruction asks; `summary` is empty for a stylistic one."""
        ...


class ModelAuthor:
    """A model with prompts for KIWI's four steps (A.1), in our own wording.

    As in the paper it sees the last answer only, none of the earlier ones (§2.2). `prompts` is a
    folder whose templates replace ours.
    """

    def __init__(self, name: str, speaker: StreamingModel, prompts: str | None = None) -> None:
        self.name = name
        self._speaker, self._prompts = speaker, prompts

    async def draft(self, question: str, passages: Sequence[Passage], hear: Hear) -> Reply:
        """A first answer to the question from the passages."""
        return await self._ask("draft", hear, question=question, passages=passages)

    async def summarise(
        self, previous: str, instruction: str, passages: Sequence[Passage]
    ) -> Reply:
        """What the passages say to the instruction, put to the answer so far."""
        return await self._ask(
            "summarise", _unheard, previous=previous, instruction=instruction, passages=passages
        )

    async def revise(
        self, question: str, previous: str, instruction: str, summary: str, hear: Hear
    ) -> Reply:
        """The answer changed as the instruction asks."""
        own = not summary and WRITING.has("revise_style", self._prompts)
        return await self._ask(
            "revise_style" if own else "revise",
            hear,
            question=question,
            previous=previous,
            instruction=instruction,
            summary=summary,
        )

    async def _ask(self, prompt: str, hear: Hear, **values: object) -> Reply:
        own = WRITING.system(prompt, self._prompts)
        system = own[0] if own else WRITING.render("system", self._prompts)
        user = WRITING.render(prompt, self._prompts, **values)
        return await self._speaker([Message("system", system), Message("user", user)], hear)


def _unheard(text: str) -> None:
    """Ignores the text: a summary is not shown while it is written."""


class Respondent:
    """No model: it shows the passages that it was given, says so, and rewrites nothing.

    For trying a session without an API key, and for tests that need predictable answers.
    """

    name = "respondent"
    _NOTE = "(No model: a program stands in, which can only show what was found in the papers.)"
    _UNCHANGED = (
        "(What follows is unchanged: no model is set up, and the program that stands in cannot "
        "rewrite an answer, only add what an information-seeking instruction finds. A language "
        "model, named with --model, can.)"
    )

    async def draft(self, question: str, passages: Sequence[Passage], hear: Hear) -> Reply:
        """The note, then the passages, each with its reference."""
        if not passages:
            return _said(f"{self._NOTE}\n\nNothing in the papers shares a word with it.", hear)
        return _said("\n\n".join([self._NOTE, *map(_cited, passages)]), hear)

    async def summarise(
        self, previous: str, instruction: str, passages: Sequence[Passage]
    ) -> Reply:
        """The passages that the answer does not show yet."""
        new = [_cited(passage) for passage in passages if _cited(passage) not in previous]
        return Reply("\n\n".join(new) or "(Nothing was found that is not in the answer already.)")

    async def revise(
        self, question: str, previous: str, instruction: str, summary: str, hear: Hear
    ) -> Reply:
        """The answer so far, with the passages found after it, or a note that nothing changed."""
        answer = previous.removeprefix(self._UNCHANGED).lstrip()
        parts = (answer, summary) if summary else (self._UNCHANGED, answer)
        return _said("\n\n".join(part for part in parts if part), hear)


def _cited(passage: Passage) -> str:
    return f"{' '.join(passage.text.split())} [{passage.paper}]"


def _said(text: str, hear: Hear) -> Reply:
    hear(text)
    return Reply(text)
