"""Types by keywords: a baseline without a model.

The first group of words found in an instruction or a comment decides. The words were chosen from
the definitions before the held-out set was scored, but by the author of that set, so results on it
are optimistic: labels by others are a better test.
"""

from __future__ import annotations

import re

from tamis.writing.revision.types.definitions import ErrorKey, InstructionKey

LONGEST = 5_000
"""The maximum number of characters read of an instruction or a comment."""

_QUOTED = re.compile(r"\"[^\"]{3,}\"|“[^”]{3,}”|(?<!\w)'[^']{3,}'(?!\w)|«[^»]{3,}»")


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


_KEEPING = _words(
    r"\b(?:without|instead\ of|not|n['’]t|rather\ than|avoid)\s+(?:\w+\s+)?"
    r"(?:remov|delet|chang|shorten|add|modif|alter|touch|los)\w*(?:\s+anything(?:\s+else)?)?"
)
_DICTATED = _words(
    r"""\b(?:add|insert|append|write|put|use|include|start\ with|replace|change|substitute)\b
    .*(?:\b(?:sentence|phrase|words?|text|string|this|following|with|by|to)\b|:)"""
)
_INSTRUCTIONS: tuple[tuple[InstructionKey, re.Pattern[str]], ...] = (
    (
        "others",
        _words(
            r"""\b(?:as[ -]is|do(?:\ not|n['’]t)\ change\ anything)\b
            |\b(?:categori[sz]e|classify|group|sort)\b|\b(?:into|in|by)\ categor"""
        ),
    ),
    (
        "condense",
        _words(
            r"""\b(?:shorten|condense|summari[sz]e|compress|concise|shorter|brevity|trim
            |more\ compact|reduce\ (?:the\ )?(?:length|answer|text|discussion|number|it|this)
            |(?:cut|reduce|limit)\b.{0,60}\b(?:to|by|maximum)\b|half\ the|fewer\ words)\b"""
        ),
    ),
    (
        "remove",
        _words(
            r"""\b(?:remov|delet|eras|omit|drop|discard|exclud|get\ rid\ of|take\ out|leave\ out
            |eliminat|strip)\w*"""
        ),
    ),
    (
        "reorganize",
        _words(
            r"""\b(?:reorgani[sz]e|re-?order|rearrange|restructure|move|merge|combine|split|join
            |swap|bullet|numbered|divide|break\ (?:it|this|up|down)|(?:turn|convert)\b.*\binto
            |(?:in|by)\ (?:chronological|alphabetical|another|the)\ order|one\ paragraph
            |first,?\ then|organi[sz]e|followed\ by)\b"""
        ),
    ),
    (
        "expand_coverage",
        _words(
            r"""\bpapers?\ (?:number\ )?\[?\d+\]?
            |\b(?:other|more|additional|further|all|remaining)\s(?:\w+\s){0,2}(?:methods?|approach(?:es)?|papers?|techniques?|works?|studies|datasets?
            |models?|sources|documents|resources)\b|\bexpand\b|\bcover(?:age)?\b"""
        ),
    ),
    (
        "clarification",
        _words(
            r"""\b(?:clarif\w*|unclear|do\ you\ mean|does\ (?:this|that|it)\ mean|you\ (?:mention
            |say|said|write|wrote|state)|what\ (?:do|did)\ you\ mean|confus\w+|not\ (?:clear|sure)
            |don['’]t\ understand)\b"""
        ),
    ),
)

_ERRORS: tuple[tuple[ErrorKey, re.Pattern[str]], ...] = (
    (
        "ignored",
        _words(
            r"""\b(?:ignor\w+|no\ changes?|nothing\ (?:was\ |has\ )?(?:changed|happened|done)
            |unchanged|same\ (?:answer|text)|did(?:\ not|n['’]t)\ (?:do|follow|change|remove|delete
            |move|add|shorten|reduce|make\ any|perform|update)|(?:was|were)\ not\ (?:removed|deleted
            |added|moved|changed|performed|followed)|still\ (?:there|present|in))\b"""
        ),
    ),
    (
        "unrequested_change",
        _words(
            r"""\b(?:also|other|whole|another|unrequested|unnecessar\w+|previous|rest)\b.{0,60}
            \b(?:remov|delet|chang|add|lost|los|modif|rewr|drop|miss|gone)\w*
            |\b(?:remov|delet|chang|add|lost|modif|rewr|drop)\w*\b.{0,60}\b(?:also|other|whole|another
            |unrequested|too\ much|previous|a\ lot|everything)\b|\bnot?\ (?:requested|asked)
            |\bdid(?:\ not|n['’]t)\ (?:ask|request)"""
        ),
    ),
    (
        "constraint_failure",
        _words(
            r"""\b(?:too\ (?:long|short|many)|wrong\ (?:place|position|location)|instead\ of\ (?:one
            |two|three|\d+)|not\ (?:as|in|at|after|before)\ (?:the\ )?(?:requested|first|last|end
            |beginning|start|right)|longer\ than|more\ than\ \w+\ (?:sentence|word|paragraph)
            |disregarded|exceed\w*|above\ \d+|limit|(?:sentence|word|paragraph)s?\ instead)\b"""
        ),
    ),
    (
        "poor_integration",
        _words(
            r"""\b(?:in?coheren\w+|flow\w*|redundan\w+|repe(?:at|tit)\w*|twice|awkward\w*|odd|weird
            |disjointed|confus\w+|out\ of\ place|structure|order(?:ing)?|fit|quality|incorrect
            |degraded|integrat\w+)\b"""
        ),
    ),
)


def keyword_type(instruction: str) -> InstructionKey:
    """The type of an instruction by keywords; without any, "more_information", the most frequent.

    Quoted words to be inserted verbatim make a specific edit; what the instruction says not to do
    is ignored.
    """
    # A quoted sentence does not show what is asked for.
    asked = _KEEPING.sub(" ", _QUOTED.sub('""', instruction[:LONGEST]))
    if not asked.strip():
        return "others"
    if '""' in asked and _DICTATED.search(asked):
        removed = re.search(r"\b(?:remov|delet|drop|shorten)\w*", asked, re.IGNORECASE)
        added = re.search(r"\b(?:add|insert|append|replace|write)\w*", asked, re.IGNORECASE)
        if added is not None and removed is None:
            return "specific_edit"
    return next((key for key, words in _INSTRUCTIONS if words.search(asked)), "more_information")


def keyword_error(comment: str) -> ErrorKey:
    """The type of error that a comment describes, by keywords; "others" without any."""
    said = _QUOTED.sub('""', comment[:LONGEST])
    return next((key for key, words in _ERRORS if words.search(said)), "others")
