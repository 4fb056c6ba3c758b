"""The texts that the fine-tuned judge reads and writes (KIWI, A.5.2; order and wording are ours).

The source is one line: the instruction, the question, the answer before and the answer after, each
after its label. T5's tokenizer turns every line break into a space, but instructions refer to
paragraphs and lists: so a line break is written `|`, an empty line `||`. The target is `Rating:
good` or `Rating: bad`, the latter for neutral and bad, which are one class.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tamis.text.normalised import whole
from tamis.types import InputError
from tamis.writing.revision.turns import RevisionTurn

FORMAT = 1
"""The version of this text format: a judge trained with another version must not be used."""

LABELS = ("Instruction:", "Question:", "Answer before:", "Answer after:")
GAP = "..."

_TARGETS = {True: "Rating: good", False: "Rating: bad"}
_RATINGS = {"".join(text.split()).casefold(): good for good, text in _TARGETS.items()}


@dataclass(frozen=True)
class Encoded:
    """A source as tokens, the end among them, and how many tokens of the turn were left out."""

    ids: tuple[int, ...]
    cut: int


@dataclass(frozen=True)
class Targets:
    """The tokens of both targets, and the index of the first one in which they differ."""

    good: tuple[int, ...]
    bad: tuple[int, ...]
    decisive: int


@dataclass(frozen=True)
class Examples:
    """Rated turns: the source of each and whether it is good; `unrated` turns were left out."""

    sources: list[Encoded]
    good: list[bool]
    unrated: int

    def as_json(self) -> dict[str, int]:
        """The counts for the record; `cut` are those that were longer than the limit."""
        cut = sum(source.cut > 0 for source in self.sources)
        counts = {"turns": len(self.good), "good": sum(self.good), "cut": cut}
        return {**counts, "unrated": self.unrated}


def encode(turn: RevisionTurn, tokenizer: Any, limit: int) -> Encoded:
    """The source of a turn in at most `limit` tokens.

    Excess tokens are cut from the middle of the two answers and replaced by `...`; question and
    instruction are cut only if they alone take more than half of the limit.
    """
    labels = [_ids(label, tokenizer) for label in LABELS]
    gap = _ids(GAP, tokenizer)
    texts = (turn.instruction, turn.question, turn.previous, turn.answer)
    parts = [_ids(one_line(text), tokenizer) for text in texts]
    budget = limit - 1 - sum(map(len, labels))
    kept = shares([len(part) for part in parts], budget)
    ids: list[int] = []
    for label, part, size in zip(labels, parts, kept, strict=True):
        ids += label
        ids += part if size >= len(part) else _without_middle(part, size, gap)
    cut = sum(map(len, parts)) - sum(kept)
    return Encoded((*ids, tokenizer.eos_token_id), cut)


def shares(lengths: Sequence[int], budget: int) -> tuple[int, int, int, int]:
    """How many tokens each part keeps: instruction, question, the answers before and after.

    Together at most `budget`. The answers give way first, down to half of the budget; the one
    that is shorter than its half leaves the rest to the other. Of what is left, the instruction
    goes before the question down to a quarter for that.
    """
    instruction, question, before, after = lengths
    answers = min(before + after, max(budget - instruction - question, budget // 2))
    left = budget - answers
    instruction = min(instruction, max(left - question, left - left // 4))
    before = min(before, max(answers - after, answers // 2))
    return instruction, min(question, left - instruction), before, min(after, answers - before)


def one_line(text: str) -> str:
    """A text on one line: `|` for a line break, `||` for empty lines, one space for blanks."""
    # A tokenizer cannot take a lone surrogate, which a broken reply may hold.
    text = whole(text).strip()
    text = re.sub(r"(?<!\s)\s*\n\s*\n\s*", " || ", text.replace("\r\n", "\n"))
    return " ".join(re.sub(r"(?<!\s)\s*\n\s*", " | ", text).split())


def targets(tokenizer: Any) -> Targets:
    """The targets as tokens; InputError if the tokenizer cannot represent them."""
    good, bad = ((*_ids(_TARGETS[good], tokenizer), tokenizer.eos_token_id) for good in _TARGETS)
    for rating, ids in ((True, good), (False, bad)):
        said = tokenizer.decode(list(ids), skip_special_tokens=True)
        if read_rating(said) is not rating:
            raise InputError(
                f"The model's tokenizer cannot write {_TARGETS[rating]!r} (it makes {said!r:.60} "
                "of it); take a model with a vocabulary of English."
            )
    pairs = enumerate(zip(good, bad, strict=False))
    return Targets(good, bad, next(place for place, (one, other) in pairs if one != other))


def read_rating(text: str) -> bool | None:
    """Whether a generated text rates the turn good; None where it is neither of the targets."""
    return _RATINGS.get("".join(text.split()).casefold())


def _ids(text: str, tokenizer: Any) -> list[int]:
    # A turn may hold the text of a special token, such as </s>: split up, it is only text.
    for token in tokenizer.all_special_tokens:
        text = text.replace(token, f"{token[:1]} {token[1:]}")
    ids: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
    return ids


def _without_middle(part: list[int], size: int, gap: list[int]) -> list[int]:
    kept = size - len(gap)
    if kept < 2:
        return part[:size]
    return part[: kept - kept // 2] + gap + part[len(part) - kept // 2 :]
