"""ACS: what kind of error did a judge make? (ACS, §3.3, Table 2)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.bad_input import unknown
from tamis.benchmarks.acs.error_labels import CATEGORIES, FIELDS, Category, parse_label
from tamis.inputs.rows import wrong_value
from tamis.studio.annotating.kinds.kind import (
    LONGEST_LINE,
    Field,
    FormKind,
    Kind,
    Label,
    Option,
    Seed,
    seed_of,
    short_hash,
    text_of,
)
from tamis.text.shown import one_line
from tamis.types import InputError

_HELP: dict[Category, str] = {
    "extraction": "It took a wrong item or number from the response, or left one out.",
    "counting": "It counted wrongly what it had rightly found.",
    "schedule understanding": "It misread how days, times or durations follow from the schedule.",
    "other reasoning": "It reasoned wrongly in another way.",
    "calculation": "It reasoned rightly and reckoned wrongly: a sum, a product, a difference.",
}
_VERDICTS = {
    **dict.fromkeys(("1", "true", "yes", "satisfied"), "satisfied"),
    **dict.fromkeys(("0", "false", "no", "unsatisfied", "not_satisfied"), "unsatisfied"),
}


class AcsError(FormKind):
    """A wrong judgement: rationale, worksheet and response beside each other."""

    name = "acs_error"
    title = "ACS: kind of error"
    explanation = (
        "The judge was wrong here. Find the first place at which its rationale goes astray, and "
        "say what kind of error that is. You do not see which judge it was."
    )
    columns = (
        "id, judge, gold, verdict, rationale; also constraint, request, response, worksheet, "
        "label: the file that `tamis report LOG --errors FILE.csv` "
        "writes."
    )
    fields = (
        Field(
            "category",
            "What went wrong first?",
            "choice",
            tuple(Option(name, name.capitalize(), _HELP[name]) for name in CATEGORIES),
            agreement="nominal",
        ),
    )
    template = "annotating/kind_acs_error.html"

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A row of an error file."""
        texts = ("judge", "constraint", "request", "response", "rationale", "worksheet")
        payload: dict[str, Any] = {"id": text_of(record, "id", where)}
        payload |= {name: text_of(record, name, where, needed=name == "judge") for name in texts}
        for name in ("gold", "verdict"):
            value = record.get(name)
            said = str(int(value)) if isinstance(value, bool) else text_of(record, name, where)
            if said.casefold() not in _VERDICTS:
                raise wrong_value(said, name, "satisfied or unsatisfied", where)
            payload[name] = _VERDICTS[said.casefold()]
        if payload["gold"] == payload["verdict"]:
            raise InputError(f"{where}: gold and verdict agree, so there is no error to label.")
        said = text_of(record, "label", where, needed=False)
        category = parse_label(said)
        if said and category is None:
            raise unknown("label", said, CATEGORIES, where=where, or_else="give nothing")
        labels: list[tuple[str, Label]] = [("file", {"category": category})] if category else []
        key = f"{payload['id']}/{short_hash(payload['judge'], payload['rationale'])[:6]}"
        return seed_of(record, where, key, payload, labels)

    def heading(self, payload: Mapping[str, Any]) -> str:
        """The constraint, or the item's number."""
        return one_line(payload["constraint"] or payload["id"], LONGEST_LINE)

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The columns of an error file."""
        said = {"label": (label or {}).get("category", "")}
        return {name: said.get(name, payload.get(name, "")) for name in FIELDS}


KIND: Kind = AcsError()
