"""Applies a person's decisions on the flags: questions are kept, reworded or removed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.collect.constraints.sheets import write_sheet
from tamis.collect.fanout.flags import Flag
from tamis.collect.fanout.question_files import QuestionFile, write_questions
from tamis.collect.fanout.sheets import check_ids, read_flags
from tamis.inputs.json_records import write_json
from tamis.types import InputError

KEPT, REMOVED, DECIDED = "kept.json", "removed.csv", "decided.json"
_COLUMNS = ("id", "question", "step", "reason", "evidence", "comment")


@dataclass(frozen=True)
class Decided:
    """The result of the decisions, in the order of the file.

    `kept` are records as they were read, except for the wording of those in `reworded` (id to the
    wordings before and after). `removed` gives the flags for which each question was removed.
    """

    kept: tuple[Any, ...]
    removed: Mapping[str, tuple[Flag, ...]]
    reworded: Mapping[str, tuple[str, str]]


def decide(
    file: QuestionFile, flags: Sequence[Flag], path: Path, *, undecided_keep: bool = False
) -> Decided:
    """Apply the decisions of `path`; a question is removed where one flag says so.

    Raises InputError where a flag has no decision (unless `undecided_keep`), two wordings of one
    question are accepted, or all of a group of duplicates would be removed.
    """
    check_ids(flags, file, path)
    open_ = [flag for flag in flags if not flag.decision]
    if open_ and not undecided_keep:
        raise InputError(
            f"{path}: {len(open_)} of {len(flags)} flags have no decision (the first: "
            f"{open_[0].id}, {open_[0].step}); write keep or remove, or add --undecided keep."
        )
    removed: dict[str, list[Flag]] = defaultdict(list)
    reworded: dict[str, str] = {}
    for flag in flags:
        if flag.decision == "remove":
            removed[flag.id].append(flag)
        elif flag.decision == "remove other":
            removed[flag.other].append(flag)
        elif flag.decision == "rewrite":
            wording = " ".join(flag.proposal.split())
            if reworded.setdefault(flag.id, wording) != wording:
                raise InputError(
                    f"{path}: two wordings of the question {flag.id} are accepted; keep one."
                )
    _check_pairs(flags, removed, path)
    kept, before = [], {}
    for raw, question in zip(file.raws, file.questions, strict=True):
        if question.id in removed:
            continue
        if question.id in reworded:
            before[question.id] = (question.question, reworded[question.id])
            raw = {**raw, "question": reworded[question.id]}
        kept.append(raw)
    in_order = {q.id: tuple(removed[q.id]) for q in file.questions if q.id in removed}
    return Decided(tuple(kept), in_order, before)


def apply_decisions(
    file: QuestionFile, decisions: Path, out: Path, *, undecided_keep: bool = False
) -> Decided:
    """Read decisions, apply them, and write the kept questions, and the removed with the reason.

    The kept questions are in the format of `file`. Raises InputError as `decide` does.
    """
    decided = decide(file, read_flags(decisions), decisions, undecided_keep=undecided_keep)
    by_id = {q.id: (q, raw) for q, raw in zip(file.questions, file.raws, strict=True)}
    rows = [
        {
            "id": id,
            "question": by_id[id][0].question,
            **{name: getattr(flag, name) for name in ("step", "reason", "evidence", "comment")},
        }
        for id, flags in decided.removed.items()
        for flag in flags
    ]
    record = {
        "file": str(file.path),
        "sha256": file.sha256,
        "decisions": str(decisions),
        "kept": len(decided.kept),
        "reworded": [
            {"id": id, "before": before, "after": after}
            for id, (before, after) in decided.reworded.items()
        ],
        "removed": [
            {
                "id": id,
                "question": by_id[id][0].question,
                "reasons": [row for row in rows if row["id"] == id],
                "record": by_id[id][1],
            }
            for id in decided.removed
        ],
    }
    # The list of removed questions is written before the file without them.
    write_json(out / DECIDED, record)
    write_sheet(out / REMOVED, _COLUMNS, rows)
    write_questions(out / KEPT, decided.kept)
    return decided


def _check_pairs(flags: Sequence[Flag], removed: Mapping[str, list[Flag]], path: Path) -> None:
    """Of two duplicates one must be kept, unless it is removed for another reason."""
    for flag in flags:
        if not (flag.other and flag.id in removed and flag.other in removed):
            continue
        why = {one.step for id in (flag.id, flag.other) for one in removed[id]}
        if why == {"duplicates"} and _only_each_other(flag, removed):
            raise InputError(
                f"{path}: {flag.id} and {flag.other} are both removed as duplicates of each other; "
                "keep one of them."
            )


def _only_each_other(flag: Flag, removed: Mapping[str, list[Flag]]) -> bool:
    pair = {flag.id, flag.other}
    reasons = [*removed[flag.id], *removed[flag.other]]
    return all({reason.id, reason.other} == pair for reason in reasons)
