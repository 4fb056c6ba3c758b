"""The program judge: arithmetic done by a program, not by a model (ACS, §4).

`judge` parses the constraint (`read`), the response's sections and their numbers (`outline`),
computes and compares, and abstains with a reason where the parse is not certain.
"""

from __future__ import annotations

from tamis.checking.judgement import Judgement
from tamis.checking.program.calculation import worksheet
from tamis.checking.program.constraint import read
from tamis.checking.program.parts import Unsure
from tamis.types import InputError

__all__ = ["judge", "read"]


def judge(constraint: str, response: str) -> Judgement:
    """Whether `response` satisfies `constraint`, with the worksheet; never raises.

    Undecided judgements have the outcome `abstained` and a reason.
    """
    try:
        made = worksheet(read(constraint), response)
    except (InputError, Unsure) as doubt:
        return Judgement(None, "program", "abstained", reason=str(doubt))
    return Judgement(made.satisfied, "program", worksheet=made)
