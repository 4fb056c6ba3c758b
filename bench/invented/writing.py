"""Lines into a packed file."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from itertools import islice
from pathlib import Path


def pack(path: Path, lines: Iterable[str]) -> int:
    """Write the lines, whole or not at all; returns their number."""
    part, rest, count = path.with_name(f"{path.name}.part"), iter(lines), 0
    # Without a time and a name in its head, the same seed gives the same file.
    with part.open("wb") as raw, gzip.GzipFile("", "wb", 1, raw, mtime=0) as file:
        while batch := list(islice(rest, 2000)):
            count += len(batch)
            file.write(("\n".join(batch) + "\n").encode())
    part.replace(path)
    return count
