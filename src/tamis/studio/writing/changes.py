"""The changes between two answers: word by word, in numbers, and hints for raters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from tamis.studio.writing.marks import Marks
from tamis.writing.edits import KeptReferences, Run, kept_references, word_diff
from tamis.writing.sessions import Turn


@dataclass(frozen=True)
class Counts:
    """Words of the runs; a moved word is counted once."""

    added: int
    deleted: int
    moved: int

    @property
    def nothing(self) -> bool:
        """Whether no word was changed or moved."""
        return not (self.added or self.deleted or self.moved)


@dataclass(frozen=True)
class Change:
    """Two answers compared: `name` is the name of the new one, `to` that of the old one."""

    key: str
    name: str
    to: str
    both: Markup
    old: Markup
    new: Markup
    counts: Counts
    hints: tuple[str, ...] = ()


def change(
    marks: Marks, key: str, name: str, to: str, old: str, new: str, hints: tuple[str, ...] = ()
) -> Change:
    """What changed from `old` to `new`, word by word."""
    runs = _diff(old, new)
    return Change(
        key,
        name,
        to,
        marks.changes(runs),
        marks.changes(runs, "old"),
        marks.changes(runs, "new"),
        Counts(_words(runs, "added"), _words(runs, "deleted"), _words(runs, "moved-to")),
        hints,
    )


def _words(runs: tuple[Run, ...], op: str) -> int:
    return sum(len(run.text.split()) for run in runs if run.op == op)


def hints(turn: Turn, papers: int) -> tuple[str, ...]:
    """Hints for raters: lost references, references to unknown papers."""
    assert turn.answer is not None
    found: list[str] = []
    kept = _kept(turn.previous, turn.answer, papers)
    if kept.lost:
        gone = "".join(f"[{n}]" for n in kept.lost)
        found.append(f"Nothing refers to {gone} any more.")
    if kept.unknown:
        wrong = ", ".join(map(str, kept.unknown))
        found.append(f"There is no paper with the number {wrong}.")
    return tuple(found)


@lru_cache(maxsize=256)
def _diff(old: str, new: str) -> tuple[Run, ...]:
    return word_diff(old, new)


@lru_cache(maxsize=128)
def _kept(old: str, new: str, papers: int) -> KeptReferences:
    return kept_references(old, new, papers)
