"""The result of `tamis check` as a table in the terminal and as JSON.

Text from a model or a response is escaped: it is neither markup nor terminal control codes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tamis.checking.checked import Checked
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Number, between
from tamis.report.render.html import environment
from tamis.text.shown import clean

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


def as_json(checked: Checked, response: str = "") -> str:
    """The whole result as one JSON object, in ASCII so that it holds no terminal control codes.

    With the name of a `response` it is one line of many.
    """
    value = checked.to_dict()
    if response:
        return json.dumps({"response": response, **value})
    return json.dumps(value, indent=1)


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
        checked=checked, pairs=pairs, verdicts=verdicts, score=checked.summary(), between=between,
        roles=ROLES, spans=_spans(response, checked), beside=_beside(checked),
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


def _spans(response: str, checked: Checked) -> list[list[tuple[str, bool]]]:
    """For each judgement the response in parts, each with whether the verifier counted it."""
    found = []
    for judgement in checked.judgements:
        parts: list[tuple[str, bool]] = []
        at = 0
        for start, end in sorted(judgement.places):
            if start < at or end <= start:
                continue
            parts += [(response[at:start], False), (response[start:end], True)]
            at = end
        found.append([*parts, (response[at:], False)] if parts else [])
    return found


def _beside(checked: Checked) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What is told beside the verdicts, under its heading."""
    return (
        ("Not read in the request, and not checked", checked.unread),
        ("What is to be made, and not checked", checked.aside),
        ("Set aside by the model as task or background, and not checked", checked.background),
        ("Named by the model, and not believed: the request does not bear it out", checked.refused),
    )


def show(
    checked: Checked,
    cost: str = "",
    console: Console | None = None,
    *,
    explain: bool = False,
) -> None:
    """Print a table of verdicts, the worksheet or the rationale of each, and the score.

    `cost` stands behind the tokens. With `explain` also each number of the response with its role.
    """
    console = console or Console()
    pairs = list(zip(checked.constraints, checked.judgements, strict=True))
    table = Table(show_lines=False, expand=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("Constraint", overflow="fold")
    table.add_column("Verdict", no_wrap=True)
    table.add_column("Judge", overflow="fold")
    for nth, (constraint, judgement) in enumerate(pairs, 1):
        words, style = _VERDICTS[judgement.satisfied]
        judge = Text(clean(judgement.judge))
        table.add_row(str(nth), Text(clean(constraint)), Text(words, style=style), judge)
    if pairs:
        console.print(table)
    # What nobody looked at stands on the first screen, before the working.
    for heading, parts in _beside(checked):
        if parts:
            console.print(Text(f"\n{heading}:", style="bold"))
            for part in _cut(iter(parts)):
                console.print(Padding.indent(Text(_short(clean(part))), 3))
    for nth, (constraint, judgement) in enumerate(pairs, 1):
        console.print(Text(f"\n{nth}. {clean(constraint)}", style="bold"))
        if quote := checked.demands[nth - 1].quote:
            source = Text(_short(clean(f"read from: {quote}")), style="dim")
            console.print(Padding.indent(source, 3))
        for line in _cut(judgement.lines(_MOST_LINES)):
            console.print(Padding.indent(Text(_short(clean(line))), 3))
        if explain and judgement.worksheet is not None:
            console.print(Padding.indent(Text("numbers of the response:", style="bold"), 3))
            for line in _cut(iter(judgement.worksheet.explained())):
                console.print(Padding.indent(Text(_short(clean(line))), 5))
    if checked.model is not None:
        console.print(Text(f"\n{_spent(checked, cost)}", style="dim"))
    console.print(Text(f"\n{checked.summary()}", style="bold"))


def show_briefly(name: str, checked: Checked, code: int, console: Console | None = None) -> None:
    """Print one line for a response of many with its exit code, and what is not satisfied or open.

    Nothing is printed of one that keeps to everything.
    """
    console = console or Console()
    if code == 0:
        return
    style = "red" if code == 1 else "yellow"
    console.print(Text(f"{clean(name)}: {checked.summary()}", style=style), soft_wrap=True)
    for constraint, judgement in zip(checked.constraints, checked.judgements, strict=True):
        if judgement.satisfied is not True:
            words, _ = _VERDICTS[judgement.satisfied]
            why = next(judgement.lines(_MOST_LINES), "")
            line = f"   {words}: {clean(constraint)}" + (f" ({clean(why)})" if why else "")
            console.print(Text(_short(line)), soft_wrap=True)
    for part in checked.unread:
        console.print(Text(_short(f"   not read: {clean(part)}")), soft_wrap=True)


def summary_of(results: Sequence[tuple[str, Checked]], *, strict: bool = False) -> str:
    """The last lines for many responses: how many keep to everything, and all requirements."""
    codes = [checked.exit_code(strict=strict) for _, checked in results]
    counts = ((codes.count(1), "not satisfied in something"), (codes.count(3), "open in something"))
    said = [f"{codes.count(0):,} of {len(results):,} responses keep to everything"]
    all_of_them = Checked(
        tuple(demand for _, checked in results for demand in checked.demands),
        tuple(judgement for _, checked in results for judgement in checked.judgements),
        unread=tuple(part for _, checked in results for part in checked.unread),
    )
    said += [f"{number:,} {what}" for number, what in counts if number]
    return f"{', '.join(said)}\n{all_of_them.summary()}"


def as_junit(results: Sequence[tuple[str, Checked]], *, allow_undecided: bool = False) -> str:
    """JUnit's XML: a suite for each response, a case for each requirement.

    What is not satisfied is a failure; what is undecided or was not read an error, or skipped
    where that is allowed.
    """
    from xml.etree import ElementTree as Xml

    root = Xml.Element("testsuites", name="tamis check")
    for name, checked in results:
        # A request in which nothing was found must not look like one that is kept.
        open_ones = checked.undecided + len(checked.unread) if checked.asked else 1
        suite = Xml.SubElement(
            root, "testsuite", name=_xml(name), tests=str(max(checked.asked, 1)),
            failures=str(checked.unsatisfied),
            errors=str(0 if allow_undecided else open_ones),
            skipped=str(open_ones if allow_undecided else 0),
        )  # fmt: skip
        cases: list[tuple[str, bool | None, str, Iterable[str]]] = [
            (
                constraint,
                judgement.satisfied,
                _VERDICTS[judgement.satisfied][0],
                judgement.lines(_MOST_LINES),
            )
            for constraint, judgement in zip(checked.constraints, checked.judgements, strict=True)
        ]
        cases += [(part, None, "not read", ()) for part in checked.unread]
        if not cases:
            cases = [(checked.summary(), None, "not read", ())]
        for said, satisfied, message, why in cases:
            case = Xml.SubElement(suite, "testcase", classname=_xml(name), name=_xml(said))
            if satisfied is True:
                continue
            kind = "failure" if satisfied is False else "skipped" if allow_undecided else "error"
            Xml.SubElement(case, kind, message=message).text = _xml("\n".join(why))
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, "unicode") + "\n"


def _xml(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return "".join(
        c
        for c in text
        if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")
    )


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


def _spent(checked: Checked, cost: str) -> str:
    tokens_in, tokens_out = checked.tokens
    return f"{clean(checked.model or '')}; {tokens_in:,} tokens in, {tokens_out:,} out{cost}."
