"""The pages of a user's own encyclopaedia, in a folder or in a table.

A row of a table has `title` and `text` (Markdown) or `html`, and may have `date`, `revision` (or
`revid`), `redirects` (a list of names, or one string with | between them) and `redirect` (the title
that it leads to; then it needs no text). A Markdown file may have the same fields in its front
matter; an HTML file is converted to Markdown; else a file's title is its first heading, or its
name with blanks for underscores. PDF and office files, readmes and licences are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path, PurePosixPath
from typing import Any

from tamis.documents.formats import (
    HTML,
    MARKDOWN,
    PLAIN,
    UnreadableError,
    extract,
    text_of_document,
)
from tamis.documents.html.mediawiki import read, to_markdown
from tamis.inputs.files import read_bytes
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.parquet import read_parquet
from tamis.inputs.rows import wrong_value
from tamis.inputs.yaml_files import parsed_yaml
from tamis.retrieve.folders import scan
from tamis.retrieve.wiki._titles import canonical, moment
from tamis.text.normalised import whole
from tamis.types import InputError

_TABLES = (".jsonl", ".jsonl.gz", ".parquet")
_REDIRECT = re.compile(r"\s*#REDIRECT:?\s*\[\[([^\[\]|#]+)", re.I)
_FRONT = re.compile(r"\ufeff?---[ \t]*\n(.*?\n)---[ \t]*(?:\n|\Z)", re.S)
_SITE = re.compile(r"(?<!\s)\s+[-–—]\s+(?:Wikipedia|Simple English Wikipedia)\b.{0,1000}\Z")


@dataclass(frozen=True)
class WikiPage:
    """A page as Markdown; `date` is ISO, `target` the title it redirects to; all may be empty."""

    title: str
    text: str
    date: str = ""
    revision: str = ""
    redirects: tuple[str, ...] = ()
    target: str = ""


def read_pages(where: Path) -> list[WikiPage]:
    """The pages of a folder, or of a JSONL or Parquet file, in order.

    A folder that holds a table named `pages` or `wiki` is read as that table. Raises InputError
    for what cannot be read, a page without title or text, two pages with the same title and date,
    and where there is no page at all.
    """
    table = where
    if where.is_dir():
        names = (where / f"{stem}{end}" for stem in ("pages", "wiki") for end in _TABLES)
        table = next((path for path in names if path.is_file()), where)
    pages: list[WikiPage] = []
    seen: dict[tuple[str, str], str] = {}
    for location, record in _files(where) if table.is_dir() else _rows(table):
        page = _page(record, location)
        if (before := seen.setdefault((page.title, page.date), location)) != location:
            raise InputError(
                f"{location}: the page {page.title!r:.100} is already in {before}; keep one of "
                "them, or give them different dates."
            )
        pages.append(page)
    if not pages:
        raise InputError(
            f"{where} holds no page; pages are Markdown, HTML or text files, or rows with title "
            "and text."
        )
    return pages


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if path.suffix == ".parquet":
        unit, records = "row", read_parquet(path)
    else:
        unit, records = "line", read_json_lines(path)
    for number, record in records:
        yield f"{path}, {unit} {number}", record


def _files(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for stamp in scan(folder).files:
        path = PurePosixPath(stamp.path)
        location, suffix = f"{folder / path}", path.suffix.lower()
        aside = path.name.lower() in ("readme.md", "licence", "license")
        if aside or suffix not in HTML | PLAIN | MARKDOWN:
            continue
        try:
            record = _file(read_bytes(folder / path), suffix)
        except UnreadableError as error:
            raise InputError(f"{location} {error}.") from error
        yield location, {**record, "title": record.get("title") or path.stem}


def _file(data: bytes, suffix: str) -> Mapping[str, Any]:
    if suffix in HTML:
        # `extract` applies the rules for encodings; the text is converted again, with its tables.
        title, text = read(text_of_document(data, page=True))
        return {"title": _SITE.sub("", title), "text": text}
    title, text = extract(data, suffix if suffix in PLAIN | MARKDOWN else "")
    fields = _front_matter(text_of_document(data, page=False)) if suffix in MARKDOWN else {}
    title = fields.get("title") or title
    heading, _, rest = text.lstrip().partition("\n")
    if title and heading.strip("# \t") == title and heading.startswith("# "):
        text = rest.lstrip("\n")
    return {**fields, "title": title, "text": text}


def _front_matter(text: str) -> Mapping[str, Any]:
    found = _FRONT.match(text)
    try:
        fields = parsed_yaml(found[1], "the page") if found else None
    except InputError:
        return {}
    if not isinstance(fields, dict):
        return {}
    return {str(name).lower(): value for name, value in fields.items()}


def _page(record: Mapping[str, Any], location: str) -> WikiPage:
    title, text = record.get("title"), record.get("text")
    if text is None and isinstance(html := record.get("html"), str):
        text = to_markdown(html)
    if not isinstance(title, str) or not canonical(title):
        raise InputError(f"{location} has no title; a page has a title and a text.")
    target = record.get("redirect") or ""
    if not target and isinstance(text, str) and (found := _REDIRECT.match(text)):
        target = found[1]
    if not isinstance(target, str) or not (isinstance(text, str) or target):
        raise wrong_value(text, "text", "a text", location)
    return WikiPage(
        canonical(whole(title)),
        "" if target else whole(str(text)).strip(),
        _date(record.get("date"), location),
        _revision(record.get("revision", record.get("revid")), location),
        _names(record.get("redirects"), location),
        canonical(target) if target else "",
    )


def _date(value: Any, location: str) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, date | datetime):
        return value.isoformat()
    try:
        moment(str(value))
    except InputError as error:
        raise InputError(f"{location}: {error}") from error
    return str(value).strip()


def _revision(value: Any, location: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise wrong_value(value, "revision", "a number", location)
    return "" if value is None else str(value)


def _names(value: Any, location: str) -> tuple[str, ...]:
    names = value.split("|") if isinstance(value, str) else [] if value is None else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise wrong_value(value, "redirects", "a list of titles", location)
    return tuple(name for each in names if (name := canonical(each)))
