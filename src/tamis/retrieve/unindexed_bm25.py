"""BM25+ for one question over a few pages, without an index.

The order is that of `tamis.retrieve.bm25.BM25` with its defaults, but only the words of the
question are counted: for a single question an index is not worth building. `bm25+` has the words of
the published code, as bm25s cuts them; `lv-zhai` those of `BM25`, which finds more.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from tamis.retrieve.bm25 import DELTA
from tamis.retrieve.stems import stop_words
from tamis.text.words import Cut, cut, cut_query

Plus = Literal["bm25+", "lv-zhai"]
K1, B = 1.5, 0.75

_PUBLISHED = re.compile(r"\w\w+")


def rank_once(question: str, texts: Sequence[str], variant: Plus = "bm25+") -> list[int]:
    """The numbers of the texts that share a word with `question`, best first, ties in order.

    English, stemmed, without stop words; a word that is repeated in the question counts each time.
    """
    stopped, stem_words = _english()
    of_text, of_question = (_published, _published) if variant == "bm25+" else (cut, cut_query)
    counts: list[Counter[str]] = []
    lengths: list[int] = []
    for text in texts:
        words, beside = of_text(text)
        count = Counter(words)
        lengths.append(sum(n for w, n in count.items() if len(w) > 1 and w not in stopped))
        count.update(beside)
        counts.append(count)
    vocabulary = list(set().union(*counts))
    stems = dict(zip(vocabulary, stem_words(vocabulary), strict=True))
    asked = [w for part in of_question(question) for w in part if w not in stopped]
    wanted = Counter(stem_words(asked))
    forms: dict[str, list[str]] = {stem: [] for stem in wanted}
    for word, stem in stems.items():
        if stem in forms and word not in stopped:
            forms[stem].append(word)
    # 0 where all texts have only words of one letter.
    mean = sum(lengths) / max(1, len(lengths)) or 1.0
    scores = [0.0] * len(texts)
    matched: set[int] = set()
    # The published code adds its delta to every text, which does not change the order.
    delta = DELTA["lv-zhai"] if variant == "lv-zhai" else 0.0
    for stem, times in wanted.items():
        alike = forms[stem]
        found = [
            (at, sum(count[word] for word in alike if word in count))
            for at, count in enumerate(counts)
            if not count.keys().isdisjoint(alike)
        ]
        if not found:
            continue
        weight = times * math.log((len(texts) + 1) / len(found))
        matched.update(at for at, _ in found)
        for at, tf in found:
            norm = K1 * (1 - B + B * max(lengths[at], 1) / mean)
            scores[at] += weight * (tf * (K1 + 1) / (norm + tf) + delta)
    return sorted(matched, key=lambda at: (-scores[at], at))


def _published(text: str) -> Cut:
    return Cut(_PUBLISHED.findall(text.lower()), [])


@cache
def _english() -> tuple[frozenset[str], Any]:
    import Stemmer

    return stop_words("en"), Stemmer.Stemmer("english").stemWords
