"""Label Studio's JSON: tasks with their annotations and predictions, and their configuration.

The format is that of "Raw JSON" in Label Studio's guide: a list of tasks, each with `data`,
`annotations` (people's) and `predictions` (models'); a `result` names its control in `from_name`
and holds a value by the control's type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree

from tamis.studio.annotating.exchange.entries import COMMON, GivenLabel, Row
from tamis.studio.annotating.exchange.jsonl import exported_item
from tamis.studio.annotating.kinds import Field, Kind, Label

TEXT, OURS = "tamis_text", "tamis"
"""In a task's data: the item to read, and the item as this studio has it."""
NOTE, WHO = "comment", "annotator"
"""Controls besides the kind's own: the comment on a label, and who gave it."""
TASK = "_task"
"""The key, among the stored fields of an import, of what a task holds besides data and
annotations."""
MOMENT, SETTLED = "done_at", "settled"
"""In the `meta` of who gave a label: when it was finished, None if that is not known, since Label
Studio puts the time of its own import in the place of `created_at`; and whether it is what was
settled, since there any annotation can be marked as the ground truth."""
_OBJECT = "item"
_TYPES = {"choice": "choices", "choices": "choices", "number": "number"}
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def tasks(kind: Kind, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Items as tasks, ready for Label Studio's import and to be read in again."""
    return [_task(kind, row, number) for number, row in enumerate(rows, 1)]


def config(kind: Kind, guidance: str = "") -> str:
    """The labelling configuration that fits `tasks` of a kind."""
    view = ElementTree.Element("View")

    def add(tag: str, **attributes: str) -> ElementTree.Element:
        legal = {name.rstrip("_"): _ILLEGAL.sub("\ufffd", v) for name, v in attributes.items()}
        return ElementTree.SubElement(view, tag, legal)

    add("Header", value=kind.title)
    add("Header", value=kind.explanation, size="6")
    if guidance.strip():
        add("Header", value=guidance.strip(), size="6")
    add("Text", name=_OBJECT, value=f"${TEXT}")
    for field in kind.fields:
        add("Header", value=field.label, size="5")
        if field.help:
            add("Header", value=field.help, size="6")
        _control(add, field)
    add("Header", value="Comment", size="5")
    add("TextArea", name=NOTE, toName=_OBJECT, rows="2", maxSubmissions="1", editable="true")
    add("Header", value="Labelled by (leave as it is)", size="6")
    add("TextArea", name=WHO, toName=_OBJECT, rows="1", maxSubmissions="1", editable="true")
    ElementTree.indent(view)
    return ElementTree.tostring(view, encoding="unicode") + "\n"


def _control(add: Any, field: Field) -> None:
    required = {"required": "true"} if field.required else {}
    common = {"name": field.name, "toName": _OBJECT, **required}
    if field.how in ("choice", "choices"):
        several = "multiple" if field.how == "choices" else "single"
        control = add("Choices", **common, choice=several)
        for option in field.options:
            hint = {"hint": option.help} if option.help else {}
            # With an alias, results name the alias.
            ElementTree.SubElement(
                control, "Choice", {"value": option.label, "alias": option.value, **hint}
            )
    elif field.how == "number":
        add("Number", **common)
    else:
        rows = "1" if field.how == "text" else "6"
        add("TextArea", **common, rows=rows, maxSubmissions="1", editable="true")


def _task(kind: Kind, row: Row, number: int) -> dict[str, Any]:
    extra = dict(row.extra)
    task = extra.pop(TASK, {})
    shown = kind.record(row.shown, None)
    models = [one for one in row.labels if one.model]
    annotations = [_annotation(kind, one) for one in row.labels if not one.model]
    if row.settled is not None:
        given = GivenLabel(row.settled.by, row.settled.label, row.settled.comment)
        annotations.append(_annotation(kind, given, settled=True))
    return {
        "id": number,
        **(task if isinstance(task, dict) else {}),
        # Label Studio's export has no more of predictions than their numbers.
        "data": {**extra, TEXT: _readable(shown), OURS: exported_item(kind, row, models)},
        "annotations": annotations,
        "predictions": [
            {"model_version": one.who, "result": _results(kind, one.label, one.comment)}
            for one in models
        ],
    }


def _annotation(kind: Kind, given: GivenLabel, settled: bool = False) -> dict[str, Any]:
    """An annotation, without `completed_by`: Label Studio refuses people who have no account."""
    moment = given.done_at and given.done_at.isoformat()
    who = _result(WHO, "textarea", {"text": [given.who]})
    who["meta"] = {MOMENT: moment, SETTLED: settled}
    annotation: dict[str, Any] = {
        "result": [*_results(kind, given.label, given.comment), who],
        "was_cancelled": given.skipped,
        "ground_truth": settled,
    }
    if moment:
        annotation["created_at"] = annotation["updated_at"] = moment
    if given.seconds is not None:
        annotation["lead_time"] = given.seconds
    return annotation


def _results(kind: Kind, label: Label, comment: str) -> list[dict[str, Any]]:
    results = []
    for field in kind.fields:
        if field.name not in label:
            continue
        value = label[field.name]
        type_ = _TYPES.get(field.how, "textarea")
        if type_ == "choices":
            held = {"choices": value if isinstance(value, list) else [value]}
        elif type_ == "number":
            held = {"number": value}
        else:
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            held = {"text": [text]}
        results.append(_result(field.name, type_, held))
    if comment:
        results.append(_result(NOTE, "textarea", {"text": [comment]}))
    return results


def _result(name: str, type_: str, value: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": re.sub(r"\W", "", name),
        "from_name": name,
        "to_name": _OBJECT,
        "type": type_,
        "value": value,
    }


def _readable(record: Mapping[str, Any]) -> str:
    """A record as text, for Label Studio's own page."""
    parts = []
    for name, value in record.items():
        if value in (None, "", [], {}) or name in COMMON:
            continue
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
        parts.append(f"{name}:\n{text}")
    return "\n\n".join(parts)
