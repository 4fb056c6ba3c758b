"""The context of a method: retriever, models, prompts and limits; and what it retrieves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tamis.answering import prompts
from tamis.answering.asking_again import AskingAgain
from tamis.answering.methods import Method
from tamis.prompts import Form
from tamis.reading.known import Known
from tamis.retrieve import Retriever
from tamis.types import Chat, Document, Hit, Outcome, Reply


@dataclass(frozen=True)
class Example:
    """A worked question for few-shot prompts, with the documents that answer it."""

    question: str
    answers: tuple[Document, ...]


@dataclass(frozen=True)
class Retrieved:
    """The documents that a method reads for a question; `left_out` more did not fit the budget.

    `ranked` are the ids of the ranking down to the context's `view`; None where it is not looked at
    beyond what is read.
    """

    documents: Sequence[Document] = ()
    left_out: int = 0
    ranked: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Context:
    """Everything besides the question and the method.

    `retriever` is for the method's retrieval; `k` is how many documents it returns (a method that
    reads the whole corpus ignores it). `view` is how deep the ranking is kept, for its figures,
    where that is deeper than `k`. `verifier` judges candidates; if it is None, `chat` does.
    `budget` limits the documents of one prompt, in characters; None for no limit. `entities`: an
    answer is one of the documents, as in QUEST; else it is free text, and documents are only its
    evidence. `memo` caches what all questions share, such as the corpus as a message. `known` are
    the titles that an answer without documents may name, and `reader` is the model that reads what
    the program cannot. `output`: whether a plain list is asked for by a schema. `again` asks once
    more for a reply that cannot be read, and with `marked` no document can imitate the sections of
    a prompt; both are left out where that would change what is measured.
    """

    chat: Chat
    retriever: Retriever | None = None
    verifier: Chat | None = None
    examples: tuple[Example, ...] = ()
    k: int = 40
    view: int = 0
    budget: int | None = None
    wording: str | None = None
    entities: bool = True
    known: Known = field(default_factory=Known, repr=False)
    reader: Chat | None = None
    output: Form = "text"
    again: AskingAgain | None = None
    marked: bool = False
    memo: dict[object, str] = field(default_factory=dict, compare=False, repr=False)

    async def retrieve(self, question: str, method: Method) -> Retrieved:
        """The documents for a question, best first; all of them where the method reads all."""
        if method.retrieval == "none":
            return Retrieved()
        assert self.retriever is not None, f"{method.name} needs a retriever"
        whole = method.retrieval == "whole"
        depth = None if whole else max(self.k, self.view)
        # A search may embed its query over the network, or scan a large matrix.
        hits = await asyncio.to_thread(self.retriever.search, question, depth)
        found = [hit.document for hit in hits]
        ranked = tuple(document.id for document in found) if self.view and not whole else None
        # One prompt need not hold them all where each has a prompt of its own.
        alone = whole and method.step in ("each", "certified")
        budget = None if alone else self.budget
        return Retrieved(*fitting(found if whole else found[: self.k], budget), ranked)

    async def asked(
        self,
        chat: Chat,
        messages: Sequence[str],
        schema: type[Any] | None,
        outcome: Callable[[Reply], Outcome],
    ) -> Reply:
        """The reply of a model, of which `outcome` says how it is read."""

        async def ask(sent: Sequence[str]) -> Reply:
            return await chat(sent, schema)

        if self.again is None:
            return await ask(messages)
        return await self.again(ask, messages, outcome)

    def render(self, name: str, **values: object) -> str:
        """One of the prompts, in the chosen wording."""
        render = prompts.marked if self.marked else prompts.render
        return render(name, self.wording, **values)

    def whole(self, step: str, cot: bool) -> str:
        """The template of a step that is one message, where the folder has it; else empty."""
        name = f"{step}_cot" if cot else step
        return name if prompts.has(name, self.wording) else ""

    def shared(self, key: object, make: Callable[[], str]) -> str:
        """A message that many questions share, made once and kept as one object."""
        if key not in self.memo:
            self.memo[key] = make()
        return self.memo[key]


def fitting(documents: Sequence[Document], budget: int | None) -> tuple[list[Document], int]:
    """The first documents that fit `budget` characters, and how many do not.

    A document that does not fit is left out, but later ones may still fit: many whole documents
    are better than one.
    """
    if budget is None:
        return list(documents), 0
    kept, left = [], budget
    for document in documents:
        size = len(document.title) + len(document.text) + 40
        if size <= left:
            kept.append(document)
            left -= size
    return kept, len(documents) - len(kept)


def by_id(documents: Sequence[Document]) -> Mapping[str, Document]:
    """The documents by their ids."""
    return {document.id: document for document in documents}


class Numbered:
    """A retriever whose documents get numbers as ids, in the order in which they are found.

    Models copy "12" reliably, but not a path with a passage number at its end.
    """

    def __init__(self, retriever: Retriever) -> None:
        self.name = retriever.name
        self.documents: dict[str, Document] = {}
        self._retriever = retriever
        self._numbers: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._retriever)

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The retriever's hits with numbers as ids; `documents` maps a number to its document."""
        return [self._numbered(hit) for hit in self._retriever.search(query, k)]

    def _numbered(self, hit: Hit) -> Hit:
        number = self._numbers.setdefault(hit.document.id, str(len(self._numbers) + 1))
        self.documents[number] = hit.document
        return Hit(replace(hit.document, id=number), hit.score)

    def save(self, folder: Path) -> None:
        """Save the retriever."""
        self._retriever.save(folder)
