"""What a revision changed of a text: word by word, sentence by sentence, and in figures (KIWI)."""

from tamis.text.sentences import Sentence, sentences
from tamis.writing.edits.alignment import Alignment, Pair, align
from tamis.writing.edits.diff import Run, word_diff
from tamis.writing.edits.references import KeptReferences, kept_references, references
from tamis.writing.edits.statistics import EditStatistics, edit_statistics

__all__ = [
    "Alignment",
    "EditStatistics",
    "KeptReferences",
    "Pair",
    "Run",
    "Sentence",
    "align",
    "edit_statistics",
    "kept_references",
    "references",
    "sentences",
    "word_diff",
]
