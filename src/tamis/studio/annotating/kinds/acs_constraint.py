"""ACS: does a response satisfy one constraint of its request? (ACS, §2.3)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.bad_input import unknown
from tamis.benchmarks.acs.data import (
    CAPABILITIES,
    CONSTRAINT,
    DOMAIN,
    LABEL,
    REQUEST,
    RESPONSE,
)
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

_SAID = {
    **dict.fromkeys(("1", "true", "yes", "satisfied"), "satisfied"),
    **dict.fromkeys(("0", "false", "no", "not_satisfied", "unsatisfied"), "not_satisfied"),
    **dict.fromkeys(("cannot_tell", "?"), "cannot_tell"),
}
_HELP = {
    "counting": "How many there are of something.",
    "summation": "Amounts to add up.",
    "multiplication and summation": "Amounts to multiply, then to add up.",
    "date-time": "Times, days or durations.",
}


class AcsConstraint(FormKind):
    """Request, response and constraint, in the columns of the released CSV."""

    name = "acs_constraint"
    title = "ACS: constraint satisfied?"
    explanation = (
        "Read the request and the response, and say whether the response satisfies the one "
        "constraint. Count and add up what the response lists, not what it claims in its totals."
    )
    columns = (
        f"{REQUEST}, {RESPONSE}, {CONSTRAINT}; also {LABEL} (1 or 0), {DOMAIN} and capability, "
        "as in the released CSV."
    )
    fields = (
        Field(
            "satisfied",
            "Does the response satisfy the constraint?",
            "choice",
            (
                Option("satisfied", "Satisfied"),
                Option("not_satisfied", "Not satisfied"),
                Option("cannot_tell", "Cannot tell", "The response does not say enough."),
            ),
            agreement="nominal",
        ),
        Field(
            "capability",
            "What does it take to tell?",
            "choice",
            tuple(Option(name, name.capitalize(), _HELP[name]) for name in CAPABILITIES),
            required=False,
            agreement="nominal",
        ),
    )
    template = "annotating/kind_acs_constraint.html"

    def read(self, record: Mapping[str, Any], where: str) -> Seed:
        """A row of the released file; its label comes in as one by `released`."""
        payload: dict[str, Any] = {
            "request": text_of(record, REQUEST, where, needed=False),
            "response": text_of(record, RESPONSE, where),
            "constraint": text_of(record, CONSTRAINT, where),
            "domain": text_of(record, DOMAIN, where, needed=False),
        }
        label: Label = {}
        if said := text_of(record, LABEL, where, needed=False):
            if said.casefold() not in _SAID:
                raise wrong_value(said, LABEL, "1, 0 or nothing", where)
            label["satisfied"] = _SAID[said.casefold()]
        if capability := text_of(record, "capability", where, needed=False).casefold():
            if capability not in CAPABILITIES:
                raise unknown("capability", capability, CAPABILITIES, where=where)
            if label:
                label["capability"] = capability
        key = short_hash(payload["request"], payload["response"], payload["constraint"])
        return seed_of(record, where, key, payload, [("released", label)] if label else [])

    def heading(self, payload: Mapping[str, Any]) -> str:
        """The constraint."""
        return one_line(payload["constraint"], LONGEST_LINE)

    def record(self, payload: Mapping[str, Any], label: Label | None) -> dict[str, Any]:
        """The released columns; the label is 1, 0, or empty where nobody could tell."""
        label = label or {}
        said = {"satisfied": "1", "not_satisfied": "0"}.get(label.get("satisfied", ""), "")
        return {
            REQUEST: payload["request"],
            RESPONSE: payload["response"],
            CONSTRAINT: payload["constraint"],
            LABEL: said,
            DOMAIN: payload.get("domain", ""),
            "capability": label.get("capability", ""),
        }


KIND: Kind = AcsConstraint()
