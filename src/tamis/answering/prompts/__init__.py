"""The prompts of the strategies: the paper's in Tamis's own words (QUEST-LOFT, App. C and D).

Each strategy sends two messages: first what many calls share, so that a provider can cache it
(`…_context`), then the question (`…_question`, `verify_candidate`). A user's folder may have one of
`WHOLE` instead, which is sent as one message, as in the paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tamis.prompts import PromptTemplates
from tamis.types import Document

NAMES = (
    "closed_book_context",
    "closed_book_question",
    "corpus_in_context_context",
    "corpus_in_context_question",
    "retrieve_and_read_context",
    "retrieve_and_read_question",
    "justified_context",
    "justified_question",
    "verify_context",
    "verify_candidate",
    "hint",
)

WHOLE = ("justified", "justified_cot", "verify", "verify_cot")
"""Prompts of a user's folder alone: filled with question, documents, hint, and the candidate."""

_WORDING = PromptTemplates(__name__, NAMES, WHOLE)

render = _WORDING.render
has = _WORDING.has
marked = _WORDING.marked
fingerprint = _WORDING.fingerprint

VERIFIER = PromptTemplates(__name__, ("verify_context", "verify_candidate", "hint"))
"""The prompts of the verifier alone: verdicts are kept as long as these are the same."""

PLAN = PromptTemplates(__name__, ("split_question",))
"""The prompt that takes a question apart; not one of the paper's, so outside `fingerprint`."""

TABLE = PromptTemplates(__name__, ("table_context", "table_row"))
"""The prompts that fill a row of a table; rows are kept as long as these are the same."""

# The head of a document or of a section of the prompt, after any kind of line break.
_HEAD = re.compile(
    r"(?:^|(?<=[\r\v\f\x1c-\x1e\x85\u2028\u2029]))(?=ID: .{0,1000} \| TITLE: |=====)", re.M
)


def shown(documents: Iterable[Document]) -> str:
    """Documents as a prompt shows them (QUEST-LOFT, C.3.5), one after the other.

    A line of a document that looks like the head of another document, or of a section of the
    prompt, is indented, so that a document cannot imitate a second one or its own end.
    """
    return "\n".join(
        f"ID: {d.id} | TITLE: {_line(d.title)} | CONTENT: {_HEAD.sub(' ', d.text)}"
        for d in documents
    )


def _line(title: str) -> str:
    return " ".join(title.split())
