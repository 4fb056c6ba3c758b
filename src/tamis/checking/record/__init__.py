"""The judge `record`: a model copies what a constraint needs, the program checks and computes.

The model's record of a constraint (`reply`) names what is asked for and quotes the places of the
response that count, in groups, and those that do not. Nothing in it is believed that the program
can see for itself: where a quote stands (`quotes`), its value (`values`), what the constraint's
words say (`asked`), which parts the groups are of (`scope`), what is in neither list (`computed`).
What was left out makes the sum an interval, and a verdict is given only where every value of it
says the same (`decided`), as in the ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tamis.checking.judgement import Judgement, guarded
from tamis.checking.ledger.rows import MAX_CHARACTERS, TOO_LONG
from tamis.checking.ledger.working import reason
from tamis.checking.prompts import record_prompt
from tamis.checking.record.asked import asked
from tamis.checking.record.computed import Computed
from tamis.checking.record.decided import groups_of
from tamis.checking.record.reply import Record, Refused, Unusable, records
from tamis.checking.record.told import sheet_of
from tamis.checking.record.values import Values
from tamis.text.quantities import quantities
from tamis.text.quotes import Quotes
from tamis.types import Chat, Reply

MOST = 4
"""The most constraints of one call."""


async def judge(
    chat: Chat,
    constraints: Sequence[str],
    response: str,
    *,
    prompts: str | None = None,
    name: str = "model",
) -> list[Judgement]:
    """Whether `response` satisfies each of some constraints, by one call of `chat`.

    Those of one call share a dimension (`together`). `prompts` is a folder whose `record.j2`
    replaces Tamis's own; `name` is the model's. Exceptions of `chat` are not caught.
    """
    if len(response) > MAX_CHARACTERS:
        return [Judgement(None, _by(name), "abstained", TOO_LONG)] * len(constraints)
    reply = await chat([record_prompt(constraints, response, prompts)])
    return judgements(reply, constraints, response, name)


def together(constraints: Sequence[str]) -> list[list[int]]:
    """The places of constraints in groups that share a dimension: energy, money, time, counts.

    At most `MOST` are in one, so that a reply is not cut.
    """
    found: dict[str, list[int]] = {}
    for nth, one in enumerate(constraints):
        measured = (
            "time" if said.dimension in ("clock", "span") else said.dimension
            for said in quantities(one) if said.dimension != "count"
        )  # fmt: skip
        found.setdefault(next(measured, "count"), []).append(nth)
    return [group[at : at + MOST] for group in found.values() for at in range(0, len(group), MOST)]


def judgements(
    reply: Reply, constraints: Sequence[str], response: str, name: str = "model"
) -> list[Judgement]:
    """The judgement of each constraint by a reply that holds their records."""
    by = _by(name)
    try:
        found = records(reply, len(constraints))
    except Unusable as why:
        return [Judgement(None, by, why.outcome, str(why), reply.text)] * len(constraints)
    values, quotes = Values(response), Quotes(response)
    return [
        replace(judged(one, constraint, values, quotes), judge=by)
        for one, constraint in zip(found, constraints, strict=True)
    ]


@guarded
def judged(record: Record | str, constraint: str, values: Values, quotes: Quotes) -> Judgement:
    """The judgement of a record, or of half a sentence why there is none.

    `values` and `quotes` are of the response.
    """
    if isinstance(record, str):
        return Judgement(
            None, "program", "unparsed", f"What the model copied is not used: {record}."
        )
    try:
        what = asked(record, constraint)
        computed = Computed(record, what, constraint, values, quotes)
        groups = groups_of(computed, constraint)
    except Refused as why:
        return Judgement(None, "program", "abstained", f"What the model copied is not used: {why}.")
    sheet = sheet_of(computed, groups)
    places = tuple(one.span for part in sheet.parts for one in part.entries if any(one.span))
    made = Judgement(sheet.satisfied, "program", worksheet=sheet, places=places)
    if sheet.satisfied is None:
        made = replace(made, outcome="abstained", reason=reason(sheet))
    return made


def _by(name: str) -> str:
    return f"{name} and program"
