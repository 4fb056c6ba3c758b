"""Loads libraries and word lists once in each process of a cluster, before its first task.

Tasks may be threads of one process: packages with circular imports fail where two threads import
them at the same time, and each thread would read the word lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock
from typing import Any

from tamis.checking import constraints
from tamis.collect.books.extras import import_extra
from tamis.collect.books.stages.language import english_probability

_lock = Lock()
_TITLE = "Emma in Paris"


def reading_task(work: Callable[[int], Iterable[Any]], n: int) -> Iterable[Any]:
    """Run a task that reads dumps, after its libraries are loaded."""
    with _lock:
        _libraries()
    return work(n)


def stage_task(work: Callable[[int], Iterable[Any]], n: int) -> Iterable[Any]:
    """Run a task of the stages, after its libraries and word lists are loaded."""
    with _lock:
        _libraries()
        _lists()
    return work(n)


@cache
def _libraries() -> None:
    for module in ("isal.igzip", "isal.isal_zlib", "orjson"):
        import_extra(module)


@cache
def _lists() -> None:
    # What the stages use: `deduplicated`, `language` and `named`.
    import numpy as np
    import rapidfuzz.process

    rapidfuzz.process.cdist([_TITLE], [_TITLE], dtype=np.float32)
    english_probability(_TITLE)
    constraints.default_names()(_TITLE)
    constraints.default_cities()(_TITLE)
