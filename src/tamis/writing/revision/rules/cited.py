"""Papers that were to be drawn on or cited, and are not referred to."""

from __future__ import annotations

import re

from tamis.writing.edits.references import references
from tamis.writing.revision.rules.case import Case
from tamis.writing.revision.turns import RevisionTurn

_MARK = r"\[\s?\d{1,2}(?:\s?[,;–-]\s?\d{1,2})*\s?\]"
_NUMBER = rf"(?:{_MARK}|(?<![\w.])\d{{1,2}}(?![\w.]\w|\s*(?:%|years?|words?|sentences?|methods?)))"
_PAPERS = re.compile(
    rf"\b(?:papers?|references?|citations?|documents?|sources?|refs?)\s*(?:numbers?|nos?\.?|#)?\s*"
    rf"(?P<list>{_NUMBER}(?:\s*(?:,|;|and|or|&|,\s*and)\s*(?:papers? )?{_NUMBER})*)"
)
_CITING = re.compile(
    rf"\b(?:cite|citing|reference|add|include|mention|use)\b[^.;]{{0,60}}?(?P<list>{_MARK})"
)
_ANY = re.compile(
    r"\b(?:add|include|provide|give|insert|with|put)\b[^.;]{0,30}?\b(?:references|citations"
    r"|a reference|a citation|the reference|the citation|relevant papers)\b"
    r"|\bcite (?:the |your |all )?(?:sources?|papers?|relevant)\b"
)
_NOT = re.compile(
    r"\b(?:not|never)\b|n't\b"
    r"|\b(?:remov|delet|drop|omit|replac|instead|move|wrong|incorrect|without|except|other than)\w*"
)

PASSES = RevisionTurn(
    "How old is the earth?",
    "It is 4.5 billion years old [0].",
    "Add what papers 2 and 3 say, with references.",
    "It is 4.5 billion years old [0], by lead [2] and by meteorites [3].",
)
FAILS = RevisionTurn(
    "How old is the earth?",
    "It is 4.5 billion years old [0].",
    "Add what papers 2 and 3 say, with references.",
    "It is 4.5 billion years old [0], by lead [2] and by meteorites.",
)


def fault(case: Case) -> str:
    """Numbers count behind "paper" or in brackets; "add references" asks for more than before."""
    # A paper that was cited before says nothing of what was to be drawn from it now.
    now = {n for k in case.written for n in references(case.alignment.new[k].text)}
    for clause in case.clauses:
        if _NOT.search(clause) or not case.adds:
            continue
        asked: set[int] = set()
        for found in (*_PAPERS.finditer(clause), *_CITING.finditer(clause)):
            asked.update(_numbers(found["list"]))
        missing = sorted(asked - now)
        if missing:
            return f"What was written does not refer to {', '.join(f'[{n}]' for n in missing)}."
        if not asked and _ANY.search(clause):
            before, after = len(references(case.old)), len(references(case.new))
            if after <= before and not case.shortens:
                return f"References were to be added, and there are {after} after {before}."
    return ""


def _numbers(text: str) -> tuple[int, ...]:
    found = references(text)
    bare = re.sub(r"\[[^\]]*\]", " ", text)
    return (*found, *(int(n) for n in re.findall(r"\d+", bare)))
