"""Several items on one line: between separators, or at the end of a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tamis.reading import roles
from tamis.reading.document import Line
from tamis.reading.items import Item, clean, quotes, sentence

MOST_WORDS = 20
"""A bare line of more words is a sentence, not an item."""

_SMALL = frozenset(
    ("a", "an", "the", "of", "in", "on", "at", "to", "for", "and", "or", "nor", "by", "with",
     "from", "as", "de", "la", "le", "du", "der", "die", "das", "&")
)  # fmt: skip
_IDS = re.compile(r"(?:the )?(?:documents?|docs?|ids?)(?: ids?| numbers?)?:?\s+", re.I)
_AND = re.compile(r"(?<=\S) and (?=[\"“*_]?[A-ZÀ-Ý0-9])")
_BEGINS = re.compile(r"[\"“*_'(]*[A-ZÀ-Ý0-9]")
_YEARS = re.compile(r"\d{4}(?:[-–]\d{2,4})?")
_NOT_NAMES = re.compile(r"\W*(?:yes|no|ok|okay|sure|true|false|hello|hi|thanks|done|none)\W*", re.I)
_SPOKEN_OF = re.compile(
    r"\b(?:book|title|novel|work|film|one|answer|item|document)s?\b|qualif|meets?\b|satisf", re.I
)
_AT_END = re.compile(
    r"(?:\b(?:is|are|was|were|be|qualif\w+|includes?|namely|only|answer|list)\b:?|:)\s+"
    r"(?P<titles>[A-ZÀ-Ý][^.!?;:]*?)"
    r"(?=[.!?;]?\s*$|, (?:which|because|since|as|published|from|and it)\b"
    r"|\s+(?:\(|which\b|because\b|since\b|as it\b|starts?\b|ends?\b|meets?\b|from \d))"
)
_SEVERAL = re.compile(r"\b(?:are|were|include|books|titles|two|both)\b")


@dataclass(frozen=True)
class Split:
    """The items of a line; `unclear`: it could be split in two ways that differ."""

    pieces: list[Line]
    unclear: bool = False


def split(line: Line, *, ids: bool = False) -> Split | None:
    """The items of one line: between semicolons, pipes or commas; None for a sentence."""
    marked = quotes(line.text)
    rest = line.text
    for inner, _ in marked:
        rest = rest.replace(inner, "", 1)
    if marked and not re.search(r"\w", re.sub(r"\b(?:and|or|&)\b", "", rest)):
        return Split([Line(inner, line.start + at) for inner, at in marked])
    words = len(line.text.split())
    if ids:
        named = _IDS.match(line.text)
        pieces = _pieces(line.part(named.end() if named else 0), r"[,;|]|\s+and\s+|\s{2,}")
        if pieces and all(len(piece.text.split()) <= 2 for piece in pieces):
            return Split(pieces)
        return None if words > MOST_WORDS or line.text.endswith((".", ":")) else Split([line])
    if sentence(line.text):
        return None
    for separator in (r";", r"\s\|\s", r"\s•\s"):
        if re.search(separator, line.text):
            return Split(_pieces(line, separator))
    if "," in line.text and not (line.text.endswith(".") and words > 12):
        found = _between_commas(line, bool(marked))
        if found is not None:
            return found
    return Split([line]) if words <= MOST_WORDS else None


def _between_commas(line: Line, marked: bool) -> Split | None:
    """ "A, B and C"; None where what is between the commas cannot be titles.

    "Yes, Captain" may be one title or two, and "…, Pride and Prejudice" may end in one or two.
    """
    pieces = _pieces(line, r",\s+(?:and\s+)?(?!Jr\b|Sr\b)")
    if len(pieces) < 2 or any(
        not _BEGINS.match(piece.text) or _YEARS.fullmatch(piece.text) for piece in pieces
    ):
        return None
    ends = bool(re.search(r",\s+and\s", line.text))
    joined = [*_AND.finditer(pieces[-1].text)] if not ends else []
    unclear = len(pieces) == 2 and not ends
    if joined:
        last = pieces.pop()
        pieces += [last.part(0, joined[-1].start()), last.part(joined[-1].end())]
        unclear = True
    return Split(pieces, unclear and not (marked or re.search(r"[*_]", line.text)))


def _pieces(line: Line, separator: str) -> list[Line]:
    """The parts of a line between separators that stand in no brackets."""
    found, at = [], 0
    for cut in re.finditer(separator, line.text):
        if line.text.count("(", 0, cut.start()) <= line.text.count(")", 0, cut.start()):
            found.append(line.part(at, cut.start()))
            at = cut.end()
    found.append(line.part(at))
    return [piece for piece in found if re.search(r"\w", piece.text)]


def at_the_end(line: Line) -> list[Item]:
    """The titles without marks that end a sentence: "The only one that fits is Silverview."."""
    if roles.says_none(line.text) or roles.fails(line.text) or not _SPOKEN_OF.search(line.text):
        return []
    found = None
    for found in _AT_END.finditer(line.text):  # noqa: B007
        pass
    if found is None:
        return []
    said = line.part(found.start("titles"), found.end("titles"))
    if not is_name(said.text):
        return []
    made = split(said)
    pieces = made.pieces if made else []
    if len(pieces) == 1 and _SEVERAL.search(line.text[: found.start("titles")]):
        joined = _AND.search(pieces[0].text)
        if joined:
            pieces = [pieces[0].part(0, joined.start()), pieces[0].part(joined.end())]
    return [Item(clean(piece.text), (piece.start, piece.end)) for piece in pieces]


def is_name(text: str) -> bool:
    """Whether a text can only be names: capitalised throughout, and no sentence."""
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    return (
        bool(words)
        and not text.rstrip().endswith((".", ":", "!"))
        and not sentence(text)
        and all(word[0].isupper() or word.lower() in _SMALL for word in words)
        and not _NOT_NAMES.fullmatch(text)
    )
