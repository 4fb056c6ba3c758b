"""The prompt of the paper (ACS, App. A.1), and which templates a run fills.

The paper's names for its variables are known to every template (`tamis.checking.prompts`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tamis.benchmarks.acs.options import Options
from tamis.benchmarks.paper_prompts import PaperPrompt, Shown


def paper_prompts(first: Callable[..., Shown]) -> Mapping[str, PaperPrompt]:
    """The judge's prompt, which the paper prints in Jinja."""
    needs = ("agent_response", "constraint_value")
    return {"judge": PaperPrompt(first(shots=2), needs, jinja=True)}


def templates(options: Options) -> tuple[str, ...]:
    """The judge's wordings, and the worked examples; or the template of records."""
    if options.judge == "record":
        return ("record",)
    others = (f"judge_{number}" for number in range(1, options.paraphrases))
    return ("judge", *others, *(("examples",) if options.shots else ()))
