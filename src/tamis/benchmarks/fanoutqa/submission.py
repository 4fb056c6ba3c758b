"""The files that the leaderboard takes, from the logs of runs on the hidden test split.

A submission is one JSON file of metadata, and a JSON Lines file of answers for each setting,
`{"id": …, "answer": …}` on each line, in folders that are copied over the repository's
`leaderboard-submissions`. The fields are those that its script requires; later submissions have
null instead of a missing setting's file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tamis.benchmarks.fanoutqa.data import SOURCE
from tamis.benchmarks.fanoutqa.logged_answer import answer_of
from tamis.benchmarks.fanoutqa.options import CONDITIONS
from tamis.inputs.files import write_text
from tamis.report.logs import record_of, samples_of
from tamis.report.runs import Run
from tamis.text.normalised import whole
from tamis.types import InputError, Reply

Board = Literal["closedbook", "openbook", "evidenceprovided"]
BOARDS: tuple[Board, ...] = get_args(Board)
BOARD_OF: dict[str, Board] = {
    CONDITIONS["closed_book"]: "closedbook",
    CONDITIONS["open_book"]: "openbook",
    CONDITIONS["fan_out"]: "openbook",
    CONDITIONS["evidence_provided"]: "evidenceprovided",
}
"""The leaderboard for each condition: fan-out looks everything up, so it is open book."""

DATA = ("nov23-test-paper", "2026-07-test")
"""The data sets that can be submitted."""

QUESTIONS = SOURCE.files["2026-07-test"].rows
_FORM = ConfigDict(extra="forbid", str_strip_whitespace=True)

Form = TypeVar("Form", bound=BaseModel)


class Metadata(BaseModel):
    """The leaderboard's metadata of a system.

    `context` is the length of its context in tokens; `details` is, e.g., the revision of a model.
    """

    model_config = _FORM

    name: str = Field(min_length=1)
    authors: str = Field(min_length=1)
    url: str | None = Field(default=None, pattern=r"^https?://\S+$")
    citation: str = ""
    type: Literal["FOUNDATION", "FINETUNE", "PROMPT", "OTHER"]
    context: int = Field(gt=0)
    is_trained_for_function_calling: bool
    details: str | None = None
    closedbook_generations: str | None = None
    openbook_generations: str | None = None
    evidenceprovided_generations: str | None = None


class Generation(BaseModel):
    """One line of answers: a question's id and the full answer."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(pattern=r"^[0-9a-f]{16}$")
    answer: str


@dataclass(frozen=True)
class Written:
    """The files of a submission, and notes on it, a sentence each."""

    files: tuple[Path, ...]
    notes: tuple[str, ...]


def submit(runs: Sequence[Run], fields: Mapping[str, Any], out: Path) -> Written:
    """Write the submission of the runs, at most one per setting, into the folder `out`.

    `fields` are those of `Metadata`. Raises InputError, before anything is written, for runs on
    other data, for two of one setting, for questions without an answer, and for metadata that
    the leaderboard would not accept.
    """
    answers = _answers(runs)
    slug = re.sub(r"[^a-z0-9.]+", "-", str(fields.get("name") or "").lower()).strip("-.")
    if not slug:
        raise InputError("a submission needs a name with letters or digits, such as --name GPT-4o.")
    files = dict.fromkeys(answers, f"{slug}.jsonl")
    own = {f"{board}_generations": files.get(board) for board in BOARDS}
    metadata = _checked(Metadata, {**fields, **own})
    lines = {board: [_line(id, text) for id, text in of.items()] for board, of in answers.items()}
    written = []
    for board, name in files.items():
        path = out / f"{board}-generations" / name
        write_text(path, lines[board])
        written.append(path)
    path = out / "metadata" / f"{slug}.json"
    write_text(path, metadata.model_dump_json(indent=2) + "\n")
    return Written((path, *written), tuple(_notes(answers)))


def _answers(runs: Sequence[Run]) -> dict[Board, dict[str, str]]:
    found: dict[Board, dict[str, str]] = {}
    for run in runs:
        data, condition = run.identity.get("data", "?"), run.identity.get("condition", "?")
        board = BOARD_OF.get(condition)
        if board is None:
            raise InputError(
                f"{run.label} ({condition}) is of no setting of the leaderboard; give runs of "
                f"{', '.join(BOARD_OF)}, or score a file with -T setting=…."
            )
        if data not in DATA:
            raise InputError(
                f"{run.label} ({condition}) has answered {data}, but the leaderboard is on the "
                "test split: run it with --data released -T split=test."
            )
        if board in found:
            raise InputError(
                f"two of the runs are for the {board} board; give the logs of one of them."
            )
        found[board] = _read(run)
        if missing := QUESTIONS - len(found[board]):
            raise InputError(
                f"{run.label} ({condition}) has answers to {len(found[board])} of {QUESTIONS} "
                f"questions; run the same command again, without --limit, for the other {missing}."
            )
    if len(versions := {run.identity.get("data") for run in runs}) > 1:
        raise InputError(
            f"the runs are on {' and '.join(sorted(map(str, versions)))}, which word some "
            "questions differently; submit runs on one of them."
        )
    return {board: found[board] for board in BOARDS if board in found}


def _read(run: Run) -> dict[str, str]:
    """The answers of a run by question: of several epochs the first, of several logs the last."""
    found: dict[str, str] = {}
    answered = {sample.id for sample in run.samples if sample.values}
    for id, sample in samples_of(run):
        if sample.epoch == 1 and id in answered and sample.scores:
            reply = Reply(sample.output.completion)
            found[id] = answer_of(record_of(sample), reply).answered.text
    return found


def _line(id: str, text: str) -> str:
    # An unpaired surrogate cannot be written as UTF-8, and would not be read as JSON.
    made = _checked(Generation, {"id": id, "answer": whole(text)})
    return json.dumps(made.model_dump(), ensure_ascii=False) + "\n"


def _notes(answers: Mapping[Board, Mapping[str, str]]) -> list[str]:
    notes = []
    if absent := [board for board in BOARDS if board not in answers]:
        notes.append(
            f"There are no answers for {' and '.join(absent)}: the field is null, and the "
            "leaderboard, which asks for all three settings, may want them."
        )
    for board, of in answers.items():
        if empty := sum(not text.strip() for text in of.values()):
            notes.append(f"{board}: {empty} of {len(of)} answers are empty, and will count as 0.")
    return notes


def _checked(form: type[Form], values: Mapping[str, Any]) -> Form:
    try:
        return form(**values)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        given = values.get(field)
        wanted = str(first["msg"]).removeprefix("Input should be ").removeprefix("String should ")
        said = "is missing" if given in (None, "") else f"is {given!r:.60}: expected {wanted}"
        raise InputError(f"the submission's field {field} {said}.") from error
