"""Large files divided among workers, who all begin at once.

A packed file can only be unpacked from its beginning. Each worker unpacks what comes before its
share without looking at it, which is cheap, and scans its share. Nothing is written for that, and
nothing has to be done before. Later shares are smaller, so that all workers finish together.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tamis.collect.books.dump_lines import WHOLE, Share

LARGE = 1 << 26
"""Packed bytes from which a file is divided."""

MOST = 8
"""Workers for one file. With more, nearly all time goes into unpacking it once more for each."""

USUAL = 4
"""Workers for one file where the cluster does not say how many tasks it runs at once."""

_SCAN = 4.0
"""Time to scan a share, in the time that it takes to unpack it."""


@dataclass(frozen=True)
class Shard:
    """What one task reads: a share of a file; `of` is the file's position among those read."""

    path: Path
    of: int
    share: Share = WHOLE


def divided(path: Path, of: int, number: int) -> list[Shard]:
    """A file in a number of shares, for as many workers."""
    size, left = path.stat().st_size, _SCAN / (_SCAN + 1)
    # Share n ends at e(n), and takes e(n) + _SCAN * (e(n) - e(n - 1)): the same for all n.
    ends = [round(size * (1 - left**n) / (1 - left**number)) for n in range(1, number)]
    starts = [0, *ends]
    return [
        Shard(path, of, Share(start, end)) for start, end in zip(starts, [*ends, None], strict=True)
    ]
