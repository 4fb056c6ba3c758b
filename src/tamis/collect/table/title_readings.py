"""The letters and the words of a title, read as it is written.

KITAB's verifiers, by which golds are computed, fold a title before they look at it: "Über" begins
with u, "A.I." with i, "Me & You" has three words, and "Solaris (1972)" ends with no letter. Others
may read it otherwise. So a title is read a second time, without folding and without what is in
parentheses at its end, and where the two disagree on a constraint that title is in doubt
(`EntryDatabase.holds`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from tamis.text.normalised import ARTICLES

_BEHIND = re.compile(r" ?\([^()]*\)$")
_WORD = re.compile(r"\w+(?:['’]\w+)*")


@dataclass(frozen=True)
class AsWritten:
    """The first and the last sign of a title, in lower case, and the number of its words.

    A leading A, An or The is left out before the first sign; punctuation is none. `words` is None
    where the script has no capitals: most of those that put no blanks between words have none.
    """

    first: str
    last: str
    words: int | None


def as_written(title: str) -> AsWritten:
    """The reading of a title that folds nothing: accents stay, and what joins words parts them."""
    title = _BEHIND.sub("", title) or title
    words = unicodedata.normalize("NFC", title).lower().split()
    if len(words) > 1 and words[0] in ARTICLES:
        words = words[1:]
    signs = [sign for sign in "".join(words) if unicodedata.category(sign)[0] in "LMN"] or [""]
    uncased = any(unicodedata.category(sign) == "Lo" for sign in signs)
    return AsWritten(signs[0], signs[-1], None if uncased else len(_WORD.findall(title)))
