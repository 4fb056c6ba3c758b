"""The answer to one question, as the output of a sample: JSON in the log."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tamis.answering.fanout.answered import Answered
from tamis.types import Outcome, Reply

_FORM = "tamis/fanoutqa"


@dataclass(frozen=True)
class Recorded:
    """An answer, and the pages that its question needs.

    `needed` are the titles of those pages as the encyclopaedia spells them, empty where it was
    not used; `absent` are the titles that it does not have. `withheld`: the setting gives these
    pages with the question, which was not asked, since some of them are absent.
    """

    answered: Answered
    needed: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    withheld: bool = False


def unasked(question: str, needed: tuple[str, ...], absent: tuple[str, ...]) -> Recorded:
    """A question whose pages are not all there: whoever is given them cannot be asked it."""
    return Recorded(Answered("", "missing", question), needed, absent, withheld=True)


def dumps(recorded: Recorded) -> str:
    """As JSON."""
    record = {
        "form": _FORM,
        "answered": json.loads(recorded.answered.to_json()),
        "needed": recorded.needed,
        "absent": recorded.absent,
        "withheld": recorded.withheld,
    }
    return json.dumps(record, ensure_ascii=False)


def loads(text: str) -> Recorded | None:
    """The value of the JSON of `dumps`; None for other text, which is an answer made elsewhere."""
    if _FORM not in text[:100]:
        return None
    try:
        record = json.loads(text)
        if not isinstance(record, dict) or record.get("form") != _FORM:
            return None
        answered = Answered.from_json(json.dumps(record["answered"]))
        if answered is None:
            return None
        needed, absent = tuple(record["needed"]), tuple(record["absent"])
        return Recorded(answered, needed, absent, record.get("withheld") is True)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def elsewhere(reply: Reply) -> Recorded:
    """An answer made elsewhere: a reply whose whole text is the answer."""
    text = reply.text.strip()
    outcome: Outcome = "refused" if reply.refused else "ok" if text else "missing"
    return Recorded(Answered(text, outcome, truncated=reply.truncated))
