"""Questions with the papers that answer them, found in related-work sections (KIWI, §3.1, A.6).

A program finds and filters paragraphs, a model proposes and checks questions, and a person accepts
them.
"""

from __future__ import annotations

from tamis.collect.questions.accepted_questions import (
    Accepted,
    evidence,
    read_accepted,
    reviewed_in,
    write_accepted,
)
from tamis.collect.questions.files import read_review, write_review
from tamis.collect.questions.review import (
    DESIDERATA,
    Marks,
    Proposed,
    Reviewed,
    marked,
    reviewed,
)

__all__ = [
    "DESIDERATA",
    "Accepted",
    "Marks",
    "Proposed",
    "Reviewed",
    "evidence",
    "marked",
    "read_accepted",
    "read_review",
    "reviewed",
    "reviewed_in",
    "write_accepted",
    "write_review",
]
