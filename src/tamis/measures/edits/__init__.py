"""What a revision changed of a text: word by word, sentence by sentence, and in figures (KIWI)."""

from tamis.measures.edits._pairing import Pair
from tamis.measures.edits.alignment import Alignment, align
from tamis.measures.edits.diff import Run, word_diff
from tamis.measures.edits.places import Places, places
from tamis.measures.edits.quotes import Quoted, verbatim
from tamis.measures.edits.references import KeptReferences, kept_references, references
from tamis.measures.edits.scope import Change, Scope, scope, unrequested_change
from tamis.measures.edits.sentences import Sentence, paragraphs, sentences
from tamis.measures.edits.statistics import EditStatistics, edit_statistics

__all__ = [
    "Alignment",
    "Change",
    "EditStatistics",
    "KeptReferences",
    "Pair",
    "Places",
    "Quoted",
    "Run",
    "Scope",
    "Sentence",
    "align",
    "edit_statistics",
    "kept_references",
    "paragraphs",
    "places",
    "references",
    "scope",
    "sentences",
    "unrequested_change",
    "verbatim",
    "word_diff",
]
