"""Finds the paragraphs of a paper's related-work section by their headings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

_NUMBER = re.compile(
    r"^\W*(?:(?:section|chapter|appendix)\s+)?"
    r"(?:(?P<number>[0-9]{1,2}(?:\.[0-9]{1,2})*|[IVX]{1,5}(?=[.):\s])|[A-Z](?:\.[0-9]{1,2})*(?=[.):]))"
    r"[.):]?\s+)?",
    re.I,
)
_WORK = r"(?:works?|literature|research|stud(?:y|ies)|approaches|efforts)"
_CORE = re.compile(
    rf"\b(?:(?:related|prior|previous|earlier|past|existing|relevant)"
    rf"(?: (?:and|or|in|to|most|closely|similar|recent|concurrent|related|prior|previous))* {_WORK}"
    rf"|literature (?:review|survey|overview)|(?:review|survey|overview) of (?:the )?literature"
    rf"|works? related to)\b"
)
_ALONE = re.compile(r"(?:the )?(?:current )?state of the art|relatedwork|related")
# Headings of sections that compare results, and headings that are sentences.
_OTHER = re.compile(
    r"\b(?:compar(?:ison|isons|ing|ed|e)|versus|vs|results?|experiments?|reproduc\w+|replicat\w+|"
    r"future|limitations of (?:our|this)|our|we|than|unrelated|datasets? (?:from|of))\b"
)
_MOST_WORDS = 9


def is_related_work(heading: str) -> bool:
    """Whether a heading is that of a related-work section, in one of its common forms.

    "Related Work", "2 Related work", "Background and Related Work", "Prior Work on Parsing",
    "Literature Review" are; "Background" alone, "Future Work" and "Comparison with Previous Work"
    are not.
    """
    words = _words(_NUMBER.sub("", _plain(heading), count=1))
    if not words or len(words.split()) > _MOST_WORDS or _OTHER.search(words):
        return False
    return bool(_ALONE.fullmatch(words) or _CORE.search(words))


def in_related_work(headings: Sequence[str]) -> Iterator[int]:
    """The positions of the paragraphs in related-work sections; `headings` has each one's heading.

    A numbered sub-section belongs to its section ("2.1 Parsing" to "2 Related Work"). Without
    numbers, a sub-section with a heading of its own is not found.
    """
    above = ""
    for position, heading in enumerate(headings):
        found = _NUMBER.match(_plain(heading))
        number = (found["number"] or "").upper() if found else ""
        if is_related_work(heading):
            above = number
            yield position
        elif above and number.startswith(f"{above}."):
            yield position


def _plain(heading: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", heading).split())


def _words(heading: str) -> str:
    return " ".join(re.findall(r"\w+", heading.casefold()))
