"""Words of the first person: `first_person(max=0)`."""

import re
from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_SINGULAR = r"\bI(?:['’](?:m|ve|d|ll))?\b(?!['’])|\b(?:[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b"
_PLURAL = r"\b(?:[Ww]e(?:['’](?:re|ve|d|ll))?|us|[Oo]urs?|[Oo]urselves|[Ll]et['’]s)\b"
# In capitals ME and US are states as well.
_LOUD = r"\b(?:ME|MY|MINE|MYSELF)\b"
_LOUD_PLURAL = r"\b(?:WE|OURS?|OURSELVES|LET['’]S)\b"
_QUOTED = re.compile(r"\"[^\"\n]+\"|“[^“”\n]+”|«[^«»\n]+»")
# What is written together with it, without blanks: us-east-1, I/O, me@example.com.
_LEFT = re.compile(r"\w[-‐‑/.@:_&+\\]\Z|[/@\\#$.]\Z")
_RIGHT = re.compile(r"[-‐‑/.@:_&+\\]\w|/")
_NO_PRONOUN = re.compile(r"\d|\bI/O\b|\b[IVX]+[/-][IVX]+\b|@|\w\.[a-z0-9]|\bI\.[A-Z]\b")
_PRONOUNS = re.compile(r"\W*(?:I|me|my|we|us|our|he|she|they|you|him|her|them|your|his|their)\W*")
# An "I" that may be a number: Part I, World War I, Elizabeth I; "I." or "I:" at a line's beginning.
_NUMBERED = (
    "part|chapter|section|volume|book|act|scene|type|phase|class|stage|level|grade|appendix|article"
    "|title|table|figure|tier|step|unit|module|annex|schedule|option|group|category|exhibit|item"
)
_NUMERAL = re.compile(
    r"\b(?!(?:am|and|as|but|can|could|did|do|had|have|how|if|may|might|must|or|shall|should|since"
    r"|so|that|then|was|what|when|where|while|who|why|will|would) )"
    rf"(?-i:[A-Z]\w+|[A-Z]\.|{_NUMBERED}) \Z",
    re.ASCII | re.IGNORECASE,
)
# Within a sentence a capital shows that it is a name; else what follows must show it.
_LABEL = re.compile(rf"(?:World War|[a-z,;:(] (?=[A-Z])(?i:{_NUMBERED})) \Z", re.ASCII)
_SMALL_LABEL = re.compile(rf"\b(?i:{_NUMBERED}) \Z", re.ASCII)
_LABEL_ENDS = re.compile(r"[.:;)\]]|\s*(?:\Z|\n)|[ ](?:of|and I|or I|to I|through I|[–—-])|[–—|]")
_HEADING = re.compile(r"(?:\A|\n)[ \t]*(?:[-*>#]+[ \t]+)?[*_(]*\Z")
_HEADING_ENDS = re.compile(r"[.:)][*_]*\s")


class FirstPerson(Count):
    """I, me, my, mine and myself, and we, us and our unless `plural` is off; code is left out.

    What stands in quotes may count, and so may an "I" that may be a numeral (World War I), capitals
    (TRUST ME), and what is part of a longer word (me-time). A name of technique (us-east-1, I/O)
    and a numbered part (Part I) are none.
    """

    id = "first_person"
    one = "word of the first person"
    many = "words of the first person"
    passes = ({"max": 0}, "You should see the US in fall; its servers are in us-east-1.")
    fails = ({"max": 0}, "You should see our house, I think.")
    wordings = {
        "don't use the first person": {"max": 0},
        "no first-person pronouns": {"max": 0},
        "in the first person": {"min": 1},
        "use the first person": {"min": 1},
    }

    plural: bool = Field(True, description="Whether we, us and our count.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return self._sorted(text)[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return self._sorted(text)[1]

    def _sorted(self, text: Text) -> tuple[list[Span], list[Span]]:
        quoted = {at for start, end in text.in_prose(_QUOTED) for at in range(start, end)}
        plain = re.compile(f"{_SINGULAR}|{_PLURAL}" if self.plural else _SINGULAR)
        loud = re.compile(f"{_LOUD}|{_LOUD_PLURAL}" if self.plural else _LOUD)
        sure: list[Span] = []
        unsure = [place for _, place in text.seen_in_prose(loud)]
        for word, one in text.seen_in_prose(plain):
            said = _is_pronoun(text, word, one)
            if said is not False:
                (sure if said and one[0] not in quoted else unsure).append(one)
        return sure, sorted(unsure)


def _is_pronoun(text: Text, word: str, place: Span) -> bool | None:
    """Whether a word is the pronoun that it looks like; None where a reader may differ."""
    before, after = text.before(place[0], 40), text.after(place[1], 40)
    if _LEFT.search(before) or _RIGHT.match(after):
        run = f"{before}{word}".split()[-1] + re.split(r"\s", after)[0]
        if _NO_PRONOUN.search(run.rstrip(".,:;!?")):
            return False
        return True if all(map(_PRONOUNS.fullmatch, re.split("[/&+]", run))) else None
    if word != "I":
        return True
    if _LABEL.search(before) or (_SMALL_LABEL.search(before) and _LABEL_ENDS.match(after)):
        return False
    if _HEADING.search(before) and _HEADING_ENDS.match(after):
        return False
    bracketed = before[-1:] == "(" and after[:1] == ")"
    return None if bracketed or _NUMERAL.search(before) else True
