"""The steps of a model: every prompt is sent once, and every reply is stored at once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import Literal, get_args

from tamis.collect.constraints.constraint_folder import Folder, digest_of, journal
from tamis.collect.constraints.sheets import read_sheet, write_sheet
from tamis.collect.constraints.steps import STEPS, Step, Waiting
from tamis.inputs.files import one_line_end
from tamis.inputs.json_records import own_lines
from tamis.inputs.replacing import flush
from tamis.reading.spoken import without_thoughts
from tamis.text.shown import counted
from tamis.types import Chat, InputError, Reply

Outcome = Literal["ok", "unparsed", "missing", "truncated", "refused", "failed"]
Say = Callable[[str], None]
Reader = Callable[[str], bool]
"""Whether a reply can be used."""


@dataclass(frozen=True)
class StoredReply:
    """One reply: `id` of the request, `key` of the prompt, and the `reason` where it failed."""

    id: str
    outcome: Outcome
    reason: str
    model: str
    key: str
    reply: str


_FIELDS = tuple(field.name for field in fields(StoredReply))


@dataclass(frozen=True)
class ModelCaller:
    """The model to call: `chat` is None where no model was given."""

    chat: Chat | None
    model: str
    say: Say = lambda doing: None


async def ask(
    folder: Folder,
    step: Step,
    caller: ModelCaller,
    prompts: Mapping[str, tuple[str, str]],
    usable: Reader = bool,
) -> dict[str, str]:
    """The usable replies by their ids; `prompts` are keys and texts by id.

    A prompt with a stored reply is not sent again, unless the call failed or the prompt has
    changed. Raises Waiting where replies are missing and the step is not accepted, or where no
    model was given.
    """
    path = folder.path(step.file)
    rows = _read(folder, step)
    inputs = digest_of({id: key for id, (key, _) in prompts.items()})
    if not path.exists():
        folder.of(step).clear()
    elif folder.of(step).get("finished"):
        folder.made_from(step, inputs)
    to_ask = {
        id: (key, prompt)
        for id, (key, prompt) in prompts.items()
        if id not in rows or rows[id].key != key or rows[id].outcome != "ok"
    }
    if to_ask and not folder.accepted(step):
        if caller.chat is None:
            raise Waiting(
                step,
                f"Step {step.number} of {len(STEPS)} asks a model {counted(len(to_ask), 'time')} "
                f"({step.name}): check the files in {folder.root}, then run the command "
                f"again with --model.",
            )
        try:
            await _ask(folder, step, caller, to_ask, usable, rows)
        finally:
            _write(folder, step, [rows[id] for id in prompts if id in rows])
    found = {id: rows[id].reply for id in prompts if id in rows and rows[id].outcome == "ok"}
    outcomes = Counter(rows[id].outcome if id in rows else "missing" for id in prompts)
    models = Counter(rows[id].model for id in found)
    folder.of(step).update(outcomes=dict(outcomes), models=dict(models))
    folder.save()
    if len(found) < len(prompts) and not folder.accepted(step):
        raise Waiting(step, _lacking(folder, step, rows, prompts), failed=True)
    if not found:
        raise InputError(
            f"{path} has no usable reply; ask the model again with --redo {step.name}."
        )
    folder.made_from(step, inputs)
    if not folder.of(step).get("finished"):
        folder.of(step)["finished"] = True
        folder.save()
    return found


async def _ask(
    folder: Folder,
    step: Step,
    caller: ModelCaller,
    prompts: Mapping[str, tuple[str, str]],
    usable: Reader,
    rows: dict[str, StoredReply],
) -> None:
    assert caller.chat is not None
    chat, done = caller.chat, 0
    path = folder.path(journal(step))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        # A line that was cut by a kill must not damage the next one.
        file.write("\n")

        async def one(id: str, key: str, prompt: str) -> None:
            nonlocal done
            outcome, reason, text = _read_reply(await chat([prompt]), usable)
            rows[id] = StoredReply(id, outcome, reason, caller.model, key, text)
            file.write(json.dumps(asdict(rows[id])) + "\n")
            file.flush()
            flush(file.fileno())
            done += 1
            caller.say(f"step {step.number}, {step.name}: {done} of {len(prompts)}")

        await asyncio.gather(*(one(id, *prompt) for id, prompt in prompts.items()))


def _read_reply(reply: Reply, usable: Reader) -> tuple[Outcome, str, str]:
    text = one_line_end(without_thoughts(reply.text)).strip()
    if reply.failed:
        return "failed", reply.failed, text
    if reply.refused:
        return "refused", "the provider's filter stopped the reply", text
    if reply.truncated:
        return "truncated", "the reply was cut short; allow more with --max-tokens", text
    if not text:
        return "missing", "the reply is empty", text
    if not usable(text):
        return "unparsed", "the reply does not have the requested form", text
    return "ok", "", text


def _read(folder: Folder, step: Step) -> dict[str, StoredReply]:
    """The replies so far: those in the file, and in the journal of a run that was killed."""
    rows: dict[str, StoredReply] = {}
    path = folder.path(step.file)
    if path.exists():
        for row in read_sheet(path, _FIELDS):
            if row["outcome"] not in get_args(Outcome):
                raise InputError(
                    f"{row.where}: there is no outcome {row['outcome']!r:.40}; restore the "
                    f"original, or delete the row to ask again."
                )
            rows[row["id"]] = StoredReply(**{name: row[name] for name in _FIELDS})  # type: ignore[arg-type]
    for record in own_lines(folder.path(journal(step))):
        with suppress(TypeError):
            stored = StoredReply(**record)
            rows[stored.id] = stored
    return rows


def _write(folder: Folder, step: Step, rows: list[StoredReply]) -> None:
    write_sheet(folder.path(step.file), _FIELDS, (asdict(row) for row in rows))
    folder.path(journal(step)).unlink(missing_ok=True)


def _lacking(
    folder: Folder, step: Step, rows: Mapping[str, StoredReply], prompts: Mapping[str, object]
) -> str:
    lacking = [rows[id] for id in prompts if id in rows and rows[id].outcome != "ok"]
    counts = Counter(row.outcome for row in lacking)
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    first = next((row.reason for row in lacking), "not asked").rstrip(".")
    return (
        f"Step {step.number} of {len(STEPS)} lacks {len(lacking)} of "
        f"{counted(len(prompts), 'reply', 'replies')} ({outcomes}: {first}): run the command again "
        f"to ask for them again, or go on without them with --accept {step.name}; the outcomes are "
        f"in {folder.path(step.file)}."
    )
