"""Answers without a model.

`symbolic` reads the list in the prompt and checks each title with the verifiers, which makes
it the ceiling of what checking can reach with complete context; `whole_list` returns every
title; `nothing` returns none. They are shown as baselines, never as models.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tamis.benchmarks.kitab.domain import holds
from tamis.benchmarks.kitab.samples import Question
from tamis.checking import constraints
from tamis.text.normalised import split_year
from tamis.types import Generate, Item

_LIST = re.compile(r"^List:[ \t]*\n(.*?)\n[ \t]*\n", re.M | re.S)
_CRITERIA = re.compile(r"^Criteria:[ \t]*(.+)$", re.M)


async def symbolic(prompt: str) -> str:
    """The titles of the prompt's list that satisfy the prompt's criteria."""
    criteria = _CRITERIA.search(prompt)
    if criteria is None:
        return reply(())
    wanted = [constraints.parse(text) for text in constraints.split_criteria(criteria.group(1))]
    return reply(
        item.title
        for item in items_in(prompt)
        if all(constraints.satisfies(constraint, item) for constraint in wanted)
    )


async def whole_list(prompt: str) -> str:
    """Every title of the prompt's list."""
    return reply(item.title for item in items_in(prompt))


async def nothing(prompt: str) -> str:
    """An empty list."""
    return reply(())


BASELINES: dict[str, Generate] = {
    "symbolic": symbolic,
    "whole_list": whole_list,
    "nothing": nothing,
}


async def answer(name: str, question: Question, ours: bool = True) -> str:
    """The reply of a baseline to a question.

    For data with a domain the listed items are taken from the question, not parsed out of the
    prompt, so that a fact after a bar is not read as part of a title; and so where the prompt is
    not `ours`, whose list may have any form.
    """
    if ours and question.query.domain is None:
        return await BASELINES[name](question.input)
    return _of_items(name, question)


def items_in(prompt: str) -> list[Item]:
    """The items of the list after a line `List:`, one per line, up to a blank line."""
    found = _LIST.search(prompt)
    return [Item(*split_year(line)) for line in found.group(1).splitlines()] if found else []


def reply(titles: Iterable[str]) -> str:
    """A reply in the form that the prompts ask for."""
    lines = [f"{i}. Reason: on the list. Title: {title}" for i, title in enumerate(titles, 1)]
    return "\n".join(["Output:", *lines, ""])


def _of_items(name: str, question: Question) -> str:
    query = question.query
    listed = [*range(len(query.books))] if question.item is None else [question.item]
    if name == "nothing":
        listed = []
    elif name == "symbolic":
        listed = [position for position in listed if _satisfies(question, position)]
    return reply(query.books[position].title for position in listed)


def _satisfies(question: Question, position: int) -> bool:
    query = question.query
    return all(
        constraints.satisfies(constraint, query.books[position])
        if check is None
        else bool(query.item_facts) and holds(check, query.item_facts[position])
        for constraint, check in zip(query.constraints, query.checks, strict=True)
    )
