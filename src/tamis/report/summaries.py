"""The summaries of the samples of a log, with only the fields that a report needs.

Inspect's own reader checks and copies every field of every sample: 50,000 samples take it seven
seconds, and this one takes just over one. It reads what Inspect wrote as a whole at the end of a
run; any other log (of a run that goes on, in another format) is left to Inspect's reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NotRequired
from zipfile import ZipFile

from pydantic import TypeAdapter
from typing_extensions import TypedDict

if TYPE_CHECKING:
    from inspect_ai.log import EvalSampleSummary

MEMBER = "summaries.json"


class Score(TypedDict):
    """A score: a mapping of figures, for a sample of Tamis."""

    value: Any


class Usage(TypedDict):
    """The tokens that one model used in a sample, and what they cost where a price was known."""

    input_tokens: int
    output_tokens: int
    total_tokens: NotRequired[int]
    input_tokens_cache_read: NotRequired[int | None]
    input_tokens_cache_write: NotRequired[int | None]
    reasoning_tokens: NotRequired[int | None]
    total_cost: NotRequired[float | None]


Used = Mapping[str, Usage]
"""What the models used in a sample, by their names."""


class Summary(TypedDict):
    """One sample of a log; the fields are those of Inspect's `EvalSampleSummary`."""

    id: int | str
    epoch: int
    target: str | list[str]
    metadata: dict[str, Any]
    scores: NotRequired[dict[str, Score] | None]
    model_usage: NotRequired[dict[str, Usage] | None]
    error: NotRequired[str | None]
    limit: NotRequired[str | None]


def read_summaries(path: Path) -> Iterable[Summary]:
    """The samples of a log, each once; whatever Inspect's reader raises for one it cannot read."""
    try:
        with ZipFile(path) as archive:
            found = _adapter().validate_json(archive.read(MEMBER))
    except Exception:
        # Whatever is unusual about this log, Inspect's reader reads it, or says what is wrong.
        from inspect_ai.log import read_eval_log_sample_summaries

        return map(_summary, read_eval_log_sample_summaries(str(path)))
    # As Inspect: of a sample that was run again, the later counts.
    once = {(str(one["id"]), one["epoch"]): one for one in found}
    return _given_away([*once.values()])


def _given_away(summaries: list[Summary]) -> Iterator[Summary]:
    """The summaries, none of which is kept here: all of a large log take half a gigabyte."""
    summaries.reverse()
    while summaries:
        yield summaries.pop()


@cache
def _adapter() -> TypeAdapter[list[Summary]]:
    return TypeAdapter(list[Summary])


def _summary(read: EvalSampleSummary) -> Summary:
    return {
        "id": read.id,
        "epoch": read.epoch,
        "target": read.target,
        "metadata": read.metadata,
        "scores": {name: {"value": one.value} for name, one in (read.scores or {}).items()},
        "model_usage": {
            name: {
                "input_tokens": one.input_tokens,
                "output_tokens": one.output_tokens,
                "total_tokens": one.total_tokens,
                "input_tokens_cache_read": one.input_tokens_cache_read,
                "input_tokens_cache_write": one.input_tokens_cache_write,
                "reasoning_tokens": one.reasoning_tokens,
                "total_cost": one.total_cost,
            }
            for name, one in (read.model_usage or {}).items()
        },
        "error": read.error,
        "limit": read.limit,
    }
