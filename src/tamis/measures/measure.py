"""A measure is declared once: its name, its direction, its range, its source, what it is over.

Who computes it is another matter: a benchmark has a provider for each variant. Headings, captions,
names in data files and the tables of the benchmarks' pages follow from the declaration.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

ASKED = "all that were asked, 0 for one without an answer that was read whole"
"""What headline figures are over: not answering never helps."""


@dataclass(frozen=True)
class Measure:
    """What a figure is, whoever computes it.

    `name` is the key of its column, in data files too, and of its figure in logs (`figure`);
    `label` heads the column. `meaning` is a phrase without a full stop, `source` the place that
    defines it, empty for a measure of Tamis. `better` is None for a figure that ranks nothing.
    `over` is what it is a mean over, `within` its least and its greatest value. `logged` is the
    name of its figure where that is another than `name`, or the same in all variants. `said` is
    what a report says first, after the name of a system and with the figure at `{}`; a measure that
    has it is the one that a table is about.
    """

    name: str
    label: str
    meaning: str
    source: str = ""
    better: Literal["up", "down"] | None = "up"
    over: str = ASKED
    within: tuple[float, float] = (0.0, 1.0)
    digits: int = 2
    logged: str = ""
    said: str = ""

    @property
    def word(self) -> str:
        """The label within a sentence: "completeness" and "subspan EM", but "F1" and "EM"."""
        first = self.label.split()[0]
        plain = first.isalpha() and first.istitle() and len(first) > 1
        return self.label[0].lower() + self.label[1:] if plain else self.label

    def key(self, variant: str = "") -> str:
        """The key of its column; in a table of several variants that of one of them."""
        return f"{variant}_{self.name}" if variant else self.name

    def figure(self, variant: str = "") -> str:
        """The name of its figure in logs, in a variant if it has any: "paper_completeness"."""
        return self.logged or self.key(variant)

    def named(self, **where: str) -> str:
        """The label with what the figure depends on: "Completeness (variant=paper)"."""
        said = ", ".join(f"{key}={value}" for key, value in where.items())
        return f"{self.label} ({said})" if said else self.label


def over(measures: Iterable[Measure]) -> str:
    """What measures are means over, as a sentence without its full stop.

    "Completeness and all correct are over all that were asked, …; irrelevant is over the lists
    read".
    """
    by: dict[str, list[str]] = {}
    for measure in measures:
        by.setdefault(measure.over, []).append(measure.word)
    said = [f"{_listed(w)} {'are' if len(w) > 1 else 'is'} over {what}" for what, w in by.items()]
    return _sentence("; ".join(said))


def meanings(measures: Iterable[Measure]) -> str:
    """What measures are, as a sentence without its full stop: "Loose: the share …; strict: …"."""
    return _sentence("; ".join(f"{one.word}: {one.meaning}" for one in measures))


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
