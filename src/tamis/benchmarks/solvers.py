"""The strategies as Inspect solvers: a few lines each."""

from __future__ import annotations

from pathlib import Path

from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from tamis.benchmarks.predictions import read_predictions
from tamis.models import CallFailed, what_happened


@solver
def ask() -> Solver:
    """Ask the model, with errors cut to what they say.

    Inspect's error repeats the whole request, in the message, the traceback and the summary of
    every sample: half a megabyte each for a long prompt.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        try:
            return await generate(state)
        except LimitExceededError:
            raise
        except Exception as error:
            raise CallFailed(what_happened(error)) from None

    return solve


@solver
def replay(predictions: str) -> Solver:
    """Answer each sample with the text that the file `predictions` holds for its id.

    A sample without a text gets the empty reply, which scorers count as missing.
    """
    texts = read_predictions(Path(predictions))
    name = Path(predictions).stem

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = texts.get(str(state.sample_id), "")
        state.output = ModelOutput.from_content(model=name, content=text)
        state.messages.append(state.output.message)
        return state

    return solve
