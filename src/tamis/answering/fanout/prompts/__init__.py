"""The prompts for fan-out questions, in Tamis's own words to the paper's (FanOutQA, App. H.4).

Ours are `plan` and `combine`. The rest is the paper's settings, and what the search tool says.
Pages are material: what could pass for a part of a prompt is changed in them.
"""

from __future__ import annotations

import re

from tamis.prompts import PromptTemplates

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

# What marks off the parts of our prompts, and of the published ones.
_RULE = re.compile(r"={3,}|\*{3}(?= ?(?:BEGIN|END) DATA)")
_TAG = re.compile(r"<(?=\s*/?\s*search\b)", re.I)
_LABEL = re.compile(r"\[(?=(?:Question|Expert|Submission)\]:)", re.I)


def material(text: str) -> str:
    """Text that cannot pass for a part of the prompt, nor for a search.

    A rule shrinks to one sign, and `<search>` and `[Question]:` get a space after the bracket.
    """
    text = _LABEL.sub("[ ", _TAG.sub("< ", _RULE.sub("=", text)))
    # Half a character cannot be sent to any provider.
    return text.encode("utf-8", "replace").decode("utf-8")


def line(text: str, most: int = 300) -> str:
    """Material that is one line, of at most `most` characters: a title, a query."""
    text = " ".join(material(text).split())
    return text if len(text) <= most else text[: most - 1] + "…"
