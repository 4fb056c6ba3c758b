"""The pages of the mini wiki as rows of `pages.jsonl`: infoboxes, lists, links and redirects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from mini.fanoutqa.forms import AMBIGUOUS, INFOBOXES, LISTS
from mini.fanoutqa.pages import (
    PEOPLE,
    Draws,
    Row,
    Tables,
    display,
    escaped,
    paragraphs,
    printed,
    prose,
)

DATE = "2023-11-20"
BASE = "https://calvane.example/wiki/"


def make(
    tables: Tables, kinds: Mapping[str, Any], whole: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Every page as a row: title, pageid, revid, date, redirects, html; in the order of titles."""
    bodies = dict(_bodies(tables, kinds, whole))
    shown = {
        display(title): title for title in sorted(bodies, key=lambda t: "(" in t, reverse=True)
    }
    # A word that may mean several pages is linked only in its full name.
    for title in AMBIGUOUS:
        shown.pop(display(title), None)
    shown |= {title: title for title in bodies if title not in AMBIGUOUS}
    redirects: dict[str, list[str]] = {}
    for row in tables["redirects"]:
        redirects.setdefault(row["to"], []).append(row["title"])
    return [
        {
            "title": title,
            "pageid": 4000 + 7 * number,
            "revid": 1_180_000_000 + 13 * number,
            "date": DATE,
            "redirects": redirects.get(title, []),
            "html": _linked(bodies[title], title, shown),
        }
        for number, title in enumerate(sorted(bodies), 1)
    ]


def url(title: str) -> str:
    """The address of a page in the invented encyclopaedia."""
    return BASE + quote(title.replace(" ", "_"), safe="(),'")


def _bodies(
    tables: Tables, kinds: Mapping[str, Any], whole: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for kind in INFOBOXES:
        for row in tables[kind]:
            yield row["title"], _page(kind, row, tables, kinds)
    for title, text in whole.items():
        yield title, _whole(title, text, tables)
    for title, meanings in AMBIGUOUS.items():
        items = "".join(
            f"<li>{_link(to, to)}, {escaped(what)}</li>" for to, what in meanings.items()
        )
        name = escaped(display(title))
        yield title, f"<p><b>{name}</b> may mean one of these:</p><ul>{items}</ul>"


def _page(kind: str, row: Row, tables: Tables, kinds: Mapping[str, Any]) -> str:
    draws = Draws(f"{row['title']}, references")
    parts, references = [_infobox(kind, row)], 0
    for heading, lines, cells in prose(kind, row, tables, kinds):
        if heading:
            parts.append(f"<h2>{escaped(heading)}</h2>")
        for number, paragraph in enumerate(paragraphs(lines)):
            # One reference for each section, as in real pages.
            references += not number
            mark = "" if number else f'<sup class="reference">[{references}]</sup>'
            parts.append(f"<p>{escaped(paragraph)}{mark}</p>")
        if heading == "Geography" or (heading == "Town" and kind == "towns"):
            counts = {"1991": "old_pop1991", "2011": "old_pop2011", "2021": "pop2021"}
            census = [(year, printed(column, row[column])) for year, column in counts.items()]
            parts.append(_table(("Census", "Inhabitants"), census, "Inhabitants by census"))
        if cells:
            parts.append(_table(cells[0], [[escaped(cell) for cell in line] for line in cells[1:]]))
    works = (
        "Calvane Quarterly",
        "Island Proceedings",
        "The Lamp",
        "Sound and Strait",
    )
    sources = "".join(
        f"<li>{escaped(draws.pick(works))}, vol. {draws.below(90) + 2}, pp. "
        f"{(page := draws.below(300) + 5)}–{page + 2 + draws.below(19)}.</li>"
        for _ in range(references)
    )
    return "\n".join([*parts, "<h2>References</h2>", f'<ol class="references">{sources}</ol>'])


def _infobox(kind: str, row: Row) -> str:
    values = {column: printed(column, cell) for column, cell in row.items()}
    if kind in PEOPLE and values.get("left") == "-":
        values["left"] = "present"
    rows = "".join(
        f"<tr><th>{escaped(label)}</th><td>{escaped(text)}</td></tr>"
        for label, form in INFOBOXES[kind].items()
        if (text := form.format_map(values)) != "-"
    )
    name = escaped(display(row["title"]))
    return f'<table class="infobox"><tr><th colspan="2">{name}</th></tr>{rows}</table>'


def _whole(title: str, text: str, tables: Tables) -> str:
    parts = []
    for block in filter(None, text.split("\n")):
        if block.startswith("## "):
            parts.append(f"<h2>{escaped(block[3:])}</h2>")
        elif block == "{table}":
            found = LISTS[title]
            parts.append(_list(tables[found.kind], found.by, found.columns))
        elif block == "{old_table}":
            found = LISTS[title]
            parts.append(_list(tables[found.kind], found.old_by, found.old_columns or {}))
        else:
            parts.append(f"<p>{escaped(block)}</p>")
    return "\n".join(parts)


def _list(rows: Sequence[Row], by: str, columns: Mapping[str, str]) -> str:
    column = by.removeprefix("-")
    ordered = sorted(
        rows, key=lambda row: (float(row[column]) if by != "title" else 0, row["title"])
    )
    if by.startswith("-"):
        ordered.reverse()
    cells = [
        [
            _link(display(row["title"]), row["title"])
            if column == "title"
            else escaped("present" if row[column] == "-" else printed(column, row[column]))
            for column in columns.values()
        ]
        for row in ordered
    ]
    return _table(tuple(columns), cells)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table; heads are plain text, cells are HTML."""
    top = f"<caption>{escaped(caption)}</caption>" if caption else ""
    heads = "".join(f"<th>{escaped(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<table class="wikitable">{top}<tr>{heads}</tr>\n{body}</table>'


def _link(text: str, title: str) -> str:
    return f'<a href="{quote(title.replace(" ", "_"), safe="(),")}">{escaped(text)}</a>'


def _linked(body: str, title: str, shown: Mapping[str, str]) -> str:
    """The body with the first mention of every other page in its paragraphs made a link."""
    names = sorted((name for name in shown if shown[name] != title), key=len, reverse=True)
    any_name = re.compile(
        rf"(?<!\w)(?:{'|'.join(re.escape(escaped(name)) for name in names)})(?!\w)"
    )
    by_html = {escaped(name): shown[name] for name in names}
    seen: set[str] = set()

    def link(found: re.Match[str]) -> str:
        name = found[0]
        if by_html[name] in seen:
            return name
        seen.add(by_html[name])
        return _link(name.replace("&amp;", "&"), by_html[name])

    return re.sub(
        r"(?<=<p>).*?(?=</p>)|(?<=<td>)[^<]+(?=</td>)",
        lambda part: part[0] if "<a" in part[0] else any_name.sub(link, part[0]),
        body,
    )
