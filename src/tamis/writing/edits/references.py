"""References to papers, such as `[0]`: which an answer has, and which a revision kept."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tamis.text.sentences import REFERENCE
from tamis.writing.edits.alignment import align

_GROUP = re.compile(REFERENCE)
_PART = re.compile(r"(\d{1,3})(?:\s?[–-]\s?(\d{1,3}))?")
_LONGEST_RANGE = 50


@dataclass(frozen=True)
class KeptReferences:
    """What became of the references of an answer; papers by number, each once, ascending.

    `kept` and `lost` are references of the old answer, `new` those that it did not have, and
    `unknown` those of the new answer that name no paper of the session (None if the number of
    papers was not given). `share` is the share of the old references that were kept, None if there
    were none. The others are about the old sentences that the new answer still has, with the same
    or similar words: `in_sentences` counts their references, each once per sentence,
    `kept_in_sentences` those that the new sentence has too, and `sentence_share` is their ratio,
    None if there are none.
    """

    kept: tuple[int, ...]
    lost: tuple[int, ...]
    new: tuple[int, ...]
    unknown: tuple[int, ...] | None
    share: float | None
    in_sentences: int
    kept_in_sentences: int
    sentence_share: float | None


def references(text: str) -> tuple[int, ...]:
    """The papers that a text refers to, in text order, with repetitions.

    `[0][5]` and `[0, 5]` are two references, `[1-3]` is three. Of a range that runs backwards, or
    over more than fifty papers, only the two ends count.
    """
    found: list[int] = []
    for group in _GROUP.finditer(text):
        for first, last in _PART.findall(group[0]):
            a, b = int(first), int(last or first)
            found += range(a, b + 1) if a <= b <= a + _LONGEST_RANGE else (a, b)
    return tuple(found)


def kept_references(old: str, new: str, papers: int | None = None) -> KeptReferences:
    """Which references of `old` the revision `new` still has, overall and sentence by sentence.

    `papers` is how many papers the session has, numbered from 0.
    """
    before, after = set(references(old)), set(references(new))
    known = align(old, new)
    total = still = 0
    for pair in known.pairs:
        if pair.old and pair.new:
            was = {n for k in pair.old for n in references(known.old[k].text)}
            now = {n for k in pair.new for n in references(known.new[k].text)}
            total += len(was)
            still += len(was & now)
    kept = before & after
    return KeptReferences(
        kept=tuple(sorted(kept)),
        lost=tuple(sorted(before - after)),
        new=tuple(sorted(after - before)),
        unknown=None if papers is None else tuple(sorted(n for n in after if n >= papers)),
        share=len(kept) / len(before) if before else None,
        in_sentences=total,
        kept_in_sentences=still,
        sentence_share=still / total if total else None,
    )
