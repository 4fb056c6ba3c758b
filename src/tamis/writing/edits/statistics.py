"""Lengths of instructions and texts, and how much was edited (KIWI, Table 6)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EditStatistics:
    """One turn's figures as Table 6 has them, before they are averaged over turns.

    The three lengths and `edit_distance` count words separated by white space: the paper says
    "token-level" without saying what a token is. `length_ratio` is target words by source words,
    `edit_ratio` is the edit distance by source words; both are None where the source has no word,
    and averages must count these.
    """

    instruction_words: int
    source_words: int
    target_words: int
    edit_distance: int
    length_ratio: float | None
    edit_ratio: float | None


def edit_statistics(instruction: str, source: str, target: str) -> EditStatistics:
    """The figures of one turn: an instruction, the answer before it and the answer after it.

    The edit distance is Levenshtein's: the fewest words to insert, delete or replace.

    KIWI's Table 6 calls the length ratio one "between the source and the target"; its values above
    1 for the instructions that add show that the target is divided by the source. Averages of
    ratios are over turns, so they are not ratios of the averages. The table's rows for removing and
    reorganising have the same last four figures and nearly the same lengths, although reorganising
    need not shorten: a misprint, so there is nothing to compare the second row with.
    """
    from rapidfuzz.distance import Levenshtein

    old, new = source.split(), target.split()
    distance = Levenshtein.distance(old, new)
    return EditStatistics(
        instruction_words=len(instruction.split()),
        source_words=len(old),
        target_words=len(new),
        edit_distance=distance,
        length_ratio=len(new) / len(old) if old else None,
        edit_ratio=distance / len(old) if old else None,
    )
