"""A reply that should be one of a few labels, each with several spellings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from tamis.reading.looks_for import Verdict, Words
from tamis.reading.replies import Read, read
from tamis.types import Outcome, Reply

Label = TypeVar("Label", bound=str)

_JOINED = re.compile(r"(?<=[^\W\d_])[-‐‑_](?=[^\W\d_])")


@dataclass(frozen=True)
class Labelled(Generic[Label]):
    """The label of a reply; None where there is none, and `outcome` says why.

    `text` is the reply, or the error of the call.
    """

    label: Label | None
    outcome: Outcome = "ok"
    text: str = ""


def labelled(
    reply: Reply, spellings: Mapping[str, Label], found: Read | None = None
) -> Labelled[Label]:
    """The label of a reply; failed calls, refused and empty replies have their own outcomes.

    `found` is what was read of it, if that is known.
    """
    found = found or read(reply, looks_for(spellings))
    label: Label | None = next((one for one in spellings.values() if one == found.label), None)
    return Labelled(label, found.outcome, reply.failed or reply.text.strip())


def spelled(names: Iterable[tuple[Label, Iterable[str]]]) -> dict[str, Label]:
    """Spellings for `labelled`: each label with its names, hyphens and underscores folded."""
    return {
        " ".join(_JOINED.sub(" ", name).casefold().split()): label
        for label, known in names
        for name in known
    }


def looks_for(spellings: Mapping[str, Label], earned: tuple[str, ...] = ()) -> Verdict:
    """What a reply is read for: one of the labels in any of its spellings.

    `earned` are those that words behind them may turn ("good, but …").
    """
    return _looks_for(tuple(spellings.items()), earned)


@lru_cache(maxsize=32)
def _looks_for(spellings: tuple[tuple[str, str], ...], earned: tuple[str, ...]) -> Verdict:
    words: dict[str, tuple[str, ...]] = {}
    for spelling, label in spellings:
        words[label] = (*words.get(label, ()), spelling)
    return Verdict(
        Words(words, ("rating", "verdict", "category", "label", "type"), earned),
        next_task=("=== ", "instruction:", "question:", "comment:"),
    )
