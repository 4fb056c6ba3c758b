"""Step 7: the responses as files to edit, and proposals that a person accepts (ACS, §2.1)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal

from tamis.collect.constraints.constraint_folder import Folder, digest_of
from tamis.collect.constraints.edit_proposals import Judge, changed, propose
from tamis.collect.constraints.sheets import Row, Sheet, read_sheet, write_sheet
from tamis.collect.constraints.steps import STEPS, Waiting, step
from tamis.inputs.files import read_text, write_text
from tamis.text.shown import clean
from tamis.types import InputError

Choice = Literal["yes", "no", ""]

TEXTS = "responses"
_COLUMNS = (
    "accept",
    "request_id",
    "constraint",
    "effect",
    "kind",
    "line",
    "before",
    "after",
)
_CHOICES: dict[str, Choice] = {
    **dict.fromkeys(("yes", "y", "x", "ok", "1", "true", "accept"), "yes"),
    **dict.fromkeys(("no", "n", "0", "false", "drop", "reject"), "no"),
    "": "",
}


def edits(
    folder: Folder,
    replies: Mapping[str, str],
    constraints: Mapping[str, Sequence[str]],
    judge: Judge,
    seed: int,
) -> dict[str, str]:
    """The responses by the ids of their requests, with a person's changes and accepted proposals.

    Each response is in responses/ID.txt, which may be changed freely; the accepted proposals of
    edits_review.csv are applied after that. Raises Waiting until every proposal has a yes or no,
    or the step is accepted.
    """
    one = step("edits")
    path = folder.path(one.file)
    folder.made_from(one, digest_of(replies))
    _write_texts(folder, replies)
    texts = {id: read_text(folder.path(f"{TEXTS}/{id}.txt")).strip() for id in replies}
    for id, text in texts.items():
        if not text:
            raise InputError(
                f"{folder.path(TEXTS)}/{id}.txt is empty; write a response into it, or take the "
                f"request's rows out of {folder.path(step('review').file)}."
            )
    if not path.exists():
        rows = [
            {
                "request_id": id,
                "constraint": constraint,
                "effect": proposal.effect,
                "kind": proposal.kind,
                "line": str(proposal.line),
                "before": proposal.before,
                "after": proposal.after,
            }
            for id, text in texts.items()
            for constraint in constraints.get(id, ())
            for proposal in propose(constraint, text, judge, f"{seed}/{id}")
        ]
        write_sheet(path, _COLUMNS, rows)
    sheet = read_sheet(path, ("accept", "request_id", "line", "before", "after"))
    choices = [_choice(row) for row in sheet]
    if not folder.accepted(one) and (not choices or "" in choices):
        start = (
            f"Step {one.number} of {len(STEPS)} waits for you: change the responses in "
            f"{folder.path(TEXTS)} where they are ambiguous or should fail a constraint"
        )
        if not choices:
            raise Waiting(
                one,
                f"{start}, and continue with --accept {one.name}; {path} has no rows, as the "
                f"program has no changes to propose.",
            )
        raise Waiting(
            one,
            f"{start}, write yes or no under accept in {path} for {_each(len(choices))} that the "
            f"program proposes, and run the command again; --accept {one.name} applies only "
            f"those with a yes.",
        )
    accepted = [row for row, choice in zip(sheet, choices, strict=True) if choice == "yes"]
    made = _applied(accepted, texts)
    by_hand = sum(texts[id] != reply.strip() for id, reply in replies.items())
    counts = Counter(row.cells.get("kind") or "other" for row in accepted)
    folder.of(one)["counts"] = {
        "proposed": len(choices),
        "accepted": len(accepted),
        **counts,
        "responses changed by hand": by_hand,
    }
    folder.save()
    return made


def _each(count: int) -> str:
    return "the change" if count == 1 else f"each of the {count} changes"


def _write_texts(folder: Folder, replies: Mapping[str, str]) -> None:
    """Write the responses that have no file yet; existing files may have been edited."""
    for id, reply in replies.items():
        path = folder.path(f"{TEXTS}/{id}.txt")
        if not path.exists():
            write_text(path, reply + "\n")


def _choice(row: Row) -> Choice:
    value = _CHOICES.get(row["accept"].casefold())
    if value is None:
        raise InputError(
            f"{row.where}: accept is {clean(row['accept'])!r:.40}; write yes or no, or leave it "
            f"empty for now."
        )
    return value


def _applied(rows: Sequence[Row] | Sheet, texts: Mapping[str, str]) -> dict[str, str]:
    """The texts with the changes of the rows; InputError where a row's line has changed."""
    of: dict[str, list[tuple[int, Row]]] = defaultdict(list)
    for row in rows:
        if row["request_id"] not in texts:
            raise InputError(
                f"{row.where}: there is no response {clean(row['request_id'])!r:.40}; correct "
                f"request_id, or write no under accept."
            )
        number = row["line"] or "1"
        if not number.isdecimal():
            raise InputError(
                f"{row.where}: line is {clean(number)!r:.40}; give the number of the line."
            )
        of[row["request_id"]].append((int(number), row))
    made = dict(texts)
    for id, changes in of.items():
        lines = texts[id].split("\n")
        taken: set[int] = set()
        found: list[tuple[int, Row]] = []
        for line, row in changes:
            positions = [
                at
                for at, text in enumerate(lines)
                if text.strip() == row["before"].strip() and at not in taken
            ]
            if not positions:
                raise InputError(
                    f"{row.where}: {TEXTS}/{id}.txt has no such line any more: "
                    f"{clean(row['before'])!r:.60}, or another row changes it too; write no "
                    f"under accept, or change the response itself."
                )
            at = min(positions, key=lambda at: abs(at + 1 - line))
            taken.add(at)
            found.append((at, row))
        # From the last line to the first, so that earlier line numbers stay right.
        for at, row in sorted(found, key=lambda one: -one[0]):
            lines = changed(lines, at, _indented(row, lines[at])).split("\n")
        made[id] = "\n".join(lines).strip()
    return made


def _indented(row: Row, line: str) -> str:
    """The new text of a line, indented like the old one: a cell has lost its leading blanks."""
    indent = line[: len(line) - len(line.lstrip())]
    return indent + row["after"] if row["after"] else ""
