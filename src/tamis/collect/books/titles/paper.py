"""Titles clustered as in the paper (KITAB, §C.1): fuzzy at 80%, or one within the other.

Case and punctuation are folded and a leading The, A or An dropped. "At 80%" is fuzzywuzzy's
rounded ratio, as in the evaluation. "Subset" is read as whole words in a row: read as characters,
a book called *It* would be part of most titles. Clusters are chains: a title that is near to one
title of a cluster belongs to the cluster.
"""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.kitab.title_matching import FUZZY_CUTOFF
from tamis.collect.books.titles.clustering import Union, near
from tamis.text.normalised import paper_title


def clusters(works: Sequence[Sequence[str]]) -> list[list[int]]:
    """Groups of works that are linked by matching titles, from the titles of each work."""
    owners: dict[str, list[int]] = {}
    for i, titles in enumerate(works):
        for title in titles:
            if key := paper_title(title):
                owners.setdefault(key, []).append(i)
    union = Union(len(works))
    for same in owners.values():
        for other in same[1:]:
            union.join(same[0], other)
    keys = list(owners)
    for a, b in near(keys, FUZZY_CUTOFF):
        union.join(owners[keys[a]][0], owners[keys[b]][0])
    longest = max((key.count(" ") + 1 for key in keys), default=0)
    for key in keys:
        for part in _parts(key.split(" "), longest):
            if part in owners:
                union.join(owners[part][0], owners[key][0])
    return union.groups()


def _parts(words: list[str], longest: int) -> list[str]:
    """All runs of neighbouring words, except the whole."""
    return [
        " ".join(words[i:j])
        for i in range(len(words))
        for j in range(i + 1, min(len(words), i + longest) + 1)
        if j - i < len(words)
    ]
