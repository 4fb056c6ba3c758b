"""The baselines on data with a domain: they know the facts that the prompt's list shows.

`tamis.benchmarks.kitab.baselines` reads the list out of the prompt, as books stand in it; here
the listed items are taken from the question, so that a fact after a bar is no part of a title.
"""

from __future__ import annotations

from collections.abc import Mapping

from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tamis.benchmarks.kitab.baselines import BASELINES, reply
from tamis.benchmarks.kitab.domain import holds
from tamis.benchmarks.kitab.samples import Question
from tamis.checking import constraints


@solver
def baseline(name: str) -> Solver:
    """Answer with the baseline `name` instead of a model."""
    answer = BASELINES[name]

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = await answer(state.input_text)
        state.output = ModelOutput.from_content(model=f"baseline/{name}", content=text)
        state.messages.append(state.output.message)
        return state

    return solve


@solver
def checking(name: str, questions: Mapping[str, Question]) -> Solver:
    """Answer with the baseline `name`; `questions` by their ids."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = answered(name, questions[str(state.sample_id)])
        state.output = ModelOutput.from_content(model=f"baseline/{name}", content=text)
        state.messages.append(state.output.message)
        return state

    return solve


def answered(name: str, question: Question) -> str:
    """The reply of `symbolic`, `whole_list` or `nothing` to a question."""
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
