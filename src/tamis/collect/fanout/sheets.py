"""The files of the flags: a CSV for a person's decisions, and the same as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from tamis.bad_input import unknown
from tamis.collect.constraints.sheets import read_sheet, write_sheet
from tamis.collect.fanout.flags import DECISIONS, STEPS, Decision, FilterRun, Flag
from tamis.collect.fanout.question_files import QuestionFile
from tamis.inputs.json_records import own_record, read_json, write_json
from tamis.inputs.rows import wrong_value
from tamis.types import InputError

FLAGS_CSV = "flags.csv"
FLAGS_JSON = "flags.json"
COLUMNS = tuple(field.name for field in fields(Flag))
_NEEDED = ("id", "step", "reason", "decision")
_SPELLINGS: dict[str, Decision] = {
    "": "",
    **dict.fromkeys(("k", "keep", "kept", "no", "ok"), "keep"),
    **dict.fromkeys(("r", "remove", "removed", "drop", "yes"), "remove"),
    **dict.fromkeys(("remove other", "other", "removeother"), "remove other"),
    **dict.fromkeys(("rewrite", "rewritten", "accept"), "rewrite"),
}


def write_flags(folder: Path, file: QuestionFile, ran: Sequence[FilterRun]) -> list[Flag]:
    """Write the flags of the steps that have run, and return all that are in the folder now.

    Flags of other steps are kept, and so are decisions on flags that were found again. InputError,
    with nothing written, where a decision would be lost or the flags belong to another file.
    """
    before = read_flags(folder / FLAGS_CSV) if (folder / FLAGS_CSV).exists() else []
    check_ids(before, file, folder / FLAGS_CSV)
    steps = {one.step for one in ran}
    decided = {flag.key: flag for flag in before}
    new = [
        replace(flag, decision=old.decision, comment=old.comment)
        if (old := decided.get(flag.key))
        else flag
        for one in ran
        for flag in one.flags
    ]
    found = {flag.key for flag in new}
    lost = [
        flag
        for flag in before
        if flag.step in steps and flag.key not in found and (flag.decision or flag.comment)
    ]
    if lost:
        raise InputError(
            f"{folder / FLAGS_CSV} holds {len(lost)} decisions or comments on flags that this run "
            f"has not found again (the first: {lost[0].id}, {lost[0].step}); give another --out, "
            "or empty those cells."
        )
    kept = [flag for flag in before if flag.step not in steps]
    order = {question.id: position for position, question in enumerate(file.questions)}
    rows = sorted([*kept, *new], key=lambda f: (order[f.id], STEPS.index(f.step)))
    records: dict[str, Any] = {
        **_steps_before(folder / FLAGS_JSON),
        **{one.step: one.record() for one in ran},
    }
    whole = {
        "file": str(file.path),
        "sha256": file.sha256,
        "questions": len(file.questions),
        "steps": {step: records[step] for step in STEPS if step in records},
        "flags": [asdict(flag) for flag in rows],
    }
    write_json(folder / FLAGS_JSON, whole)
    write_sheet(folder / FLAGS_CSV, COLUMNS, (asdict(flag) for flag in rows))
    return rows


def read_flags(path: Path) -> list[Flag]:
    """Read flags with their decisions, CSV or JSON; InputError with the line or the number."""
    if path.suffix.lower() == ".json":
        return [_flag(record, where) for where, record in _json(path)]
    return [_flag(row.cells, row.where) for row in read_sheet(path, _NEEDED)]


def check_ids(flags: Iterable[Flag], file: QuestionFile, path: Path) -> None:
    """InputError where the question of a flag is not in the file."""
    known = {question.id for question in file.questions}
    for flag in flags:
        for id in filter(None, (flag.id, flag.other)):
            if id not in known:
                raise InputError(
                    f"{path} has the question {id:.40}, which is not in {file.path}; "
                    "give the file that was filtered, unchanged, or another --out."
                )


def _json(path: Path) -> list[tuple[str, Mapping[str, Any]]]:
    whole = read_json(path)
    flags = whole.get("flags") if isinstance(whole, dict) else whole
    if not isinstance(flags, list):
        raise InputError(f'{path} has no list "flags"; give the file that the filter wrote.')
    found: list[tuple[str, Mapping[str, Any]]] = []
    for number, record in enumerate(flags, 1):
        where = f"{path}, flag {number}"
        if not isinstance(record, dict) or any(name not in record for name in _NEEDED):
            raise InputError(f"{where}: expected an object with {', '.join(_NEEDED)}.")
        for name, value in record.items():
            if name in COLUMNS and not isinstance(value, str):
                raise wrong_value(value, name, "a text", where)
        found.append((where, record))
    return found


def _flag(record: Mapping[str, Any], where: str) -> Flag:
    values = {name: record.get(name, "") for name in COLUMNS}
    if values["step"] not in STEPS:
        raise InputError(f"{where}: there is no step {values['step']!r:.40}; restore the original.")
    written = " ".join(re.sub(r"[\W_]+", " ", values["decision"]).casefold().split())
    decision = _SPELLINGS.get(written)
    if decision is None:
        raise unknown("decision", values["decision"], filter(None, DECISIONS), where=where)
    if decision == "remove other" and not values["other"]:
        raise InputError(f'{where}: "remove other" is for duplicates; write keep or remove.')
    if decision == "rewrite" and not values["proposal"].strip():
        raise InputError(
            f"{where}: there is no proposal to rewrite the question to; write one into the column "
            '"proposal", or decide otherwise.'
        )
    return Flag(**values | {"decision": decision})


def _steps_before(path: Path) -> dict[str, Any]:
    found = (own_record(path) or {}).get("steps")
    return found if isinstance(found, dict) else {}
