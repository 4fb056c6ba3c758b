"""The findings of `tamis ask` in the terminal, as JSON and as an HTML page.

Text from a model or a document is escaped: it is neither markup nor terminal control codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from jinja2 import Template
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tamis.answering.coverage import Coverage
from tamis.answering.findings import Finding, Findings, Passage, Quote
from tamis.cli import _answer_table as answer_table
from tamis.cli import _coverage_curve as coverage_curve
from tamis.report.render.html import environment
from tamis.text.shown import clean, counted, cut

_LONGEST = 600
"""Most characters of a passage that are shown; JSON and the page have all of it."""

_LONGEST_QUOTE = 300
_MOST_QUOTES = 4
_NARROW = 90
"""With fewer columns, evidence is printed below its answer instead of next to it."""

NOT_FOUND = "not found in the document"


def as_html(found: Findings, cost: str = "") -> str:
    """One self-contained HTML page; text from models and documents is escaped."""
    return _template().render(
        found=found,
        marked=[(f, verdict(f)) for f in found.findings],
        spent=_spent(found, cost),
        curve="" if found.coverage is None else coverage_curve.draw(found.coverage),
    )


def show(found: Findings, cost: str = "", console: Console | None = None) -> None:
    """Print a table of answers with their evidence, or of passages, and the notes."""
    console = console or Console()
    console.print(Text(clean(found.question), style="bold"))
    narrow = console.width < _NARROW
    if found.table is not None:
        console.print(answer_table.drawn(found.table, narrow))
        console.print(Text(found.table.counted()))
        if rejected := sum(not finding.accepted for finding in found.findings):
            console.print(Text(f"Rejected: {counted(rejected, 'candidate')} (--html, --json)."))
    elif found.findings:
        console.print(_stack(found.findings) if narrow else _table(found.findings))
    if found.passages:
        console.print(_passages(found.passages))
    if found.coverage is not None:
        console.print(_covered(found.coverage))
    for note in (*found.notes, _spent(found, cost)):
        console.print(Text(clean(note), style="dim"))


def verdict(finding: Finding) -> str:
    """The verdict on a candidate as it is shown, such as `FALSE (was TRUE)`."""
    first = {True: "TRUE", False: "FALSE", None: ""}[finding.judgment]
    if finding.verdict is not None:
        last = "TRUE" if finding.verdict else "FALSE"
        return f"{last} (was {first})" if first and first != last else last
    if not first:
        return "answered" if finding.accepted else "no judgement"
    return f"{first} (not verified)"


def _covered(coverage: Coverage) -> Text:
    """What is certified, set off from what is only estimated."""
    text = Text()
    certified = coverage.certified_words()
    for sentence in coverage.words():
        style = "bold green" if coverage.reached else "bold yellow"
        text.append(f"{clean(sentence)}\n", style=style if sentence == certified else "")
    return text


def _table(findings: Sequence[Finding]) -> Table:
    table = Table(show_lines=True, expand=True)
    opposed = any(finding.evidence_against for finding in findings)
    table.add_column("Answer", ratio=3, overflow="fold")
    table.add_column("Verdict", width=10)
    table.add_column("Evidence", ratio=6, overflow="fold")
    if opposed:
        table.add_column("Evidence against", ratio=4, overflow="fold")
    for finding in findings:
        cells = [_quotes(finding.evidence_for)]
        if opposed:
            cells.append(_quotes(finding.evidence_against))
        table.add_row(_answer(finding), _verdict(finding), *cells)
    return table


def _stack(findings: Sequence[Finding]) -> RenderableType:
    """One finding below the other, for a terminal too narrow for a table."""
    parts: list[RenderableType] = []
    for finding in findings:
        parts += [Text(), Text.assemble(_verdict(finding), "  ", _answer(finding))]
        if finding.evidence_for:
            parts.append(Padding(_quotes(finding.evidence_for), (0, 0, 0, 2)))
        if finding.evidence_against:
            parts.append(Padding(Text("Evidence against:", style="italic"), (0, 0, 0, 2)))
            parts.append(Padding(_quotes(finding.evidence_against), (0, 0, 0, 2)))
    return Group(*parts, Text())


def _answer(finding: Finding) -> Text:
    return Text(clean(finding.answer), style="bold" if finding.accepted else "dim")


def _verdict(finding: Finding) -> Text:
    return Text(verdict(finding), style="green" if finding.accepted else "red")


def _quotes(quotes: Sequence[Quote]) -> Text:
    text = Text()
    for nth, quote in enumerate(quotes[:_MOST_QUOTES]):
        text.append("\n" if nth else "")
        if quote.text:
            text.append(f"“{cut(clean(quote.text), _LONGEST_QUOTE)}” ")
        text.append(f"[{clean(quote.source)}]", style="cyan")
        if quote.text and not quote.found:
            text.append(f" ({NOT_FOUND})", style="yellow")
    if len(quotes) > _MOST_QUOTES:
        text.append(f"\nand {len(quotes) - _MOST_QUOTES} more (--html, --json)", style="dim")
    return text


def _passages(passages: Sequence[Passage]) -> Table:
    table = Table(show_lines=True, expand=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("Document", ratio=2, overflow="fold")
    table.add_column("Passage", ratio=7, overflow="fold")
    for nth, passage in enumerate(passages, 1):
        text = "\n".join(_lines(cut(passage.text, _LONGEST)))
        table.add_row(str(nth), Text(clean(passage.source)), Text(text))
    return table


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.strip():
            yield clean(line)


def _spent(found: Findings, cost: str) -> str:
    if found.model is None:
        return f"Ranked by {found.ranker}."
    tokens_in, tokens_out = found.tokens
    verifier = f", verified by {found.verifier}" if found.verifier else ""
    return (
        f"{found.method}; {found.model}{verifier}; {found.ranker}; {tokens_in:,} tokens in, "
        f"{tokens_out:,} out{cost}."
    )


@cache
def _template() -> Template:
    pages = environment("tamis.cli")
    pages.filters["clean"] = clean
    pages.filters["lines"] = lambda text: "\n".join(map(clean, text.splitlines()))
    return pages.get_template("findings.html.j2")
