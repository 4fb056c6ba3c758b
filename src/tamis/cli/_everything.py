"""The options of `tamis ask` for everything that fits (`--recall`): prices, consent, Ctrl-C."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli._common import as_one
from tamis.types import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from tamis.answering.coverage import Coverage
    from tamis.answering.everything.prices import Prices
    from tamis.answering.findings import Findings
    from tamis.cli._progress import StatusLine


@dataclass
class Everything:
    """The values of `everything_options`."""

    recall: float | None
    confidence: float | None
    budget: int | None
    unit: str | None
    plan: Path | None
    labels: Path | None
    proxy: str | None
    estimate: bool
    yes: bool
    besides: str = field(default="", init=False)
    """What else there is to pay for, in one sentence."""
    _signals: Any = field(default=None, init=False, repr=False)

    def check(self, model: str | None, verify: bool) -> None:
        """InputError for options that do not go together, or that only a person may give."""
        if self.recall is None:
            others = [f.name for f in fields(self) if f.init and getattr(self, f.name)]
            if others:
                raise InputError(
                    f"--{others[0]} goes with --recall, the share of all that fits that is to "
                    "be found."
                )
            return
        if model is None:
            raise InputError("--recall needs --model, who verifies the documents.")
        if not verify:
            raise InputError("--recall is a promise on what is verified; leave out --no-verify.")
        if not (_terminal() or self.yes or self.budget or self.estimate):
            raise InputError(
                "without a terminal --recall needs --yes or --budget N, as it may cost much; "
                "--estimate shows how much."
            )

    def run(
        self,
        ask: Callable[..., Coroutine[Any, Any, Findings]],
        say: StatusLine,
        as_json: bool,
    ) -> Findings | None:
        """The findings of `ask`; None where the prices were all that was wanted."""
        import asyncio

        if self.recall is None:
            return asyncio.run(ask(say=say))
        from tamis.cli._signals import Signals

        refused = False
        self._signals = Signals()

        def approve(prices: Prices) -> bool:
            nonlocal refused
            with say.hidden():
                refused = not self._approved(prices, as_json)
            return not refused

        found = asyncio.run(
            ask(
                recall=self.recall,
                confidence=0.95 if self.confidence is None else self.confidence,
                budget=self.budget,
                unit=self.unit or "document",
                plan=self.plan,
                labels=self.labels,
                proxy=self.proxy,
                approve=approve,
                stop=self._signals,
                say=say,
            )
        )
        return None if refused else found

    def exit_code(self, coverage: Coverage) -> int:
        """That of the signal which stopped it; 1 where the verifier fails or cannot be read.

        3 where less is certified than was asked for, else 0.
        """
        if coverage.ended == "stopped":
            return int(self._signals.code)
        if coverage.ended in ("unread", "failed"):
            return 1
        return 0 if coverage.reached or coverage.whole else 3

    def _approved(self, prices: Prices, as_json: bool) -> bool:
        from rich.console import Console

        only_shown = self.estimate and not self.yes and not _terminal()
        if only_shown and as_json:
            click.echo(json.dumps(asdict(prices), ensure_ascii=False, indent=1))
            return False
        show_prices(prices, Console(stderr=not only_shown), self.besides)
        if self.yes or (self.budget is not None and not self.estimate):
            return True
        return not only_shown and click.confirm("Go on?", err=True)


everything_options = as_one(
    "everything",
    Everything,
    click.option(
        "--recall",
        type=float,
        metavar="SHARE",
        help="Verify the corpus until this share of all that fits is certainly found: 0.95.",
    ),
    click.option("--confidence", type=float, help="The confidence of the promise  [0.95]."),
    click.option(
        "--budget", type=click.IntRange(min=1), metavar="N", help="Most calls for --recall."
    ),
    click.option(
        "--unit",
        type=click.Choice(["document", "passage", "row"]),
        help="What is verified, and counted  [document].",
    ),
    click.option(
        "--plan",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="The question as conditions (YAML or JSON), in place of the model's plan.",
    ),
    click.option(
        "--labels",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="People's verdicts (.csv or .jsonl: id, label), which correct the promise.",
    ),
    click.option(
        "--proxy",
        metavar="MODEL",
        help="A cheaper model that ranks all units first, one call for each.",
    ),
    click.option(
        "--estimate", is_flag=True, help="Show what it will cost, before anything is verified."
    ),
    click.option("--yes", is_flag=True, help="Do not ask whether to go on at that price."),
)
"""--recall and what belongs to it; the command gets them as `everything`."""


def show_prices(prices: Prices, console: Console, besides: str = "") -> None:
    """Print what each promise is expected to cost, and what there is to pay `besides`."""
    from rich.table import Table
    from rich.text import Text

    from tamis.answering.coverage import percent
    from tamis.text.shown import clean, counted

    each = "" if prices.conditions == 1 else f", {prices.conditions} conditions at most for each"
    console.print(Text(f"{counted(prices.units, prices.kind)}{each}.", style="bold"))
    if prices.plan:
        console.print(Text(f"Conditions: {clean(prices.plan)}."))
    table = Table()
    for name in ("Promise", "Calls", "Tokens in", "Tokens out", "Cost", "Minutes"):
        if name != "Cost" or prices.lines[0].cost is not None:
            table.add_column(name, justify="left" if name == "Promise" else "right")
    for line in prices.lines:
        name = "everything" if line.recall == 1 else percent(line.recall)
        cells = [f"{name} *" if line.recall == prices.asked else name, f"{line.calls:,}"]
        cells += [f"{tokens:,}" for tokens in line.tokens]
        if line.cost is not None:
            cells.append(f"{line.cost:,.2f}")
        minutes = f"{line.minutes:,.0f}" if line.minutes >= 1 else "< 1"
        table.add_row(*cells, minutes, style="bold" if line.recall == prices.asked else None)
    console.print(table)
    said = [
        f"* asked for. Nobody knows yet how many {prices.kind}s fit, so the calls are an estimate: "
        "it may take fewer, or all."
    ]
    if prices.source:
        said.append(f"Cost by the prices of {prices.source}.")
    if not prices.measured:
        said.append("Tokens out and minutes are guesses, as this model has not verified yet.")
    if prices.known:
        said.append(f"Known from earlier, and free: {counted(prices.known, 'verdict')} at most.")
    if prices.asked == 1:
        said.append("A recall of 100% is had only by verifying everything.")
    for sentence in filter(None, (prices.ranking, *said, prices.rare, besides)):
        console.print(Text(sentence, style="dim"))


def _terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()
