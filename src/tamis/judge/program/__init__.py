"""The program judge: arithmetic done by a program, not by a model (ACS, §4).

`judge` reads the constraint (`read`), the response's sections and their numbers, computes and
compares, and abstains with a reason where the reading is not sure.
"""

from __future__ import annotations

from tamis.judge.judgement import Judgement
from tamis.judge.program.requirement import Requirement
from tamis.types import InputError

__all__ = ["judge", "read"]


def read(constraint: str) -> Requirement:
    """What a constraint demands; InputError, in one sentence, where that is not understood."""
    raise InputError(f"the program does not understand {constraint!r}.")


def judge(constraint: str, response: str) -> Judgement:
    """Whether `response` satisfies `constraint`, with the worksheet; never raises.

    Undecided judgements have the outcome `abstained` and a reason.
    """
    try:
        read(constraint)
    except InputError as error:
        return Judgement(None, "program", "abstained", reason=str(error))
    return Judgement(None, "program", "abstained", reason="nothing is built yet.")
