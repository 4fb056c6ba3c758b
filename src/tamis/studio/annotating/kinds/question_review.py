"""KIWI: a proposed question is reviewed, and accepted by a person or not at all (§3.1, A.6)"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tamis.collect.questions import (
    DESIDERATA,
    Marks,
    Proposed,
    Reviewed,
    read_review,
    reviewed,
    write_review,
)
from tamis.inputs.json_records import read_json
from tamis.studio.annotating.kinds.kind import (
    LONGEST_LINE,
    LONGEST_TEXT,
    Field,
    FormKind,
    Kind,
    Label,
    Option,
    Seed,
    seed_of,
)
from tamis.text.shown import one_line
from tamis.types import InputError

_SENTENCES = {one.key: one.sentence for one in DESIDERATA}
_NESTED = ("paragraph", "review", "desiderata")


class QuestionReview(FormKind):
    """A line of the review file of `tamis questions check`."""

    name = "question_review"
    title = "KIWI: review a proposed question"
    explanation = (
        "Read the related-work paragraph and the question that a model proposed for it. Tick what "
        "holds; reword the question where that helps. It is accepted only with every box ticked, "
        "and under your name."
    )
    columns = "the lines of review.jsonl, which `tamis questions check` writes."
    fields = (
        Field("question", "Question", "long text", required=False),
        Field(
            "ticks",
            "What holds",
            "choices",
            tuple(Option(one.key, one.sentence) for one in DESIDERATA),
            required=False,
        ),
        Field("papers", "Papers with evidence", "own", required=False),
        Field(
            "decision",
            "Decision",
            "choice",
            (Option("accept", "Accept"), Option("reject", "Reject")),
            agreement="nominal",
        ),
        Field("reason", "Reason or note", "long text", required=False),
    )
    template = "annotating/kind_question_review.html"
    form_template: str | None = "annotating/form_question_review.html"

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A proposed question, with the review that it may already have."""
        whole = {
            name: _unpacked(record[name]) if name in _NESTED else record[name] for name in record
        }
        if (
            isinstance(number := whole.get("number"), str)
            and number.isascii()
            and number.isdecimal()
        ):
            whole["number"] = int(number[:9])
        if not whole.get("review"):
            whole.pop("review", None)
        one = proposed_of(whole, where)
        labels: list[tuple[str, Label]] = []
        if not one.marks.empty and one.marks.by.strip():
            labels.append((one.marks.by, _label_of(one)))
        return seed_of(record, where, one.id, _payload(one), labels)

    def check(
        self, values: Mapping[str, Sequence[str]], payload: Mapping[str, Any]
    ) -> tuple[Label | None, dict[str, str]]:
        """The finding; `tamis.collect.questions` checks what an accepted one must fulfil."""
        one = proposed_of(payload, "the item")
        text = {name: "".join(values.get(name, ())[:1]) for name in ("question", "reason")}
        decision = "".join(values.get("decision", ())[:1])
        ticks = [key for key in _SENTENCES if key in values.get("ticks", ())]
        known = {paper.id for paper in one.paragraph.cited if paper.id}
        papers = [paper for paper in values.get("papers", ()) if paper in known]
        problems: dict[str, str] = {}
        unticked = [sentence for key, sentence in _SENTENCES.items() if key not in ticks]
        reason = text["reason"].replace("\r\n", "\n").strip()
        if decision not in ("accept", "reject"):
            problems["decision"] = "Accept the question or reject it."
        elif decision == "accept" and unticked:
            problems["ticks"] = (
                f"To accept it, every box must be ticked; {len(unticked)} of {len(_SENTENCES)} "
                "are not."
            )
        elif decision == "reject" and not unticked:
            problems["ticks"] = "Every box is ticked; untick what does not hold, or accept it."
        if decision == "reject" and not reason:
            problems["reason"] = "Say why it is rejected."
        if len(reason) > LONGEST_TEXT:
            problems["reason"] = f"This is longer than {LONGEST_TEXT:,} characters."
        question = " ".join(text["question"].split()) or one.question
        label: Label = {
            "question": question,
            "ticks": ticks,
            "papers": list(dict.fromkeys(papers)),
            "decision": decision,
        } | ({"reason": reason} if reason else {})
        if not problems:
            try:
                finding_of(payload, label, "reviewer")
            except InputError as error:
                problems["question"] = _plain(error, one)
        return (None, problems) if problems else (label, {})

    def proposed(self, payload: Mapping[str, Any]) -> Proposed:
        """The question with its paragraph, for the page."""
        return proposed_of(payload, "the item")

    def desiderata(self) -> Mapping[str, str]:
        """The boxes with their sentences."""
        return _SENTENCES

    def heading(self, payload: Mapping[str, Any]) -> str:
        """The question."""
        return one_line(str(payload["question"]), LONGEST_LINE)

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The fields of the review file, then the finding."""
        row: dict[str, Any] = {name: value for name, value in payload.items() if name[:1] != "_"}
        if label is None:
            return row
        row |= {key: key in label.get("ticks", ()) for key in _SENTENCES}
        return row | {
            "edited_question": _edited(payload, label),
            "evidence": " ".join(label.get("papers", ())),
            "decision": label.get("decision", ""),
            "reason": label.get("reason", ""),
        }


def proposed_of(record: Mapping[str, Any], where: str) -> Proposed:
    """A record of the review file, read by that file's reader."""
    plain = {name: value for name, value in record.items() if name[:1] != "_"}
    with tempfile.TemporaryDirectory(prefix="tamis-") as folder:
        path = Path(folder) / "review.jsonl"
        path.write_text(json.dumps(plain) + "\n", encoding="utf-8")
        try:
            return read_review(path)[0]
        except InputError as error:
            said = str(error).removeprefix(f"{path}, line 1: ")
            raise InputError(f"{where}: {said}") from None


def finding_of(payload: Mapping[str, Any], label: Mapping[str, Any], by: str) -> Reviewed:
    """A label as the finding of the person `by`; InputError for what cannot be accepted so.

    A rejected question never counts as accepted.
    """
    one = proposed_of(payload, "the item")
    ticks = {key: key in label.get("ticks", ()) for key in _SENTENCES}
    chosen = [str(paper) for paper in label.get("papers", ())]
    all_ids = [paper.id for paper in one.paragraph.cited if paper.id]
    if label.get("decision") != "accept" and all(ticks.values()):
        raise InputError(f"the question {one.id} is rejected with every box ticked; untick one.")
    return reviewed(
        one,
        ticks,
        by,
        str(label.get("question", "")),
        None if set(chosen) == set(all_ids) else chosen,
        str(label.get("reason", "")),
    )


def _payload(one: Proposed) -> dict[str, Any]:
    """The question as the review file stores it, without the review."""
    with tempfile.TemporaryDirectory(prefix="tamis-") as folder:
        path = Path(folder) / "review.jsonl"
        write_review(path, [one])
        payload: dict[str, Any] = read_json(path)
    for name in ("review", "desiderata"):
        payload.pop(name)
    return payload


def _label_of(one: Proposed) -> Label:
    marks: Marks = one.marks
    cited = [paper.id for paper in one.paragraph.cited if paper.id]
    accepted = all(marks.ticks.get(key) for key in _SENTENCES)
    return {
        "question": marks.question or one.question,
        "ticks": [key for key in _SENTENCES if marks.ticks.get(key)],
        "papers": cited if marks.papers is None else list(marks.papers),
        "decision": "accept" if accepted else "reject",
    } | ({"reason": marks.note} if marks.note else {})


def _edited(payload: Mapping[str, Any], label: Mapping[str, Any]) -> str:
    said = str(label.get("question", ""))
    return "" if said == payload["question"] else said


def _plain(error: InputError, one: Proposed) -> str:
    said = str(error).replace(f"the question {one.id}", "the question")
    return said[:1].upper() + said[1:]


def _unpacked(value: Any) -> Any:
    """The value of a CSV cell that holds JSON."""
    if isinstance(value, str) and value.strip()[:1] == "{":
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


KIND: Kind = QuestionReview()
