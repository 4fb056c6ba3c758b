"""What the stages load on first use, loaded once by each process of a cluster.

Tasks may be threads of one process. Packages that import in circles break where two threads import
them at once, and word lists would be read by each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock
from typing import Any

from tamis.checking import constraints
from tamis.collect.books.extras import needed
from tamis.collect.books.stages.language import english_probability

_one_at_a_time = Lock()
_TITLE = "Emma in Paris"


def reading(work: Callable[[int], Iterable[Any]], n: int) -> Iterable[Any]:
    """A task that reads dumps, once its libraries are there."""
    with _one_at_a_time:
        _libraries()
    return work(n)


def sorting(work: Callable[[int], Iterable[Any]], n: int) -> Iterable[Any]:
    """A task that puts books through the stages, once their word lists are there too."""
    with _one_at_a_time:
        _libraries()
        _lists()
    return work(n)


@cache
def _libraries() -> None:
    for module in ("isal.igzip", "isal.isal_zlib", "orjson"):
        needed(module)


@cache
def _lists() -> None:
    # As stages.deduplicated asks for them.
    import numpy as np
    import rapidfuzz.process

    rapidfuzz.process.cdist([_TITLE], [_TITLE], dtype=np.float32)
    english_probability(_TITLE)
    constraints.default_names()(_TITLE)
    constraints.default_cities()(_TITLE)
