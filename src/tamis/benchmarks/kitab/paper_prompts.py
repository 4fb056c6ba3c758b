"""The prompts of the paper (KITAB, App. D), and which templates a run fills."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tamis.benchmarks.kitab.options import Options
from tamis.benchmarks.kitab.prompts import NAMES, wording
from tamis.benchmarks.paper_prompts import PaperPrompt, Shown

_BOOKS = '{{ books | join("\\n") }}'

IN_THE_PAPER = {
    "author": "author",
    "birth_year": "birth_year",
    "constraints": "criteria",
    "all_books": _BOOKS,
    # The name in the Jinja files of Eureka, which has the same templates.
    "all_books_context": _BOOKS,
}
"""The paper's placeholders, and our variables; it does not say how a list is printed."""

_NEEDS = {
    "all_books": ("author",),
    "no_context": ("author", "criteria"),
    "with_context": ("books", "criteria"),
    "self_context": ("author", "criteria"),
    "name_check": ("books",),
}


def paper_prompts(first: Callable[..., Shown]) -> Mapping[str, PaperPrompt]:
    """Templates 1, 2a, 2b, 3 and 4."""
    shown = {name: first(condition=name) for name in NAMES if name != "name_check"}
    shown["name_check"] = _name_check
    return {name: PaperPrompt(how, _NEEDS[name], IN_THE_PAPER) for name, how in shown.items()}


def templates(options: Options) -> tuple[str, ...]:
    """The template of the condition, and that of the check of names where a model does it."""
    asked = "with_context" if options.condition == "single_item" else options.condition
    return (asked, "name_check") if options.names == "model" else (asked,)


def _name_check(folder: str) -> str:
    return wording(None).render("name_check", folder, books=["Emma", "Middlemarch"])
