"""Whether a reply does nothing but decline to answer, in words.

The reply is cut into clauses, and each is one of four: an excuse (the writer cannot, or the source
does not say), courtesy (an apology, advice, an offer, what the source is about instead), a frame
("Based on the given text"), or anything else, which may be an answer. A reply declines if it has an
excuse and no clause that may be an answer. In doubt it does not: "The text does not mention Ohio,
but Texas has 29 million inhabitants" is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Literal

from tamis.reading.spoken import without_thoughts

LONGEST = 2_000
"""The most characters of a refusal; a longer reply holds more than that."""

Kind = Literal["excuse", "courtesy", "frame", "other"]

# What a question is asked of, and what is asked for. The words of titles are capitalised, those of
# a refusal are not, so upper and lower case count.
_SOURCE = (
    r"(?:contexts?|texts?|passages?|documents?|articles?|excerpts?|pages?|sources?|snippets?|"
    r"materials?|paragraphs?|descriptions?|input|prompt|conversation|database|knowledge|"
    r"(?:search )?results?|information|data|content)"
)
_GIVEN = r"(?:provided|given|supplied|available|retrieved|above|attached|present|current)"
_THE = r"(?:the|this|these|those|any of the|my|your)"
_IN_SOURCE = (
    rf"(?:in|by|within|from|with|among|anywhere in|on) (?:{_THE} )?(?:\w+ ){{0,2}}{_SOURCE}\b"
)
_SUBJECT = rf"(?:{_THE} )?(?:\w+ ){{0,2}}?{_SOURCE}(?: (?:that )?(?:you |I )?(?:was |were )?\w+)?"
_WANTED = (
    r"(?:information|details?|data|figures?|statistics|facts|answers?|mention|indication|evidence|"
    r"access|records?|knowledge|specifics|context|content)"
)
_ADVERB = r"(?:\w+ly |even |currently |yet |also |just )?"
_TELL = (
    rf"{_ADVERB}(?:answer|provide|give|tell|say|find|determine|fulfil+|help|assist|access|browse|"
    r"retrieve|verify|look (?:it |them |that )?up|look up|search|identify|offer|comply|confirm|"
    r"extract|evaluate|assess|judge|rate|list|complete|do (?:that|this|so)|share|generate|produce|"
    r"respond|compile|calculate|conclude|name|locate|make (?:a|this|that|any)|know|state|specify|"
    r"discuss|engage|continue|proceed|process|fulfill|support (?:this|that)|supply|view|see|open)"
)
_NOT = r"(?:n['’]t|not| not)"
_CANNOT = (
    r"(?:can(?:not|['’]t| not)|could(?: not|n['’]t)|won['’]t|will not|would not|wouldn['’]t|"
    r"(?:am|are|was|were|['’]m|['’]re|remain) (?:\w+ )?(?:not able|unable|not allowed|"
    r"not permitted|not comfortable|not in a position|not at liberty) (?:to|with)|"
    r"won['’]t be able to|will not be able to|must decline to|have to decline to|decline to|"
    r"must refuse to|refuse to|(?:do not|don['’]t) feel comfortable|would need to decline to)"
)
# "I could not find any books that …" says that nothing qualifies, which is an answer.
_NONE_FOUND = re.compile(
    rf"\b(?:find|know of|identify|locate|list|name|see) (?:any|a single|no)\b(?! {_WANTED})"
)
_PUBLISHED = (
    r"(?:provided|available|included|given|specified|mentioned|stated|found|listed|contained|"
    r"accessible|present|supplied|disclosed|covered|described|indicated|known)"
)
_LACK = (
    rf"(?:(?:do(?:es)?|did)(?: not|n['’]t) {_ADVERB}(?:appear to |seem to )?"
    r"(?:include|contain|provide|mention|specify|have|give|list|state|offer|say|extend|cover|"
    r"disclose|address|indicate|reveal|discuss|describe|supply|tell|answer|present|show)|"
    r"(?:say|contain|include|provide|mention|give|offer|have|has)s? (?:no|nothing)\b|"
    r"lacks?\b|(?:is|are) (?:insufficient|not sufficient|not enough|silent))"
)

_EXCUSES = tuple(
    map(
        re.compile,
        (
            # The writer: "I'm unable to provide", "I don't have access", "I do not know".
            rf"\b(?:I|we|We)(?: \w+ly)? ?{_CANNOT}(?: {_TELL}\b|\W*$|\W* (?:with|on|it|that)\b)",
            rf"\b(?:I|we|We)(?: \w+ly)? (?:do not|don['’]t) {_ADVERB}(?:have|possess) .{{0,60}}?"
            rf"\b(?:{_WANTED}|ability|exact|specific|means|capability|capabilities)\b",
            r"\b(?:I|we|We) (?:do not|don['’]t) know\b(?! (?:of )?any\b)",
            rf"\b(?:I|we|We) (?:have no|lack|would need|need) .{{0,60}}?\b(?<!to ){_WANTED}\b",
            r"\b(?:which|that) I (?:do not|don['’]t) have\b",
            rf"\b[Mm]y (?:knowledge|training(?: data)?) {_LACK}\b",
            r"^as an? (?:AI|artificial intelligence|(?:large )?language model)\b.{0,80}"
            r"(?:n['’]t|\bnot|\bunable|cannot)\b",
            # A question in return.
            r"^(?:could|can|would) you (?:please |kindly )?(?:provide|give|share|"
            r"clarify|specify|tell|paste|send|attach)\b",
            r"\bI (?:do not|don['’]t) see (?:a|an|any|the) \w+ (?:in|here|above|below|attached)\b",
            # The fragment: "Unable to determine", "Insufficient information".
            rf"^(?:unable|not able|not possible|impossible) to {_TELL}\b",
            rf"^(?:insufficient|not enough|no|inadequate) (?:\w+ ){{0,2}}{_WANTED}\b"
            rf"(?:\W*$|.{{0,200}}\b{_PUBLISHED}\b|.{{0,80}}\b(?:to|for)\b)",
            rf"^without (?:\w+ ){{0,4}}{_WANTED}\b",
            # The question: "it is impossible to say", "cannot be answered".
            rf"\b(?:it is|it['’]s|it was|is|makes it|making it|thus|therefore) (?:\w+ly )?"
            rf"(?:not possible|impossible|not feasible) (?:for me )?to {_TELL}\b",
            r"\b(?:it|the (?:\w+ )?(?:question|answer|request|query)|this|that)(?: \w+)?"
            r"(?: \w+ \w+)? "
            r"(?:cannot|can['’]t|can not|could not|couldn['’]t) be "
            r"(?:\w+ly )?(?:answered|determined|provided|found|given|verified|completed|fulfilled|"
            r"inferred|established)\b(?! whether\b)",
            rf"\bthere (?:is|are|was|were) (?:no|not enough|insufficient|not sufficient|"
            rf"n['’]t enough|not any) (?:(?!that |which |to )\w+ ){{0,2}}{_WANTED}\b",
            rf"\bthere (?:isn['’]t|aren['’]t) (?:enough |any |sufficient )?(?:\w+ )?{_WANTED}\b",
            # The source: "the passages do not mention", "none of the pages says".
            rf"^{_SUBJECT} {_LACK}",
            rf"^none of {_SUBJECT} (?:\w+ly )?(?:provide|mention|state|contain|list|give|include|"
            r"specif|say|discuss|answer|have|has|offer|address)\w*\b",
            r"\b(?:requires?|needs?) .{0,60}?\b(?:information|data|access|details)\b.{0,60}?"
            rf"{_NOT} .{{0,30}}?{_PUBLISHED}\b",
            # What is wanted: "information on … is not provided", "data unavailable".
            rf"^(?:the |any |such |this |further |more )?(?:\w+ ){{0,3}}?{_WANTED}\b.{{0,300}}?"
            rf"\b(?:(?:is|are|was|were|has been|have been|could|can)(?: {_ADVERB})? ?{_NOT} "
            rf"(?:be )?{_ADVERB}{_PUBLISHED}|(?:is |are )?unavailable|"
            r"(?:cannot|can['’]t|could not) be (?:provided|found|determined|given|retrieved|"
            r"extracted|located|accessed|verified))\b",
            rf"\b(?:is|are|was|were|has been)(?:n['’]t| not) {_ADVERB}{_PUBLISHED} "
            rf"(?:\w+ ){{0,2}}?{_IN_SOURCE}(?:\W*$| (?:you |that |{_GIVEN})|.{{0,40}}$)",
            rf"^(?:the |these |any )?(?:\w+ ){{0,4}}?{_SOURCE}\b[^,;]{{0,80}}? "
            rf"(?:is|are|was|were|could)(?:n['’]t| not) (?:be )?{_ADVERB}{_PUBLISHED}\b",
            rf"\bno \w+(?: \w+){{0,4}} (?:was|were|is|are|has been|have been) {_PUBLISHED}\b"
            rf"(?: {_IN_SOURCE}|"
            r" in your message|\W*$)",
        ),
    )
)  # fmt: skip
_COURTESIES = tuple(
    map(
        re.compile,
        (
            r"^(?:I['’]m |I am |we are |we['’]re |my )?"
            r"(?:(?:very |so |really |truly )?sorry|unfortunately|regrettably|apolog(?:ies|y)|"
            r"afraid)\b(?: for .{0,60})?\W*$",
            r"^(?:I['’]m |I am )(?:sorry|afraid)\b",
            r"^I (?:do )?apologi[sz]e\b",
            r"^I (?:hope|understand|appreciate|see) ",
            r"^(?:(?:as )?of|up to|since|until) my (?:last |latest )?(?:knowledge|training|update)",
            r"^(?:I['’]m|I am|being|as) (?:just |only |merely |but )?an? "
            r"(?:AI|artificial intelligence|(?:large )?language model|assistant|bot|text)\b",
            r"^(?:I|we)(?:['’]ve| have)? (?:searched|looked|checked|tried|consulted|reviewed|gone|"
            r"went|read|examined|attempted)\b(?:(?! (?:and )?found\b)[^,;])*$",
            r"^my (?:knowledge|training(?: data)?) (?:ends|stops|only|is|was|goes|has)\b",
            r"^(?:however|therefore|thus|so|hence|sadly|but|and|as such|for this reason)\W*$",
            r"^(?:please|kindly|feel free|let me know|thank you|thanks|consider|try|check|consult|"
            r"refer|visit)\b",
            r"\b(?:please|let me know|feel free)\b",
            r"^(?:if|unless|once) (?:you|I|we|there|more|the|that)\b",
            r"^(?:then )?(?:you|one) (?:can|could|may|might|would|will|should|need|must)\b",
            r"^I(?:['’]d| would| can| could|['’]ll| will|['’]m happy| am happy| recommend| suggest)"
            r"(?: \w+)? (?:recommend|suggest|be (?:happy|glad|able)|help|try|need|advise|gladly|"
            r"happy|searching|consulting|checking|like to)\b",
            r"^I (?:recommend|suggest|advise)\b",
            r"^for (?:the )?(?:\w+[ -]){0,6}?(?:information|data|details|figures|answers?|ratings)"
            r"\W*$",
            r"^to (?:answer|find|determine|get|obtain|provide|do so|complete)\b",
            r"^as an? (?:AI|artificial intelligence|(?:large )?language model)\b(?: \w+){0,3}\W*$",
            r"^(?:it|this|the (?:provided |given |supplied )?(?:text|passage|article|page|document|"
            r"context|excerpt|source))s? (?:only |mainly |primarily |instead |simply )?"
            r"(?:seems? to|appears? to|focus|discuss|cover|talk|deal|"
            r"(?:is|are) a general|(?:is|are) (?:mainly |primarily )?(?:about|focused))",
        ),
    )
)
_FRAME = re.compile(
    rf"^(?:based (?:up)?on|according to|from|in|given|with|as for|per) .{{0,30}}?{_SOURCE}\b"
    r".{0,40}$"
)
_LABEL = re.compile(r"^[\s*_#>]*(?:final )?(?:output|answer)[\s*_]*:[\s*_]*", re.IGNORECASE)
_ITEM = re.compile(r"^[^\S\n]*(?:[-*•|]|\d{1,3}[.)])[^\S\n]*\S", re.MULTILINE)
# Not after "U.S.", and not before a small letter.
_SENTENCE = re.compile(r"(?<=[.!?])(?<![A-Z]\.)[\"”')]*\s+(?![a-z])|\n+|;\s+")
_COLON = re.compile(r":\s+")
_TURN = re.compile(
    r",?(?<![Ee]ven) (?=but\b|however\b|although\b|though\b|so I\b|therefore\b|because\b)|"
    r",\s+(?=so\b|and\b|as\b|since\b|which means\b|meaning\b|thus\b|hence\b)"
)
# A clause before the main one: "While exact figures are not provided, …".
_SUBORDINATE = re.compile(
    r"^(?:(?:but|and|so|however,?) )?(?:while|although|though|even though|since|because|as|if|"
    r"given|based|according|without|due|from|in|unfortunately|therefore|thus|sorry|however|for|to|"
    r"I['’]m sorry|I am sorry|I['’]m afraid)\b"
)
_CONJUNCTION = re.compile(
    r"^(?:(?:but|however|although|though|so|therefore|because|and|as(?! (?:an?|such|for)\b)|since|"
    r"thus|hence|unfortunately|while|even though|which means|meaning|regrettably|currently|"
    r"sadly)\b,?\s*)+"
)
_CLAIM = re.compile(r"\b(?:is|are|was|were|has|have|had)\b")


def declines(text: str) -> bool:
    """Whether a reply only declines to answer; False for an empty one, which says nothing.

    Reasoning before the reply and a label such as "Output:" are left out.
    """
    text = _LABEL.sub("", without_thoughts(text).strip())
    if not text or len(text) > LONGEST or len(_ITEM.findall(text)) > 1:
        return False
    excused = False
    for clause in clauses(text):
        found = kind(clause)
        if found == "other":
            return False
        excused = excused or found == "excuse"
    return excused


def clauses(text: str) -> Iterator[str]:
    """The clauses of a text, as far as they tell an excuse from what follows it."""
    for sentence in _SENTENCE.split(text):
        # After a colon stands an answer, unless the sentence goes on to decline: "… regarding
        # Fire Emblem: Mystery of the Emblem, so I cannot answer".
        whole = kind(_TURN.split(sentence)[-1]) == "excuse"
        for piece in [sentence] if whole else _COLON.split(sentence):
            parts = [p for part in _TURN.split(piece.strip()) for p in _opened(part)]
            yield from (clause for clause in _joined(parts) if re.search(r"\w", clause))


def kind(clause: str) -> Kind:
    """What a clause is."""
    clause = _CONJUNCTION.sub("", _lowered(clause.strip(" *_\"“”'’,")))
    if any(one.search(clause) for one in _EXCUSES) and not _NONE_FOUND.search(clause):
        return "excuse"
    if not clause.strip(" .,!") or any(one.search(clause) for one in _COURTESIES):
        return "courtesy"
    return "frame" if _FRAME.search(clause) else "other"


def _opened(part: str) -> list[str]:
    """A part of a sentence, cut after its opening: "As the text is silent, | I cannot say"."""
    if _SUBORDINATE.match(_lowered(part)):
        first, comma, rest = part.partition(", ")
        if comma:
            return [first, *_opened(rest)]
    return [part]


def _joined(parts: list[str]) -> list[str]:
    """The parts, where one that claims nothing joins the next: "the height, | and age are …"."""
    found: list[str] = []
    waiting = ""
    for part, after in zip_longest(parts, parts[1:], fillvalue=""):
        part = f"{waiting}, {part}" if waiting else part
        waiting = ""
        if found and re.match(r"and\b", part) and not _CLAIM.search(part) and kind(part) == "other":
            # "the text is about prices, | and sales".
            found[-1] = f"{found[-1]}, {part}"
        elif after.startswith("and ") and kind(part) == "other" and not _CLAIM.search(part):
            waiting = part
        else:
            found.append(part)
    return [*found, waiting] if waiting else found


def _lowered(clause: str) -> str:
    """A clause without the capital of its first word, unless that is "I" or an abbreviation."""
    first = clause.split(" ", 1)[0] if clause else ""
    if re.fullmatch(r"[A-Z][a-z]+(?:['’][a-z]+)?[.,!]?", first):
        return clause[0].lower() + clause[1:]
    return clause if first != "A" else f"a{clause[1:]}"
