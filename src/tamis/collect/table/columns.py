"""The user's description of a table: the role of each column, and how much to make of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamis.bad_input import unknown
from tamis.collect.kitab.candidates import LAST_YEAR
from tamis.types import InputError


@dataclass(frozen=True)
class Columns:
    """The columns by their role; the empty text where there is none.

    `item` has the titles that a query asks for, `anchor` what it groups them by (a director),
    `category` and `number` facts for constraints, `text` the documents of the corpus. Cells of
    `anchor` and `category` may hold lists; with `separator` texts are split into lists.
    """

    item: str
    anchor: str = ""
    year: str = ""
    category: tuple[str, ...] = ()
    number: tuple[str, ...] = ()
    text: str = ""
    separator: str = ""

    @property
    def as_text(self) -> tuple[str, ...]:
        """The columns that are read as text even where all cells look like numbers."""
        named = (self.item, self.anchor, *self.category, self.text)
        return tuple(dict.fromkeys(name for name in named if name))

    @property
    def named(self) -> dict[str, str]:
        """Every column with the option that names it."""
        single = {"--item": self.item, "--anchor": self.anchor, "--year": self.year}
        found = {name: option for option, name in single.items() if name}
        found |= dict.fromkeys(self.category, "--category")
        found |= dict.fromkeys(self.number, "--number")
        return found | ({self.text: "--text"} if self.text else {})

    def check(self, there: Sequence[str], source: str) -> None:
        """InputError for a column that does not exist, or one named for two roles."""
        if not self.anchor and not self.text:
            raise InputError(
                "name a column with --anchor for list queries (kitab), one with --text for set "
                "questions (quest), or both."
            )
        for name, option in self.named.items():
            if name not in there:
                raise unknown("column", name, there, where=f"{source}, {option}")
        given = [self.item, self.anchor, self.year, *self.category, *self.number]
        doubled = [name for name in given if name and given.count(name) > 1]
        if doubled:
            raise InputError(f"the column {doubled[0]!r} is named for two roles; name it once.")


@dataclass(frozen=True)
class Wanted:
    """How many queries are made, and the bounds of their constrainedness (0 to 1, inclusive).

    `singles` and `doubles` are queries of one and of two constraints for each anchor with at
    least `min_items` items, of which at most `most_anchors` are drawn; `questions` are those for
    each of the seven set templates, with 1 to `most_answers` answers (QUEST has up to 20).
    `unsatisfiable` is the share of single queries without an answer (KITAB, §3.1), where κ = 1
    is within the bounds. A year after `latest_year` counts as unknown. `names` is the model that
    finds names of people and cities in titles; without one no query is about them.
    """

    kappa: tuple[float, float] = (0.0, 1.0)
    seed: int = 0
    min_items: int = 5
    singles: int = 12
    doubles: int = 4
    questions: int = 10
    most_answers: int = 20
    unsatisfiable: float = 0.08
    most_anchors: int = 500
    latest_year: int = LAST_YEAR
    names: str = ""

    def within(self, kappa: float) -> bool:
        """Whether a constrainedness is within the bounds, rounding errors aside."""
        low, high = self.kappa
        return low - 1e-9 <= kappa <= high + 1e-9


def parse_kappa(text: str) -> tuple[float, float]:
    """`0.5:0.95` as its two bounds; InputError for any other form."""
    parts = text.split(":")
    try:
        low, high = (float(part) for part in parts)
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 <= low <= high <= 1:
        raise InputError(f"--kappa {text} is not a range; write LOW:HIGH, such as 0.5:0.95.")
    return low, high


def parse_called(given: Sequence[str], columns: Columns) -> dict[str, str]:
    """`released=release year` as a mapping of columns to words.

    InputError for any other form, for a column that no other option names, and where two columns
    would have the same name in a query.
    """
    found: dict[str, str] = {}
    for text in given:
        name, _, words = text.partition("=")
        if not name or not words.strip() or len(words.splitlines()) > 1:
            raise InputError(
                f"--call {text!r} does not say what to call a column; write COLUMN=WORDS, such as "
                "'released=release year'."
            )
        if name not in columns.named:
            raise unknown("column of another option", name, list(columns.named), where="--call")
        found[name] = " ".join(words.split())
    shown = [found.get(name, name.replace("_", " ")) for name in columns.named]
    if doubled := [words for words in shown if shown.count(words) > 1]:
        raise InputError(
            f"two columns would be called {doubled[0]!r} in queries; give one of them another name "
            "with --call COLUMN=WORDS."
        )
    return found
