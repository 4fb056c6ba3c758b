"""Turns labelled by a model, and its agreement with people (KIWI, §4.2, §4.3)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tamis.benchmarks.kiwi.analysis.analysed_turns import read_labels
from tamis.benchmarks.kiwi.data import Dataset
from tamis.benchmarks.kiwi.label_files import Place
from tamis.report.build import published
from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Row, Table
from tamis.types import Chat
from tamis.writing.revision.labelled import Labelled
from tamis.writing.revision.retrieval import failed, judge_retrieval
from tamis.writing.revision.retrieval import fingerprint as retrieval_fingerprint
from tamis.writing.revision.types import (
    TEMPERATURE,
    agreement,
    classify_error,
    classify_instruction,
    held_out,
    keyword_error,
    keyword_type,
)
from tamis.writing.revision.types import fingerprint as types_fingerprint

Say = Callable[[str], None]

KEYS = ("instruction_type", "error_type", "passages")
"""The labels of a turn: the instruction's type; if it failed, the error; if it also sought
information, whether the passages sufficed."""

_NAMES = {
    "instruction_type": "instruction types",
    "error_type": "error types",
    "passages": "worth of passages",
}


@dataclass(frozen=True)
class LabelledTurns:
    """Labels of turns as `label_files` reads them, one record per turn, and the outcomes of the
    calls.

    `reasons` are the errors of the calls that failed.
    """

    records: tuple[dict[str, Any], ...]
    outcomes: Mapping[str, Counter[str]]
    reasons: Counter[str]


@dataclass(frozen=True)
class HeldOutLabels:
    """Labels of the held-out instructions and comments, None where the reply could not be read."""

    instructions: tuple[str | None, ...]
    comments: tuple[str | None, ...]


async def label_turns(dataset: Dataset, chat: Chat, at_once: int, say: Say) -> LabelledTurns:
    """Label every turn that has an instruction; at most `at_once` calls run at a time."""
    asked: list[tuple[Place, str, Awaitable[Labelled[Any]]]] = []
    for row, released in enumerate(dataset.sessions):
        session = released.session
        looked_up = {turn.number for turn in failed(session.turns)}
        for turn in session.turns:
            if not turn.instruction.strip():
                continue
            place = (row, turn.number)
            question, text = session.opened.question, turn.instruction
            asked.append((place, KEYS[0], classify_instruction(chat, question, text)))
            if turn.rating in ("neutral", "bad") and turn.comment.strip():
                asked.append((place, KEYS[1], classify_error(chat, text, turn.comment)))
            if turn.number in looked_up:
                passages = judge_retrieval(chat, question, text, turn.passages)
                asked.append((place, KEYS[2], passages))
    said = await _at_once([call for _, _, call in asked], at_once, say)
    records: dict[Place, dict[str, Any]] = {}
    outcomes: dict[str, Counter[str]] = {key: Counter() for key in KEYS}
    reasons = Counter(reply.text for reply in said if reply.outcome == "failed")
    for (place, key, _), reply in zip(asked, said, strict=True):
        outcomes[key][reply.outcome] += 1
        record = records.setdefault(place, {"session": place[0] + 1, "turn": place[1]})
        if reply.label is not None:
            record[key] = reply.label
    return LabelledTurns(tuple(records.values()), outcomes, reasons)


async def label_held_out(chat: Chat, at_once: int, say: Say) -> HeldOutLabels:
    """Label the 40 held-out instructions and 22 held-out comments, which are in no prompt."""
    instructions, comments = held_out()
    calls: list[Awaitable[Labelled[Any]]] = [
        *(classify_instruction(chat, one.question, one.instruction) for one in instructions),
        *(classify_error(chat, one.instruction, one.comment) for one in comments),
    ]
    said = [reply.label for reply in await _at_once(calls, at_once, say)]
    return HeldOutLabels(tuple(said[: len(instructions)]), tuple(said[len(instructions) :]))


async def _at_once(
    calls: Sequence[Awaitable[Labelled[Any]]], at_once: int, say: Say
) -> list[Labelled[Any]]:
    room, done = asyncio.Semaphore(at_once), 0

    async def one(call: Awaitable[Labelled[Any]]) -> Labelled[Any]:
        nonlocal done
        async with room:
            reply = await call
        done += 1
        say(f"{done} of {len(calls)} calls")
        return reply

    return await asyncio.gather(*map(one, calls))


def summary(dataset: Dataset, found: LabelledTurns, held: HeldOutLabels, model: str) -> Report:
    """How far the model, and the keywords, agree with labels by hand; how the replies ended."""
    paper = published("kiwi")["text"]["classifiers"]
    return Report(
        title="KIWI",
        subtitle="Turns sorted by a model",
        identity={
            "data": dataset.name,
            "data_version": dataset.version,
            "model": model,
            "temperature": f"{TEMPERATURE:g}",
            "prompts": f"{types_fingerprint()}+{retrieval_fingerprint()}",
        },
        tables=(
            _agreement(dataset, found, held, model),
            _outcomes(found),
        ),
        notes=(
            f"The paper's GPT-4 agreed with people on {paper['instructions']['agreement']}% of "
            f"{paper['instructions']['held_out']} instructions and on "
            f"{paper['comments']['agreement']}% of {paper['comments']['held_out']} comments of its "
            "own.",
            "The keywords and the held-out labels are of one hand, which flatters the keywords.",
        ),
    )


def _agreement(dataset: Dataset, found: LabelledTurns, held: HeldOutLabels, model: str) -> Table:
    rows: list[Row] = []
    instructions, comments = held_out()
    group = "Held out: ours, by hand"
    rows += [
        _row(
            f"{model}, instruction types", held.instructions, [o.label for o in instructions], group
        ),
        _row(
            "keywords, instruction types",
            [keyword_type(one.instruction) for one in instructions],
            [one.label for one in instructions],
            group,
            "baseline",
        ),
        _row(f"{model}, error types", held.comments, [one.label for one in comments], group),
        _row(
            "keywords, error types",
            [keyword_error(one.comment) for one in comments],
            [one.label for one in comments],
            group,
            "baseline",
        ),
    ]
    by_hand = read_labels(dataset)
    beside = (by_hand.instructions, by_hand.errors, by_hand.passages)
    for key, labels in zip(KEYS, beside, strict=True):
        said = {(r["session"] - 1, r["turn"]): r.get(key) for r in found.records}
        both = [place for place in labels if place in said]
        if both:
            rows.append(
                _row(
                    f"{model}, {_NAMES[key]}",
                    [said[place] for place in both],
                    [labels[place] for place in both],
                    f"{dataset.name}: labels beside the data",
                    clusters=[place[0] for place in both],
                )
            )
    return Table(
        id="agreement",
        title="Agreement with labels by hand",
        caption="The share of the labels read that are the person's, and Cohen's kappa.",
        columns=(
            Column("share", "Agreement", "up"),
            Column("kappa", "Kappa", "up"),
            Column("unparsed", "Not read", "down"),
            Column("n", "n"),
        ),
        rows=tuple(rows),
    )


def _row(
    label: str,
    said: Sequence[str | None],
    human: Sequence[str],
    group: str,
    kind: Any = "model",
    clusters: Sequence[int] | None = None,
) -> Row:
    agreed = agreement(said, human, clusters)
    cells: dict[str, Cell] = {
        "share": agreed.share,
        "kappa": agreed.kappa,
        "unparsed": agreed.unparsed,
        "n": len(human),
    }
    return Row(label, kind, cells, group)


def _outcomes(found: LabelledTurns) -> Table:
    names = ("ok", "unparsed", "truncated", "missing", "refused", "failed")
    return Table(
        id="outcomes",
        title="Outcomes",
        caption="Counts of calls. A turn without a label stays without one.",
        columns=tuple(Column(name, name.capitalize()) for name in names),
        rows=tuple(
            Row(_NAMES[key], "measure", {name: counts[name] for name in names})
            for key, counts in found.outcomes.items()
        ),
    )
