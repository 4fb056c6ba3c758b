"""List queries about each anchor's items, in KITAB's form (KITAB, §3.1 and §C.2).

The rows have the released form. Where the table has categories or numbers, which KITAB's verifier
does not know, there are two more columns, both JSON in a string: `item_facts`, the facts of each
listed item, and `checks`, the condition of each constraint on them (null for KITAB's own families).
The file `domain.json` has the names of the items for the prompts.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tamis.benchmarks.kitab.clusters import constrainedness
from tamis.benchmarks.kitab.title_matching import FirstMatch
from tamis.checking import constraints
from tamis.collect.kitab import AUTHORS, ONE, TWO, Author, Book
from tamis.collect.kitab.released_files import author_row
from tamis.collect.table.atoms import Atom
from tamis.collect.table.cleaning import Entry
from tamis.collect.table.columns import Columns, Wanted
from tamis.collect.table.entry_database import EntryDatabase
from tamis.collect.table.query_sampling import spread
from tamis.collect.table.templates import Wording
from tamis.text.normalised import paper_title

DOMAIN = "domain.json"
NAMES = (ONE, TWO, AUTHORS, DOMAIN)

_PAIRS_TRIED = 60


@dataclass(frozen=True)
class AnchorItems:
    """One anchor with its items: their ids in the database, also as a bit mask."""

    name: str
    ids: tuple[int, ...]

    @cached_property
    def mask(self) -> int:
        """The ids as a bit mask."""
        return sum(1 << id for id in self.ids)

    def kappa(self, satisfying: int) -> float:
        """The constrainedness among the anchor's items, where the items of this mask satisfy."""
        return constrainedness((satisfying & self.mask).bit_count(), len(self.ids))


def chosen_anchors(entries: Sequence[Entry], wanted: Wanted) -> tuple[list[AnchorItems], int]:
    """The anchors that queries are made for, by name, and how many have too few items.

    Where there are more than are wanted, a sample is drawn.
    """
    by_name: dict[str, list[int]] = {}
    for id, entry in enumerate(entries):
        for anchor in entry.anchors:
            by_name.setdefault(anchor, []).append(id)
    kept = [AnchorItems(n, tuple(by_name[n])) for n in sorted(by_name)]
    enough = [anchor for anchor in kept if len(anchor.ids) >= wanted.min_items]
    small = len(kept) - len(enough)
    if len(enough) > wanted.most_anchors:
        drawn = random.Random(f"{wanted.seed}/anchors").sample(enough, wanted.most_anchors)
        enough = sorted(drawn, key=lambda anchor: anchor.name)
    return enough, small


def gathered(
    anchors: Sequence[AnchorItems], entries: Sequence[Entry]
) -> tuple[list[AnchorItems], list[Entry]]:
    """The same anchors, and only their entries, with new ids; the order stays."""
    ids = sorted({id for anchor in anchors for id in anchor.ids})
    new_id = {id: at for at, id in enumerate(ids)}
    moved = [AnchorItems(anchor.name, tuple(new_id[id] for id in anchor.ids)) for anchor in anchors]
    return moved, [entries[id] for id in ids]


def singles(anchor: AnchorItems, masks: Mapping[Atom, int], wanted: Wanted) -> list[Atom]:
    """Single constraints: families in turn, within the bounds of κ, satisfied by some item."""
    rng = random.Random(f"{wanted.seed}/one/{anchor.name}")
    candidates = [(atom, anchor.kappa(mask)) for atom, mask in masks.items() if mask & anchor.mask]
    return spread(candidates, wanted.singles, wanted, rng, _kind)


def unsatisfiable(
    single_count: int, anchors: Sequence[AnchorItems], masks: Mapping[Atom, int], wanted: Wanted
) -> list[tuple[AnchorItems, Atom]]:
    """Constraints that no item of an anchor satisfies, as a share of the single queries."""
    if not wanted.within(1.0) or not anchors:
        return []
    rng = random.Random(f"{wanted.seed}/none")
    number = round(single_count * wanted.unsatisfiable / (1 - wanted.unsatisfiable))
    found = []
    for anchor in rng.sample(list(anchors), len(anchors)):
        none = [atom for atom, mask in masks.items() if not mask & anchor.mask and not atom.negated]
        chosen = rng.sample(none, min(len(none), -(-number // len(anchors))))
        found += [(anchor, atom) for atom in chosen]
    return found[:number]


def doubles(
    anchor: AnchorItems, masks: Mapping[Atom, int], wanted: Wanted
) -> list[tuple[Atom, Atom]]:
    """Pairs of constraints of different kinds, satisfied together by some item."""
    rng = random.Random(f"{wanted.seed}/two/{anchor.name}")
    usable = [atom for atom, mask in masks.items() if mask & anchor.mask]
    pairs: dict[tuple[Atom, Atom], float] = {}
    for _ in range(_PAIRS_TRIED * wanted.doubles if len(usable) > 1 else 0):
        first, second = sorted(rng.sample(usable, 2))
        both = masks[first] & masks[second] & anchor.mask
        # A constraint that changes nothing would leave a query of one constraint.
        alone = {masks[first] & anchor.mask, masks[second] & anchor.mask}
        if _kind(first) != _kind(second) and both and both not in alone:
            pairs[first, second] = anchor.kappa(both)
    return spread(list(pairs.items()), wanted.doubles, wanted, rng)


def author(anchor: AnchorItems, entries: Sequence[Entry]) -> Author:
    """An anchor as an author of KITAB's files, without a year of birth or sitelinks."""
    books = tuple(Book(entries[id].title, entries[id].year) for id in anchor.ids)
    return Author(anchor.name, None, None, books)


def confusable(anchors: Sequence[AnchorItems], entries: Sequence[Entry]) -> list[int]:
    """The rows with a title that the paper's matching confuses with an earlier one of the anchor.

    It accepts a part of a title, or 80% of its letters (KITAB, §C.1): an answer with such a title
    is counted for the other item.
    """
    found = set()
    for anchor in anchors:
        match = FirstMatch([entries[id].title for id in anchor.ids], paper_title)
        found |= {
            entries[id].row
            for position, id in enumerate(anchor.ids)
            if match.match(entries[id].title) != position
        }
    return sorted(found)


def rows(
    anchor: AnchorItems,
    queries: Sequence[tuple[Atom, ...]],
    entries: Sequence[Entry],
    engine: EntryDatabase,
    wording: Wording,
    columns: Columns,
) -> list[dict[str, Any]]:
    """The rows of queries about one anchor, with golds computed by the database."""
    anchored = engine.condition(Atom("anchor", value=anchor.name))
    conditions = [" AND ".join(map(engine.condition, atoms)) for atoms in queries]
    golds = engine.answers(anchored, conditions)
    return [
        _row(anchor, atoms, gold, entries, wording, columns)
        for atoms, gold in zip(queries, golds, strict=True)
    ]


def _row(
    anchor: AnchorItems,
    atoms: tuple[Atom, ...],
    gold: Sequence[int],
    entries: Sequence[Entry],
    wording: Wording,
    columns: Columns,
) -> dict[str, Any]:
    about = author(anchor, entries)
    families = [atom.family for atom in atoms]
    texts = [f"Criterion {i}: {wording.criterion(atom)}" for i, atom in enumerate(atoms, 1)]
    made = {
        **author_row(about, ids=False),
        "constraint_type": families[0] if len(families) == 1 else repr(families),
        "constraints": ", ".join(texts),
        "mapped_books": repr([entries[id].title for id in gold]),
        "all_books": repr([book.listed for book in about.books]),
        "raw_books": repr([*about.raw_titles]),
    }
    if columns.category or columns.number:
        made["item_facts"] = json.dumps([_facts(entries[id]) for id in anchor.ids])
        made["checks"] = json.dumps([_check(atom) for atom in atoms])
    return made


def usable(atom: Atom, wording: Wording) -> bool:
    """Whether the sentence can be put in a list: a value may look like `Criterion 2:`."""
    return constraints.split_criteria(sentence := wording.criterion(atom)) == (sentence,)


def domain(wording: Wording, columns: Columns) -> dict[str, str]:
    """The names of the items, for the prompts."""
    listed = wording.listed(columns.anchor).replace("{value}", "{name}")
    return {"item": wording.item, "items": wording.items, "listed": listed}


def written(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Rows as JSON lines."""
    return (json.dumps(row) + "\n" for row in rows)


def _kind(atom: Atom) -> tuple[str, str]:
    return atom.family, atom.column


def _facts(entry: Entry) -> dict[str, Any]:
    return {name: list(values) for name, values in entry.categories.items()} | dict(entry.numbers)


def _check(atom: Atom) -> dict[str, Any] | None:
    match atom.family:
        case "category":
            return {"column": atom.column, "value": atom.value, "negated": atom.negated}
        case "number":
            return {"column": atom.column, "low": atom.low, "high": atom.high, "negated": False}
        case _:
            return None
