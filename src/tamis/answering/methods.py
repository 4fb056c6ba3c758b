"""Methods: a retrieval, an answering step and a verification, freely combined.

The 18 rows of QUEST-LOFT's Table 2 are named configurations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tamis.bad_input import unknown
from tamis.types import InputError

Retrieval = Literal["none", "whole", "top_k"]
Step = Literal[
    "closed_book", "corpus_in_context", "retrieve_and_read", "justified", "each", "certified"
]
Verification = Literal["none", "basic", "cot"]


@dataclass(frozen=True)
class Method:
    """One way of answering (QUEST-LOFT, §3.2).

    `retrieval`: no documents, the whole corpus (static), or the top k of a ranker. `step`: the
    answering step; `each` makes every retrieved document a candidate, which only the verifier
    judges; `certified` does so with as many as it takes to find the share `recall` of all that the
    verifier would accept, with a confidence of 95%. `cot`: notes before the JSON of a justified
    answer. `verification`: each candidate is judged separately on the documents that it cites.
    `hint`: the prompts explain how QUEST's questions were made.
    """

    name: str
    retrieval: Retrieval
    step: Step
    cot: bool = False
    verification: Verification = "none"
    hint: bool = False
    recall: float = 1.0

    @property
    def verifier(self) -> str:
        """The verification as Appendix B names it; empty for none."""
        if self.verification == "none":
            return ""
        named = {"basic": "Basic", "cot": "CoT"}[self.verification]
        if not self.hint:
            return named
        return "QUEST" if self.verification == "basic" else f"{named} - QUEST"

    @property
    def filter(self) -> str:
        """The answering step as Tables 6 to 8 name it, as a filter of documents."""
        side = "CiC" if self.retrieval == "whole" else "RAG"
        match self.step:
            case "corpus_in_context":
                return f"{side} Baseline"
            case "retrieve_and_read":
                return f"{side} Baseline (RaR)"
            case "justified":
                return " - ".join(
                    [f"{side} Justified", *["CoT"] * self.cot, *["QUEST"] * self.hint]
                )
        return ""


def _table_2() -> Iterator[Method]:
    sides: tuple[tuple[str, Retrieval], ...] = (("CiC", "whole"), ("RAG", "top_k"))
    for side, retrieval in sides:
        step: Step = "corpus_in_context" if side == "CiC" else "retrieve_and_read"
        yield Method(f"{side} Baseline", retrieval, step)
        for cot in (False, True):
            yield Method(f"{side} Justified QA{' + CoT' * cot}", retrieval, "justified", cot)
        for hint in (False, True):
            for cot in (False, True):
                name = f"{side} Justified QA{' + CoT' * cot} + Verification{' + QUEST' * hint}"
                verification: Verification = "cot" if cot else "basic"
                yield Method(name, retrieval, "justified", cot, verification, hint)
    for hint in (False, True):
        for cot in (False, True):
            name = f"RAG + Verification{' (w/ CoT)' * cot}{' + QUEST' * hint}"
            yield Method(name, "top_k", "each", False, "cot" if cot else "basic", hint)


TABLE_2 = {method.name: method for method in _table_2()}
"""The 18 methods of Tables 2 to 5, in the tables' order."""

CLOSED_BOOK = Method("Closed book", "none", "closed_book")

METHODS = {**TABLE_2, CLOSED_BOOK.name: CLOSED_BOOK}

COMPLETE = {
    one.name: one
    for one in (
        Method("Every document", "whole", "each", verification="basic"),
        Method("Certified .95", "whole", "certified", verification="basic", recall=0.95),
    )
}
"""What completeness costs: no methods of the paper, and not among those of `method=all`."""

_NEEDS: dict[Step, tuple[Retrieval, ...]] = {
    "closed_book": ("none",),
    "corpus_in_context": ("whole", "top_k"),
    "retrieve_and_read": ("top_k", "whole"),
    "justified": ("top_k", "whole"),
    "each": ("top_k", "whole"),
}


def method(name: str) -> Method:
    """The method of that name, in any case and spacing; InputError where there is none.

    Besides the names of Table 2, a name may be a combination of parts joined with "+":
    a retrieval (`whole`, `top_k`), a step, `cot`, `hint`, `verify` or `verify-cot`, as in
    `whole+justified+hint+verify-cot`.
    """
    wanted = _folded(name)
    for known in (*METHODS.values(), *COMPLETE.values()):
        if _folded(known.name) == wanted:
            return known
    if combined := _combined(name):
        return combined
    raise unknown(
        "method",
        name,
        [*METHODS, *COMPLETE],
        or_else="give parts joined with +, such as top_k+justified+cot+verify",
    )


def _combined(name: str) -> Method | None:
    parts = [part.strip().lower().replace("-", "_") for part in name.split("+")]
    steps = [step for step in _NEEDS if step in parts]
    verification: Verification = (
        "cot" if "verify_cot" in parts else "basic" if "verify" in parts else "none"
    )
    known = {*_NEEDS, "whole", "top_k", "cot", "hint", "verify", "verify_cot"}
    if len(steps) != 1 or not set(parts) <= known or len(set(parts)) != len(parts):
        return None
    step = steps[0]
    named = [part for part in parts if part in ("whole", "top_k")]
    retrieval = next((r for r in _NEEDS[step] if r in named), _NEEDS[step][0])
    if len(named) > 1 or {"verify", "verify_cot"} <= set(parts):
        raise InputError(f"method {name!r}: one retrieval, and one verification at most.")
    if "cot" in parts and step != "justified":
        raise InputError(
            f"method {name!r}: cot goes with justified; for a verifier say verify-cot."
        )
    if "hint" in parts and step != "justified" and verification == "none":
        raise InputError(f"method {name!r}: hint goes with justified or with a verification.")
    if not set(named) <= set(_NEEDS[step]) or (step == "each" and verification == "none"):
        raise InputError(f"method {name!r}: {step} needs {_said(step)}.")
    if step == "closed_book" and verification != "none":
        raise InputError(f"method {name!r}: there are no documents to verify against.")
    return Method("+".join(parts), retrieval, step, "cot" in parts, verification, "hint" in parts)


def _said(step: Step) -> str:
    return {"each": "verify or verify-cot", "closed_book": "no retrieval"}.get(
        step, " or ".join(_NEEDS[step])
    )


def _folded(name: str) -> str:
    return "".join(name.lower().split())
