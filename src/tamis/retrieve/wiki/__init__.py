"""A dated encyclopaedia: search for titles, open pages as Markdown (FanOutQA, §3).

Three kinds of sources have one protocol: the user's own pages in a folder or a table, a ZIM
archive, and a MediaWiki as it was on a date.
"""

from __future__ import annotations

from pathlib import Path

from tamis.bad_input import absent
from tamis.retrieve.wiki.encyclopaedia import Encyclopaedia, PageMissing
from tamis.types import InputError

__all__ = ["MINI", "Encyclopaedia", "PageMissing", "open_wiki"]

MINI = Path(__file__).parent / "mini" / "pages.jsonl"
"""The small wiki that comes with Tamis."""

_KINDS = "give mini, a folder of pages, a .jsonl or .parquet file of pages, a .zim archive, or live"


def open_wiki(where: str, date: str | None = None) -> Encyclopaedia:
    """The encyclopaedia that `where` names, as of `date` (ISO; a day is its beginning, in UTC).

    `where` is "mini", a folder, `.jsonl` or `.parquet` of pages, a `.zim` archive or the name of
    one that `tamis wiki get` has fetched, or "live": the MediaWiki of TAMIS_WIKI_API, that of the
    English Wikipedia unless set. Raises InputError for anything else, for what cannot be opened,
    and for an archive that is later than `date`.
    """
    from tamis.retrieve.wiki._titles import moment

    if date is not None:
        moment(date)
    if where == "live":
        from tamis.retrieve.wiki.mediawiki import open_live

        return open_live(date)
    path = _fetched(where) or Path(where).expanduser()
    if path.suffix.lower() == ".zim":
        from tamis.retrieve.wiki.zim import ZimWiki

        return ZimWiki(path, date)
    from tamis.retrieve.wiki.folder_wiki import FolderWiki

    if where == "mini":
        return FolderWiki(MINI, date)
    if not path.exists():
        raise absent(f"the encyclopaedia {where}", _KINDS)
    if path.is_file() and not path.name.lower().endswith((".jsonl", ".jsonl.gz", ".parquet")):
        raise InputError(f"{where} is no encyclopaedia of a kind that is read; {_KINDS}.")
    return FolderWiki(path, date)


def _fetched(where: str) -> Path | None:
    """The archive of that name in the cache."""
    from tamis.retrieve.wiki.archives import fetched

    return next((path for path in fetched() if path.stem == where), None)
