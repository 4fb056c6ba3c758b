"""The rows of Parquet files; needs the extra `parquet`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tamis.bad_input import needs_package
from tamis.inputs.files import opened
from tamis.types import InputError

MAGIC = b"PAR1"
"""The first bytes of a Parquet file."""


def read_parquet(
    path: Path, columns: Callable[[Sequence[str]], Sequence[str] | None] = lambda names: None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a file with their numbers from 1; batches are read when they are needed.

    `columns` chooses among the names of the columns, None for all. Raises InputError, while
    iterating, for a file that is not Parquet, and without the extra `parquet`.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise needs_package(f"{path}, a file of Parquet,", "pyarrow", extra="parquet") from error
    number = 0
    try:
        with opened(path) as raw, pq.ParquetFile(raw) as file:
            chosen = columns(file.schema_arrow.names)
            for batch in file.iter_batches(columns=None if chosen is None else list(chosen)):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (pa.ArrowException, UnicodeDecodeError) as error:
        said = str(error).split("\n")[0]
        raise InputError(
            f"{path} is not a Parquet file that can be read ({said:.160}); get it again."
        ) from error
