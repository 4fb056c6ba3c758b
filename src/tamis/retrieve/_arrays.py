"""Arrays in files that are larger than memory: written piece by piece, read slice by slice."""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE = 600_000_000
"""Memory maps of more bytes than this are not kept in memory while they are searched."""


class Array:
    """A `.npy` file of known shape that is written piece by piece, along its first axis."""

    def __init__(self, path: Path, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
        self._path, self._dtype, self._shape = path, dtype, shape

    def __enter__(self) -> Self:
        from numpy.lib import format as npy

        self._file: BinaryIO = self._path.open("wb")
        said = {
            "descr": npy.dtype_to_descr(self._dtype),
            "fortran_order": False,
            "shape": self._shape,
        }
        npy.write_array_header_1_0(self._file, said)
        return self

    def add(self, values: NDArray[Any]) -> None:
        """Write the next values."""
        self._file.write(values.astype(self._dtype, copy=False).tobytes())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._file.close()


@dataclass(frozen=True)
class OnDisk:
    """An array in a file, of which slices are read; a memory map would count as memory."""

    path: Path
    dtype: np.dtype[Any]
    offset: int = 0

    @classmethod
    def of_npy(cls, path: Path) -> OnDisk:
        """The one-dimensional array in a `.npy` file."""
        import numpy as np

        mapped = np.load(path, mmap_mode="r")
        return cls(path, mapped.dtype, mapped.offset)

    def __getitem__(self, part: slice) -> NDArray[Any]:
        import numpy as np

        start, number = part.start, part.stop - part.start
        at = self.offset + int(start) * self.dtype.itemsize
        return np.fromfile(self.path, self.dtype, int(number), offset=at)


def let_go(array: NDArray[Any]) -> None:
    """Give back the memory of what was read of an array of over `LARGE` bytes that is mapped.

    The system still has it in its cache, so that it comes back without reading the disk.
    """
    # `asarray` of a memory map is a view of it, and its base is the map or numpy's view of that.
    mapped: Any = array.base
    while mapped is not None and not isinstance(mapped, mmap.mmap):
        mapped = getattr(mapped, "base", None)
    if mapped is not None and array.nbytes > LARGE and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)
