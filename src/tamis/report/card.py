"""What a report says first: the systems, and what their figures belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tamis.report.document import System
from tamis.report.runs import Run
from tamis.spending import AnyPrice, Price, cost_of, how_priced

GENERATION = (
    "temperature", "top_p", "max_tokens", "seed", "reasoning_effort", "reasoning_tokens",
    "stop_seqs",
)  # fmt: skip
"""The settings of a model that are shown, where they were given."""


def systems(runs: Sequence[Run]) -> tuple[System, ...]:
    """The runs as the card of a report names them."""
    return tuple(
        System(
            name=run.label,
            kind=run.kind,
            condition=run.identity.get("condition", ""),
            model=run.model if run.model != run.label else "",
            asked=_asked(run),
            tokens=_tokens(run),
            cost="" if run.cost is None else money(run.cost),
            run=run,
        )
        for run in runs
    )


def identity(runs: Sequence[Run], shown: Sequence[str]) -> dict[str, str]:
    """What the figures of a report belong to; where the runs differ, all values.

    Date, versions and samples, then the shown keys of the runs' identities, then how the models
    were asked, and by which prices costs were reckoned.
    """
    models = [run for run in runs if run.kind == "model"]
    found = {"run on": _dates(runs)}
    for program in ("Tamis", "Inspect"):
        found[program] = _all(run.versions.get(program, "") for run in runs)
    for key in shown:
        found[key] = _all(
            _prompts(run) if key == "prompts" else run.identity.get(key, "") for run in runs
        )
        if key == "data":
            found["samples"] = _all(map(_drawn, runs), "; ")
    for key in GENERATION:
        settings = (run.identity.get(key, run.generation.get(key, "")) for run in models)
        found[key] = _all(settings)
    if models:
        found["limits"] = _all(map(_limits, models), "; ")
    found["prices"] = _all((said for run in runs for said in run.prices), "; ")
    return {key: value for key, value in found.items() if value}


def priced(
    runs: Sequence[Run], prices: Mapping[str, AnyPrice], *, before_log: bool = True
) -> list[Run]:
    """The runs with what they cost, where the price of each model that they used is known.

    `before_log`: the prices count before what the log of a run says, as they were given for it.
    """
    return [
        run if run.cost is not None and not before_log else _priced(run, prices) for run in runs
    ]


def named(runs: Sequence[Run], names: Mapping[str, str]) -> list[Run]:
    """The runs under other names; `names` maps what a log calls a system to what is shown."""
    return [replace(run, label=names.get(run.label, run.label), names=names) for run in runs]


def money(amount: float) -> str:
    """An amount in the currency of the prices: two decimals, or two figures of a small one."""
    return f"{amount:,.2f}" if amount >= 0.1 or amount == 0 else f"{amount:.2g}"


def _priced(run: Run, prices: Mapping[str, AnyPrice]) -> Run:
    if not run.tokens or not run.tokens.keys() <= prices.keys():
        return run
    spent = {name: (tokens, Price(*prices[name])) for name, tokens in run.tokens.items()}
    said = [price.source for _, price in spent.values()]
    said += [
        f"{name}: {', '.join(how)}" for name, one in spent.items() if (how := how_priced(*one))
    ]
    cost = sum(cost_of(*one) for one in spent.values())
    return replace(run, cost=cost, prices=tuple(dict.fromkeys(filter(None, said))))


def _asked(run: Run) -> str:
    """How many of the samples that were to be asked were answered: "478 of 481"."""
    return f"{run.answered:,} of {len(run.samples):,}"


def _tokens(run: Run) -> str:
    if not run.usage:
        return ""
    into, out = (run.usage.get(f"{way} tokens", 0) for way in ("input", "output"))
    return f"{into:,} in, {out:,} out"


def _drawn(run: Run) -> str:
    """Which of the samples there are the run asked: "20 of 387, drawn …"; "387 of 387"."""
    if (there := run.identity.get("samples")) is None:
        return ""
    number = len({sample.id for sample in run.samples})
    how = run.identity.get("samples_chosen") or run.identity.get("order", "")
    return f"{number} of {there}" if number == int(there) else f"{number} of {there}, {how}"


def _prompts(run: Run) -> str:
    """Whose prompts a run used, and their fingerprint."""
    if not (fingerprint := run.identity.get("prompts", "")):
        return ""
    own = run.args.get("prompts")
    # Older logs say only which folder it was.
    said = run.identity.get("prompts_from", f"from {own}" if own else "our own words")
    return f"{said} ({fingerprint})"


def _limits(run: Run) -> str:
    said = [f"{name.replace('_', ' ')} {value}" for name, value in run.limits.items()]
    return ", ".join(said) or "none besides max tokens"


def _dates(runs: Sequence[Run]) -> str:
    dates = sorted({date for run in runs for date in run.dates})
    return " to ".join(dict.fromkeys((dates[0], dates[-1]))) if dates else ""


def _all(values: Iterable[str], between: str = ", ") -> str:
    return between.join(dict.fromkeys(filter(None, values)))
