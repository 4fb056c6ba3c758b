"""The steps of a person before the responses are made: guidelines, instruction, review."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from tamis.bad_input import twice, unknown
from tamis.collect.constraints import reply_reader
from tamis.collect.constraints.constraint_folder import Folder, digest_of
from tamis.collect.constraints.domain import Domain
from tamis.collect.constraints.sheets import Row, Sheet, read_sheet, write_sheet
from tamis.collect.constraints.steps import STEPS, Step, Waiting, step
from tamis.text.shown import clean
from tamis.types import InputError

Mark = Literal["yes", "drop", ""]

_MARKS: dict[str, Mark] = {
    **dict.fromkeys(("yes", "y", "x", "ok", "1", "true", "done", "reviewed"), "yes"),
    **dict.fromkeys(("drop", "delete", "remove"), "drop"),
    **dict.fromkeys(("", "no", "n", "0", "false", "?"), ""),
}
_ID = re.compile(r"\w[\w.-]{0,40}")


def guidelines(folder: Folder, domain: Domain) -> dict[str, str]:
    """Step 1: what each request must contain, by its id, drawn from the domain's ranges.

    They are read from guidelines.csv, which a person may change before requests are made.
    """
    one = step("guidelines")
    drawn = domain.guidelines()
    path = folder.path(one.file)
    folder.made_from(one, digest_of(drawn))
    if not path.exists():
        width = max(2, len(str(len(drawn))))
        rows = ({"id": f"r{n:0{width}}", "guideline": text} for n, text in enumerate(drawn, 1))
        write_sheet(path, ("id", "guideline"), rows)
    found = _by_id(read_sheet(path, ("id", "guideline")), "guideline")
    if not found:
        raise InputError(f"{path} has no rows; make it again with --redo guidelines.")
    return found


def instruction(
    folder: Folder, domain: Domain, guidelines: Mapping[str, str], replies: Mapping[str, str]
) -> dict[str, str]:
    """Step 3: the requests with the final instruction, by their ids, after a person's review.

    Raises Waiting until every row is marked, or the step accepted.
    """
    one = step("instruction")
    path = folder.path(one.file)
    requests = {id: reply_reader.request(reply) for id, reply in replies.items()}
    folder.made_from(one, digest_of({**requests, "": domain.instruction}))
    if not path.exists():
        first: dict[str, str] = {}
        rows = []
        for id, request in requests.items():
            same = first.setdefault(request.casefold(), id)
            lacking = reply_reader.unmentioned(guidelines.get(id, ""), request)
            notes = [f"the same as {same}"] if same != id else []
            notes += [f"does not say {'; '.join(lacking)}"] if lacking else []
            rows.append(
                {
                    "id": id,
                    "request": f"{request} {domain.instruction}",
                    "note": ", ".join(notes),
                }
            )
        write_sheet(path, ("id", "request", "reviewed", "note"), rows)
    sheet = read_sheet(path, ("id", "request", "reviewed"))
    kept = _reviewed(folder, one, sheet, "the requests, each of which now ends in the instruction")
    return _by_id([row for row in kept if row["request"]], "request")


def review(
    folder: Folder, requests: Mapping[str, str], replies: Mapping[str, str]
) -> dict[str, list[str]]:
    """Step 5: the constraints of each request, after a person's review.

    Raises Waiting until every row is marked, or the step accepted. Rows with the same constraint
    on the same request count once.
    """
    one = step("review")
    path = folder.path(one.file)
    folder.made_from(one, digest_of(replies))
    if not path.exists():
        rows = []
        for id, reply in replies.items():
            for constraint in reply_reader.constraints(reply) or [""]:
                rows.append(
                    {
                        "request_id": id,
                        "constraint": constraint,
                        "note": _doubt(constraint, requests[id]),
                        "request": requests[id],
                    }
                )
        columns = ("request_id", "constraint", "reviewed", "note", "request")
        write_sheet(path, columns, rows)
    sheet = read_sheet(path, ("request_id", "constraint", "reviewed"))
    found: dict[str, dict[str, str]] = {}
    counts: Counter[str] = Counter()
    for row in _reviewed(folder, one, sheet, "the constraints, and add what is missing"):
        id, constraint = row["request_id"], " ".join(row["constraint"].split())
        if id not in requests:
            raise unknown("request", id, requests, where=row.where, or_else="delete the row")
        if not constraint:
            counts["empty"] += 1
        elif constraint.casefold() in found.setdefault(id, {}):
            counts["repeated"] += 1
        else:
            found[id][constraint.casefold()] = constraint
    if not found:
        raise InputError(f"{path} has no constraint; write at least one.")
    # In the order of the requests, as a spreadsheet may have sorted the rows.
    ordered = {id: list(found[id].values()) for id in requests if id in found}
    counts["constraints"] = sum(map(len, ordered.values()))
    counts["requests without any"] = len(requests) - len(ordered)
    folder.of(one)["counts"] = dict(counts)
    folder.save()
    return ordered


def _doubt(constraint: str, request: str) -> str:
    if not constraint:
        return "no constraint was found; write one, or delete the row"
    numbers = reply_reader.numbers_in(constraint)
    if not numbers:
        return "has no number"
    odd = sorted(numbers - reply_reader.numbers_in(request))
    return f"{', '.join(odd)} is not in the request" if odd else ""


def _reviewed(folder: Folder, one: Step, sheet: Sheet, what: str) -> list[Row]:
    """The rows that are kept; Waiting where rows are not marked and the step is not accepted."""
    marks = [mark(row, "reviewed") for row in sheet]
    waiting = marks.count("")
    if waiting and not folder.accepted(one):
        raise Waiting(
            one,
            f"Step {one.number} of {len(STEPS)} waits for you: check {what} in "
            f"{folder.path(one.file)}, change, delete or add rows, write yes under reviewed (or "
            f"drop), and run the command again; --accept {one.name} takes the {waiting} rows "
            f"without a mark as they are.",
        )
    counts = {"rows": len(marks), "dropped": marks.count("drop"), "unmarked": waiting}
    folder.of(one)["review"] = counts
    folder.save()
    rows = [row for row, mark in zip(sheet, marks, strict=True) if mark != "drop"]
    if not rows:
        raise InputError(
            f"{folder.path(one.file)} has no rows left; make it again with --redo {one.name}."
        )
    return rows


def mark(row: Row, column: str) -> Mark:
    """The mark under `reviewed` or `accept`; InputError for an unknown one."""
    value = _MARKS.get(row[column].casefold())
    if value is None:
        raise InputError(
            f"{row.where}: {column} is {clean(row[column])!r:.40}; write yes or drop, or leave it "
            f"empty for now."
        )
    return value


def _by_id(rows: Sheet | Sequence[Row], column: str) -> dict[str, str]:
    """A column by the ids of the rows; rows that were added without an id get a new one."""
    found: dict[str, str] = {}
    added = 0
    for row in rows:
        id = row["id"]
        if not id:
            added += 1
            id = f"added-{added}"
        # Ids are used as file names too.
        if not _ID.fullmatch(id):
            raise InputError(
                f"{row.where}: the id is {clean(id)!r:.40}; use letters, digits and hyphens."
            )
        if id in found:
            raise twice("id", id, row.where, remedy="give this row another")
        found[id] = row[column]
    return found
