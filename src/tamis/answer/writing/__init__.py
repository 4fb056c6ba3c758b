"""Writing an answer turn by turn from a set of papers (KIWI, §2): drafts, and revises as told."""

from tamis.answer.writing.author import Author, Hear, ModelAuthor, Respondent
from tamis.answer.writing.engine import PASSAGES, TEMPERATURE, Searcher, advance
from tamis.answer.writing.replay import Mode, Recorded, Replayed, replay

__all__ = [
    "PASSAGES",
    "TEMPERATURE",
    "Author",
    "Hear",
    "Mode",
    "ModelAuthor",
    "Recorded",
    "Replayed",
    "Respondent",
    "Searcher",
    "advance",
    "replay",
]
