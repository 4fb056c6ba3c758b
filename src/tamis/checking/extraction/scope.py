"""Of which part of the response a demand is, where its own words name none.

"Max 60 words" is of the whole letter, but of which of "a slogan and a tweet"? A request may want
several texts, a second part below the first, or lines that stand apart from the others, and a
sentence may go on about what it named before. Where a part may be meant, the demand is of `some
part`: then only what holds for every part is decided.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.checking.constraint_types import ConstraintType, from_spec
from tamis.checking.constraint_types.text import ONE_TEXT, SOME_PART
from tamis.checking.demand import LENGTHS

if TYPE_CHECKING:
    from tamis.checking.extraction.found import Context
    from tamis.checking.extraction.pieces import Piece


@dataclass(frozen=True)
class Shape:
    """What a request wants: `several` texts, `more` parts below or after the first, lines `apart`
    from the others, a list `of_words`, `data` or code, a file of `csv`.
    """

    several: bool = False
    more: bool = False
    apart: bool = False
    of_words: bool = False
    data: bool = False
    csv: bool = False


def shape_of(request: str) -> Shape:
    """The shape of what a request wants, with a bias to more than one part."""
    found = [bool(one.search(request)) for one in (_MORE, _APART, _OF_WORDS, _DATA, _CSV)]
    return Shape(_several(request), *found)


def parted(
    piece: Piece, made: Sequence[ConstraintType], context: Context
) -> Sequence[ConstraintType]:
    """The constraints of a piece, those of `some part` that may be; none where one cannot be so."""
    said = context.said.removesuffix(piece.low)
    alone = _EACH_ALONE.search(piece.low) or not WORDS.search(piece.low)
    if context.elsewhere == piece.sentence and _goes_on(piece) and alone:
        # "Tags is an array, each", "a subject line (3)".
        return ()
    if any(one.where == f"each {one.id.removesuffix('s')}" for one in made):
        # Four lines in each line: "each" is of something that was not named.
        return ()
    doubtful = _doubtful(piece, made, context, said)
    last = _LAST_KIND.search(said.rstrip()) if piece.nth and _LENGTH.match(piece.low) else None
    where = ONE_TEXT if context.shape.several or context.shape.more else SOME_PART
    where = f"part {last['kind']}" if last and context.shape.several else where
    found = [_of_part(one, where) if one.id in doubtful and not one.where else one for one in made]
    return [one for one in found if one] if all(found) else ()


def is_sure(one: ConstraintType, piece: Piece, context: Context) -> bool:
    """Whether a constraint is read from words that hardly mean anything else.

    Beside what was not read only such a reading denies. Over four sets of requests that nobody had
    tuned to, 26 of 26 denials by forbidden words and 22 of 23 by the length of each part were
    right, but 81 of 109 by other readings (docs/decisions/checking.md).
    """
    if _GRANTED.search(piece.after.lower()):
        # "No emojis, one smiley at the end is fine".
        return False
    if one.id in ("starts_with", "ends_with"):
        return bool(piece.quotes) or "sign" in piece.low
    if one.id in _WITH_SURE_WORDS or one.where.startswith(_NAMED):
        return True
    if one.id in ("clock", "money"):
        return bool(_OF_THE_WHOLE.match(piece.low))
    if one.id == "plan":
        # What times are of is often misread ("rest never above 90 seconds").
        return " last " not in str(one)
    whole = one.id in ("words", "characters", "sentences") and not one.where
    shape = context.shape
    plain = not (shape.several or shape.more or shape.of_words)
    bounded = _BOUNDED.match(piece.low) or (not piece.sentence and _BOUND.search(piece.low))
    return whole and plain and not (piece.sentence and piece.nth) and bool(bounded)


_WITH_SURE_WORDS = frozenset(
    ("excludes", "contains", "contains_any", "keyword", "no_characters", "letter", "exclamations",
     "emojis", "hashtags", "links", "contractions", "code_blocks", "bullets", "json_valid",
     "csv_valid", "yaml_valid", "xml_valid", "regex", "acrostic")
)  # fmt: skip
_NAMED = ("each ", "first ", "last ", "part ", "column ")
_OF_THE_WHOLE = re.compile(
    r"(?:please |and |but )*(?:nothing (?:before|after|earlier|later)|(?:keep )?(?:the |my |our )?"
    r"(?:whole |overall )?(?:total|budget)\b|(?:stay|keep it|spend) .{0,20}(?:total|budget|in all))"
)
_GRANTED = re.compile(
    r"\b(?:(?:is|are|would be|'s) (?:\w+ )?(?:fine|ok|okay|allowed|good|alright|all right|welcome)"
    r"|except|apart from|unless|other than|but (?:one|a|two|you (?:can|may)|it can))\b"
)
_BOUND = re.compile(
    r"\b(?:max|min|at most|at least|no more than|not more than|no longer than|under|below|up to"
    r"|between|less than|fewer than|exactly)\b|(?<!\d)\d{1,5} ?[-–] ?\d"
)
_BOUNDED = re.compile(
    r"(?:please |and |but |it |so |the [a-z-]{1,20}+ |(?:must|should|has to) (?:be |have )?"
    r"|keep (?:it|this|everything|the [a-z-]{1,20}+) |make it |stay |be |write |in ){0,6}"
    r"(?:to )?(?:a )?(?:max|min|at most|at least|no more|not more|no longer|not over|not longer"
    r"|under|below|up to|between|less than|fewer than|\d{1,5}+ ?(?:-|–|to) ?\d"
    r"|(?:\d{1,5}|[a-z]{3,9}) (?:words|characters|sentences|chars) (?:max|or (?:less|fewer)"
    r"|at (?:the )?most|tops|minimum))"
)


def _doubtful(
    piece: Piece, made: Sequence[ConstraintType], context: Context, said: str
) -> set[str]:
    """The types that may be said of a part, in a piece behind what its sentence has said."""
    found: set[str] = set()
    bare = _LENGTH.match(piece.low)
    if context.elsewhere == piece.sentence and _goes_on(piece):
        found |= _OF_SUBJECT
    if context.shape.more:
        # "5 lines. Then explain it": of what is explained, or of all?
        found |= LENGTHS if piece.nth or not bare else _OF_SUBJECT
    if context.shape.apart:
        # A headline, a first line, a chorus may count or not.
        found |= _OF_LINES
    if context.shape.of_words and _SO_MANY_WORDS.match(piece.low):
        # "Flashcards. 12 words, nouns only": the words that are to be learnt.
        found.add("words")
    if _TWO_COUNTS.search(piece.low):
        # "2 verses and a chorus".
        found |= _OF_LINES | {"words", "named_count", "list_items"}
    if any(one.where.startswith(_OF_ONE_PART) for one in made) or (
        piece.nth and (context.scope or "").startswith(_OF_ONE_PART)
    ):
        # "A headline of 8 words, title case".
        found |= {one.id for one in made}
    if piece.sentence and piece.nth and bare and _INTRODUCED.search(said):
        # "One quote from the chair, not over 30 words".
        found |= LENGTHS
    if context.shape.several:
        # Of "two versions" each is to keep to it; "(max 15 words, no emoji)" is of one.
        found |= {one.id for one in made} - (frozenset() if piece.nth else _OF_ALL)
    return found


def _of_part(one: ConstraintType, where: str) -> ConstraintType | None:
    """A constraint on a part; None where it is not known, and it could never be decided."""
    if where in (SOME_PART, ONE_TEXT) and not one.fits_some_part():
        return None
    return from_spec({**one.spec(), "where": where})


def _goes_on(piece: Piece) -> bool:
    """Whether a piece goes on about what the one before was about."""
    return not _OWN.match(piece.low) or bool(_NEVER_MORE.match(piece.low))


def _several(request: str) -> bool:
    """Whether several texts are asked for: "a slogan and a tweet", "three tweets".

    What follows a preposition is another matter ("a reply to a review").
    """
    if (
        _VERSIONS.search(request)
        or _ONE_AND_ONE.search(request)
        or len(_DELIVERED.findall(request)) > 1
    ):
        return True
    found = [one for one in _OF_SEVERAL.finditer(request) if not one["of"]]
    found = [one for one in found if one["kind"] != "letter" or one["number"].lower() in _FEW]
    many = any(one["plural"] and one["number"].lower() not in _ONE for one in found)
    return many or len({one["kind"].lower() for one in found}) > 1


_MANY = r"two|three|four|five|six|seven|eight|nine|ten|[2-9]|1\d|20"
_ONE = ("a", "an", "one")
_FEW = (*_ONE, "two", "three", "2", "3")
"""Of more letters a word is made."""
_KIND_OF_TEXT = (
    r"(?P<kind>slogan|tagline|headline|tweet|post|caption|description|summary|poem|haiku|limerick"
    r"|story|letter|e-?mail|message|text message|sms|ad|advert|blurb|bio|recipe|quiz|script"
    r"|invitation|invite|press release|speech|toast|song|reply|body|intro|introduction"
    r"|conclusion|translation|explanation|card|poster|notice|newsletter|abstract|review|note)"
)
_VERSIONS = re.compile(
    r"\b(?:two|three|four|five|[2-5]) (?:[\w-]+ )?(?:versions|options|variants|alternatives|drafts"
    r"|translations|things|texts|parts|lengths|sizes|languages)\b",
    re.I,
)
_ONE_AND_ONE = re.compile(r"\bone [^.\n]{1,60}[,;)] (?:and )?one (?:for|to|in|with|on)\b", re.I)
_DELIVERED = re.compile(
    r"(?:^|[\s(])\(?[1-4a-d][.)]\s+(?:an?|the|one|two|three|my|for|[a-z]+ (?:to|for|about)"
    rf"|{_KIND_OF_TEXT})\b",
    re.I,
)
"""A numbered part of what is to be made: "1) a note to the school, 2) a message to her"."""
_OF_SEVERAL = re.compile(
    r"(?P<of>\b(?:to|about|of|for|from|on|after|in|like|as|with|at|into)\s+)?"
    rf"\b(?P<number>an?|one|{_MANY})\s+(?!of\b)(?:[\w'-]+\s+){{0,2}}?{_KIND_OF_TEXT}"
    r"(?P<plural>s|es)?\b",
    re.I,
)
_LAST_KIND = re.compile(rf"\b(?:an?|one|the) (?:[\w'-]+ ){{0,2}}?{_KIND_OF_TEXT}$", re.I)
_INTRODUCED = re.compile(
    rf"(?<!\bto )(?<!\bfor )(?<!\bin )(?<!\babout )\b(?:an?|one|{_MANY})\s+(?!{_KIND_OF_TEXT}\b)"
    r"(?:[\w'-]+\s+)??[a-z]{3,}",
    re.I,
)
_MORE = re.compile(
    r"\b(?:separately|then (?:[\w-]+ ){0,2}?(?:add|give|write|explain|list|tell"
    r"|one|an?|put|say)|(?:under|below|after|underneath|beneath) (?:that|it|this|the (?:table|list"
    r"|poem|code|recipe|story|text|query|json|block|answer|haiku|limerick|email|translation))"
    r"|followed by|underneath|beneath|plus (?:an?|one|two|three|the)|p\.?s|postscript"
    r"|add (?:an?|one|the) (?:[\w-]+ ){0,3}?(?:line|sentence|note|tip|question|caption|summary"
    r"|rule))\b|\badd [\"'“‘]",
    re.I,
)
_APART = re.compile(
    r"\b(?:first|last|final|opening|closing|top|bottom) line\b|\bheadline\b|\bsubject line\b"
    r"|\b(?:a|the|with) title\b|\bheadings?\b|\bchorus\b|\blabel(?:led|ed)?\b|\btable\b"
    r"|\b(?:below|beneath|underneath|under|after|above) (?:it|that|this)\b",
    re.I,
)
_OF_WORDS = re.compile(
    r"\b(?:flash ?cards?|vocab\w*|glossary|dictionary|word ?list|spelling (?:list|test|words)"
    r"|crossword|nouns|verbs|adjectives|table)\b",
    re.I,
)
_DATA = re.compile(r"\b(?:csv|json|ya?ml|xml|sql|html|python|javascript|bash|code|script)\b", re.I)
_CSV = re.compile(r"\bcsv\b", re.I)
_SO_MANY_WORDS = re.compile(r"(?:exactly )?(?:\d+|[a-z]+) words\b(?! (?:long|in total|max))")
_TWO_COUNTS = re.compile(
    rf"\b(?:{_MANY})\b[^,;.]{{2,40}}\b(?:and|plus) (?:an?|one|{_MANY})\b (?!half\b)"
)
_OF_LINES = frozenset(("sentences", "lines", "paragraphs"))
_OF_ONE_PART = ("part ", "column ", "title", "subject")
_OF_SUBJECT = frozenset(
    ("words", "characters", "sentences", "lines", "letter_case", "capital_words", "starts_with",
     "ends_with", "contains", "language", "quantity", "money", "duration")
)  # fmt: skip
"""Types of which a piece may leave the subject out: "max 12 words"."""
_OF_ALL = frozenset(
    ("named_count", "excludes", "no_characters", "language", "style", "emojis", "contractions",
     "hashtags", "links", "mentions", "first_person", "exclamations", "parts", "letter_case",
     "spelling", "time_format", "only")
)  # fmt: skip
"""What holds of each text where it holds of the response."""
WORDS = re.compile(r"[a-z]{3,}")
"""Words that say something."""
_EACH_ALONE = re.compile(r"\beach$")
_LENGTH = re.compile(
    r"(?:(?:and |but )?(?:not|no|never) (?:over|above|under|below|more|longer|shorter|less|fewer)"
    r"|max(?:imum)?|min(?:imum)?|at most|at least|under|about|around|between|exactly|up to"
    r"|no more than|roughly|no longer than|not more than|fewer than|less than|\d+|one|two|three"
    r"|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy"
    r"|eighty|ninety|all|in|only)\b"
)
# "The weekly total goes up but never more than 25 km": of that total.
_NEVER_MORE = re.compile(
    r"(?:and |but )?(?:never|not|no) (?:more|less|fewer|over|under|above|below|longer|shorter)\b"
)
_OWN = re.compile(
    r"(?:and |but |also |then |please |just |so )*(?:no|not|don't|dont|do not"
    r"|avoid|without|never|please|skip|use|write|keep|make|put|add|include|mention|say|start|begin|end"
    r"|close|finish|sign|give|show|list|each|every|all|nothing|none|both|any|leave|limit|i|you|we"
    r"|in total|total|overall|with)\b"
)
"""How a piece begins that does not go on about what the piece before was about."""
