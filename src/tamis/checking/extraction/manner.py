"""Reads the tone and the style that a request asks for: "keep it friendly", "no jargon"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tamis.checking.extraction.found import Context, Found
from tamis.checking.extraction.pieces import MASK, Piece

_STYLES = (
    "friendly|warm|polite|formal|informal|casual|playful|funny|humorous|witty|professional"
    "|gracious|cheerful|serious|calm"
    "|modest|inviting|gentle|confident|upbeat|neutral|objective|respectful|sincere|apologetic"
    "|enthusiastic|encouraging"
    "|conversational|persuasive|heartfelt|light-?hearted|optimistic|empathetic|sympathetic|firm"
    "|direct|academic|poetic"
    "|dramatic|scary|romantic|sarcastic|boastful|pushy|salesy|stiff|condescending|preachy"
    "|robotic|natural|fair|proud"
    "|kind|simple|plain|clear|easy to (?:read|understand|follow)|child-?friendly|kid-?friendly"
    "|age-appropriate|suspenseful|uplifting"
)
_AVOIDED = (
    "jargon|hype|slang|clich[eé]s?|fluff|sarcasm|humou?r|jokes|puns|buzz ?words|technical terms"
    "|tech talk|filler|flowery language"
    "|marketing speak|drama|pressure|preaching|legalese|corporate speak"
)
_TONE = re.compile(
    rf"(?:please |pls |just |so |and |but |it |the (?:tone|style|language|text|letter|e-?mail"
    rf"|message|whole thing)|tone|style|language|should|must|has to|needs to|ought to|be|is"
    rf"|sound|feel|read|stay|keep|make|it|a|an"
    rf"|in|with|use|using|rather|very|quite|fairly|really|more|i'd like it|i want it|that|bit"
    rf"|little|touch|of|:|,|\s)*"
    rf"(?P<manner>(?:{_STYLES})(?:(?:,| and| but| or|,? not| yet)+ (?:(?:too|overly|at all"
    rf"|a bit) )?(?:{_STYLES}))*)"
    rf"(?: (?:tone|style|language|voice|register|words|please|pls|throughout|manner|wording))*"
)
_NO = re.compile(
    rf"(?:please |pls |and |but |so |use |with |keep it )*(?P<no>no|without(?: any)?"
    rf"|avoid(?: any)?|free of|don't use(?: any)?|zero"
    rf"|not too much)\s+(?P<manner>{_AVOIDED})(?: (?:please|at all|or (?:{_AVOIDED})))*"
)
_SOME = re.compile(
    rf"(?:please |and |with |add |include )*(?:a (?:bit|touch|little|hint|dash)"
    rf"|some) (?:of )?(?P<manner>{_AVOIDED})(?: please)?,?(?: please)?"
)


_WORDS = (
    r"(?!(?:short|brief|long|lower|upper|bold|plain text|numbered|simple json|in|under|at"
    r"|to|max|no|not|about|as|with|\d)\b)[a-z'-]+(?:,? (?:and|but|not|yet|or|,) (?:too "
    r"|very )?[a-z'-]+){0,2}"
)
_FREE = (
    re.compile(
        rf"(?:in |with |use |using )?(?:an? )?(?P<manner>{_WORDS}) (?:tone|voice"
        rf"|register)(?: please| pls| throughout)?"
    ),
    re.compile(
        rf"(?:and )?(?:it |the \w+ )?(?:must |should |has to )?(?:sound|feel"
        rf"|read)s? (?P<manner>(?:like )?{_WORDS}(?: without being [a-z]+"
        rf"|,? (?:not )?like an? [a-z ]{{1,30}})?)"
    ),
    re.compile(
        rf"(?:please )?(?:be|make it|keep it|keep things) (?P<manner>{_WORDS})(?: please"
        rf"| pls)?"
    ),
)


_LEAD = (
    r"(?:please |pls |and |but |use |using |write |keep |make |it |all |everything |must |should "
    r"|has to |needs to |be |to |in |the |an? |with )*"
)
_GRAMMAR = re.compile(
    rf"{_LEAD}(?P<manner>(?:past|present|future) tense|imperative(?: mood)?"
    r"|(?:first|second|third) person(?: (?:plural|singular))?"
    r"|(?:plain|simple|easy|basic|everyday) (?:english|words|language)"
    r"|rhym(?:e|es|ing)(?: (?:couplets|in pairs|aabba?|abab|abcb))?"
    r"|(?:aabba?|abab|abcb)(?: rhymes?| rhyme scheme)?)(?: please| pls| throughout| only)*"
)


def manner(piece: Piece, context: Context) -> Iterator[Found]:
    """The tone or style that a piece asks for, if it asks for nothing else."""
    low = piece.low.strip()
    if MASK in low or any(not one.ordinal for one in piece.quantities):
        return
    for pattern in (_TONE, _NO, _SOME, _GRAMMAR, *_FREE):
        if found := pattern.fullmatch(low):
            spec = {"type": "style", "manner": found["manner"]}
            yield Found({**spec, "avoided": True} if pattern is _NO else spec, (0, len(piece.text)))
            return
