"""What the types on items share: every item, any, or none must keep to it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, decided, undecided
from tamis.checking.constraint_types.list_items import MAX_CHARACTERS, Item, lists_of
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

_SHOWN = 20


class Items(ConstraintType):
    """A constraint on the items of the response's list.

    Of several lists all must keep to it, or none does; else it is undecided which one is meant.
    """

    united: ClassVar[bool] = False
    """Whether several lists are read as one."""

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if len(text.text) > MAX_CHARACTERS:
            return undecided(f"the response has more than {MAX_CHARACTERS:,} characters.")
        lists = [one for one in lists_of(text) if one]
        if self.united and lists:
            lists = [[item for one in lists for item in one]]
        if not lists:
            return undecided("no list of items could be read.")
        found = [self.judged(one, text) for one in lists]
        said = {one.satisfied for one in found}
        if len(said) == 1:
            working = [line for one in found for line in one.told]
            places = [place for one in found for place in one.places]
            if said == {None}:
                return undecided(found[0].reason, *working[:_SHOWN], places=places)
            return decided(said == {True}, *working[: 2 * _SHOWN], places=places)
        together = self.judged([item for one in lists for item in one], text)
        if together.satisfied:
            return together
        telling = next(one for one in found if not one.satisfied)
        why = telling.reason or "one list keeps to it, and another does not."
        return undecided(why, *telling.told, places=telling.places)

    @abstractmethod
    def judged(self, items: Sequence[Item], text: Text) -> Judgement:
        """The verdict on the items of one list."""


class EachItem(Items):
    """Every item of a list keeps to it; or `any` does; or `none`."""

    which: Literal["every", "any", "none"] = Field(
        "every", description="Whether every item must keep to it, any, or none."
    )

    @classmethod
    def positions(cls) -> list[str]:
        """As `ConstraintType.positions`, with `which` behind what the type itself asks for."""
        return sorted(super().positions(), key=lambda name: (name == "where", name == "which"))

    @abstractmethod
    def holds(self, item: Item) -> bool | None:
        """Whether an item keeps to it; None where that hangs on how it is read."""

    @abstractmethod
    def what(self) -> str:
        """What an item does that keeps to it: "starts with B"."""

    def __str__(self) -> str:
        return f"{self.which.replace('none', 'no')} item {self.what()}"

    def read_of(self, item: Item) -> str:
        """What was read of an item, for the working; empty for nothing more than its name."""
        return ""

    def judged(self, items: Sequence[Item], text: Text) -> Judgement:
        """As `Items.judged`."""
        said = [None if item.cut else self.holds(item) for item in items]
        kept = [not one if one is not None and self.which == "none" else one for one in said]
        # For `any` one that keeps to it is enough, for all one that does not.
        enough = self.which == "any"
        verdict = enough if enough in kept else None if None in kept else not enough
        telling = [(i, k) for i, k in zip(items, kept, strict=True) if k is verdict]
        words = {True: "yes", False: "no", None: "unclear"}
        lines = [f"{said.count(True)} of {len(said)} items: {self.what()}"]
        for item, state in telling[:_SHOWN]:
            held = state if self.which != "none" or state is None else not state
            more = f" ({one})" if (one := self.read_of(item)) else ""
            lines.append(f'"{item.name[:60]}"{more}: {words[held]}')
        places = [item.span for item, _ in telling]
        if verdict is None:
            item = telling[0][0]
            return undecided(f'whether "{item.name[:60]}" {self.what()} is not clear.', *lines,
                             places=places)  # fmt: skip
        return decided(verdict, *lines, places=places)


def agreed(said: Sequence[bool | None]) -> bool | None:
    """What all readings say; None where they differ."""
    return said[0] if len(set(said)) == 1 else None
