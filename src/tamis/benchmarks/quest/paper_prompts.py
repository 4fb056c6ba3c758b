"""The prompts of the paper (QUEST-LOFT, App. C.3 and D), and which templates a run fills."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tamis.answering import prompts
from tamis.benchmarks.paper_prompts import PaperPrompt, Shown
from tamis.benchmarks.quest.options import Options

IN_THE_PAPER = {
    "documents": "documents",
    "question": "question",
    "candidate_answer": "candidate",
}
"""The paper's placeholders, and our variables."""

_HINT = "{% if hint %}* {{ hint }}\n{% endif %}"
"""Where C.3.3 and D.3 add their bullet to the other prompts."""

_SHOWN = {
    "justified": "RAG Justified QA + Verification + QUEST",
    "justified_cot": "RAG Justified QA + CoT + Verification + QUEST",
    "verify": "RAG + Verification + QUEST",
    "verify_cot": "RAG + Verification (w/ CoT) + QUEST",
}
"""The method by which each prompt is shown."""


def paper_prompts(first: Callable[..., Shown]) -> Mapping[str, PaperPrompt]:
    """Justified QA and the verification, each with and without notes; the hint on QUEST."""
    asked = ("question", "documents")
    judged = (*asked, "candidate")
    found = {
        name: PaperPrompt(
            first(method=method, k=2),
            judged if name.startswith("verify") else asked,
            IN_THE_PAPER,
            bullet=_HINT,
        )
        for name, method in _SHOWN.items()
    }
    return {**found, "hint": PaperPrompt(first(method=_SHOWN["verify"], k=2))}


def templates(options: Options) -> tuple[str, ...]:
    """The templates of the method's steps."""
    method, folder = options.chosen, options.prompts
    found: list[str] = []
    if options.pairs is None and method.step == "justified":
        found += _step("justified", method.cot, "justified_question", folder)
    elif options.pairs is None and method.step not in ("each", "certified"):
        found += [f"{method.step}_context", f"{method.step}_question"]
    if method.verification != "none":
        found += _step("verify", method.verification == "cot", "verify_candidate", folder)
    return (*found, "hint") if method.hint else tuple(found)


def _step(name: str, cot: bool, last: str, folder: str | None) -> list[str]:
    """The one template of a step where the folder has it, else the two of ours."""
    whole = f"{name}_cot" if cot else name
    return [whole] if prompts.has(whole, folder) else [f"{name}_context", last]
