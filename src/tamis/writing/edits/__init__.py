"""What a revision changed of a text: word by word, sentence by sentence, and in figures (KIWI)."""

from tamis.text.sentences import Sentence, paragraphs, sentences
from tamis.writing.edits.alignment import Alignment, Pair, align
from tamis.writing.edits.diff import Run, word_diff
from tamis.writing.edits.locations import Locations, locations
from tamis.writing.edits.quotes import Quoted, verbatim
from tamis.writing.edits.references import KeptReferences, kept_references, references
from tamis.writing.edits.scope import Change, Scope, scope, unrequested_change
from tamis.writing.edits.statistics import EditStatistics, edit_statistics

__all__ = [
    "Alignment",
    "Change",
    "EditStatistics",
    "KeptReferences",
    "Locations",
    "Pair",
    "Quoted",
    "Run",
    "Scope",
    "Sentence",
    "align",
    "edit_statistics",
    "kept_references",
    "locations",
    "paragraphs",
    "references",
    "scope",
    "sentences",
    "unrequested_change",
    "verbatim",
    "word_diff",
]
