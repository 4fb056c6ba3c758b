"""Reading Label Studio's tasks, in all forms in which their annotators are written.

`label_studio` describes the format, and writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from tamis.inputs.rows import wrong_value
from tamis.studio.annotating.exchange.entries import (
    Entry,
    Reading,
    Settled,
    Unreadable,
    from_record,
    with_key,
)
from tamis.studio.annotating.exchange.jsonl import read_exported
from tamis.studio.annotating.exchange.label_checks import (
    checked_label,
    option_of,
    timed,
    unknown_option,
)
from tamis.studio.annotating.exchange.label_studio import MOMENT, NOTE, OURS, SETTLED, TASK, WHO
from tamis.studio.annotating.imported_labels import BESIDE, COMMENT, untimed
from tamis.studio.annotating.kinds import Field, Kind, Label
from tamis.studio.annotating.payload import EXTRA
from tamis.studio.people.person_names import MODEL
from tamis.types import InputError

_FLAT = {"annotation_id", "annotator", "created_at", "updated_at", "lead_time"}
"""The columns that every CSV and JSON_MIN of Label Studio has."""


def is_flat(columns: Iterable[str]) -> bool:
    """Whether these are columns of Label Studio's CSV, TSV or JSON_MIN."""
    return _FLAT.issubset(columns)


def refuse_flat(name: str, form: str) -> NoReturn:
    """Say that a file in one of these forms cannot be imported: they hold of each label neither
    who gave it, where that is written in a control, nor whether it is settled."""
    raise Unreadable(
        f"{name} is Label Studio's export as {form}, which does not hold its labels in full; in "
        "Label Studio, export as JSON."
    )


def is_tasks(value: Any) -> bool:
    """Whether a JSON list is one of tasks rather than of records."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, Mapping) and isinstance(one.get("data"), Mapping) for one in value)
    )


def read_tasks(kind: Kind, name: str, tasks: Iterable[Any]) -> Reading:
    """The items of tasks; annotations become labels of their annotators, predictions of a model.

    Cancelled annotations, drafts, and results of controls that the kind does not have are
    counted and left out. What else a task or its data holds is kept with the item.
    """
    reading = Reading("Label Studio")
    for number, task in enumerate(tasks, 1):
        where = f"{name}, task {number}"
        try:
            reading.take(_entries(kind, task, number, where, reading))
        except InputError as error:
            reading.bad(error)
    return reading


def _entries(kind: Kind, task: Any, number: int, where: str, reading: Reading) -> Iterable[Entry]:
    if not isinstance(task, Mapping) or not isinstance(task.get("data"), Mapping):
        raise InputError(f"{where}: expected a task with its data.")
    data = task["data"]
    ours = data.get(OURS)
    if isinstance(ours, Mapping):
        seed = read_exported(kind, ours, where).seed
        # Those of models, with their times.
        kept, labels = seed.labels, []
    else:
        entries = list(from_record(kind, data, number, where))
        if len(entries) != 1:
            raise InputError(f"{where}: its data holds {len(entries)} items; split it.")
        seed = entries[0].seed
        kept, labels = (), [*seed.labels]
    rest = {
        name: value
        for name, value in task.items()
        if name not in ("data", "annotations", "predictions", "drafts")
    }
    if isinstance(ours, Mapping):
        # Label Studio renumbers tasks; fields of an earlier import are in the payload.
        rest = {}
    if rest:
        seed = replace(
            seed, payload={**seed.payload, EXTRA: {**seed.payload.get(EXTRA, {}), TASK: rest}}
        )
    settled: Settled | None = None
    annotations, _ = _listed(task, "annotations", where)
    for place, one in enumerate(annotations, 1):
        at = f"{where}, annotation {place}"
        if one.get("was_cancelled") is True:
            reading.left_out["cancelled annotations"] += 1
            continue
        label, who, meta = _label(kind, one, at, reading)
        if label is None:
            reading.left_out["annotations without a label"] += 1
            continue
        try:
            done_at = meta.get(MOMENT, one.get("created_at"))
            label = timed(label, done_at, one.get("lead_time"), at)
        except InputError:
            reading.left_out["times that cannot be read"] += 1
        truth = one.get("ground_truth") is True and isinstance(ours, Mapping)
        decided = truth and meta.get(SETTLED) is True
        if decided or (truth and settled is None):
            settled = Settled(
                {name: value for name, value in label.items() if name not in BESIDE},
                str(label.get(COMMENT, "")),
                who,
            )
        if not decided:
            labels.append((who, label))
    labels += [*kept, *_predicted(kind, task, kept, where, reading)]
    drafts, numbers = _listed(task, "drafts", where)
    reading.left_out["drafts"] += len(drafts) + numbers
    reading.left_out += type(reading.left_out)()
    yield Entry(with_key(replace(seed, labels=tuple(labels)), where), where, settled)


def _predicted(
    kind: Kind,
    task: Mapping[str, Any],
    kept: Iterable[tuple[str, Label]],
    where: str,
    reading: Reading,
) -> list[tuple[str, Label]]:
    """The labels of a task's predictions, without those that are `kept` in its data."""
    known = [(who, untimed(label)) for who, label in kept]
    labels = []
    predictions, numbers = _listed(task, "predictions", where)
    for place, one in enumerate(predictions, 1):
        label, _, _ = _label(kind, one, f"{where}, prediction {place}", reading)
        who = f"{MODEL}{str(one.get('model_version') or 'model')[:200]}"
        if label is None:
            reading.left_out["predictions without a label"] += 1
        elif (who, label) not in known:
            labels.append((who, label))
    if numbers > len(known):
        reading.left_out["predictions given only by their number"] += numbers - len(known)
    return labels


def _listed(task: Mapping[str, Any], name: str, where: str) -> tuple[list[Mapping[str, Any]], int]:
    """What a task lists under a name, and how many of these are numbers only: Label Studio's
    export holds predictions and drafts so."""
    found = task.get(name)
    if found is None:
        return [], 0
    if not isinstance(found, list):
        raise wrong_value(found, name, "a list", where)
    whole = [one for one in found if isinstance(one, Mapping)]
    return whole, len(found) - len(whole)


def _label(
    kind: Kind, annotation: Mapping[str, Any], where: str, reading: Reading
) -> tuple[Label | None, str, Mapping[str, Any]]:
    """The label of an annotation, None if it has none of the kind's fields; who gave it; and what
    our own export notes with that name."""
    results = annotation.get("result")
    if not isinstance(results, list):
        raise wrong_value(results, "result", "a list", where)
    fields = {field.name.casefold(): field for field in kind.fields}
    label: Label = {}
    who = ""
    meta: Mapping[str, Any] = {}
    for one in results:
        name = str(one.get("from_name", "")) if isinstance(one, Mapping) else ""
        value = one.get("value") if isinstance(one, Mapping) else None
        if not isinstance(value, Mapping):
            reading.left_out["results without a value"] += 1
            continue
        field = fields.get(name.casefold()) or _only_choice(kind, one)
        if field is not None:
            label[field.name] = _value(field, value, f"{where}: {name}")
        elif name == NOTE:
            label[COMMENT] = _text(value)
        elif name == WHO:
            who = " ".join(_text(value).split())[:200]
            meta = one["meta"] if isinstance(one.get("meta"), Mapping) else {}
        else:
            reading.left_out[f"results of the control {name[:60] or '(no name)'}"] += 1
    who = who or _who(annotation.get("completed_by"))
    if not set(label) - {COMMENT}:
        return None, who, meta
    return checked_label(kind, label, where), who, meta


def _only_choice(kind: Kind, result: Mapping[str, Any]) -> Field | None:
    """The kind's one choice, for results of a control that has another name elsewhere."""
    if result.get("type") != "choices" or result.get("from_name") in (NOTE, WHO):
        return None
    found = [field for field in kind.fields if field.how == "choice" and field.required]
    return found[0] if len(found) == 1 else None


def _value(field: Field, value: Mapping[str, Any], where: str) -> Any:
    """The value of a result, by its type."""
    if field.how in ("choice", "choices"):
        given = value.get("choices", value.get("text", value.get("rating")))
        given = given if isinstance(given, list) else [given]
        chosen = [option_of(field, one) for one in given]
        if None in chosen:
            raise unknown_option(field, given[chosen.index(None)], where)
        if field.how == "choices":
            return chosen
        if len(chosen) != 1:
            raise InputError(f"{where} holds {len(chosen)} choices where one is needed.")
        return chosen[0]
    if field.how == "number":
        return value.get("number", value.get("rating"))
    if "number" in value or "rating" in value:
        return str(value.get("number", value.get("rating")))
    text = _text(value)
    if field.how == "own" and text.startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text


def _text(value: Mapping[str, Any]) -> str:
    text = value.get("text", value.get("choices", ""))
    parts = text if isinstance(text, list) else [text]
    return "\n".join(part for part in parts if isinstance(part, str))


def _who(by: Any) -> str:
    """Who completed an annotation: given as a number, an address, or an object with a name."""
    if isinstance(by, Mapping):
        name = " ".join(
            str(by[part]) for part in ("first_name", "last_name") if by.get(part)
        ).strip()
        by = name or by.get("email") or by.get("username") or by.get("id")
    if isinstance(by, int) and not isinstance(by, bool):
        return f"user {by}"
    return " ".join(str(by).split())[:200] if by else "somebody"
