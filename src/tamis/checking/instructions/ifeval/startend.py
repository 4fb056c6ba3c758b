"""IFEval's `startend:`: the last words, and quotation marks around all."""

from __future__ import annotations

from functools import partial

from tamis.checking.instructions.instruction import instruction, text
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.verdicts import decided, said
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifeval")


def published_end(response: Response, end_phrase: str) -> Judgement:
    """The response ends with the phrase, by any case; quotation marks behind it are left out."""
    end = response.lower.strip().strip('"')
    phrase = end_phrase.strip().lower()
    return decided(end.endswith(phrase), f"the response ends with {said(end[-60:])}")


def end(response: Response, end_phrase: str) -> Judgement:
    """The response ends with the exact phrase, which begins no word in the middle."""
    said_last = " ".join(response.straight.rstrip().rstrip("\"'*_` ").split())
    phrase = " ".join(end_phrase.split()).translate(str.maketrans("‘’“”", "''\"\""))
    phrase = phrase.rstrip("\"'*_` ")
    before = said_last[: -len(phrase)][-1:]
    cut = phrase[:1].isalnum() and before.isalnum()
    told = f"the response ends with {said(said_last[-60:])}"
    return decided(said_last.endswith(phrase) and not cut, told)


declare(
    "startend:end_checker",
    "The response ends with an exact phrase.",
    arguments={"end_phrase": text()},
    reference=published_end,
    strict=end,
    differs="The published code compares without case, and the phrase may begin within a word "
    "(`are you?` in `software you?`); the wording wants the exact phrase, as strict does.",
    passes=({"end_phrase": "Any other questions?"}, "It rains. Any other\nquestions?"),
    fails=({"end_phrase": "Any other questions?"}, "It rains. any other questions?"),
)


def published_quotation(response: Response) -> Judgement:
    """The first and the last character is a straight double quotation mark."""
    value = response.text.strip()
    quoted = len(value) > 1 and value[0] == '"' and value[-1] == '"'
    return decided(quoted, f"it begins with {value[0]} and ends with {value[-1]}")


def quotation(response: Response) -> Judgement:
    """One pair of double quotation marks, straight or curly, is around all."""
    value = response.straight.strip()
    if len(value) < 2 or value[0] != '"' or value[-1] != '"':
        return decided(False, f"it begins with {value[0]} and ends with {value[-1]}")
    first = value.find('"', 1)
    # A mark behind a word closes the first one, unless it stands before a word.
    closed = first < len(value) - 1 and not value[first - 1].isspace()
    closed = closed and not value[first + 1].isalnum()
    told = "the first quotation ends before the end" if closed else "all is in quotation marks"
    return decided(not closed and len(value) > 2, told)


declare(
    "startend:quotation",
    "The whole response is wrapped in double quotation marks.",
    reference=published_quotation,
    strict=quotation,
    differs="The published code knows only straight marks, and takes two quotations with text "
    "between them for one; strict takes curly marks too, and looks where the first one ends.",
    passes=({}, '“He said "no" and left.”'),
    fails=({}, '"Yes" and "no"'),
)
