"""What an item must satisfy: one file per family, each with a passing and a failing example.

`parse` reads a constraint from its wording, `satisfies` checks an item against it.
"""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType

from tamis.checking.constraints import (
    city_name,
    ends_with,
    human_name,
    publishing_year,
    starts_with,
    word_count,
)
from tamis.types import Constraint, Family, Item, Recogniser

FAMILIES: dict[Family, ModuleType] = {
    "word-count": word_count,
    "starts-with": starts_with,
    "human-name": human_name,
    "city-name": city_name,
    "publishing-year": publishing_year,
    "ends-with": ends_with,
}
"""In the order in which they are tried: "contains" and "letter" occur in several wordings."""

_NEGATION = re.compile(r"\b(?:does|do|is|was|must)(?:n['’ʼ]t| not)\b|\bwithout\b|\bcontains no\b")
_CRITERION = re.compile(r"(?:,|(?<![\s,]))\s*+Criterion\s+\d+\s*:\s*", re.IGNORECASE)


def split_criteria(text: str) -> tuple[str, ...]:
    """The single wordings of `Criterion 1: …, Criterion 2: …`; a wording without a number is one.

    Commas within a wording do not split it (the published scorer splits at every comma).
    """
    return tuple(part.strip() for part in _CRITERION.split(text) if part.strip())


def recognise(text: str) -> Family | None:
    """The family of a wording; None where it belongs to none."""
    folded = text.lower()
    return next((f for f, module in FAMILIES.items() if module.mentioned(folded)), None)


def parse(text: str, family: Family | None = None) -> Constraint:
    """The constraint that one wording states; its family is recognised where not given.

    Raises ValueError where the family is unknown or the wording lacks what it needs.
    """
    folded = text.lower()
    family = family or recognise(text)
    if family is None or family not in FAMILIES:
        known = ", ".join(FAMILIES)
        raise ValueError(f"no known constraint in {text!r}; the families are {known}")
    negated = bool(_NEGATION.search(folded))
    return Constraint(family, text, negated, **FAMILIES[family].parse(folded))


def satisfies(
    constraint: Constraint,
    item: Item,
    *,
    names: Recogniser | None = None,
    cities: Recogniser | None = None,
) -> bool:
    """Whether the item satisfies the constraint, negation included.

    `names` and `cities` find human and city names in titles; the defaults work offline.
    """
    module = FAMILIES[constraint.family]
    if constraint.family == "human-name":
        held = module.holds(constraint, item, names or default_names())
    elif constraint.family == "city-name":
        held = module.holds(constraint, item, cities or default_cities())
    else:
        held = module.holds(constraint, item)
    return bool(held) != constraint.negated


@cache
def default_names() -> Recogniser:
    """Finds human names offline, by word lists."""
    # Imported on first use, as its word lists take time to load.
    from tamis.checking.recognisers.person_names import lexicon

    return lexicon()


@cache
def default_cities() -> Recogniser:
    """Finds names of cities offline, by a gazetteer."""
    from tamis.checking.recognisers.cities import gazetteer

    return gazetteer()
