"""The prompts for fan-out questions: the paper's in Tamis's own words (FanOutQA, App. H.4).

`plan` and `combine` are ours. The others are for the paper's settings, and the search tool's
replies. Text of pages that could be mistaken for a part of a prompt is changed.
"""

from __future__ import annotations

import re

from tamis.prompts import PromptTemplates
from tamis.text.normalised import whole

NAMES = (
    "closed_book",
    "evidence_provided",
    "open_book_native",
    "open_book_protocol",
    "search_tool",
    "page",
    "no_page",
    "no_search",
    "after_results",
    "forgotten",
    "plan",
    "combine",
)

_WORDING = PromptTemplates(__name__, NAMES)

render = _WORDING.render
fingerprint = _WORDING.fingerprint

# The delimiters of the parts of our prompts, and of the published ones.
_RULE = re.compile(r"={3,}|\*{3}(?= ?(?:BEGIN|END) DATA)")
_TAG = re.compile(r"<(?=\s*+(?:/\s*+)?search\b)", re.I)
_LABEL = re.compile(r"\[(?=(?:Question|Expert|Submission)\]:)", re.I)


def material(text: str) -> str:
    """Text that cannot be mistaken for a part of the prompt, nor for a search.

    A rule of repeated characters shrinks to one, and `<search>` and `[Question]:` get a space
    after the bracket.
    """
    text = _LABEL.sub("[ ", _TAG.sub("< ", _RULE.sub("=", text)))
    # No provider accepts an unpaired surrogate.
    return whole(text)


def line(text: str, most: int = 300) -> str:
    """`material` on one line, of at most `most` characters: a title, a query."""
    text = " ".join(material(text).split())
    return text if len(text) <= most else text[: most - 1] + "…"
