"""An answer that is a table against a golden table: cells, rows, and all of it.

Tables are lists of rows, a row a mapping from column names to cells. Three figures, as benchmarks
of wide search report them (WideSearch: Wong et al., 2025, "Benchmarking agentic broad
info-seeking"); how rows are matched and what counts where a cell is empty is ours:

- **item F1**: a cell is right where its row is matched to a gold row and it has the gold value;
- **row F1**: a row is right where it is matched and all its cells are right;
- **success**: all rows are right, and none is missing or too many; 0 or 1.

A row is matched to at most one other: with a key column only where the keys are equal, else
wherever cells are equal; of all ways that with the most right cells, then the most right rows.
Cells are compared as in `table_cells`, by value and with aliases in the golds.

What is not answered never helps. An empty cell ("not stated") of an answer counts as a wrong item,
as a wrong value would, so that leaving it empty gains nothing over guessing. Only where the gold
cell is empty too is it right: for the row, while neither side counts it as an item.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tamis.measures.table_cells import Key, accepted, offered
from tamis.stats.estimate import NAN
from tamis.text.normalised import plain_words, title_key

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.int64]

TableRow = Mapping[str, Any]
"""Column names to cells: texts, numbers, dates, truth values, None, or lists of these."""


@dataclass(frozen=True)
class Share:
    """How many things were given, how many were wanted, and how many of the given are right."""

    right: int
    given: int
    wanted: int

    @property
    def precision(self) -> float:
        """Right of given, 0 to 1; where nothing is given 1 if nothing is wanted, else NaN."""
        if self.given:
            return self.right / self.given
        return NAN if self.wanted else 1.0

    @property
    def recall(self) -> float:
        """Right of wanted, 0 to 1; 1 where nothing is wanted."""
        return self.right / self.wanted if self.wanted else 1.0

    @property
    def f1(self) -> float:
        """2 right / (given + wanted), 0 to 1; 1 where nothing is given or wanted."""
        both = self.given + self.wanted
        return 2 * self.right / both if both else 1.0


@dataclass(frozen=True)
class TableScores:
    """The scores of one table; `matched` has the pairs of positions (given row, gold row)."""

    items: Share
    rows: Share
    matched: tuple[tuple[int, int], ...]

    @property
    def success(self) -> float:
        """1 where the tables have the same rows, else 0."""
        return float(self.rows.right == self.rows.given == self.rows.wanted)


def score_table(
    given: Sequence[TableRow],
    gold: Sequence[TableRow],
    *,
    key: str | None = None,
    columns: Sequence[str] | None = None,
) -> TableScores:
    """Score a table; the order of rows and of columns does not matter.

    `columns` are those that count, by default all of the golds; names are compared without case
    and punctuation. What an answer lacks of them is empty; other columns of it do not count. Rows
    without any cell are left out. `key` is the column that names a row. ValueError where it is not
    among the columns, and where a table has two columns of one name.
    """
    names = [_name(column) for column in (columns or [c for row in gold for c in row])]
    names = list(dict.fromkeys(names))
    if key is not None and _name(key) not in names:
        raise ValueError(f"the key {key!r} is not among the columns {names}.")
    answers = _cells(given, names, offered)
    golds = _cells(gold, names, accepted)
    kept = [n for n, row in enumerate(answers) if any(row)]
    wanted = [n for n, row in enumerate(golds) if any(row)]
    answers, golds = [answers[n] for n in kept], [golds[n] for n in wanted]
    at = None if key is None else names.index(_name(key))
    pairs, right, whole, empty = _matched(answers, golds, at)
    return TableScores(
        items=Share(right, len(answers) * len(names) - empty, sum(map(_stated, golds))),
        rows=Share(whole, len(answers), len(golds)),
        matched=tuple(sorted((kept[i], wanted[j]) for i, j in pairs)),
    )


def _name(column: str) -> str:
    return plain_words(column) or title_key(column)


def _cells(rows: Sequence[TableRow], names: Sequence[str], read: Any) -> list[list[frozenset[Key]]]:
    found = []
    for row in rows:
        by_name = {_name(column): cell for column, cell in row.items()}
        if len(by_name) < len(row):
            raise ValueError(f"two of the columns {list(row)} have the same name.")
        found.append([read(by_name.get(name)) for name in names])
    return found


def _stated(row: Sequence[frozenset[Key]]) -> int:
    return sum(map(bool, row))


def _matched(
    answers: Sequence[Sequence[frozenset[Key]]],
    golds: Sequence[Sequence[frozenset[Key]]],
    key: int | None,
) -> tuple[list[tuple[int, int]], int, int, int]:
    """The best pairs of rows; in these the right cells, the right rows, the cells empty in both."""
    import numpy as np

    if not answers or not golds:
        return [], 0, 0, 0
    shape = (len(answers), len(golds))
    right = np.zeros(shape, dtype=np.int64)
    empty = np.zeros(shape, dtype=np.int64)
    may_match = np.ones(shape, dtype=bool)
    for column in range(len(answers[0])):
        equal, blank = _equal([row[column] for row in answers], [row[column] for row in golds])
        right += equal
        empty += blank
        if column == key:
            may_match = equal | blank
    may_match &= right > 0
    whole = (right + empty == len(answers[0])) & may_match
    # Most right cells first, then right rows, then cells that are empty in both.
    most = min(shape) * len(answers[0]) + 1
    worth = np.where(may_match, (right * most + whole) * most + empty, 0)
    pairs = [(i, j) for i, j in _best_pairs(worth) if may_match[i, j]]
    cells, rows, blanks = (
        sum(int(table[i, j]) for i, j in pairs) for table in (right, whole, empty)
    )
    return pairs, cells, rows, blanks


def _equal(
    answers: Sequence[frozenset[Key]], golds: Sequence[frozenset[Key]]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which cells of a column are equal, and which are empty in both."""
    import numpy as np

    equal = np.zeros((len(answers), len(golds)), dtype=bool)
    takers: dict[Key, list[int]] = {}
    for j, keys in enumerate(golds):
        for one in keys:
            takers.setdefault(one, []).append(j)
    for i, keys in enumerate(answers):
        for one in keys:
            equal[i, takers.get(one, [])] = True
    blank = np.outer([not keys for keys in answers], [not keys for keys in golds])
    return equal, blank


def _best_pairs(worth: Matrix) -> Iterator[tuple[int, int]]:
    """The pairs with the largest sum, found apart in each group of rows that may match at all.

    With a key the groups are small, so that large tables take little time.
    """
    import numpy as np

    left = set(range(len(worth)))
    by_column = worth.T
    while left:
        group, taken, waiting = set[int](), set[int](), {left.pop()}
        while waiting:
            group |= waiting
            touched = np.flatnonzero(worth[list(waiting)].any(axis=0)).tolist()
            new = set(touched) - taken
            taken |= new
            waiting = set(np.flatnonzero(by_column[list(new)].any(axis=0)).tolist()) - group
        left -= group
        own, others = sorted(group), sorted(taken)
        if others:
            for i, j in _assigned(worth[np.ix_(own, others)]):
                yield own[i], others[j]


def _assigned(worth: Matrix) -> list[tuple[int, int]]:
    """The pairs with the largest sum, each row and column once (the Hungarian method, in O(n³)).

    Kuhn (1955), by shortest augmenting paths with potentials; a step is one vector operation.
    """
    import numpy as np

    if worth.shape[0] > worth.shape[1]:
        return [(i, j) for j, i in _assigned(worth.T)]
    rows, columns = worth.shape
    cost = -worth
    far = np.iinfo(np.int64).max // 4
    of_row = np.zeros(rows + 1, dtype=np.int64)
    of_column = np.zeros(columns + 1, dtype=np.int64)
    # Column 0 stands for none; rows and columns count from 1.
    owner = np.zeros(columns + 1, dtype=np.int64)
    for row in range(1, rows + 1):
        owner[0] = row
        here = 0
        least = np.full(columns + 1, far)
        came_from = np.zeros(columns + 1, dtype=np.int64)
        done = np.zeros(columns + 1, dtype=bool)
        while owner[here]:
            done[here] = True
            i = owner[here]
            free = ~done
            free[0] = False
            reduced = np.concatenate([[far], cost[i - 1] - of_row[i] - of_column[1:]])
            better = free & (reduced < least)
            least[better] = reduced[better]
            came_from[better] = here
            nearest = int(np.where(free, least, far).argmin())
            step = least[nearest]
            of_row[owner[done]] += step
            of_column[done] -= step
            least[free] -= step
            here = nearest
        while here:
            before = int(came_from[here])
            owner[here] = owner[before]
            here = before
    return [(int(owner[j]) - 1, j - 1) for j in range(1, columns + 1) if owner[j]]
