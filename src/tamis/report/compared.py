"""An answer beside what is right, for those who look at what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tamis.text.normalised import plain_words

Judged = Literal["right", "wrong"]
STATES = ("wrong", "partly right", "right")


@dataclass(frozen=True)
class Compared:
    """What an answer has that is right and what is not, and what it lacks.

    `question` is in words. `also` are other names of what is right or wrong, as a reply may have
    them (the ids of documents), each with the name here.
    """

    question: str
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    also: Mapping[str, str] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The share of what is right among all that is right, wrong or missing; 1 for nothing."""
        several = len(self.right) + len(self.wrong) + len(self.missing)
        return len(self.right) / several if several else 1.0

    @property
    def state(self) -> str:
        """`right` where nothing is wrong or missing, `wrong` where nothing is right."""
        return "right" if self.share == 1 else "partly right" if self.right else "wrong"

    def judged(self, said: str) -> Judged | None:
        """Whether a part of the reply names something right or wrong; None where it is neither."""
        return self._known.get(plain_words(self.also.get(said.strip(), said)))

    @cached_property
    def _known(self) -> dict[str, Judged]:
        wrong: dict[str, Judged] = dict.fromkeys(map(plain_words, self.wrong), "wrong")
        return wrong | dict.fromkeys(map(plain_words, self.right), "right")
