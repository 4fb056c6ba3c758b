"""Findings of `tamis ask` in the terminal, as JSON and as a page.

What a model or a document says is data: never markup, and never obeyed by the terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tamis.answer.asking import Finding, Findings, Passage, Quote
from tamis.report.render.format import clean

_LONGEST = 600
"""Characters of a passage that are shown; JSON and the page have all of it."""

NOT_FOUND = "not found in the document"


def as_json(found: Findings) -> str:
    """Everything, as one JSON object."""
    record = {**asdict(found), "answers": list(found.answers)}
    return json.dumps(record, ensure_ascii=False, indent=1)


def as_html(found: Findings) -> str:
    """A page that needs nothing else; all that comes from models and documents is escaped."""
    return _template().render(
        found=found, marked=[(f, verdict(f)) for f in found.findings], spent=_spent(found)
    )


def show(found: Findings, console: Console | None = None) -> None:
    """Print a table of answers with their evidence, or of passages, and the notes."""
    console = console or Console()
    console.print(Text(clean(found.question), style="bold"))
    if found.findings:
        console.print(_table(found.findings))
    if found.passages:
        console.print(_passages(found.passages))
    for note in (*found.notes, _spent(found)):
        console.print(Text(clean(note), style="dim"))


def verdict(finding: Finding) -> str:
    """What became of a candidate, in words."""
    if finding.verdict is not None:
        return "TRUE" if finding.verdict else "FALSE"
    if finding.judgment is None:
        return "answered" if finding.accepted else "no judgement"
    return f"{'TRUE' if finding.judgment else 'FALSE'} (not verified)"


def _table(findings: Sequence[Finding]) -> Table:
    table = Table(show_lines=True, expand=True)
    table.add_column("Answer", ratio=2, overflow="fold")
    table.add_column("Verdict", ratio=1, overflow="fold")
    table.add_column("Evidence", ratio=5, overflow="fold")
    table.add_column("Evidence against", ratio=3, overflow="fold")
    for finding in findings:
        said = verdict(finding)
        style = "bold" if finding.accepted else "dim"
        table.add_row(
            Text(clean(finding.answer), style=style),
            Text(said, style="green" if finding.accepted else "red"),
            _quotes(finding.evidence_for),
            _quotes(finding.evidence_against),
        )
    return table


def _quotes(quotes: Sequence[Quote]) -> Text:
    text = Text()
    for nth, quote in enumerate(quotes):
        text.append("\n" if nth else "")
        if quote.text:
            text.append(f"“{clean(quote.text)}” ")
        text.append(f"[{clean(quote.document)}]", style="cyan")
        if quote.text and not quote.found:
            text.append(f" ({NOT_FOUND})", style="yellow")
    return text


def _passages(passages: Sequence[Passage]) -> Table:
    table = Table(show_lines=True, expand=True)
    table.add_column("", justify="right")
    table.add_column("Document", ratio=2, overflow="fold")
    table.add_column("Passage", ratio=7, overflow="fold")
    for nth, passage in enumerate(passages, 1):
        text = passage.text
        cut = f"{text[:_LONGEST]} …" if len(text) > _LONGEST else text
        table.add_row(str(nth), Text(clean(passage.document)), Text("\n".join(_lines(cut))))
    return table


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.strip():
            yield clean(line)


def _spent(found: Findings) -> str:
    if found.model is None:
        return f"Ranked by {found.ranker}."
    tokens_in, tokens_out = found.tokens
    cost = f", cost {found.cost:.4f}" if found.cost is not None else ""
    return (
        f"{found.method}; {found.model}; {found.ranker}; {tokens_in:,} tokens in, "
        f"{tokens_out:,} out{cost}."
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("tamis.cli", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["clean"] = clean
    return environment.get_template("findings.html.j2")
