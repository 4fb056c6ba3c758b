"""Reads what is to be said in whatever words: "mention that we have two small kids"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tamis.checking.extraction.found import Context, Found, bound_of
from tamis.checking.extraction.pieces import MASK, Piece, finer

_LEAD = (
    r"(?:please |pls |also |and |but |then |do |kindly |just |finally |make sure (?:you "
    r"|to )?|be sure to |remember to |don't forget to |you (?:must|should) |it (?:must"
    r"|should|has to|needs to) |i(?:'d| would) (?:like|want) you to )*"
)
_SAY = re.compile(
    rf"{_LEAD}(?:mention|say|state|tell|explain|note|point out|remind|add|ask|offer|propose"
    rf"|suggest|thank|invite"
    r"|recommend|announce|apologi[sz]e|demand|request|include|cover|promise|warn|wish"
    r"|congratulate|clarify|stress"
    r"|emphasi[sz]e|describe|touch on|refer to|give|put in|ought to (?:mention|say|thank"
    r"|propose)|to (?:thank|propose|mention|say|offer|ask))\b\s+(?P<about>.+)$"
)
_ABOUT = re.compile(
    r"^(?:at least )?(?:one|two|three) (?:of (?:them|these|the \w+)|\w+)(?: \w+)? (?:must|should"
    r"|has to|have to|needs? to) (?:be about|mention|cover|deal with|include|say that|say"
    r"|explain)\s+(?P<about>.+)$"
)
_ENDING = re.compile(
    r"(?:end|close|finish|start|begin|open) by (?:telling|asking|inviting|offering|thanking"
    r"|saying|mentioning|wishing|reminding)\s+(?P<about>.+)$"
)
_THAT = re.compile(r"that (?P<about>.+)$")
_IN_IT = re.compile(
    r"^(?P<about>.+?) (?:must|should|has to|have to|needs? to) (?:all |both )?(?:be (?:(?:in|on)"
    r" (?:it|there|the list)|there|mentioned|included|part of it|named|stated)|appear|come up"
    r"|feature)\b"
)
_WHOM = re.compile(
    r"^(?:that|to|for|about|on|the (?:reader|customer|client|guests?|people)|people|everyone"
    r"|them|him|her|us|me|readers|guests|members|customers|visitors|it|their|his)\s+"
)
_WEAK = re.compile(
    r"\b(?:details?|information|explanations?|reasons?|examples?|everything|something|anything"
    r"|things?|tips?|ideas?|more|summary|title|heading|table|list|bullets?|sections?|sentences?"
    r"|paragraphs?|words?|lines?|columns?|rows?"
    r"|names?|figures?|numbers?|prices?|costs?|dates?|times?|quantity|quantities|amounts?"
    r"|duration|durations|emojis?|hashtags?|code|output|answer|it|them|this|reason|year|years"
    r"|both|all|each|every)\b"
)
_NEGATED = re.compile(r"\b(?:not|n't|dont|never|no|without|avoid|none|nothing)\b|n't\b")
_NUMBERED = re.compile(r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\s+(?!\d)[a-z]+s\b")

_NEVER_SAY = re.compile(
    rf"{_LEAD}(?:(?:don't|dont|do not|never|not|avoid|without) (?:ever )?(?:mention(?:ing)?"
    r"|bring(?:ing)? up|refer(?:ring)? to|talk(?:ing)? about|touch(?:ing)? on|discuss(?:ing)?"
    r"|reveal(?:ing)?)|no (?:mention|talk) of|nothing about|leave out)\s+(?P<about>.+)$"
)
_LEAVE_OUT = re.compile(rf"{_LEAD}leave (?P<about>.+?) out(?: of (?:it|this)| completely)?$")
_WHOSE = re.compile(
    r"(?:any(?:thing about)?|all|the|a|an|our|my|his|her|their|your|its|word of)\s+"
)
_OFTEN = re.compile(
    rf"{_LEAD}(?:mention|name|use|include) (?P<term>(?!(?:the|a|an|each|every|it|them|this|that|i"
    r"|we|he|she|they|you|his|her|their|my|our|your|its) )[a-z][\w'-]*"
    r"(?: (?!(?:at|exactly|no|only)\b)[a-z][\w'-]*)?)"
    r" (?:(?:at least|at most|exactly|no more than|only) )?"
    r"(?:(?:\d+|two|three|four|five|six) times|twice|once)$"
)

_IN = re.compile(
    r"(?:it )?(?:must|should|has to|needs to) (?:have|include"
    r"|contain) (?P<things>[a-z-]+(?:(?:, | and "
    r"|, and )[a-z-]+){0,5}) in it$"
)


_NEVER_WORD = re.compile(
    rf"{_LEAD}(?:don't|dont|do not|never) (?:ever )?say"
    r" (?P<words>[a-z'-]+(?:(?:,? or |, )[a-z'-]+){0,4})$"
)


def _never_said(piece: Piece) -> Iterator[Found]:
    """ "Don't mention the quarrel", "no mention of religion or heaven", "don't say sorry"."""
    if (alone := _NEVER_WORD.match(piece.low)) and not _VAGUE.search(alone["words"]):
        for word in re.split(r",? or |, ", alone["words"]):
            # A widower is none of the word "widowed", but has said it.
            yield Found({"type": "mentions", "about": word, "never": True}, alone.span())
        return
    found = _NEVER_SAY.match(piece.low) or _LEAVE_OUT.match(piece.low)
    if found is None:
        return
    said = piece.text[slice(*found.span("about"))]
    for about in re.split(r"\s*,?\s+(?:or|and)\s+(?:of |about )?|,\s*", said):
        while whose := _WHOSE.match(about.lower()):
            about = about[whose.end() :]
        about = about.strip(" .")
        if not about or len(about.split()) > 6 or _VAGUE.match(about.lower()):
            return
        yield Found({"type": "mentions", "about": about, "never": True}, found.span())


_VAGUE = re.compile(
    r"(?:it|that|this|them|him|her|details?|names?|things?|what|how|where|when|who|why|which"
    r"|else)\b"
)


# "Thank you!" is no demand to thank anybody.
_THANKS = re.compile(r"thank you(?: (?:so|very) much| a lot| in advance| all| again)*\W*$")


# "Include: 412 households in December, up from 298".
LISTED = re.compile(
    rf"{_LEAD}(?:(?:it |this |that )?(?:must|has to|needs to|should) (?:have|say|include|mention"
    r"|contain|cover)|include|mention|cover|say|(?:the |key )?(?:facts|points|details)"
    r"(?: to (?:include|mention|cover))?)(?: (?:this|these|all of (?:this|these)|the following))?"
    r"(?:$|:\s)"
)


def _listed(piece: Piece, start: int = 0) -> Iterator[Found]:
    """What stands behind "Include:", each between its commas."""
    for part in finer(piece, start):
        words = re.findall(r"[^\W_]{3,}|\d+", part.text)
        if not 1 <= len(words) <= 9 or MASK in part.masked:
            continue
        at = part.start - piece.start
        yield Found({"type": "mentions", "about": part.text}, (at, at + len(part.text)))


def saying(piece: Piece, context: Context) -> Iterator[Found]:
    """What a piece demands to be said in whatever words."""
    low = piece.low
    if _THANKS.match(low):
        return
    if (lead := LISTED.match(low)) and lead.end() < len(low):
        context.listing = piece.sentence
    if context.listing == piece.sentence and not _NEGATED.search(low):
        yield from _listed(piece, lead.end() if lead else 0)
        return
    if MASK not in piece.masked:
        yield from _never_said(piece)
        if (often := _OFTEN.match(low)) and len(piece.quantities) == 1:
            term = piece.text[slice(*often.span("term"))]
            spec = {"type": "keyword", "term": term, **bound_of(piece, piece.quantities[0])}
            yield Found(spec, often.span())
        if inside := _IN.match(low):
            things = re.split(r", and |, | and ", inside["things"])
            yield Found({"type": "contains", "terms": things}, inside.span())
    if _NEGATED.search(low) or MASK in piece.masked or (piece.sentence == 0 and piece.nth == 0):
        return
    found = _SAY.match(low) or _ABOUT.match(low) or _IN_IT.match(low) or _ENDING.match(low)
    if found is None and context.saying == piece.sentence:
        # "Mention that it's part-time, and that it's 24 hours a week".
        found = _THAT.match(low)
    if found is None or re.search(r"\b(?:times|twice|once)\b", low):
        return
    start, end = found.span("about")
    about = piece.text[start:end]
    while whom := _WHOM.match(about.lower()):
        about = about[whom.end() :]
    about = re.split(r",| because | since | so that | if | when ", about)[0].strip(" .")
    words = re.findall(r"[^\W_]{3,}|\d+", about)
    # "It's been out since March" says something, "a title" asks for a part of the text.
    weak = _WEAK.search(about.lower()) if len(about.split()) < 4 else _WEAK.match(about.lower())
    if not 1 <= len(words) <= 9 or weak or _counts(low, about):
        return
    context.saying = piece.sentence
    stop = found.end() if found.re is _IN_IT else end
    yield Found({"type": "mentions", "about": about}, (found.start(), stop))


def _counts(low: str, about: str) -> bool:
    """Whether it asks for so many of something, and not for something that is said."""
    lists = re.match(r"(?:please |and )*(?:include|add|give|list|cover)\b", low)
    return bool(lists and _NUMBERED.match(about.lower()) and " to " not in about)
