"""`tamis check`: a response against its constraints, without a benchmark."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from tamis.checking.extraction.given import read_constraints
from tamis.checking.judgement import Judgement
from tamis.spending import Limits, Spending
from tamis.types import Chat, InputError

__all__ = ["JUDGES", "Checked", "Judge", "check", "read_constraints"]

Reader = Literal["program", "model"]
"""Who reads the figures of the response, where the program computes."""

Judge = Literal["program", "model", "hybrid"]
JUDGES: tuple[Judge, ...] = ("program", "model", "hybrid")
MAX_TOKENS = 4096
"""The token limit of a model's judgement, which includes its reasoning."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Checked:
    """The constraints of a response, each with its judgement, in order.

    `source` is where the constraints come from: `given`, or found in the request by the `program`
    or a `model`. `not_understood` are the parts of the request that demand something but became
    no constraint. `judge` is the kind of judge, `model` the name of its model or None; `tokens`
    in and out are the provider's count. `limited` is the limit of spending at which the model was
    no longer asked, if one was reached.
    """

    constraints: tuple[str, ...]
    judgements: tuple[Judgement, ...]
    judge: Judge = "program"
    source: Literal["given", "program", "model"] = "given"
    not_understood: tuple[str, ...] = ()
    model: str | None = None
    tokens: tuple[int, int] = (0, 0)
    limited: str = ""

    @property
    def satisfied(self) -> int:
        """How many constraints are satisfied."""
        return sum(one.satisfied is True for one in self.judgements)

    @property
    def unsatisfied(self) -> int:
        """How many constraints are unsatisfied."""
        return sum(one.satisfied is False for one in self.judgements)

    @property
    def undecided(self) -> int:
        """How many constraints were not decided, for whatever reason."""
        return sum(one.satisfied is None for one in self.judgements)

    @property
    def score(self) -> float | None:
        """The share of satisfied constraints among the decided ones; None where none was."""
        decided = self.satisfied + self.unsatisfied
        return self.satisfied / decided if decided else None

    def passed(self, strict: bool = False) -> bool:
        """Whether no constraint is unsatisfied, and at least one is decided; `strict`: all are."""
        if self.unsatisfied or not self.satisfied:
            return False
        return not (strict and self.undecided)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for `--json`; what is undefined is None."""
        return {
            "score": self.score,
            "satisfied": self.satisfied,
            "unsatisfied": self.unsatisfied,
            "undecided": self.undecided,
            "judge": self.judge,
            "model": self.model,
            "source": self.source,
            "constraints": [
                {"constraint": constraint, **plain(judgement)}
                for constraint, judgement in zip(self.constraints, self.judgements, strict=True)
            ],
            "not_understood": list(self.not_understood),
            "tokens": list(self.tokens),
            "limited": self.limited,
        }


def plain(judgement: Judgement) -> dict[str, Any]:
    """A judgement in plain values, for logs and `--json`."""
    sheet = judgement.worksheet
    return {**asdict(judgement), "worksheet": None if sheet is None else sheet.to_json()}


async def check(
    response: str,
    constraints: str | Sequence[str] | None = None,
    request: str | None = None,
    *,
    model: str | Chat | None = None,
    judge: Judge | None = None,
    read_response: Reader = "program",
    shots: int = 0,
    prompts: str | None = None,
    model_args: Mapping[str, Any] | None = None,
    generation: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    say: Say = lambda doing: None,
    on_failure: Say | None = None,
) -> Checked:
    """Judge whether `response` satisfies each of its constraints (ACS, §1).

    `constraints` is a list, or a text that `read_constraints` reads; without them they are
    found in `request`, by the model where there is one, else by the program as far as it
    understands them. `judge` is `program` without a model and `hybrid` with one unless given:
    the program where it is sure, the model for the rest. With `read_response` "model" the model
    reads the figures into a table that the program checks and computes with
    (`checking.table_reader`). `model` is a name as Inspect knows it,
    or anything that is a `Chat`; `shots` (0 or 2) and `prompts`, a folder of templates, are for
    its prompts; `generation` are its settings, as fields of Inspect's GenerateConfig. Beyond the
    `limits` of spending it is not asked. `say` is called with short progress messages,
    `on_failure` with each failed call. Raises InputError for what cannot be checked; a judgement
    that failed is undecided, and its reason says why.
    """
    kind: Judge = judge or ("program" if model is None else "hybrid")
    given = _constraints(constraints)
    _possible(response, given, request, model, kind, shots)
    if read_response == "model" and model is None:
        raise InputError("a model that reads the response must be named (--model).")
    # A model name that cannot be used is reported before anything else is done.
    spending = Spending(limits or Limits(), MAX_TOKENS)
    chat = (
        None if model is None else spending.limit(_chat(model, model_args, generation, on_failure))
    )
    name = model if isinstance(model, str) else None if model is None else "given by the caller"
    source: Literal["given", "program", "model"] = "given"
    unclear: tuple[str, ...] = ()
    if given is None:
        say("looking for the constraints of the request")
        source = "program" if chat is None else "model"
        given, unclear = await _found(request or "", chat, _of("extract", prompts))
    folder = _of("judge", prompts)
    done = 0

    async def one(constraint: str) -> Judgement:
        nonlocal done
        if read_response == "model" and chat is not None:
            from tamis.checking import table_reader

            found = await table_reader.judge(
                chat, constraint, response, prompts=_of("table", prompts), name=name or "model"
            )
        else:
            found = await judged(constraint, response, chat, kind, shots, folder, name or "model")
        done += 1
        say(f"judged {done} of {len(given or ())} constraints")
        return found

    say(f"judging {len(given)} constraints")
    judgements = await asyncio.gather(*map(one, given))
    tokens = spending.tokens_in, spending.tokens_out
    found = tuple(judgements)
    return Checked(given, found, kind, source, unclear, name, tokens, spending.limited)


async def judged(
    constraint: str,
    response: str,
    chat: Chat | None,
    judge: Judge,
    shots: int = 0,
    prompts: str | None = None,
    name: str = "model",
) -> Judgement:
    """The judgement of one constraint by a kind of judge; only `program` needs no `chat`."""
    if judge == "program":
        from tamis.checking import program

        return program.judge(constraint, response)
    assert chat is not None
    if judge == "model":
        from tamis.checking import model_judge

        return await model_judge.judge(
            chat, constraint, response, shots=shots, prompts=prompts, name=name
        )
    from tamis.checking import hybrid

    return await hybrid.judge(chat, constraint, response, shots=shots, prompts=prompts, name=name)


def _constraints(given: str | Sequence[str] | None) -> tuple[str, ...] | None:
    if given is None:
        return None
    if isinstance(given, str):
        return read_constraints(given)
    for nth, item in enumerate(given, 1):
        if not isinstance(item, str) or not item.strip():
            raise InputError(f"constraint {nth} is {str(item)[:40]!r}; expected a sentence.")
    if not given:
        raise InputError("the list of constraints is empty; give at least one, or the request.")
    return tuple(given)


def _possible(
    response: str,
    constraints: Sequence[str] | None,
    request: str | None,
    model: object,
    judge: str,
    shots: int,
) -> None:
    """InputError for what cannot be checked."""
    if judge not in JUDGES:
        raise InputError(f"there is no judge {judge!r}; choose one of {', '.join(JUDGES)}.")
    if shots not in (0, 2):
        raise InputError(f"shots is {shots}; choose 0 or 2.")
    if not response.strip():
        raise InputError("the response is empty; there is nothing to check.")
    if constraints is None and request is None:
        raise InputError("there is nothing to check against; give constraints or the request.")
    if constraints is None and not (request or "").strip():
        raise InputError("the request is empty; write what was asked, or give constraints.")
    if model is None and judge != "program":
        raise InputError(f"the judge {judge} needs a model; name one, or choose program.")
    if model is not None and judge == "program" and constraints is not None:
        raise InputError(
            "the model has nothing to do: the constraints are given and the program judges; "
            "leave it out, or choose the judge hybrid."
        )


async def _found(
    request: str, chat: Chat | None, prompts: str | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The constraints of a request, and the parts of it that were not understood."""
    if chat is not None:
        from tamis.checking.extraction.model_extraction import by_model

        if not (found := await by_model(chat, request, prompts)):
            raise InputError("the model found no constraint in the request; give them yourself.")
        return found, ()
    from tamis.checking.extraction import by_program

    extracted = by_program(request)
    if not extracted.constraints:
        unclear = len(extracted.not_understood)
        parts = (
            f" ({unclear} {'part' if unclear == 1 else 'parts'} not understood)" if unclear else ""
        )
        raise InputError(
            f"the program understands no constraint in the request{parts}; write the constraints "
            "one on each line (--constraints), or name a model (--model)."
        )
    return extracted.constraints, extracted.not_understood


def _of(prompt: str, folder: str | None) -> str | None:
    """`folder`, unless it only has a template for the other of the two prompts."""
    if folder is None:
        return None
    if prompt == "table":
        return folder if (Path(folder) / "table.j2").is_file() else None
    extracts = (Path(folder) / "extract.j2").is_file()
    judges = any((Path(folder) / f"{name}.j2").is_file() for name in ("judge", "examples"))
    other = judges and not extracts if prompt == "extract" else extracts and not judges
    return None if other else folder


def _chat(
    model: str | Chat,
    model_args: Mapping[str, Any] | None,
    generation: Mapping[str, Any] | None,
    on_failure: Say | None,
) -> Chat:
    if not isinstance(model, str):
        return model
    # Inspect takes over a second to import, and the program does not need it.
    from tamis.models import open_chat

    return open_chat(
        model, MAX_TOKENS, model_args=model_args, generation=generation, on_failure=on_failure
    )
