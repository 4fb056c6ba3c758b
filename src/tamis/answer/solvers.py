"""The strategies as Inspect solvers: a few lines each."""

from __future__ import annotations

from pathlib import Path

from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from tamis.answer.baselines import BASELINES
from tamis.answer.predictions import read_predictions


class CallFailed(Exception):
    """A call to a model failed; the message is short, the log's model events have the rest."""


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


def what_happened(error: BaseException) -> str:
    """An error of a call in one short line: what was wrong, not what was asked.

    Inspect's retries hide their cause in a future, and its errors put the request first.
    """
    while (last := getattr(error, "last_attempt", None)) is not None:
        if (cause := last.exception()) is None:
            break
        error = cause
    if isinstance(error, (ValueError, TypeError, LookupError, AttributeError)):
        return f"the server's answer is no chat completion ({type(error).__name__})"
    text = str(error).replace("\\n", "\n").strip(" '\")\n")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1][-300:]}" if lines else type(error).__name__


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
