"""`tamis check`: a response against its constraints, without a benchmark."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from tamis.arguments import argument
from tamis.bad_input import unknown
from tamis.checking.checked import Checked
from tamis.checking.constraint_types import ConstraintType, Text
from tamis.checking.demand import Demand
from tamis.checking.demands import Demands, Given, demands, once
from tamis.checking.judgement import JUDGES, Judge, Judgement, fault
from tamis.checking.requests.rules import read_constraints
from tamis.pending import pending
from tamis.spending import Limits, Spending
from tamis.types import Chat, InputError, Reply

__all__ = ["JUDGES", "Checked", "Demand", "Judge", "check", "keeps", "read_constraints"]

Reader = Literal["program", "model"]
"""Who reads a request, or the figures of a response."""

MAX_TOKENS = 4096
"""The token limit of a model's judgement, which includes its reasoning."""

MOST_CHARACTERS, MOST_LINES = 20_000_000, 500_000
"""A longer response is not checked."""

Say = Callable[[str], None]


def keeps(
    response: str, constraints: str | Sequence[Given] | None = None, request: str | None = None
) -> Checked:
    """`check` by program alone, without `await`; the result is true where everything is kept.

    >>> bool(tamis.keeps("Dear Sam, it is paid.", [tamis.constraints.words(max=10)]))
    True
    """
    given = _given(constraints)
    _possible(response, given, request, None, "program", 0)
    read = given or read_by_program(request or "")
    text = Text(response, request or "")
    return checked_of(read, [one.judge(text) for one in read.listed], "program")


def read_by_program(request: str) -> Demands:
    """The demands that the program reads in a request, with the requirements that it does not."""
    from tamis.checking.requests.request import read_request

    try:
        read = read_request(request)
    except Exception as error:
        return _faulty(request, "program", error)
    return Demands(
        once([one for part in read.parts for one in part.demands]),
        "program",
        tuple(dict.fromkeys(map(str.strip, read.unread))),
        aside=tuple(part.text.strip() for part in read.parts if part.kind == "task"),
    )


async def read_by_model(chat: Chat, request: str, prompts: str | None = None) -> Demands:
    """The demands that a model finds in a request, and what the program tells of besides.

    `prompts` is a folder of templates. Raises InputError where the model names no list.
    """
    from tamis.checking.requests.by_model import by_model

    try:
        found = await by_model(chat, request, _of("extract", prompts))
    except InputError:
        raise
    except Exception as error:
        return _faulty(request, "model", error)
    listed = [
        Demand(one.sentence if one.typed is None else one.typed.sentence, one.typed, one.quote)
        for one in found.named
    ]
    return Demands(
        once(listed), "model", tuple(dict.fromkeys(found.unread)), found.refused, found.task,
        found.background,
    )  # fmt: skip


def _faulty(request: str, reader: Reader, error: Exception) -> Demands:
    """The demands of a request that could not be read by a fault of ours: all of it is open."""
    return Demands(
        (Demand("all that the request asks for", fault=fault(error)),), reader, (request,)
    )


@pending("tamis.check")
async def check(
    response: str,
    constraints: str | Sequence[Given] | Demands | None = None,
    request: str | None = None,
    *,
    model: str | Chat | None = None,
    judge: Judge | None = None,
    read_request: Reader | None = None,
    read_response: Reader | None = None,
    shots: int = 0,
    prompts: str | None = None,
    model_args: Mapping[str, Any] | None = None,
    generation: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    max_retries: int = 3,
    attempt_timeout: float = 180,
    say: Say = lambda doing: None,
    on_failure: Say | None = None,
    on_wait: Say | None = None,
) -> Checked:
    """Judge whether `response` satisfies each of its constraints (ACS, §1).

    `constraints` is a list of sentences and typed constraints (`tamis.constraints`), a text that
    `read_constraints` reads, or what was read of a request before (`read_by_program`,
    `read_by_model`); without them they are read from `request`, by `read_request`: the model where
    there is one, else the program. What was not read is told (`Checked.unread`).
    `judge` is `program` without a model and `hybrid` with one unless given: the program where it
    is sure, the model for the rest. Of figures and counts that the program does not decide the
    model first copies what they need, which the program checks and computes with
    (`checking.record`), unless `read_response` is "program". `model` is a name as Inspect knows
    it, or anything that is a `Chat`; `shots` (0 or 2) and `prompts`, a folder of templates, are for
    its prompts; `generation` are its settings, as fields of Inspect's GenerateConfig. Beyond the
    `limits` of spending it is not asked. A call that fails is made again up to `max_retries` times,
    an attempt fails after `attempt_timeout` seconds. `say` is called with short progress messages,
    `on_failure` with each failed call, `on_wait` while one takes long. Raises InputError for what
    cannot be checked; a judgement that failed is undecided, and its reason says why.

    `await` it, or call `.run()` where nothing can be awaited:

    >>> tamis.check("Thanks!", ["At most 5 words.", "No exclamation marks."]).run()
    1 of 2 satisfied, 1 not satisfied
    not satisfied: No exclamation marks. (1 on 1 lines: "Thanks!")
    """
    kind: Judge = judge or ("program" if model is None else "hybrid")
    given = _given(constraints)
    _possible(response, given, request, model, kind, shots)
    if model is None and "model" in (read_response, read_request):
        raise InputError(f"a model that reads must be named ({argument('model')}).")
    reader: Reader = read_request or ("program" if model is None else "model")
    copies = read_response == "model" or (read_response is None and kind == "hybrid")
    asked = kind != "program" or copies
    asked = asked or (reader if given is None else given.source) == "model"
    if model is not None and not asked:
        raise InputError(
            "the model has nothing to do: it reads nothing and the program judges; leave it out, "
            "or choose the judge hybrid."
        )
    # A model name that cannot be used is reported before anything else is done.
    spending = Spending(limits or Limits(), MAX_TOKENS)
    chat = None
    if model is not None:
        chat = spending.limit(
            _chat(
                model,
                model_args=model_args,
                generation=generation,
                on_failure=on_failure,
                retries=max_retries,
                attempt_timeout=attempt_timeout,
                on_wait=on_wait,
            )
        )
    name = model if isinstance(model, str | None) else getattr(model, "name", "given by the caller")
    if given is None:
        say("looking for the constraints of the request")
        if reader == "program" or chat is None:
            given = read_by_program(request or "")
        else:
            given = await read_by_model(chat, request or "", prompts)
    listed = given.listed
    text = Text(response, request or "")
    folder = _of("judge", prompts)
    done = 0

    async def one(demand: Demand, computed: Judgement | None) -> Judgement:
        nonlocal done
        found = await judged(demand, text, chat, kind, shots, folder, name or "model", computed)
        done += 1
        say(f"judged {done} of {len(listed)} constraints")
        return found

    say(f"judging {len(listed)} constraints")
    computed: list[Judgement | None] = [None] * len(listed)
    if copies and chat is not None:
        by_program = [one.judge(text) for one in listed]
        records = _of("record", prompts)
        computed = [
            *await copied(chat, listed, by_program, response, records, name or "model", say)
        ]
    judgements = await asyncio.gather(*map(one, listed, computed))
    tokens = spending.tokens_in, spending.tokens_out
    checked = checked_of(given, judgements, kind, name, tokens, spending.limited)
    return replace(checked, cost=None if model is None else spending.cost)


def without_response(demands: Demands, judge: Judge = "program") -> Checked:
    """The result for a response that is empty: nothing is decided."""
    missing = Judgement(None, judge, "missing", reason="the response is empty.")
    return checked_of(demands, [missing] * len(demands.listed), judge)


def checked_of(
    demands: Demands,
    judgements: Sequence[Judgement],
    judge: Judge,
    model: str | None = None,
    tokens: tuple[int, int] = (0, 0),
    limited: str = "",
) -> Checked:
    """The result of what was judged, one judgement for each demand."""
    return Checked(
        demands.listed, tuple(judgements), judge, demands.source, demands.unread, model, tokens,
        limited, demands.refused, demands.aside, demands.background,
    )  # fmt: skip


class Model:
    """A model for many responses, with its name, and one limit of spending for all of them.

    `how` are further arguments of `models.open_chat`.
    """

    def __init__(
        self,
        name: str,
        limits: Limits | None = None,
        **how: Any,
    ) -> None:
        self.name = name
        self.spending = Spending(limits or Limits(), MAX_TOKENS)
        self._chat = self.spending.limit(_chat(name, **how))

    async def __call__(self, messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        """As `Chat`."""
        return await self._chat(messages, schema)


async def judged(
    demand: Demand,
    text: Text,
    chat: Chat | None,
    judge: Judge,
    shots: int = 0,
    prompts: str | None = None,
    name: str = "model",
    computed: Judgement | None = None,
) -> Judgement:
    """The judgement of one demand by a kind of judge; only `program` needs no `chat`.

    `computed` is that of the program, if it is known. What could not be read by a fault of ours is
    undecided, whoever judges.
    """
    if judge == "program" or demand.fault:
        return computed or demand.judge(text)
    assert chat is not None
    from tamis.checking import hybrid, model_judge

    if judge == "hybrid":
        return await hybrid.judge(
            chat, computed or demand.judge(text), demand.sentence, text.text, shots=shots,
            prompts=prompts, name=name,
        )  # fmt: skip
    return await model_judge.judge(
        chat, demand.sentence, text.text, shots=shots, prompts=prompts, name=name
    )


async def copied(
    chat: Chat,
    listed: Sequence[Demand],
    computed: Sequence[Judgement],
    response: str,
    prompts: str | None = None,
    name: str = "model",
    say: Say = lambda doing: None,
) -> list[Judgement]:
    """The program's judgements, and of figures and counts that it did not decide those by records.

    The model copies once for all that share a dimension.
    """
    from tamis.checking import record

    made = list(computed)
    left = [n for n, one in enumerate(listed) if one.counts and computed[n].satisfied is None]
    calls = record.together([listed[n].sentence for n in left])
    if calls:
        say("copying the figures that the program does not read")

    async def ask(call: Sequence[int]) -> None:
        asked = [listed[left[nth]].sentence for nth in call]
        found = await record.judge(chat, asked, response, prompts=prompts, name=name)
        for nth, judgement in zip(call, found, strict=True):
            made[left[nth]] = judgement

    await asyncio.gather(*map(ask, calls))
    return made


def _given(given: str | Sequence[Given] | Demands | None) -> Demands | None:
    if given is None or isinstance(given, Demands):
        return given
    if isinstance(given, str):
        given = read_constraints(given)
    elif isinstance(given, dict | ConstraintType) or not isinstance(given, Iterable):
        given = [given]
    if not given:
        raise InputError("the list of constraints is empty; give at least one, or the request.")
    return Demands(demands(given))


def bounded(response: str, name: str) -> str:
    """The response; InputError, with its name, for one that would take minutes and gigabytes."""
    if len(response) > MOST_CHARACTERS:
        raise InputError(f"{name} has more than {MOST_CHARACTERS:,} characters; split it.")
    if response.count("\n") > MOST_LINES:
        raise InputError(f"{name} has more than {MOST_LINES:,} lines; split it.")
    return response


def _possible(
    response: str,
    constraints: Demands | None,
    request: str | None,
    model: object,
    judge: str,
    shots: int,
) -> None:
    """InputError for what cannot be checked."""
    if judge not in JUDGES:
        raise unknown("judge", judge, JUDGES)
    if shots not in (0, 2):
        raise InputError(f"shots is {shots}; choose 0 or 2.")
    if not isinstance(response, str):
        raise InputError(f"the response is {response!r:.40}; give a text.")
    if not response.strip():
        raise InputError("the response is empty; there is nothing to check.")
    bounded(response, "the response")
    if constraints is None and request is None:
        raise InputError("there is nothing to check against; give constraints or the request.")
    if constraints is None and not (request or "").strip():
        raise InputError("the request is empty; write what was asked, or give constraints.")
    if model is None and judge != "program":
        raise InputError(f"the judge {judge} needs a model; name one, or choose program.")


def _of(prompt: str, folder: str | None) -> str | None:
    """`folder`, unless it only has templates for other prompts."""
    if folder is None:
        return None
    if prompt == "record":
        return folder if (Path(folder) / "record.j2").is_file() else None
    extracts = (Path(folder) / "extract.j2").is_file()
    judges = any((Path(folder) / f"{name}.j2").is_file() for name in ("judge", "examples"))
    other = judges and not extracts if prompt == "extract" else extracts and not judges
    return None if other else folder


def _chat(
    model: str | Chat,
    **how: Any,
) -> Chat:
    if not isinstance(model, str):
        return model
    # Inspect takes over a second to import, and the program does not need it.
    from tamis.models import open_chat

    return open_chat(model, MAX_TOKENS, **how)
