"""Synthetic data of KITAB's shape, made from a seed: rows as released, answers, stored names.

As in the data set, an author has some 31 books and 21 queries: one of each name type, the
others in the shares of the paper's Table 2, which is read from the published figures.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tamis.checking import constraints
from tamis.types import Constraint, Item

PARTS = {"one": "KITAB-ONE-BOOK-CONSTRAINTS.json", "two": "KITAB-TWO-BOOK-CONSTRAINTS.json"}
AUTHORS = 611
BOOKS = 31
UNSATISFIABLE = 0.08


def _words(text: str) -> list[str]:
    return text.split()


_ADJECTIVES = _words(
    """amber ancient bitter black blue borrowed bright broken burning cold common crooked
dark distant double early empty endless false far final first forgotten fragile gentle gilded
golden green half hidden hollow idle inner iron last late little long lost low narrow new
northern odd old open other pale patient perfect plain private quiet red restless sacred salt
second secret short silent silver simple small southern stolen strange sudden third torn
unfinished wandering white wild winter wooden young"""
)
_NOUNS = _words(
    """acre afternoon anchor answer arrow ash autumn bargain bell bird border bread bridge
brother candle castle chapel choir circle clock coast court crossing dancer daughter debt desert
dream echo edge engine evening exile field fire flood forest fortune garden gate ghost glass grain
guest hand harbour harvest heart hill hour house hunter inheritance island journey judge kingdom
kitchen ladder lake lamp language letter library light lion machine map market marriage memory
mercy mill mirror mountain night ocean orchard palace paper passage pearl physician pilot promise
question rain refuge return river road room sailor school sea season servant shadow shore silence
sister sky snow song sorrow spring station stone storm story stranger summer sun table teacher
theatre thread tide tower train tree valley voice wall war water wedding wheel wind window witness
woman wood word world year"""
)
_GIVEN = _words(
    """Adela Albert Anna Arthur Beatrice Clara David Edith Edward Eleanor Emma Frank George
Grace Harriet Henry Isabel Jack James Jane John Julia Laura Lucy Margaret Martin Mary Oliver Paul
Peter Rachel Richard Rose Samuel Sarah Stephen Susan Thomas Walter William"""
)
_FAMILY = _words(
    """Abbott Barton Carter Dawson Ellis Fletcher Graham Harding Ingram Jennings Keller
Lambert Mason Norris Osborne Palmer Quinn Ramsey Sutton Turner Vaughan Webster"""
)
_CITIES = _words(
    """Amsterdam Athens Berlin Boston Cairo Chicago Dublin Geneva Istanbul Kyoto Lisbon London
Madrid Naples Oxford Paris Prague Rome Seville Venice Vienna Warsaw"""
)


@dataclass(frozen=True)
class Book:
    """A made-up book; what names its title holds is known from its making."""

    title: str
    year: int
    human: bool
    city: bool


@dataclass(frozen=True)
class Made:
    """Rows in the released layout, an answer to each, and all titles stored as holding names."""

    rows: tuple[Mapping[str, Any], ...]
    answers: tuple[tuple[str, ...], ...]
    stored_names: tuple[str, ...]


def make(queries: int, seed: int = 7) -> Made:
    """`queries` rows with their answers; the stored names are those of all 611 authors."""
    rng = random.Random(seed)
    counts = {part: {t: _published(t)[part]["queries"] for t in _types()} for part in PARTS}
    per_author = sum(_published("Summary")[part]["queries"] for part in PARTS) / AUTHORS
    authors = max(1, round(queries / per_author))
    kinds = [(author, (type,)) for author in range(authors) for type in _types(names=True)]
    others = {t: n for t, n in counts["one"].items() if not t.endswith("-name")}
    ones = round(queries * _share_of_one()) - len(kinds)
    for number in range(max(0, queries - len(kinds))):
        pair = number >= ones
        weights = counts["two"] if pair else others
        kinds.append((number % authors, _pick_types(weights, 2 if pair else 1, rng)))
    shelves = [_shelf(rng) for _ in range(AUTHORS)]
    raw = [_raw_titles(shelf, rng) for shelf in shelves]
    rows, answers = [], []
    for author, types in kinds[:queries]:
        wanted = _constraints(shelves[author], types, rng)
        rows.append(_row(author, shelves[author], raw[author], wanted))
        answers.append(_answer(shelves[author], raw[author], wanted, rng))
    stored = tuple(book.title for shelf in shelves for book in shelf if book.human)
    return Made(tuple(rows), tuple(answers), stored)


def write(made: Made, folder: Path) -> list[tuple[str, ...]]:
    """Write the released files into `folder`; the answers in the order in which they are read."""
    in_order: list[tuple[str, ...]] = []
    for part, name in PARTS.items():
        pairs = zip(made.rows, made.answers, strict=True)
        chosen = [
            (r, a) for r, a in pairs if r["constraint_type"].startswith("[") == (part == "two")
        ]
        text = "".join(json.dumps(row) + "\n" for row, _ in chosen)
        (folder / name).write_text(text, encoding="utf-8")
        in_order += [answer for _, answer in chosen]
    return in_order


@cache
def _statistics() -> dict[str, Any]:
    path = files("tamis.report") / "published" / "kitab.json"
    statistics: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["dataset_statistics"]
    return statistics


def _published(type: str) -> dict[str, Any]:
    found: dict[str, Any] = _statistics()[type]
    return found


def _types(*, names: bool = False) -> list[str]:
    types = [type for type in _statistics() if type != "Summary"]
    return [type for type in types if type.endswith("-name")] if names else types


def _share_of_one() -> float:
    one, two = (_published("Summary")[part]["queries"] for part in PARTS)
    return float(one / (one + two))


def _pick_types(weights: Mapping[str, int], number: int, rng: random.Random) -> tuple[str, ...]:
    """Types by weight, no two of one family."""
    picked: list[str] = []
    while len(picked) < number:
        type = rng.choices([*weights], [*weights.values()])[0]
        if type.removeprefix("no-") not in [p.removeprefix("no-") for p in picked]:
            picked.append(type)
    return tuple(picked)


def _shelf(rng: random.Random) -> list[Book]:
    size = max(8, round(rng.gauss(BOOKS, 9)))
    first = rng.randrange(1850, 1980)
    books: dict[str, Book] = {}
    while len(books) < size:
        human = rng.random() < 1 - _published("human-name")["one"]["constrainedness"]
        city = not human and rng.random() < 1.3 * (
            1 - _published("city-name")["one"]["constrainedness"]
        )
        title = _title(rng, human=human, city=city)
        books[title] = Book(title, first + rng.randrange(45), human, city)
    return sorted(books.values(), key=lambda book: book.title)


def _title(rng: random.Random, *, human: bool = False, city: bool = False) -> str:
    adjective, noun, other = rng.choice(_ADJECTIVES), rng.choice(_NOUNS), rng.choice(_NOUNS)
    if human:
        given, family = rng.choice(_GIVEN), rng.choice(_FAMILY)
        shapes = (
            f"{given} {family}",
            f"the {noun} of {given} {family}",
            f"{given}'s {adjective} {noun}",
        )
    elif city:
        town = rng.choice(_CITIES)
        shapes = (f"a {noun} in {town}", f"{adjective} {town}", f"the {adjective} {noun} of {town}")
    else:
        shapes = (
            f"the {adjective} {noun}",
            f"{noun} of the {other}",
            f"{adjective} {noun}",
            f"a {noun} and a {other}",
            f"the {noun} & the {adjective} {other}",
            f"what the {noun} said to the {adjective} {other}",
        )
    words = rng.choice(shapes).split()
    small = {"a", "and", "in", "of", "the", "to"}
    return " ".join(w if i and w in small else w[0].upper() + w[1:] for i, w in enumerate(words))


def _raw_titles(shelf: Sequence[Book], rng: random.Random) -> list[str]:
    """The titles with variants of 10 to 40% of them, and some that were cleaned away."""
    share = rng.uniform(0.1, 0.4)
    titles = []
    for book in shelf:
        titles.append(book.title)
        if rng.random() < share:
            titles.append(_variant(book.title, rng))
    return titles + [_title(rng) for _ in range(len(shelf) // 10)]


def _variant(title: str, rng: random.Random) -> str:
    endings = (": a novel", f": {_title(rng).lower()}", " (large print)", "; and other stories")
    return rng.choice((*(title + ending for ending in endings), title.lower(), f"The {title}"))


def _constraints(
    shelf: Sequence[Book], types: Sequence[str], rng: random.Random
) -> list[Constraint]:
    """Constraints that one book of the shelf satisfies, but for some that none may satisfy."""
    book = rng.choice(shelf)
    wanted = []
    for type in types:
        family = type.removeprefix("no-")
        module = constraints.FAMILIES[family]  # type: ignore[index]  # a family by its making
        at_random = rng.random() < UNSATISFIABLE
        words = book.title.removeprefix("The ").removeprefix("A ").split()
        match family:
            case "human-name" | "city-name":
                text = module.NEGATED if type.startswith("no-") else module.WORDING
            case "word-count":
                text = module.WORDING.format(count=12 if at_random else max(2, len(words)))
            case "publishing-year":
                first = 1800 if at_random else book.year - book.year % 5
                text = module.WORDING.format(first=first, last=first + 5)
            case _:
                letter = words[0][0] if family == "starts-with" else words[-1][-1]
                text = module.WORDING.format(letter="x" if at_random else letter.lower())
        wanted.append(constraints.parse(text))
    return wanted


def _satisfying(shelf: Sequence[Book], wanted: Sequence[Constraint]) -> list[str]:
    return [book.title for book in shelf if all(_holds(c, book) for c in wanted)]


def _holds(constraint: Constraint, book: Book) -> bool:
    if constraint.family.endswith("-name"):
        return (
            book.human if constraint.family == "human-name" else book.city
        ) != constraint.negated
    return constraints.satisfies(constraint, Item(book.title, book.year))


def _row(
    author: int, shelf: Sequence[Book], raw: Sequence[str], wanted: Sequence[Constraint]
) -> dict[str, Any]:
    families = [constraint.family for constraint in wanted]
    return {
        "Author": f"{_GIVEN[author % len(_GIVEN)]} {_FAMILY[author % len(_FAMILY)]} {author}",
        "Birth Year": min(book.year for book in shelf) - 25,
        "# of sitelinks": author % 190,
        "constraint_type": families[0] if len(families) == 1 else repr(families),
        "constraints": ", ".join(f"Criterion {i}: {c.text}" for i, c in enumerate(wanted, 1)),
        "mapped_books": repr(_satisfying(shelf, wanted)),
        "all_books": repr([f"{book.title} ({book.year})" for book in shelf]),
        "raw_books": repr([*raw]),
    }


def _answer(
    shelf: Sequence[Book], raw: Sequence[str], wanted: Sequence[Constraint], rng: random.Random
) -> tuple[str, ...]:
    """Some eight titles: right ones, wrong ones, variants, misspelt ones and made-up ones."""
    titles = [book.title for book in shelf]
    right = _satisfying(shelf, wanted) or titles
    given = []
    for _ in range(rng.randint(4, 12)):
        kind = rng.choices(
            ("right", "wrong", "variant", "misspelt", "made up"), (45, 15, 15, 10, 15)
        )
        match kind[0]:
            case "right":
                given.append(rng.choice(right))
            case "wrong":
                given.append(rng.choice(titles))
            case "variant":
                given.append(
                    rng.choice(raw) if rng.random() < 0.5 else _variant(rng.choice(right), rng)
                )
            case "misspelt":
                title = rng.choice(right)
                at = rng.randrange(len(title))
                given.append(title[:at] + rng.choice("aeinrst") + title[at + 1 :])
            case _:
                given.append(_title(rng, human=rng.random() < 0.2, city=rng.random() < 0.1))
    return tuple(given)


if __name__ == "__main__":
    write(make(int(sys.argv[1])), Path(sys.argv[2]))
