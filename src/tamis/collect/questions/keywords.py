"""A plain search for keywords that tie a question to a paper (KIWI, A.6).

The paper's filter drops the questions that contain one. A search for words cannot tell whether a
question is about a paper ("What is mentioned there?") or stands alone ("Which aspects are mentioned
in reviews?"): so the word is shown, and a person who reviews the question decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

KEYWORDS = ("this paper", "mentioned", "author", "authors")
"""The three keywords that KIWI gives as examples (A.6), the last in both numbers; its whole list is
not published."""


def keyword_in(question: str, more: Sequence[str] = ()) -> str:
    """The first keyword in a question as whole words, in lower case; "" for none.

    Capitals do not count. `more` are further words or phrases, given by the user. Of keywords that
    begin at the same place it is the longest.
    """
    words = [words for one in (*KEYWORDS, *more) if (words := _plain(one))]
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    found = re.search(rf"(?<!\w)(?:{either})(?!\w)", _plain(question))
    return found[0] if found else ""


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").lower().split())
