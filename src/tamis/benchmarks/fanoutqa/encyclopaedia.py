"""The encyclopaedia of a run, and the pages of it that a question needs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tamis.benchmarks.fanoutqa.options import MINI, Options
from tamis.benchmarks.fanoutqa.question import Evidence, Question
from tamis.inputs.files import digest
from tamis.types import Document, InputError

if TYPE_CHECKING:
    from tamis.retrieve.wiki import Encyclopaedia


@dataclass(frozen=True)
class Needed:
    """The pages that a question needs, and the titles of those that are missing."""

    pages: tuple[Document, ...]
    absent: tuple[str, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """All titles, as the encyclopaedia has them."""
        return (*(page.title for page in self.pages), *self.absent)


def encyclopaedia(options: Options) -> Encyclopaedia:
    """The encyclopaedia of the options; InputError where none is given or it does not exist."""
    if options.wiki_source is None:
        raise InputError(
            f"-T data={options.data} has questions but no pages: give -T wiki=FILE.zim, a folder "
            "or a parquet file of pages, or live (`tamis wiki get` says which archive to download)."
        )
    return _opened(options.wiki_source, options.date)


def identity(options: Options) -> str:
    """The name of the encyclopaedia in logs and reports; that of mini changes with its pages."""
    name = encyclopaedia(options).name
    if options.wiki_source != MINI:
        return name
    from tamis.retrieve import wiki

    return f"{name} {digest(wiki.MINI)[:8]}"


def needed(question: Question, wiki: Encyclopaedia) -> Needed:
    """The pages that the question needs, each once, by title and, if known, revision."""
    from tamis.retrieve.wiki import PageMissing

    pages: dict[str, Document] = {}
    absent = []
    for evidence in question.necessary_evidence:
        try:
            page = _page(evidence, wiki)
        except PageMissing:
            absent.append(evidence.title)
            continue
        pages.setdefault(page.id, page)
    return Needed(tuple(pages.values()), tuple(absent))


def titles_needed(
    question: Question, wiki: Encyclopaedia, opened: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The titles of the pages that the question needs, and of those that are absent.

    A gold title may be a redirect, so a title that is not among the `opened` ones is looked up.
    """
    from tamis.retrieve.wiki import PageMissing

    known = {key(title): title for title in opened}
    titles: dict[str, None] = {}
    absent = []
    for evidence in question.necessary_evidence:
        title = known.get(key(evidence.title))
        if title is None:
            try:
                title = _page(evidence, wiki).title
            except PageMissing:
                title = evidence.title
                absent.append(title)
        titles.setdefault(title)
    return tuple(titles), tuple(absent)


def key(title: str) -> str:
    """The form in which titles are compared: MediaWiki treats `_` as a blank."""
    return " ".join(title.replace("_", " ").split()).casefold()


def _page(evidence: Evidence, wiki: Encyclopaedia) -> Document:
    revision = None if evidence.revid is None else str(evidence.revid)
    return wiki.page(evidence.title, revision=revision)


@lru_cache(maxsize=4)
def _opened(where: str, date: str) -> Encyclopaedia:
    from tamis.retrieve.wiki import open_wiki

    return open_wiki(where, date)
