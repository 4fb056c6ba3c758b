"""Who there is and what they have written: the facts that all the dumps are about.

Everything follows from the seed and from numbers, so nothing has to be kept. The first `people`
authors are the people of Wikidata. Works are given out in runs: each person has 1 to 60, the rest
of the authors have what is left in turn.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from . import oddities
from .dice import Dice
from .sizes import Sizes
from .words import (
    ADJECTIVES,
    CITIES,
    FAMILY,
    FOREIGN,
    GIVEN,
    LANGUAGES,
    MIDDLE,
    NOUNS,
    SUBTITLES,
    WITH_ARTICLE,
)


class Written(NamedTuple):
    """A work: `authors` are numbers, the owner's first."""

    title: str
    subtitle: str
    authors: list[int]
    year: int


class Shelves:
    """Authors and works by their numbers, which begin at 1."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        rng = random.Random(sizes.seed)
        self._first: list[int] = []  # the first work of each person
        self._by_work: list[int] = [0]  # whose each work of the people is
        for person in range(1, sizes.people + 1):
            self._first.append(len(self._by_work))
            # Most people have written little.
            number = rng.randint(10, 60) if rng.random() < sizes.prolific else rng.randint(1, 9)
            number = min(number, max(0, sizes.works - len(self._by_work)))
            self._by_work += [person] * number

    @property
    def of_people(self) -> range:
        """The works of the people of Wikidata."""
        return range(1, len(self._by_work))

    def dice(self, kind: str, number: int) -> Dice:
        """The random numbers of one record."""
        return Dice(f"{self.sizes.seed} {kind} {number}")

    def name(self, author: int) -> str:
        """The name of an author; it tells them from most others."""
        first, rest = author % len(GIVEN), author // len(GIVEN)
        middle = MIDDLE[(rest // len(FAMILY)) % len(MIDDLE)]
        return f"{GIVEN[first]} {middle}. {FAMILY[rest % len(FAMILY)]}"

    def born(self, author: int) -> int:
        """The year of birth."""
        return 1820 + author * 37 % 165

    def owner(self, work: int) -> int:
        """The first author of a work."""
        if work < len(self._by_work):
            return self._by_work[work]
        rest = max(1, self.sizes.authors - self.sizes.people)
        return self.sizes.people + 1 + work * 7919 % rest

    def work(self, number: int) -> Written:
        """A work, some of them another record of one before, as catalogues have them."""
        dice = self.dice("work", number)
        owner = self.owner(number)
        title, subtitle, authors = _title(dice), "", [owner]
        if number < len(self._by_work):
            first = self._first[owner - 1]
            if number > first and dice.random() < 0.15:
                title, subtitle, authors, _ = self.work(first + (number - first) // 2)
                subtitle = "" if subtitle else dice.choice(SUBTITLES)
            elif dice.random() < 0.1:
                title = dice.choice(FOREIGN[dice.choice(LANGUAGES)])
            elif dice.random() < 0.05:
                authors = [owner, *(1 + (owner + k) % self.sizes.authors for k in (1, 2, 3))]
            elif dice.random() < 0.1:
                subtitle = dice.choice(SUBTITLES)
            if self.sizes.odd and dice.random() < 0.03:
                title = dice.choice(oddities.TITLES)
        return Written(title, subtitle, authors, self.born(owner) + 22 + dice.randrange(45))


def _title(dice: Dice) -> str:
    adjective, noun, other = dice.choice(ADJECTIVES), dice.choice(NOUNS), dice.choice(NOUNS)
    shape = dice.randrange(8)
    if shape == 0:
        return f"The {adjective} {noun}"
    if shape == 1:
        return f"{adjective} {noun}"
    if shape == 2:
        return f"The {noun} of the {adjective} {other}"
    if shape == 3:
        return f"{dice.choice(GIVEN)}'s {adjective} {noun}"
    if shape == 4:
        return f"{WITH_ARTICLE[noun]} in {dice.choice(CITIES)}"
    if shape == 5:
        return f"What the {noun} Said to the {other}"
    if shape == 6:
        return f"{noun} and {other}"
    return f"The {adjective} {noun} and the {dice.choice(ADJECTIVES)} {other}"
