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
from tamis.collect.table.atoms import FOUND_NAMES, Atom
from tamis.collect.table.cleaning import Entry
from tamis.collect.table.columns import Columns, Wanted
from tamis.collect.table.entry_database import EntryDatabase, Holds
from tamis.collect.table.query_sampling import spread
from tamis.collect.table.shown_queries import Asked
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


@dataclass(frozen=True)
class ListQuery:
    """Constraints on the items of an anchor, with the ids of those that satisfy them."""

    anchor: AnchorItems
    atoms: tuple[Atom, ...]
    golds: tuple[int, ...]


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


def singles(anchor: AnchorItems, atoms: Mapping[Atom, Holds], wanted: Wanted) -> list[Atom]:
    """Single constraints: kinds in turn, within the bounds of κ, satisfied by some item.

    A constraint of which some item of the anchor is in doubt is not asked, here and below.
    """
    rng = random.Random(f"{wanted.seed}/one/{anchor.name}")
    candidates = [(atom, anchor.kappa(one.sure)) for atom, one in _satisfied(anchor, atoms)]
    return spread(candidates, wanted.singles, wanted, rng, lambda atom: [atom.kind])


def unsatisfiable(
    single_count: int, anchors: Sequence[AnchorItems], atoms: Mapping[Atom, Holds], wanted: Wanted
) -> list[tuple[AnchorItems, Atom]]:
    """Constraints that no item of an anchor satisfies, as a share of the single queries.

    None is on a column in which the cell of an item is empty.
    """
    if not wanted.within(1.0) or not anchors:
        return []
    rng = random.Random(f"{wanted.seed}/none")
    number = round(single_count * wanted.unsatisfiable / (1 - wanted.unsatisfiable))
    found: list[tuple[AnchorItems, Atom]] = []
    for anchor in rng.sample(list(anchors), len(anchors)):
        by_kind: dict[tuple[str, str], list[Atom]] = {}
        for atom, one in atoms.items():
            if not atom.negated and not (one.may | one.empty) & anchor.mask:
                by_kind.setdefault(atom.kind, []).append(atom)
        for none in by_kind.values():
            chosen = rng.sample(none, min(len(none), -(-number // len(anchors))))
            found += [(anchor, atom) for atom in chosen]
    return spread([(pair, 1.0) for pair in found], number, wanted, rng, lambda one: [one[1].kind])


def doubles(
    anchor: AnchorItems, atoms: Mapping[Atom, Holds], wanted: Wanted
) -> list[tuple[Atom, Atom]]:
    """Pairs of constraints of different families or columns, satisfied together by some item."""
    rng = random.Random(f"{wanted.seed}/two/{anchor.name}")
    by_kind: dict[tuple[str, str], list[Atom]] = {}
    for atom, _ in _satisfied(anchor, atoms):
        by_kind.setdefault(atom.kind, []).append(atom)
    kinds = sorted(by_kind)
    pairs: dict[tuple[Atom, Atom], float] = {}
    for _ in range(_PAIRS_TRIED * wanted.doubles if kinds else 0):
        first, second = sorted(rng.choice(by_kind[rng.choice(kinds)]) for _ in range(2))
        alone = [atoms[atom].sure & anchor.mask for atom in (first, second)]
        both = alone[0] & alone[1]
        differ = (first.family, first.column) != (second.family, second.column)
        # A constraint that changes nothing would leave a query of one constraint.
        if differ and both and both not in alone:
            pairs[first, second] = anchor.kappa(both)
    candidates = list(pairs.items())
    return spread(
        candidates, wanted.doubles, wanted, rng, lambda pair: [atom.kind for atom in pair]
    )


def with_known_names(atoms: Mapping[Atom, Holds], chosen: Sequence[Atom]) -> Mapping[Atom, Holds]:
    """The atoms without names of people and cities, but for those of the `chosen` families.

    From a query of that one constraint KITAB's scorer learns which titles have such a name; else
    it looks for them itself, and may find others than those of the golds.
    """
    known = {atom.family for atom in chosen}
    return {a: one for a, one in atoms.items() if a.family not in FOUND_NAMES or a.family in known}


def _satisfied(anchor: AnchorItems, atoms: Mapping[Atom, Holds]) -> Iterator[tuple[Atom, Holds]]:
    """The atoms that some item of the anchor satisfies, where none of its items is in doubt."""
    for atom, one in atoms.items():
        if one.sure & anchor.mask and one.sure & anchor.mask == one.may & anchor.mask:
            yield atom, one


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


def ask(
    anchor: AnchorItems, queries: Sequence[tuple[Atom, ...]], engine: EntryDatabase
) -> list[ListQuery]:
    """Queries about one anchor, with golds computed by the database."""
    anchored = engine.condition(Atom("anchor", value=anchor.name))
    conditions = [" AND ".join(map(engine.condition, atoms)) for atoms in queries]
    golds = engine.answers(anchored, conditions)
    return [ListQuery(anchor, atoms, gold) for atoms, gold in zip(queries, golds, strict=True)]


def row(
    query: ListQuery, entries: Sequence[Entry], wording: Wording, columns: Columns
) -> dict[str, Any]:
    """The row of a query in KITAB's files."""
    about = author(query.anchor, entries)
    families = [atom.family for atom in query.atoms]
    texts = [f"Criterion {i}: {wording.criterion(atom)}" for i, atom in enumerate(query.atoms, 1)]
    made = {
        **author_row(about, ids=False),
        "constraint_type": families[0] if len(families) == 1 else repr(families),
        "constraints": ", ".join(texts),
        "mapped_books": repr([entries[id].title for id in query.golds]),
        "all_books": repr([book.listed for book in about.books]),
        "raw_books": repr([*about.raw_titles]),
    }
    if columns.category or columns.number:
        facts = [_facts(entries[id], wording) for id in query.anchor.ids]
        made["item_facts"] = json.dumps(facts)
        made["checks"] = json.dumps([_check(atom, wording) for atom in query.atoms])
    return made


def shown(query: ListQuery, entries: Sequence[Entry], wording: Wording, columns: Columns) -> Asked:
    """The query as a person reads it."""
    of_anchor = wording.listed(columns.anchor).replace("{value}", query.anchor.name)
    criteria = " ".join(wording.criterion(atom) for atom in query.atoms)
    golds = [entries[id] for id in query.golds]
    return Asked(
        f"{of_anchor[:1].upper()}{of_anchor[1:]}: {criteria}",
        tuple(gold.title for gold in golds),
        tuple(gold.row for gold in golds),
        constrainedness(len(golds), len(query.anchor.ids)),
    )


def usable(atom: Atom, wording: Wording) -> bool:
    """Whether the sentence can be put in a list: a value may look like `Criterion 2:`."""
    return constraints.split_criteria(sentence := wording.criterion(atom)) == (sentence,)


def domain(wording: Wording, columns: Columns) -> dict[str, str]:
    """The names of the items, for the prompts."""
    listed = wording.listed(columns.anchor).replace("{value}", "{name}")
    return {
        "item": wording.item,
        "items": wording.items,
        "listed": listed,
        "anchor": wording.column(columns.anchor),
    }


def written(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Rows as JSON lines."""
    return (json.dumps(row) + "\n" for row in rows)


def _facts(entry: Entry, wording: Wording) -> dict[str, Any]:
    facts = {name: list(values) for name, values in entry.categories.items()} | dict(entry.numbers)
    return {wording.column(name): value for name, value in facts.items()}


def _check(atom: Atom, wording: Wording) -> dict[str, Any] | None:
    column = wording.column(atom.column)
    match atom.family:
        case "category":
            return {"column": column, "value": atom.value, "negated": atom.negated}
        case "number":
            return {"column": column, "low": atom.low, "high": atom.high, "negated": False}
        case _:
            return None
