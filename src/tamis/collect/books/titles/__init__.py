"""Which titles of one author name the same book: `paper` and `strict` (KITAB, §C.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from tamis.collect.books.titles import paper, strict

Dedup = Literal["paper", "strict"]

CLUSTERS: dict[Dedup, Callable[[Sequence[Sequence[str]]], list[list[int]]]] = {
    "paper": paper.clusters,
    "strict": strict.clusters,
}
"""By variant, a function from the titles of each work to groups of works (their positions)."""

WHY = (
    "strict, because the paper's steps merge the volumes of a series into the book that gives "
    "it its name (163 works of a series became 134, with a pair precision of .29); `--dedup "
    "paper` does as the paper says"
)
"""Why `strict` is the default, for the manifest."""
