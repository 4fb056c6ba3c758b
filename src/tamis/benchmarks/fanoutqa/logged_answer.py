"""The answer to one question, and its record in the log."""

from __future__ import annotations

from dataclasses import dataclass

from tamis.answering.fanout.answered import Answered
from tamis.benchmarks.records import Record, form, reading, refuse_older
from tamis.types import Outcome, Reply


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


def to_record(recorded: Recorded) -> Record:
    """The record."""
    return {
        **form("fanoutqa"),
        "answered": recorded.answered.to_record(),
        "needed": list(recorded.needed),
        "absent": list(recorded.absent),
        "withheld": recorded.withheld,
    }


@reading
def _from_record(record: Record) -> Recorded:
    answered = Answered.from_record(record["answered"])
    needed, absent = tuple(record["needed"]), tuple(record["absent"])
    return Recorded(answered, needed, absent, record.get("withheld") is True)


def answer_of(record: Record | None, reply: Reply) -> Recorded:
    """The answer of a sample: that of its record, else a reply whose whole text is the answer.

    InputError for a record of another form, and for a log of an earlier version.
    """
    if record is not None:
        return _from_record(record)
    refuse_older(reply.text, "fanoutqa")
    text = reply.text.strip()
    outcome: Outcome = "refused" if reply.refused else "ok" if text else "missing"
    return Recorded(Answered(text, outcome, truncated=reply.truncated))
