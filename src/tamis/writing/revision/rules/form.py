"""A list or paragraphs that were asked for, or were to go."""

from __future__ import annotations

import re

from tamis.writing.revision.rules.case import Case, paragraph_count
from tamis.writing.revision.turns import RevisionTurn

_NO_LIST = re.compile(
    r"\b(?:remov\w*|delet\w*|avoid|without|no|instead of|not(?: use| as)?)\s+(?:the |any |all |a )?"
    r"(?:use of )?(?:bullet(?:s|ed)?\b|numbered list|bullet[- ]points?|list form|enumerat)"
    r"|\b(?:turn|convert|change|transform|make|re-?write|put)\b[^.;]{0,30}"
    r"(?<!of the )(?<!of a )\b(?:list|bullet(?: point)?s?)\b.{0,20}\b(?:in)?to\b"
    r".{0,20}\b(?:text|prose|paragraphs?)\b"
    r"|\b(?:running|flowing|continuous) text\b|\bas prose\b"
)
_LIST = re.compile(
    r"\b(?:as|in|into|use|using|to|with|make|create|add|write|format)\b[^.;]{0,40}?"
    r"\b(?:bullet(?:ed)?[- ](?:points?|lists?)|bullets|numbered lists?|an? list|list form(?:at)?)\b"
)
_MERGE = re.compile(r"\b(?:merg|combin|join|unite)\w*\b[^.;]{0,120}\bparagraphs\b")
_NEW_PARAGRAPH = re.compile(
    r"\b(?:start|begin|make)\s+an?(?:other)?\s+new\s+paragraph\b"
    r"|\b(?:add|insert|append|include|write)\s+(?:me\s+)?(?:an?|one|another|two|three)\s+"
    r"(?:(?!to|in|of)[\w-]+\s+){0,2}paragraphs?\b(?!\s+breaks?)"
)
_TABLE = re.compile(
    r"\b(?:as|in|into|to|with|using|make|create|draw|add|give)\s+(?:me\s+)?(?:an?|the form of a)\s+"
    r"(?:\w+\s+)?table\b|\bin (?:table|tabular) form"
)
_ROW = re.compile(r"(?m)^[ \t]*+\|?[^|\n]++(?:\|[^|\n]*+)+$|\t.*\t|<t[dr]\b|\\begin\{tabular\}")
_HEADINGS = re.compile(
    r"\b(?:add|insert|give|put|use|with|write|include)\b[^.;]{0,30}\b(?:sub-?)?(?:headings?|headers?"
    r"|titles?)\b(?! of\b)"
)
_SPLIT_ONE = re.compile(
    r"\b(?:split|break up|divide)\s+(?:up\s+)?the\s+(?:\w+\s+)?paragraph(?:\s+up)?\s*(?:[.,;]|$)"
)
_SPLIT = re.compile(
    r"\b(?:split|break|divide|separate)\b[^.;]{0,60}?\b(?:(?:in)?to|in)\b[^.;]{0,60}\bparagraphs\b"
)

PASSES = RevisionTurn(
    "Which rocks are there?",
    "Igneous rock comes from magma, sedimentary rock from deposits.",
    "Write this as a bulleted list.",
    "- Igneous rock comes from magma.\n- Sedimentary rock comes from deposits.",
)
FAILS = RevisionTurn(
    "Which rocks are there?",
    "Igneous rock comes from magma, sedimentary rock from deposits.",
    "Write this as a bulleted list.",
    "There are two: igneous rock comes from magma, sedimentary rock from deposits.",
)


def fault(case: Case) -> str:
    """How many items a list is to have is not looked at."""
    asked = case.whole
    items = {sentence.item for sentence in case.alignment.new} - {None}
    if _NO_LIST.search(asked):
        return "The answer still has a list." if len(items) > 1 else ""
    if _LIST.search(asked) and not case.removes and not items:
        return "A list was asked for, and the answer has none."
    before, after = paragraph_count(case.old), paragraph_count(case.new)
    if _MERGE.search(asked) and not case.adds and after >= before > 1:
        return f"Paragraphs were to be joined, and there are {after} as against {before} before."
    if _SPLIT.search(asked) and after <= before and not case.removes:
        return f"The text was to be split into paragraphs, and there are {after}."
    if _SPLIT_ONE.search(asked) and after <= before and not case.removes:
        return f"A paragraph was to be split, and there are {after} as against {before} before."
    if _NEW_PARAGRAPH.search(asked) and after <= before and not (case.removes or case.rewrites):
        return f"A paragraph was asked for, and there are {after} as against {before} before."
    if tabled(case) and not _ROW.search(case.new):
        return "A table was asked for, and the answer has none."
    if _HEADINGS.search(asked) and not case.removes and _headings(case.new) <= _headings(case.old):
        return "Headings were asked for, and the answer has none that it did not have."
    return ""


def tabled(case: Case) -> bool:
    """Whether the answer is to have a table, in which sentences need not be left."""
    return _TABLE.search(case.whole) is not None and not case.removes


def _headings(text: str) -> int:
    """The short lines without a full stop, or with a colon that ends them."""
    lines = [line.strip() for line in text.splitlines()]
    return sum(0 < len(line.split()) <= 12 and line[-1] not in ".!?" for line in lines if line)
