"""The prompts of the paper (FanOutQA, App. H.3 and H.4), and which templates a run fills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tamis.answering.fanout import prompts
from tamis.answering.fanout.search_tool import search_tool
from tamis.benchmarks.fanoutqa import factuality
from tamis.benchmarks.fanoutqa.factuality_judges import judging
from tamis.benchmarks.fanoutqa.options import Options, Setting
from tamis.benchmarks.fanoutqa.samples import load_samples
from tamis.benchmarks.paper_prompts import PaperPrompt, Shown

# The form of a document is that of the published runs (`run_wiki_provided.py` at fd62fe2).
_DOCUMENTS = (
    "{% for chunk in chunks %}<document>\n<title>{{ chunk.title }}</title>\n"
    "<content>{{ chunk.text }}</content>\n</document>\n\n{% endfor %}"
)

IN_THE_PAPER = {
    "question": "question",
    "reference": "reference",
    "answer": "answer",
    "evidence_documents": _DOCUMENTS,
}
"""The paper's placeholders, and our variables."""

_RESULTS = ("page", "no_page", "no_search", "after_results", "forgotten")

_FILLED: dict[Setting, tuple[str, ...]] = {
    "closed_book": ("closed_book",),
    "evidence_provided": ("evidence_provided",),
    "open_book": ("open_book_native", "search_tool", "open_book_protocol", *_RESULTS),
    "fan_out": tuple(n for n in prompts.NAMES if n not in ("closed_book", "evidence_provided")),
}
_ONLY = {
    "native": ("open_book_protocol",),
    "protocol": ("open_book_native", "search_tool"),
}
"""What is not filled where it is settled how a model searches."""


def paper_prompts(first: Callable[..., Shown]) -> Mapping[str, PaperPrompt]:
    """The settings' prompts, the description of the tool, and the judge's."""
    shown: dict[str, Shown] = {
        "closed_book": first(setting="closed_book"),
        "open_book_native": partial(_filled, "open_book_native"),
        "open_book_protocol": first(setting="open_book", tools="protocol"),
        "evidence_provided": first(setting="evidence_provided"),
    }
    found = {name: PaperPrompt(how, ("question",), IN_THE_PAPER) for name, how in shown.items()}
    compared = ("question", "reference", "answer")
    return {
        **found,
        "search_tool": PaperPrompt(_search_tool),
        "factuality": PaperPrompt(_judged, compared, IN_THE_PAPER, system=True),
    }


def templates(options: Options) -> tuple[str, ...]:
    """The templates of the setting, and the judge's where the folder has it."""
    if not options.asks_a_model:
        return ()
    other = _ONLY.get(options.tools, ())
    found = tuple(name for name in _FILLED[options.asked_by] if name not in other)
    return (*found, "factuality") if judging(options.prompts) else found


def _filled(name: str, folder: str) -> str:
    settings = Options().settings(folder)
    question = load_samples(Options())[1][0].question.text
    return prompts.render(name, folder, question=question, date=settings.date)


def _search_tool(folder: str) -> str:
    return search_tool(Options().settings(folder)).description


def _judged(folder: str) -> str:
    question = load_samples(Options())[1][0].question.text
    asked = factuality.prompt(question, "the expert's answer", "an answer", folder)
    return "\n\n".join([*factuality.system(folder), asked])
