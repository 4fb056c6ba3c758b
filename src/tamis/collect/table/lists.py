"""List queries about each anchor's items, in KITAB's form (KITAB, §3.1 and §C.2).

The rows are as released, with two columns more where the table has categories or numbers, which
KITAB's verifier does not know: `item_facts`, the facts of each listed item, and `checks`, what
each constraint asks of them (null for KITAB's own families); both are JSON in a string. Beside
them `domain.json` says what the items are called.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tamis.benchmarks.kitab.clusters import constrainedness
from tamis.benchmarks.kitab.titles import FirstMatch
from tamis.checking import constraints
from tamis.collect.kitab import AUTHORS, ONE, TWO, Author, Book
from tamis.collect.kitab.released_files import author_row
from tamis.collect.table.atoms import Atom
from tamis.collect.table.cleaning import Entry
from tamis.collect.table.columns import Columns, Wanted
from tamis.collect.table.entry_database import Engine
from tamis.collect.table.query_sampling import spread
from tamis.collect.table.templates import Wording
from tamis.text import paper_title

DOMAIN = "domain.json"
NAMES = (ONE, TWO, AUTHORS, DOMAIN)

_PAIRS_TRIED = 60


@dataclass(frozen=True)
class Shelf:
    """One anchor with its items: their ids in the engine, and as bits of a number."""

    name: str
    ids: tuple[int, ...]

    @cached_property
    def mask(self) -> int:
        """The ids as bits."""
        return sum(1 << id for id in self.ids)

    def kappa(self, satisfying: int) -> float:
        """The constrainedness of what these bits satisfy, among the anchor's items."""
        return constrainedness((satisfying & self.mask).bit_count(), len(self.ids))


def shelves(entries: Sequence[Entry], wanted: Wanted) -> tuple[list[Shelf], int]:
    """The anchors that are asked about, by name, and how many have too few items.

    Of more than are wanted some are drawn.
    """
    by_name: dict[str, list[int]] = {}
    for id, entry in enumerate(entries):
        for anchor in entry.anchors:
            by_name.setdefault(anchor, []).append(id)
    kept = [Shelf(n, tuple(by_name[n])) for n in sorted(by_name)]
    enough = [shelf for shelf in kept if len(shelf.ids) >= wanted.min_items]
    small = len(kept) - len(enough)
    if len(enough) > wanted.most_anchors:
        drawn = random.Random(f"{wanted.seed}/anchors").sample(enough, wanted.most_anchors)
        enough = sorted(drawn, key=lambda shelf: shelf.name)
    return enough, small


def gathered(shelves: Sequence[Shelf], entries: Sequence[Entry]) -> tuple[list[Shelf], list[Entry]]:
    """The same shelves over their own entries only, in the same order."""
    ids = sorted({id for shelf in shelves for id in shelf.ids})
    place = {id: at for at, id in enumerate(ids)}
    moved = [Shelf(shelf.name, tuple(place[id] for id in shelf.ids)) for shelf in shelves]
    return moved, [entries[id] for id in ids]


def singles(shelf: Shelf, masks: Mapping[Atom, int], wanted: Wanted) -> list[Atom]:
    """One constraint each: every family by turns, within the bounds of κ, some item satisfying."""
    rng = random.Random(f"{wanted.seed}/one/{shelf.name}")
    candidates = [(atom, shelf.kappa(mask)) for atom, mask in masks.items() if mask & shelf.mask]
    return spread(candidates, wanted.singles, wanted, rng, _kind)


def unsatisfiable(
    asked: int, shelves: Sequence[Shelf], masks: Mapping[Atom, int], wanted: Wanted
) -> list[tuple[Shelf, Atom]]:
    """Constraints that none of an anchor's items satisfies, as a share of all queries of one."""
    if not wanted.within(1.0) or not shelves:
        return []
    rng = random.Random(f"{wanted.seed}/none")
    number = round(asked * wanted.unsatisfiable / (1 - wanted.unsatisfiable))
    found = []
    for shelf in rng.sample(list(shelves), len(shelves)):
        none = [atom for atom, mask in masks.items() if not mask & shelf.mask and not atom.negated]
        chosen = rng.sample(none, min(len(none), -(-number // len(shelves))))
        found += [(shelf, atom) for atom in chosen]
    return found[:number]


def doubles(shelf: Shelf, masks: Mapping[Atom, int], wanted: Wanted) -> list[tuple[Atom, Atom]]:
    """Two constraints of two kinds, each satisfiable, some item satisfying both."""
    rng = random.Random(f"{wanted.seed}/two/{shelf.name}")
    usable = [atom for atom, mask in masks.items() if mask & shelf.mask]
    pairs: dict[tuple[Atom, Atom], float] = {}
    for _ in range(_PAIRS_TRIED * wanted.doubles if len(usable) > 1 else 0):
        first, second = sorted(rng.sample(usable, 2))
        both = masks[first] & masks[second] & shelf.mask
        # A constraint that changes nothing beside the other would make a query of one.
        alone = {masks[first] & shelf.mask, masks[second] & shelf.mask}
        if _kind(first) != _kind(second) and both and both not in alone:
            pairs[first, second] = shelf.kappa(both)
    return spread(list(pairs.items()), wanted.doubles, wanted, rng)


def author(shelf: Shelf, entries: Sequence[Entry]) -> Author:
    """An anchor as KITAB's files know one: without a year of birth or sitelinks."""
    books = tuple(Book(entries[id].title, entries[id].year) for id in shelf.ids)
    return Author(shelf.name, None, None, books)


def confusable(shelves: Sequence[Shelf], entries: Sequence[Entry]) -> list[int]:
    """The rows whose title the paper's matching takes for an earlier one of the same anchor.

    It finds a title by a part of it or by 80% of its letters (KITAB, §C.1): an answer that gives
    such a title is counted for the other.
    """
    found = set()
    for shelf in shelves:
        match = FirstMatch([entries[id].title for id in shelf.ids], paper_title)
        found |= {
            entries[id].row
            for place, id in enumerate(shelf.ids)
            if match.match(entries[id].title) != place
        }
    return sorted(found)


def rows(
    shelf: Shelf,
    queries: Sequence[tuple[Atom, ...]],
    entries: Sequence[Entry],
    engine: Engine,
    wording: Wording,
    columns: Columns,
) -> list[dict[str, Any]]:
    """The rows of queries about one anchor; their golds are asked of the engine."""
    anchored = engine.condition(Atom("anchor", value=shelf.name))
    asked = [" AND ".join(map(engine.condition, atoms)) for atoms in queries]
    golds = engine.answers(anchored, asked)
    return [
        _row(shelf, atoms, gold, entries, wording, columns)
        for atoms, gold in zip(queries, golds, strict=True)
    ]


def _row(
    shelf: Shelf,
    atoms: tuple[Atom, ...],
    gold: Sequence[int],
    entries: Sequence[Entry],
    wording: Wording,
    columns: Columns,
) -> dict[str, Any]:
    about = author(shelf, entries)
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
        made["item_facts"] = json.dumps([_facts(entries[id]) for id in shelf.ids])
        made["checks"] = json.dumps([_check(atom) for atom in atoms])
    return made


def usable(atom: Atom, wording: Wording) -> bool:
    """Whether the sentence can stand among others: a value may look like `Criterion 2:`."""
    return constraints.split_criteria(said := wording.criterion(atom)) == (said,)


def domain(wording: Wording, columns: Columns) -> dict[str, str]:
    """What the items are called, for the prompts."""
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
