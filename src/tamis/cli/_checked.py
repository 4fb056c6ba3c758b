"""The result of `tamis check` as a table in the terminal and as JSON.

Text from a model or a response is escaped: it is neither markup nor terminal control codes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tamis.checking.judgement import Judgement
from tamis.checking.response_check import Checked
from tamis.checking.worksheet import Number, between
from tamis.report.render.format import clean
from tamis.report.render.html import environment

_MOST_LINES = 60
"""Most lines of a worksheet or a rationale that are shown; JSON has all of them."""

_LONGEST = 200
"""Most characters of such a line."""

ROLES = {
    "entry": "counted",
    "total": "a total: not counted",
    "goal": "a goal: not counted",
    "note": "beside the plan: not counted",
    "alternative": "one of several",
    "open": "may count",
}
"""What the marks of a page mean."""

_VERDICTS = {
    True: ("satisfied", "green"),
    False: ("not satisfied", "red"),
    None: ("undecided", "yellow"),
}


def as_json(checked: Checked, price: tuple[float, float] | None = None) -> str:
    """The whole result as one JSON object, in ASCII so that it holds no terminal control codes."""
    return json.dumps({**checked.to_json(), "cost": _cost(checked, price)}, indent=1)


def as_html(checked: Checked, response: str) -> str:
    """A page that opens offline: verdicts, worksheets, and the numbers marked in the response."""
    templates = environment("tamis.cli")
    templates.filters.update(clean=clean, lines=_lines)
    template = templates.get_template("checked.html.j2")
    pairs = [
        (constraint, one, list(_marked(response, one)))
        for constraint, one in zip(checked.constraints, checked.judgements, strict=True)
    ]
    verdicts = {said: words for said, (words, _) in _VERDICTS.items()}
    return template.render(
        checked=checked, pairs=pairs, verdicts=verdicts, score=score(checked), between=between,
        roles=ROLES,
    )  # fmt: skip


def _lines(text: str) -> str:
    """A text with its line breaks, and nothing else that could act on what shows it."""
    return "\n".join(map(clean, text.split("\n")))


def _marked(response: str, judgement: Judgement) -> Iterator[tuple[str, Number | None]]:
    """The response in parts, each with the number that it is, if it is one."""
    sheet = judgement.worksheet
    at = 0
    for number in sorted(sheet.numbers if sheet else (), key=lambda number: number.span):
        start, end = number.span
        if start < at or end <= start or number.role == "other":
            continue
        yield response[at:start], None
        yield response[start:end], number
        at = end
    yield response[at:], None


def show(
    checked: Checked,
    price: tuple[float, float] | None = None,
    console: Console | None = None,
    *,
    explain: bool = False,
) -> None:
    """Print a table of verdicts, the worksheet or the rationale of each, and the score.

    With `explain` also each number of the response with its role.
    """
    console = console or Console()
    table = Table(show_lines=False, expand=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("Constraint", overflow="fold")
    table.add_column("Verdict", no_wrap=True)
    table.add_column("Judge", overflow="fold")
    pairs = list(zip(checked.constraints, checked.judgements, strict=True))
    for nth, (constraint, judgement) in enumerate(pairs, 1):
        words, style = _VERDICTS[judgement.satisfied]
        judge = Text(clean(judgement.judge))
        table.add_row(str(nth), Text(clean(constraint)), Text(words, style=style), judge)
    console.print(table)
    for nth, (constraint, judgement) in enumerate(pairs, 1):
        console.print(Text(f"\n{nth}. {clean(constraint)}", style="bold"))
        for line in _cut(_why(judgement)):
            console.print(Padding.indent(Text(_short(clean(line))), 3))
        if explain and judgement.worksheet is not None:
            console.print(Padding.indent(Text("numbers of the response:", style="bold"), 3))
            for line in _cut(iter(judgement.worksheet.explained())):
                console.print(Padding.indent(Text(_short(clean(line))), 5))
    if checked.not_understood:
        console.print(Text("\nNot understood in the request, and not checked:", style="bold"))
        for part in _cut(iter(checked.not_understood)):
            console.print(Padding.indent(Text(_short(clean(part))), 3))
    console.print(Text(f"\n{score(checked)}", style="bold"))
    if checked.model is not None:
        console.print(Text(_spent(checked, price), style="dim"))


def score(checked: Checked) -> str:
    """The score as a sentence: how many decided constraints are satisfied, how many undecided."""
    decided = checked.satisfied + checked.unsatisfied
    undecided = checked.undecided
    left = f" {undecided} undecided, not counted in the score." if undecided else ""
    if checked.score is None:
        return f"Score: none, as no constraint could be decided ({undecided} undecided)."
    share = f"{100 * checked.score:.0f}%"
    return f"Score: {checked.satisfied} of {decided} decided constraints satisfied ({share}).{left}"


def _why(judgement: Judgement) -> Iterator[str]:
    """Why it is undecided (if it is), then the rationale and the worksheet, if there are any."""
    if judgement.satisfied is None:
        yield f"{judgement.outcome}: {judgement.reason}" if judgement.reason else judgement.outcome
    yield from (line for line in judgement.rationale.splitlines() if line.strip())
    if (sheet := judgement.worksheet) is not None:
        lines = sheet.lines()
        if len(lines) > _MOST_LINES and not sheet.satisfied:
            # Of a long worksheet only the parts that break the bound are shown.
            broken = tuple(part for part in sheet.parts if not part.satisfied)
            kept = len(sheet.parts) - len(broken)
            lines = replace(sheet, parts=broken).lines()
            if kept:
                lines.insert(1, f"({kept:,} that satisfy it are not shown; --json has all)")
        yield from lines


def _cut(lines: Iterator[str]) -> Iterator[str]:
    more = 0
    for nth, line in enumerate(lines):
        if nth < _MOST_LINES:
            yield line
        else:
            more += 1
    if more:
        yield f"… and {more:,} more lines (--json has all)"


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rstrip()} …"


def _cost(checked: Checked, price: tuple[float, float] | None) -> float | None:
    if price is None:
        return None
    return sum(n * each for n, each in zip(checked.tokens, price, strict=True)) / 1e6


def _spent(checked: Checked, price: tuple[float, float] | None) -> str:
    tokens_in, tokens_out = checked.tokens
    cost = _cost(checked, price)
    money = "" if cost is None else f", cost {cost:.4f}"
    return f"{clean(checked.model or '')}; {tokens_in:,} tokens in, {tokens_out:,} out{money}."
