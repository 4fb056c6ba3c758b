"""Reads what is to be said in whatever words: "mention that we have two small kids"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tamis.checking.extraction.found import Context, Found
from tamis.checking.extraction.pieces import MASK, Piece

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
    r"^(?P<about>.+?) (?:must|should|has to|have to|needs? to) (?:be (?:in (?:it|there)"
    r"|mentioned|included|part of it|named|stated)|appear|come up|feature)\b"
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


def saying(piece: Piece, context: Context) -> Iterator[Found]:
    """What a piece demands to be said in whatever words."""
    low = piece.low
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
    yield Found({"type": "mentions", "about": about}, (found.start(), end))


def _counts(low: str, about: str) -> bool:
    """Whether it asks for so many of something, and not for something that is said."""
    lists = re.match(r"(?:please |and )*(?:include|add|give|list|cover)\b", low)
    return bool(lists and _NUMBERED.match(about.lower()) and " to " not in about)
