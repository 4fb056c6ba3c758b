"""Builds a labelled dataset from the guidelines of a domain, step by step (ACS, §2.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tamis.checking import program
from tamis.collect.constraints import manual_steps, prompts, reply_reader
from tamis.collect.constraints.constraint_folder import Folder, digest, digest_of
from tamis.collect.constraints.dataset import finish
from tamis.collect.constraints.domain import Domain, domain_text, read_domain
from tamis.collect.constraints.edit_proposals import Judge
from tamis.collect.constraints.edits import edits
from tamis.collect.constraints.label_sheet import Pair, labels
from tamis.collect.constraints.model_calls import ModelCaller, ask
from tamis.collect.constraints.steps import STEPS, Step, Waiting, step
from tamis.spending import Limits, Spending
from tamis.types import Chat, InputError

MAX_TOKENS = 4096


@dataclass(frozen=True)
class Progress:
    """The progress after a call.

    `step` is the one that waits, None where the dataset is finished; `waiting` says in one
    sentence what to do; `failed`: calls to a model failed. `lines` report what was made, `aside`
    the old and new names of files that were renamed; `tokens` (in, out) and `cost` are those of
    this call.
    """

    step: Step | None
    waiting: str = ""
    failed: bool = False
    lines: tuple[str, ...] = ()
    aside: tuple[tuple[str, str], ...] = ()
    tokens: tuple[int, int] = (0, 0)
    cost: float | None = None


async def collect(
    domain: str,
    out: Path,
    *,
    model: str | Chat | None = None,
    accept: Sequence[str] = (),
    redo: str | None = None,
    second: Path | None = None,
    suggest: bool = False,
    prompts: str | None = None,
    limits: Limits | None = None,
    max_tokens: int = MAX_TOKENS,
    max_connections: int = 10,
    model_args: Mapping[str, Any] | None = None,
    judge: Judge = program.judge,
    say: Callable[[str], None] = lambda doing: None,
) -> Progress:
    """Build constraint data in the folder `out`, until a step waits for a person.

    `domain` is a YAML file, or the name of a domain that comes with Tamis; `model` a name as
    Inspect knows it or a Chat, needed where a step of a model comes next. `accept` names steps
    to continue with as they are; `redo` one to repeat, with all steps that use it: their files are
    renamed, never overwritten. `second` is another annotator's copy of labels.csv. `suggest` shows
    the program's verdict to annotators. `prompts` is a folder of templates that replace Tamis's
    own. Raises InputError, in one sentence, for input that cannot be used.
    """
    read, chosen = read_domain(domain), [step(name) for name in accept]
    folder = Folder(out)
    _same_domain(folder, read, domain, redo)
    aside = () if redo is None else tuple(folder.redo(step(redo)))
    for one in chosen:
        folder.accept(one)
    spending = Spending(limits or Limits(), max_tokens)
    chat, name = None, ""
    if model is not None:
        name = model if isinstance(model, str) else "given by the caller"
        opened = _open(model, max_tokens, max_connections, model_args)
        chat = spending.limit(opened)
    work = _Work(folder, read, ModelCaller(chat, name, say), judge, prompts)
    waits: Waiting | None = None
    try:
        await work.build(domain, second, suggest)
    except Waiting as waiting:
        waits = waiting
    return Progress(
        step=None if waits is None else waits.step,
        waiting="" if waits is None else str(waits),
        failed=waits is not None and waits.failed,
        lines=tuple(work.lines),
        aside=aside,
        tokens=(spending.tokens_in, spending.tokens_out),
        cost=spending.cost,
    )


@dataclass
class _Work:
    folder: Folder
    domain: Domain
    caller: ModelCaller
    judge: Judge
    wording: str | None
    lines: list[str] = field(default_factory=list)

    async def build(self, source: str, second: Path | None, suggest: bool) -> None:
        """Run the eight steps; raises Waiting at the first that needs a person or a model."""
        folder, domain = self.folder, self.domain
        self._identify(source)
        guidelines = manual_steps.guidelines(folder, domain)
        self._report("guidelines", f"{len(guidelines)} drawn with the seed {domain.seed}")
        replies = await ask(
            folder,
            step("requests"),
            self.caller,
            {id: self._request(text) for id, text in guidelines.items()},
            lambda reply: bool(reply_reader.request(reply)),
        )
        self._report("requests", f"{len(replies)} of {len(guidelines)} written")
        requests = manual_steps.instruction(folder, domain, guidelines, replies)
        self._report("instruction", f"{len(requests)} requests reviewed")
        listed = await ask(
            folder,
            step("constraints"),
            self.caller,
            {id: self._constraints(text) for id, text in requests.items()},
            lambda reply: reply_reader.constraints(reply) is not None,
        )
        self._report("constraints", f"lists for {len(listed)} of {len(requests)} requests")
        constraints = manual_steps.review(folder, requests, listed)
        self._report("review", f"{sum(map(len, constraints.values()))} constraints reviewed")
        responses = await ask(
            folder,
            step("responses"),
            self.caller,
            {id: (digest(requests[id]), requests[id]) for id in constraints},
        )
        self._report("responses", f"{len(responses)} of {len(constraints)} written")
        self.caller.say("step 7, edits: looking for changes to propose")
        texts = edits(folder, responses, constraints, self.judge, domain.seed)
        changed = sum(texts[id] != responses[id].strip() for id in texts)
        self._report("edits", f"{changed} of {len(texts)} responses changed")
        pairs = [
            Pair(id, constraint, texts[id])
            for id, mine in constraints.items()
            if id in texts
            for constraint in mine
        ]
        found = labels(folder, pairs, self.judge, second, suggest)
        removed = len(pairs) - len(found)
        self._report("labels", f"{len(found)} rows, {removed} deleted by hand")
        self.lines += finish(folder, domain.name, requests, responses, found, self.judge)

    def _request(self, guideline: str) -> tuple[str, str]:
        domain = self.domain
        prompt = prompts.render(
            "request",
            self.wording,
            ask_for=domain.ask_for,
            demands=guideline.split("\n"),
            notes=domain.notes,
        )
        return digest(domain.ask_for, domain.notes, guideline), prompt

    def _constraints(self, request: str) -> tuple[str, str]:
        examples = self.domain.examples
        prompt = prompts.render(
            "constraints", self.wording, request=" ".join(request.split()), examples=examples
        )
        shown = digest_of(text for one in examples for text in (one.request, *one.constraints))
        return digest(request, shown), prompt

    def _identify(self, source: str) -> None:
        """Record in the manifest what the data are made from."""
        fingerprint = prompts.fingerprint(self.wording)
        manifest = self.folder.manifest
        manifest["domain"], manifest["seed"] = self.domain.name, self.domain.seed
        manifest["domain_file"] = domain_text(source)
        manifest.setdefault("prompts", [])
        if fingerprint not in manifest["prompts"]:
            manifest["prompts"].append(fingerprint)
        self.folder.save()

    def _report(self, name: str, what: str) -> None:
        one = step(name)
        self.lines.append(
            f"{one.number}/{len(STEPS)} {one.name}: {what} ({self.folder.path(one.file)})"
        )


def _same_domain(folder: Folder, domain: Domain, source: str, redo: str | None) -> None:
    """InputError where the folder holds data of another domain, which must not be mixed."""
    known = folder.manifest.get("domain", domain.name)
    if known != domain.name and redo != "guidelines":
        raise InputError(
            f"{folder.root} holds the domain {known!r}, but {source} is {domain.name!r}; give "
            f"another --out."
        )


def _open(
    model: str | Chat,
    max_tokens: int,
    max_connections: int,
    model_args: Mapping[str, Any] | None,
) -> Chat:
    if not isinstance(model, str):
        return model
    # Imported here: it takes over a second, and the steps of a person do not need it.
    from tamis.models import open_chat

    return open_chat(model, max_tokens, max_connections, model_args)
