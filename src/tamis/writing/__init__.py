"""Writing an answer turn by turn from a set of papers (KIWI, §2): drafts, and revises as told."""

from tamis.writing.author import Author, Hear, ModelAuthor, Respondent
from tamis.writing.engine import PASSAGES, TEMPERATURE, Searcher, advance
from tamis.writing.replay import Mode, Recorded, Replayed, replay

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
