"""Exports in the file formats that the benchmarks' commands read, a file for each rater."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tamis.benchmarks.acs.data import FILE, LABEL
from tamis.benchmarks.acs.error_labels import ErrorRow, write_labels
from tamis.benchmarks.quest.ratings import PoolRow, write_pool
from tamis.collect.fanout.question_files import convert, write_questions
from tamis.collect.fanout.validation import check_all
from tamis.collect.questions import marked, write_accepted, write_review
from tamis.collect.questions.files import read_texts
from tamis.inputs.files import read_bytes, write_text
from tamis.inputs.json_records import write_json_lines
from tamis.inputs.spreadsheets import plain_csv, sheet
from tamis.studio.annotating.exchange.anonymisation import file_name
from tamis.studio.annotating.exchange.entries import GivenLabel, Row
from tamis.studio.annotating.kinds import Kind
from tamis.studio.annotating.kinds.fanout_question import authored
from tamis.studio.annotating.kinds.kiwi import session_id
from tamis.studio.annotating.kinds.question_review import finding_of
from tamis.types import InputError

AGREED = "agreed"
"""Used instead of a rater's name: the settled label, else the one that all raters gave."""


class Own(NamedTuple):
    """A benchmark's file format: the file's name, the command that reads it, and its writer.

    `write` is given the folder, the items with the labels of one rater, and who that is.
    """

    file: str
    read_by: str
    write: Callable[[Path, Kind, Sequence[tuple[Row, GivenLabel]], str], None]


def own_files(kind: Kind, rows: Sequence[Row]) -> dict[str, bytes]:
    """The files of every rater by path, `RATER/FILE`, and a file of the agreed labels.

    Raises InputError where a file's own writer objects.
    """
    if kind.name not in OWN:
        return {}
    found: dict[str, bytes] = {}
    used: set[str] = set()
    for who, labels in _by_rater(kind, rows).items():
        folder, number = file_name(who, "rater"), 1
        while folder in used:
            number += 1
            folder = f"{file_name(who, 'rater')}-{number}"
        used.add(folder)
        with tempfile.TemporaryDirectory(prefix="tamis-") as place:
            OWN[kind.name].write(Path(place), kind, labels, who)
            for path in sorted(Path(place).iterdir()):
                found[f"{folder}/{path.name}"] = read_bytes(path)
    return found


def accepted_questions(rows: Sequence[Row], papers: bytes) -> tuple[bytes, int]:
    """The accepted questions with the texts of their papers, and how many they are.

    `papers` is papers.jsonl of `tamis questions find`. If several people reviewed a question, the
    settled label counts, else the one that all gave; it is signed by the first of them.
    """
    with tempfile.TemporaryDirectory(prefix="tamis-") as folder:
        texts, out = Path(folder) / "papers.jsonl", Path(folder) / "accepted.jsonl"
        texts.write_bytes(papers)
        findings = []
        for row in rows:
            given = _agreed(("decision", "question"), row)
            if given is not None and given.label.get("decision") == "accept":
                findings.append(finding_of(row.payload, given.label, given.who))
        try:
            accepted = write_accepted(out, findings, read_texts(texts))
        except InputError as error:
            raise InputError(str(error).replace(f"{folder}/", "")) from None
        return read_bytes(out), len(accepted)


def _by_rater(kind: Kind, rows: Sequence[Row]) -> dict[str, list[tuple[Row, GivenLabel]]]:
    names = tuple(field.name for field in kind.fields if field.agreement)
    found: dict[str, list[tuple[Row, GivenLabel]]] = {}
    agreed: list[tuple[Row, GivenLabel]] = []
    for row in rows:
        for one in row.labels:
            if not one.skipped and not one.model:
                found.setdefault(one.who, []).append((row, one))
        if names and (one_of_all := _agreed(names, row)):
            agreed.append((row, one_of_all))
    if len(found) > 1 or any(row.settled for row in rows):
        found[AGREED] = agreed
    return found


def _agreed(names: Sequence[str], row: Row) -> GivenLabel | None:
    """The settled label, else the one whose fields `names` are the same for all people, else
    None."""
    if row.settled is not None:
        return GivenLabel(row.settled.by or AGREED, row.settled.label, row.settled.comment)
    people = [one for one in row.labels if not one.model and not one.skipped]
    if not people:
        return None
    first = people[0]
    if any(one.label.get(name) != first.label.get(name) for one in people for name in names):
        return None
    return first


def _quest(place: Path, kind: Kind, labels: Sequence[tuple[Row, GivenLabel]], who: str) -> None:
    rows = []
    for row, one in labels:
        record = kind.record(row.shown, one.label)
        for name in ("proposed_by", "evidence_for", "evidence_against"):
            record[name] = tuple(record[name])
        rows.append(PoolRow(**record, comment=one.comment, rater=who))
    write_pool(place / "ratings.csv", rows)


def _acs_errors(
    place: Path, kind: Kind, labels: Sequence[tuple[Row, GivenLabel]], who: str
) -> None:
    rows = []
    for row, one in labels:
        record = kind.record(row.shown, one.label)
        for name in ("gold", "verdict"):
            record[name] = record[name] == "satisfied"
        rows.append(ErrorRow(**record))
    write_labels(place / "errors.csv", rows)


def _acs(place: Path, kind: Kind, labels: Sequence[tuple[Row, GivenLabel]], who: str) -> None:
    """The released format; its loader takes cells as they are, so no apostrophe is added.

    Rows labelled "cannot tell" are left out.
    """
    records = [kind.record(row.shown, one.label) for row, one in labels]
    write_text(place / FILE, _sheet([one for one in records if one[LABEL]], plain_csv))


def _kitab(place: Path, kind: Kind, labels: Sequence[tuple[Row, GivenLabel]], who: str) -> None:
    records = [kind.record(row.shown, one.label) for row, one in labels]
    write_text(place / "titles.csv", _sheet(records))


def _kiwi(
    file: str, name: str
) -> Callable[[Path, Kind, Sequence[tuple[Row, GivenLabel]], str], None]:
    def write(place: Path, kind: Kind, labels: Sequence[tuple[Row, GivenLabel]], who: str) -> None:
        write_json_lines(
            place / file,
            [
                {
                    "session": row.payload["session"],
                    "turn": row.payload["turn"],
                    **session_id(row.payload),
                    "annotator_id": who,
                    name: one.label[name],
                    **({"comment": text} if (text := _note(one)) else {}),
                }
                for row, one in labels
                if name in one.label
            ],
        )

    return write


def _questions(place: Path, kind: Kind, labels: Sequence[tuple[Row, GivenLabel]], who: str) -> None:
    """The questions as their author wrote them, in the released format, and as items to answer."""
    raws = [raw for _, one in labels if (raw := authored(one.label)) is not None]
    write_questions(place / "questions.json", raws)
    valid = [one for one in check_all(raws) if one.valid]
    write_questions(place / "released.json", convert(valid))
    items = [
        {"id": one.tree.id, "question": one.tree.question, "written_by": who}
        for one in valid
        if one.tree is not None
    ]
    write_json_lines(place / "items.jsonl", items)


def _answers(place: Path, kind: Kind, labels: Sequence[tuple[Row, GivenLabel]], who: str) -> None:
    records = [kind.record(row.shown, one.label) for row, one in labels]
    write_json_lines(
        place / "predictions.jsonl", (_without(record, "question") for record in records)
    )


def _reviews(place: Path, kind: Kind, labels: Sequence[tuple[Row, GivenLabel]], who: str) -> None:
    findings = [finding_of(row.payload, one.label, one.who) for row, one in labels]
    write_review(place / "review.jsonl", [marked(finding) for finding in findings])


OWN: Mapping[str, Own] = {
    "quest_candidate": Own("ratings.csv", "tamis gold", _quest),
    "acs_error": Own("errors.csv", "tamis report", _acs_errors),
    "acs_constraint": Own(FILE, "tamis run acs --data", _acs),
    "kitab_title": Own("titles.csv", "spreadsheets", _kitab),
    "kiwi_instruction": Own(
        "labels.jsonl", "tamis kiwi", _kiwi("labels.jsonl", "instruction_type")
    ),
    "kiwi_error": Own("labels.jsonl", "tamis kiwi", _kiwi("labels.jsonl", "error_type")),
    "kiwi_rating": Own(
        "second_ratings.jsonl", "tamis run kiwi", _kiwi("second_ratings.jsonl", "rating")
    ),
    "fanout_question": Own("questions.json", "tamis fanout validate", _questions),
    "fanout_answer": Own("predictions.jsonl", "tamis run fanoutqa -T predictions=FILE", _answers),
    "question_review": Own("review.jsonl", "tamis questions accept", _reviews),
}
"""The benchmark's file format of every kind."""


def _note(given: GivenLabel) -> str:
    return str(given.label.get("reason") or given.comment)


def _without(record: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != name}


def _sheet(records: Sequence[Mapping[str, Any]], written: Callable[..., str] = sheet) -> str:
    columns = list(dict.fromkeys(name for record in records for name in record))
    return written(columns, ([str(record.get(name, "")) for name in columns] for record in records))
