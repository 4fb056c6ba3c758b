"""The summaries of the samples of a log, with only the fields that a report needs.

Inspect's own reader checks and copies every field of every sample: 50,000 samples take it seven
seconds, and this one takes just over one. It reads what Inspect wrote as a whole at the end of a
run; of a run that goes on, or where that is damaged, it reads the journal and the samples. Logs in
other formats are left to Inspect's reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NotRequired

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from tamis.report.archive import SUMMARIES, Archive, Key, why
from tamis.report.scored import DAMAGED
from tamis.text.shown import counted

if TYPE_CHECKING:
    from inspect_ai.log import EvalSampleSummary


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


def read_summaries(path: Path, told: list[str]) -> Iterable[Summary]:
    """The samples of a log, each once.

    Where summaries are damaged, the journal and the samples themselves have the same; a sample
    that is damaged everywhere has no scores and the error `DAMAGED`. Both is added to `told`, in
    sentences that begin with the log. Raises whatever is raised for a log that is no archive.
    """
    if path.suffix == ".json":
        from inspect_ai.log import read_eval_log_sample_summaries

        return map(_summary, read_eval_log_sample_summaries(str(path)))
    with Archive(path) as archive:
        try:
            found = _adapter().validate_json(archive.read(SUMMARIES))
        except Exception:
            # Of a run that goes on, or damaged.
            found = []
        # As Inspect: of a sample that was run again, the later counts.
        once = {(str(one["id"]), one["epoch"]): one for one in found}
        if len(once) < len(archive.samples) or not archive.has(SUMMARIES):
            once = _gathered(archive, path, told)
    return _given_away([*once.values()])


def _gathered(archive: Archive, path: Path, told: list[str]) -> dict[Key, Summary]:
    """The samples by all that a log has of them."""
    reasons: dict[str, str] = {}
    found: dict[Key, Summary] = {}
    whole = [SUMMARIES] if archive.has(SUMMARIES) else []
    for name in (*archive.journal, *whole):
        for one in _listed(archive, name, reasons):
            found[str(one["id"]), one["epoch"]] = one
    lost: dict[str, str] = {}
    alone = 0
    for id, epoch in archive.samples.keys() - found.keys():
        try:
            read = archive.sample(id, epoch).summary()
        except Exception as error:
            # Whatever is wrong with it, it is this sample that is lost.
            lost[id] = why(error)
            found[id, epoch] = _lost(id, epoch)
        else:
            alone += 1
            found[id, epoch] = _summary(read)
    if reasons or (alone and whole):
        part, reason = next(iter(reasons.items()), (SUMMARIES, "some are missing"))
        told.append(
            f"{path}: its part {part} is damaged ({reason}); what it summarises was read elsewhere "
            "in the log."
        )
    if lost:
        first = sorted(lost)[0]
        told.append(
            f"{path}: {counted(len(lost), 'sample')} could not be read and count as failed: "
            f"{', '.join(sorted(lost)[:5])}{', …' if len(lost) > 5 else ''} (damaged: "
            f"{lost[first]})."
        )
    return found


def _listed(archive: Archive, name: str, reasons: dict[str, str]) -> Iterator[Summary]:
    """The summaries of a part that are sound; a reason where not all are."""
    try:
        values = archive.values(name)
        if not isinstance(values, list):
            raise ValueError
    except Exception as error:
        # Whatever is wrong with it, other parts have the same.
        reasons[name] = "it is no list" if type(error) is ValueError else why(error)
        return
    for value in values:
        try:
            yield _one().validate_python(value)
        except ValidationError as error:
            reasons[name] = why(error)


def _lost(id: str, epoch: int) -> Summary:
    return {"id": id, "epoch": epoch, "target": "", "metadata": {}, "error": DAMAGED}


def _given_away(summaries: list[Summary]) -> Iterator[Summary]:
    """The summaries, none of which is kept here: all of a large log take half a gigabyte."""
    summaries.reverse()
    while summaries:
        yield summaries.pop()


@cache
def _adapter() -> TypeAdapter[list[Summary]]:
    return TypeAdapter(list[Summary])


@cache
def _one() -> TypeAdapter[Summary]:
    return TypeAdapter(Summary)


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
