"""Step 8: people label which constraints are satisfied, one row for each (ACS, §2.1).

Any column whose name begins with `label` holds one annotator's labels, so a second annotator adds
a column `label_NAME`, or labels a copy of the file. Where annotators differ, the column `final`
decides. The program's verdict is not shown to annotators, unless they ask for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tamis.bad_input import twice
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import amount
from tamis.collect.constraints.constraint_folder import Folder, digest, digest_of
from tamis.collect.constraints.edit_proposals import Judge
from tamis.collect.constraints.sheets import Row, read_sheet, write_sheet
from tamis.collect.constraints.steps import STEPS, Waiting, step
from tamis.inputs.files import read_text, write_text
from tamis.text.shown import clean
from tamis.types import InputError

Label = Literal["1", "0", "?", ""]

STEP = step("labels")
LABELLED = "labelled"
_COLUMNS = (
    "key",
    "request_id",
    "constraint",
    "response_file",
    "label",
    "comment",
    "program",
    "program_reason",
)
_LABELS: dict[str, Label] = {
    **dict.fromkeys(("1", "yes", "y", "true", "satisfied"), "1"),
    **dict.fromkeys(("0", "no", "n", "false", "unsatisfied", "not satisfied"), "0"),
    **dict.fromkeys(("?", "unclear", "ambiguous"), "?"),
    "": "",
}


@dataclass(frozen=True)
class Pair:
    """A constraint and the response that may satisfy it."""

    request_id: str
    constraint: str
    response: str

    @property
    def key(self) -> str:
        """The key of a row; it begins with a letter, as spreadsheets read 1e5 as a number."""
        return f"k{digest(self.response, self.constraint, self.request_id)}"


@dataclass(frozen=True)
class Labelled:
    """A pair with the label of each annotator, and the final one.

    `label` is "?" for a pair that is left out as unclear, "" where annotators differ without a
    decision, or where nobody has labelled it.
    """

    pair: Pair
    by: Mapping[str, Label]
    label: Label
    comment: str = ""


def labels(
    folder: Folder, pairs: Sequence[Pair], judge: Judge, second: Path | None, suggest: bool
) -> list[Labelled]:
    """The labels of the pairs whose rows were not deleted, in order.

    Raises Waiting until every row has a final label, or the step is accepted, which leaves out
    rows without one; InputError for rows that belong to other texts.
    """
    path = folder.path(STEP.file)
    by_key = {pair.key: pair for pair in pairs}
    folder.made_from(STEP, digest_of(by_key))
    _write_texts(folder, pairs)
    if suggest and path.exists() and not folder.of(STEP).get("suggested"):
        raise InputError(
            f"{path} was made without suggestions; make it again with --redo labels --suggest (the "
            f"labels in it are carried over)."
        )
    if not path.exists():
        _write(folder, pairs, judge, suggest)
    columns = _read(path, by_key)
    rows = {key: row for key, row in columns.items() if key in by_key}
    others = {} if second is None else _read(second, by_key)
    found = [
        _labelled(by_key[key], rows[key], others.get(key), second) for key in by_key if key in rows
    ]
    if not found:
        raise InputError(f"{path} has no rows left; make it again with --redo labels.")
    if not folder.accepted(STEP):
        _wait(folder, found)
    return found


def _write(folder: Folder, pairs: Sequence[Pair], judge: Judge, suggest: bool) -> None:
    before = _carried(folder)
    extra: list[str] = []
    rows = []
    for pair in pairs:
        cells = {
            "key": pair.key,
            "request_id": pair.request_id,
            "constraint": pair.constraint,
            "response_file": f"{LABELLED}/{pair.request_id}.txt",
        }
        if suggest:
            judgement = judge(pair.constraint, pair.response)
            cells |= {"program": verdict(judgement), "program_reason": reason(judgement)}
        for name, cell in before.get(pair.key, {}).items():
            cells[name] = cell
            if name not in _COLUMNS and name not in extra:
                extra.append(name)
        rows.append(cells)
    folder.of(STEP).update(suggested=suggest, carried_over=sum(p.key in before for p in pairs))
    folder.save()
    write_sheet(folder.path(STEP.file), (*_COLUMNS[:5], *extra, *_COLUMNS[5:]), rows)


def _carried(folder: Folder) -> dict[str, dict[str, str]]:
    """The labels in renamed older files, by the keys of their rows.

    The same key means the same text and constraint, so the label is right for the new file too.
    """
    path = Path(STEP.file)
    olds = folder.root.glob(f"{path.stem}.old-*{path.suffix}")
    found: dict[str, dict[str, str]] = {}
    for old in sorted(olds, key=lambda one: (len(one.name), one.name)):
        for row in read_sheet(old, ("key",)):
            written = {
                name: cell
                for name, cell in row.cells.items()
                if cell and (_is_label(name) or name in ("final", "comment"))
            }
            if written:
                found[row["key"]] = written
    return found


def _write_texts(folder: Folder, pairs: Sequence[Pair]) -> None:
    for id, response in {pair.request_id: pair.response for pair in pairs}.items():
        path = folder.path(f"{LABELLED}/{id}.txt")
        if not path.exists():
            write_text(path, response + "\n")
        elif read_text(path).strip() != response:
            raise InputError(
                f"{path} differs from responses/{id}.txt with the accepted edits; make the change "
                f"there, then run with --redo labels (labels of unchanged rows are carried "
                f"over)."
            )


def _read(path: Path, by_key: Mapping[str, Pair]) -> dict[str, Row]:
    rows: dict[str, Row] = {}
    for row in read_sheet(path, ("key", "constraint", "label")):
        pair = by_key.get(row["key"])
        if pair is None or " ".join(row["constraint"].split()) != pair.constraint:
            raise InputError(
                f"{row.where}: the key and the constraint do not match any present response; "
                f"change constraints in {step('review').file}, not here, and make "
                f"{STEP.file} again with --redo labels (labels of unchanged rows are carried "
                f"over)."
            )
        if row["key"] in rows:
            raise twice("key", row["key"], row.where, remedy="delete one row")
        rows[row["key"]] = row
    return rows


def _labelled(pair: Pair, row: Row, other: Row | None, second: Path | None) -> Labelled:
    by = {name: _label(row, name) for name in row.cells if _is_label(name)}
    if second is not None:
        name = second.stem if second.stem not in by else f"{second.stem} (second file)"
        by[name] = "" if other is None else _label(other, "label")
    given = {label for label in by.values() if label}
    agreed: Label = given.pop() if len(given) == 1 else ""
    final = _label(row, "final") if "final" in row.cells else ""
    return Labelled(pair, by, final or agreed, row.cells.get("comment", ""))


def _is_label(name: str) -> bool:
    return name.casefold().startswith("label")


def _label(row: Row, column: str) -> Label:
    value = _LABELS.get(row[column].casefold())
    if value is None:
        raise InputError(
            f"{row.where}: {column} is {clean(row[column])!r:.40}; write 1 (satisfied), 0 (not "
            f"satisfied), or ? where it cannot be told."
        )
    return value


def _wait(folder: Folder, found: Sequence[Labelled]) -> None:
    path = folder.path(STEP.file)
    blank = sum(not any(one.by.values()) and not one.label for one in found)
    differing = sum(not one.label for one in found) - blank
    if blank:
        raise Waiting(
            STEP,
            f"Step {STEP.number} of {len(STEPS)} waits for you: read the responses in "
            f"{folder.path(LABELLED)}, write 1 (satisfied), 0 (not) or ? (cannot be told) under "
            f"label in {path}, where {blank} of {len(found)} rows have none yet, and run the "
            f"command again; --accept {STEP.name} leaves out rows without a label.",
        )
    if differing:
        raise Waiting(
            STEP,
            f"Step {STEP.number} of {len(STEPS)} waits for you: the annotators differ on "
            f"{differing} of {len(found)} rows; settle each with 1, 0 or ? in a column final of "
            f"{path}, and run the command again; --accept {STEP.name} leaves them out.",
        )


def verdict(judgement: Judgement) -> str:
    """The program's verdict as a label; "" where it abstained."""
    return "" if judgement.satisfied is None else str(int(judgement.satisfied))


def reason(judgement: Judgement) -> str:
    """The reason of a judgement: its totals and the bound, or what was missing."""
    sheet = judgement.worksheet
    if sheet is None:
        return judgement.reason
    totals = "; ".join(f"{part.name}: {amount(part.total, sheet.unit)}" for part in sheet.parts)
    return f"{sheet.quantity}, {sheet.scope}, {sheet.bound}: {totals}"


def annotators(found: Sequence[Labelled]) -> list[str]:
    """The columns that hold labels, in order."""
    counts = Counter(name for one in found for name, label in one.by.items() if label)
    return [name for name in dict.fromkeys(n for one in found for n in one.by) if counts[name]]
