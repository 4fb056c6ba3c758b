"""What a reply lists, and what lines beside a list make of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tamis.reading.denials import denies
from tamis.reading.items import Item
from tamis.reading.known import letters
from tamis.reading.looks_for import Titles
from tamis.reading.names import plain, tidy
from tamis.reading.words import words
from tamis.types import Outcome

_CAPITAL = re.compile(r"(?<=[\w,;)] )[A-Z]\w")
_IN_QUOTES = re.compile(
    r"\"([^\"\n]{3,200})\"|“([^”\n]{3,200})”|\*{1,3}([^*\n]{3,200})\*{1,3}|_([^_\n]{3,200})_(?!\w)"
)
_REMARK = re.compile(r"(?<=\w)[*_]{0,2} ?[(\[–—]|(?<=\w)[*_]{0,2}(?: -|[:;.])(?=\s)")


@dataclass
class Listed:
    """What a reply lists, `first` being the list before the answer; `outcome` says how it ended."""

    outcome: Outcome
    items: list[Item] = field(default_factory=list)
    first: list[Item] | None = None
    rejected: list[Item] = field(default_factory=list)
    why: str = ""


def turns(line: str, names: Sequence[str], wanted: Titles) -> bool:
    """Whether a line below a list may take an item back.

    It holds a word that could turn it, and names an item, or a figure and no other name.
    """
    if not denies(line):
        return False
    said = f" {letters(line)} "
    if any(f" {name}" in said or f"({name}" in said for name in names if len(name) > 1):
        return True
    figures = set(re.findall(r"\d+", line))
    if wanted.ids and figures - set(names):
        # It speaks of other documents.
        return not figures.isdisjoint(names)
    return bool(figures) and not names_others(line, names)


def may_add(line: str, names: Sequence[str], wanted: Titles) -> bool:
    """Whether a line below a list may add an item: it quotes a known name, and denies nothing."""
    others = (one for one in _quoted(line) if letters(one) not in names)
    return any(map(wanted.known.whole, others)) and not denies(line)


def names_others(line: str, names: Sequence[str]) -> bool:
    """Whether a line quotes, or has with a capital, what is none of the names."""
    return any(letters(one) not in names for one in _quoted(line)) or bool(_CAPITAL.search(line))


def _quoted(line: str) -> list[str]:
    """What a line quotes or emphasises, but for labels."""
    places = [one for one in _IN_QUOTES.finditer(line) if len(one[0]) < len(line.strip())]
    found = [next(filter(None, one.groups())) for one in places]
    return [one for one in found if not one.rstrip().endswith(":")]


def is_nothing(text: str, wanted: Titles) -> bool:
    """Whether a text is a word or sign for an empty list, and nothing else.

    A label of the prompt may stand before it; a remark may follow in brackets, or behind a
    separator.
    """
    known = words("nothing")
    bare = plain(text).strip()
    if bare.strip("*_`\"' ") in known["signs"]:
        return True
    label, _, labelled = bare.partition(":")
    if label.strip("*_").casefold() in (wanted.label, *wanted.after):
        bare = labelled.lstrip(" *_")
    head = _REMARK.split(bare, maxsplit=1)[0]
    return letters(tidy(head.strip("*_`()[]<> "))) in known["words"]
