"""Groups of what belongs together, from pairs."""

from __future__ import annotations


class Union:
    """A partition of 0 … n-1 that pairs make coarser."""

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))

    def find(self, i: int) -> int:
        """The representative of the group of `i`: its smallest member."""
        parent = self._parent
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    def join(self, i: int, j: int) -> None:
        """Make the groups of `i` and `j` one."""
        i, j = self.find(i), self.find(j)
        self._parent[max(i, j)] = min(i, j)

    def groups(self) -> list[list[int]]:
        """The groups, their members in order, by their first members."""
        found: dict[int, list[int]] = {}
        for i in range(len(self._parent)):
            found.setdefault(self.find(i), []).append(i)
        return list(found.values())
