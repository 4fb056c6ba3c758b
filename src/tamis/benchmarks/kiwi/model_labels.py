"""Turns labelled by a model, and its agreement with people (KIWI, §4.2, §4.3)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq
from typing import Any

from tamis.benchmarks.kiwi.analysis.analysed_turns import Labels, read_labels
from tamis.benchmarks.kiwi.data import Dataset, load
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
    classify_kind,
    held_out,
)
from tamis.writing.revision.types import fingerprint as types_fingerprint
from tamis.writing.sessions import Turn

Say = Callable[[str], None]

KEYS = ("instruction_kind", "instruction_type", "error_type", "passages")
"""The labels of a turn: the instruction's kind and type; if it failed, the error; if it also
sought information, whether the passages sufficed."""

_NAMES = {
    "instruction_kind": "kinds of instruction",
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
    """Labels of what people have labelled and no prompt shows, None where the reply could not be
    read.

    `kinds` are those of the mini data's turns, whose record has the kind; `instructions` and
    `comments` are the types of the instructions and comments of `held_out`. `reasons` are the
    errors of the calls that failed.
    """

    kinds: tuple[str | None, ...]
    instructions: tuple[str | None, ...]
    comments: tuple[str | None, ...]
    reasons: Counter[str]

    def beside_people(self) -> dict[str, tuple[Sequence[str | None], list[str], list[int] | None]]:
        """By key of a label: the model's, the people's, and which belong to one session."""
        kinds = [(turn.kind or "", row) for row, _, turn in _mini_turns()]
        instructions, comments = held_out()
        return {
            KEYS[0]: (self.kinds, [kind for kind, _ in kinds], [row for _, row in kinds]),
            KEYS[1]: (self.instructions, [one.label for one in instructions], None),
            KEYS[2]: (self.comments, [one.label for one in comments], None),
        }


def _mini_turns() -> list[tuple[int, str, Turn]]:
    """The turns of the mini data, each with its session and its question."""
    return [
        (row, released.session.opened.question, turn)
        for row, released in enumerate(load().sessions)
        for turn in released.session.turns
    ]


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
            asked.append((place, KEYS[0], classify_kind(chat, question, text)))
            asked.append((place, KEYS[1], classify_instruction(chat, question, text)))
            if turn.rating in ("neutral", "bad") and turn.comment.strip():
                asked.append((place, KEYS[2], classify_error(chat, text, turn.comment)))
            if turn.number in looked_up:
                passages = judge_retrieval(chat, question, text, turn.passages)
                asked.append((place, KEYS[3], passages))
    said = await _at_once([call for _, _, call in asked], at_once, say)
    records: dict[Place, dict[str, Any]] = {}
    outcomes: dict[str, Counter[str]] = {key: Counter() for key in KEYS}
    for (place, key, _), reply in zip(asked, said, strict=True):
        outcomes[key][reply.outcome] += 1
        record = records.setdefault(place, {"session": place[0] + 1, "turn": place[1]})
        if reply.label is not None:
            record[key] = reply.label
    return LabelledTurns(tuple(records.values()), outcomes, _reasons(said))


async def label_held_out(chat: Chat, at_once: int, say: Say) -> HeldOutLabels:
    """Label the kinds of the mini data's 60 turns, and the types of 40 held-out instructions and
    22 held-out comments; none of them is in a prompt."""
    instructions, comments = held_out()
    mini = _mini_turns()
    calls: list[Awaitable[Labelled[Any]]] = [
        *(classify_kind(chat, question, turn.instruction) for _, question, turn in mini),
        *(classify_instruction(chat, one.question, one.instruction) for one in instructions),
        *(classify_error(chat, one.instruction, one.comment) for one in comments),
    ]
    replies = await _at_once(calls, at_once, say)
    said = [reply.label for reply in replies]
    kinds, types = said[: len(mini)], said[len(mini) :]
    first, last = types[: len(instructions)], types[len(instructions) :]
    return HeldOutLabels(tuple(kinds), tuple(first), tuple(last), _reasons(replies))


def _reasons(replies: Sequence[Labelled[Any]]) -> Counter[str]:
    return Counter(reply.text for reply in replies if reply.outcome == "failed")


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
    """How far the model agrees with labels by hand, and how the replies ended."""
    paper = published("kiwi")["text"]["classifiers"]
    return Report(
        title="KIWI",
        subtitle="Turns sorted by a model",
        identity={
            "data": dataset.name,
            "data_version": dataset.version,
            "model": model,
            "temperature": f"{TEMPERATURE:g}",
            "prompts": _prompts(),
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
        ),
    )


def about(dataset: Dataset, held: HeldOutLabels, model: str) -> dict[str, Any]:
    """What stands beside a file of labels: who made them, and by label how many of the held-out
    ones (`of`) are a person's (`right`)."""
    return {
        "model": model,
        "data": dataset.name,
        "data_version": dataset.version,
        "prompts": _prompts(),
        "held_out": {
            key: {"right": sum(map(eq, said, people)), "of": len(people)}
            for key, (said, people, _) in held.beside_people().items()
        },
    }


def _prompts() -> str:
    return f"{types_fingerprint()}+{retrieval_fingerprint()}"


def _agreement(dataset: Dataset, found: LabelledTurns, held: HeldOutLabels, model: str) -> Table:
    rows = [
        _row(f"{model}, {_NAMES[key]}", said, people, "Held out: ours, by hand", sessions)
        for key, (said, people, sessions) in held.beside_people().items()
    ]
    by_hand = read_labels(dataset)
    if by_hand.about:  # They are a model's.
        by_hand = Labels(passages=by_hand.passages)
    recorded = {
        (row, turn.number): turn.kind
        for row, released in enumerate(dataset.sessions)
        for turn in released.session.turns
        if turn.kind is not None
    }
    kinds = {**by_hand.kinds, **recorded}
    beside = (kinds, by_hand.instructions, by_hand.errors, by_hand.passages)
    for key, labels in zip(KEYS, beside, strict=True):
        said = {(r["session"] - 1, r["turn"]): r.get(key) for r in found.records}
        both = [place for place in labels if place in said]
        if both:
            rows.append(
                _row(
                    f"{model}, {_NAMES[key]}",
                    [said[place] for place in both],
                    [labels[place] for place in both],
                    f"{dataset.name}: recorded, and labels beside the data",
                    [place[0] for place in both],
                )
            )
    return Table(
        id="agreement",
        title="Agreement with labels by hand",
        caption="The share of the labels read that are the person's, and Cohen's kappa. The kinds "
        "held out are those recorded in the mini data.",
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
    clusters: Sequence[int] | None = None,
) -> Row:
    agreed = agreement(said, human, clusters)
    cells: dict[str, Cell] = {
        "share": agreed.share,
        "kappa": agreed.kappa,
        "unparsed": agreed.unparsed,
        "n": len(human),
    }
    return Row(label, "model", cells, group)


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
