"""How long instruction and texts are, and how much of a text was edited (KIWI, Table 6)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EditStatistics:
    """One turn's figures as Table 6 has them, before they are averaged over turns.

    The three lengths and `edit_distance` count words, which are what stands between white space;
    the paper says "token-level" and not what a token is, so a token is a word here, and both
    ratios are of like to like. `length_ratio` is target to source and `edit_ratio` the distance
    to the words of the source; both are None where the source has no word, which whoever averages
    must count.
    """

    instruction_words: int
    source_words: int
    target_words: int
    edit_distance: int
    length_ratio: float | None
    edit_ratio: float | None


def edit_statistics(instruction: str, source: str, target: str) -> EditStatistics:
    """The figures of one turn: an instruction, the answer before it and the answer after it.

    The edit distance is Levenshtein's: the fewest words to put in, take out or replace.

    KIWI's Table 6 calls the length ratio one "between the source and the target"; its values
    above 1 for the instructions that add show that the target is divided by the source. The
    averages of ratios are over turns, and so are no ratios of the averages. Its rows for removing
    and for reorganising hold the same last four figures and all but the same lengths, although
    reorganising need not shorten: a misprint, and nothing to compare the second row with.
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
