"""Writes the mini wiki as a ZIM archive or as a folder."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tamis.bad_input import needs_package
from tamis.inputs.files import write_text
from tamis.retrieve.wiki import MINI
from tamis.types import InputError

NAME = "pages.jsonl"
MAIN = "Calvane Islands"
DATE = "2023-11-20"

# ZIM readers require an illustration of 48 by 48 pixels; this one is a single pixel.
_PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def read_pages() -> list[dict[str, Any]]:
    """The rows of the shipped `pages.jsonl`, in the order of their titles.

    Each has `title`, `pageid`, `revid`, `date` (YYYY-MM-DD), `redirects` (other titles that lead to
    it) and `html` (the body, without the title as a heading).
    """
    text = MINI.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def build_folder(path: Path) -> Path:
    """Write the wiki into the folder `path` as one `pages.jsonl`; returns the folder."""
    write_text(path / NAME, (json.dumps(row, ensure_ascii=False) + "\n" for row in read_pages()))
    return path


def build_zim(path: Path) -> Path:
    """Write the wiki as a ZIM archive with full-text and title index; returns `path`.

    The entries are always the same, the bytes are not: the format has a random identifier.
    A path of an entry is the title with underscores. Raises InputError where libzim is not
    installed, or the file cannot be written.
    """
    try:
        from libzim.writer import Creator
    except ImportError as error:
        raise needs_package("a ZIM archive", "libzim", extra="wiki") from error
    rows = read_pages()
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        made = Creator(part).config_verbose(False).config_indexing(True, "eng")
        with made as creator:
            creator.set_mainpath(_path(MAIN))
            for row in rows:
                creator.add_item(_item(row))
                for other in row["redirects"]:
                    creator.add_redirection(_path(other), other, _path(row["title"]), {})
            creator.add_illustration(48, _PIXEL)
            for name, text in _metadata(len(rows)).items():
                creator.add_metadata(name, text)
        part.replace(path)
    except (OSError, RuntimeError) as error:
        part.unlink(missing_ok=True)
        raise InputError(f"{path} cannot be written: {error}.") from error
    return path


def _item(row: Mapping[str, Any]) -> Any:
    """A page as an item of libzim, with the heading and HTML frame of such archives."""
    from libzim.writer import Hint, Item, StringProvider

    title = html.escape(row["title"], quote=False)
    page = (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
        f"<body><h1>{title}</h1>\n{row['html']}</body></html>"
    )

    class Page(Item):  # type: ignore[misc]
        def get_path(self) -> str:
            return _path(row["title"])

        def get_title(self) -> str:
            return str(row["title"])

        def get_mimetype(self) -> str:
            return "text/html"

        def get_contentprovider(self) -> Any:
            return StringProvider(page)

        def get_hints(self) -> dict[Any, bool]:
            return {Hint.FRONT_ARTICLE: True}

    return Page()


def _metadata(number: int) -> dict[str, str]:
    return {
        "Name": "calvane_en_mini",
        "Title": "Calvane Islands",
        "Description": f"{number} pages on an archipelago that does not exist",
        "Language": "eng",
        "Date": DATE,
        "Creator": "The Tamis developers",
        "Publisher": "Tamis",
        "License": "Apache-2.0",
    }


def _path(title: str) -> str:
    return title.replace(" ", "_")
