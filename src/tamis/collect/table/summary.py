"""The printed summary of a table: its faults, what was made, and why nothing could be made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tamis.collect.table.cleaning import Counts
from tamis.collect.table.columns import Columns, Wanted
from tamis.collect.table.input_table import Table
from tamis.collect.table.shown_queries import Asked
from tamis.collect.table.sources import first_few


@dataclass(frozen=True)
class Made:
    """One benchmark: its files as pieces of text (none without queries), its counts, its queries"""

    texts: Mapping[str, list[str]]
    counts: Mapping[str, Any]
    asked: Sequence[Asked]


Make = Callable[[Wanted], Made]


def summary_lines(
    table: Table,
    counts: Counts,
    made: Mapping[str, Any],
    reasons: Mapping[str, str],
    wanted: Wanted,
) -> Iterator[str]:
    """The lines to print. `made` has the counts of each benchmark; `reasons` says of those
    without queries why they have none."""
    for source in table.skipped:
        yield from source.faults()
    yield from counts.lines()
    for name, part in made.items():
        if name in reasons:
            yield f"{name}: no query was made: {reasons[name]}"
        else:
            yield from {"kitab": _lists, "quest": _questions}[name](part, wanted)
        if lost := part.get("rows without a document", {}).get("rows"):
            numbers = part["rows without a document"]["first"]
            yield (
                f"{name}: not in the corpus, without a text or with the title of another row: "
                f"{counts.count_and_rows(lost, numbers)}"
            )
        if left := part["values left out"]["first"]:
            number = part["values left out"]["values"]
            yield f"{name}: values that no query can name, left out: {number:,} ({first_few(left)})"


def why_nothing(part: Mapping[str, Any], columns: Columns, wanted: Wanted, make: Make) -> str:
    """Why `make` made no query, from its counts, and what to do."""
    low, high = wanted.kappa
    if "anchors" in part:
        if not wanted.singles and not wanted.doubles:
            return "--singles 0 and --doubles 0 leave no list query; give one of them more than 0"
        if not part["anchors"]:
            return f"no {columns.anchor} has {wanted.min_items} items or more; lower --min-items"
    else:
        if not wanted.questions:
            return "--questions 0 leaves no set question; give more than 0"
        if not part["documents"]:
            return f"no row has a text in {columns.text}; name another column with --text"
    if (low, high) != (0, 1) and make(replace(wanted, kappa=(0.0, 1.0))).texts:
        return f"no query has κ from {low:g} to {high:g}; widen --kappa"
    return "its columns suggest no query; name more of them"


def _lists(part: Mapping[str, Any], wanted: Wanted) -> Iterator[str]:
    yield (
        f"kitab: queries of one constraint: {part['one constraint']:,}, of two: "
        f"{part['two constraints']:,}; anchors: {part['anchors']:,} (with too few items: "
        f"{part['anchors with too few items']:,})"
    )
    if number := part["confusable titles"]["rows"]:
        yield (
            "kitab: titles that the paper's fuzzy matching confuses with another of the same "
            f"anchor: {number:,} (the variant `strict` compares whole words)"
        )


def _questions(part: Mapping[str, Any], wanted: Wanted) -> Iterator[str]:
    yield (
        f"quest: questions: {part['queries']:,}, examples: {part['examples']}, documents: "
        f"{part['documents']:,}"
    )
    short = [f"{name}: {n}" for name, n in part["by template"].items() if n < wanted.questions]
    if short:
        yield (
            f"quest: fewer than {wanted.questions} questions by a template ({first_few(short)}): "
            "the other sets have too many answers or none, depend on how one reads a title or an "
            "empty cell, or are about titles, as a quarter of all questions at most may be"
        )
    if number := part["documents told apart"]:
        yield (
            "quest: documents that share their title, told apart by what stands in parentheses "
            f"behind it: {number:,}"
        )
    for family, share in part["share of answers whose text names what is asked"].items():
        if share < 1:
            yield f"quest: {share:.0%} of the texts name the {family} that is asked for"
