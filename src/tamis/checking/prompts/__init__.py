"""The prompts of the model judge: the paper's in Tamis's own words (ACS, §3.1, App. A.1).

A judge is given only the response and the constraint, not the request. Wording 0 is the standard
one; the others ask the same in other words and another order, to see whether a verdict depends on
the wording. `examples` has the worked examples of the two-shot prompt, for all wordings. A user's
folder has `judge.j2`, filled with `response`, `constraint`, `worksheet` (empty for none), `shots`
and the list `examples` of so many; it also knows the paper's names, so that A.1 may be pasted as it
stands. `record.j2` asks for records (`checking.record`), filled with `response`
and the list `constraints`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tamis.checking.worksheet import Worksheet
from tamis.prompts import PromptTemplates
from tamis.text.normalised import whole
from tamis.types import InputError

PARAPHRASES = 4
"""How many wordings of the judge's prompt there are; number 0 is the standard one."""

SHOTS = (0, 2)
"""How many worked examples a judge may be given: none, or one satisfied and one not."""

_WORDINGS = ("judge", *(f"judge_{number}" for number in range(1, PARAPHRASES)))
_WORDING = PromptTemplates(__name__, (*_WORDINGS, "examples"))
_RECORD = PromptTemplates(__name__, ("record",))

_IN_THE_PAPER = {
    "agent_response": "response",
    "constraint_value": "constraint",
    "final_answer": "verdict",
}
"""The paper's names for our variables, and for the fields of an example."""

# The delimiters of the parts of our prompts, and of the published one.
_RULE = re.compile(r"={3,}")
_BRACKETED = re.compile(r"\[\s{0,5}((?:BEGIN|END)[ _][A-Z _]{1,40})\]")


def fingerprint(folder: str | None = None) -> str:
    """Eight hex digits that change with any wording; logs and reports carry them."""
    return _WORDING.fingerprint(folder)


def prompt(
    constraint: str,
    response: str,
    shots: int = 0,
    worksheet: Worksheet | None = None,
    paraphrase: int = 0,
    folder: str | None = None,
) -> str:
    """The prompt for one constraint on one response (ACS, App. A.1).

    `shots` is 0 or 2. `worksheet` is added for the model to check. `paraphrase` is the number of
    the wording; templates in `folder` replace Tamis's own. InputError for another number, or a
    broken template in `folder`.
    """
    if shots not in SHOTS:
        raise InputError(f"shots={shots}: the judge is given 0 or 2 worked examples; choose one.")
    if paraphrase not in range(PARAPHRASES):
        last = PARAPHRASES - 1
        raise InputError(f"paraphrase={paraphrase}: the judge's prompt has wordings 0 to {last}.")
    values = {
        "response": _material(response).strip() or "(the response is empty)",
        "constraint": " ".join(_material(constraint).split()),
        "worksheet": _material("\n".join(worksheet.lines())) if worksheet else "",
        "shots": shots,
        "examples": _examples(shots, folder),
    }
    return _WORDING.render(_WORDINGS[paraphrase], folder, **_under_both_names(values))


def _examples(shots: int, folder: str | None) -> list[dict[str, object]]:
    """The first worked examples, so many, of `examples.j2`."""
    found = _WORDING.exported("examples", "examples", folder) if shots else ()
    listed = found if isinstance(found, Sequence) else ()
    return [_under_both_names(one) for one in listed[:shots] if isinstance(one, Mapping)]


def _under_both_names(values: Mapping[str, object]) -> dict[str, object]:
    theirs = {name: values[ours] for name, ours in _IN_THE_PAPER.items() if ours in values}
    return {**values, **theirs}


def record_fingerprint(folder: str | None = None) -> str:
    """Eight hex digits that change with the wording that asks for records."""
    return _RECORD.fingerprint(folder)


def record_prompt(constraints: Sequence[str], response: str, folder: str | None = None) -> str:
    """The prompt that asks a model to copy what some constraints on a response need.

    A template in `folder` replaces Tamis's own; InputError if it is broken.
    """
    said = [" ".join(_material(one).split()) for one in constraints]
    return _RECORD.render(
        "record", folder, constraints=said,
        response=_material(response).strip() or "(the response is empty)",
    )  # fmt: skip


def _material(text: str) -> str:
    """Text that cannot be mistaken for a part of the prompt: delimiters in it are changed.

    A rule of repeated characters shrinks to one, and `[BEGIN …]` gets round brackets: no content
    is lost.
    """
    text = _RULE.sub("=", text)
    text = _BRACKETED.sub(r"(\1)", text)
    # No provider accepts an unpaired surrogate.
    return whole(text)
