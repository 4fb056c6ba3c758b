"""The protocol of an encyclopaedia, for all kinds of sources."""

from __future__ import annotations

from typing import Protocol

from tamis.types import Document


class Encyclopaedia(Protocol):
    """Pages by their titles, at one date; safe to use from several threads."""

    name: str
    """Its identity in logs: `folder mini 2023-11-20`, `zim wikipedia_en_all_nopic_2023-10`."""

    def search(self, query: str, k: int = 10) -> list[str]:
        """The titles of at most `k` pages, best first; none where nothing matches."""
        ...

    def page(self, title: str, *, revision: str | None = None) -> Document:
        """The page of that title, or the one that it redirects to.

        Id and title of the document are the canonical title, its text is Markdown. A source that
        has only one revision of each page gives that one, ignoring `revision`. Raises PageMissing.
        """
        ...


class PageMissing(LookupError):
    """No page can be read under `title`; `similar` are at most five existing titles.

    `reason` says why an existing page cannot be read, "" where there is no page. As a string it is
    one sentence for a person or a model.
    """

    def __init__(self, title: str, similar: tuple[str, ...] = (), reason: str = "") -> None:
        self.title, self.similar, self.reason = title, similar[:5], reason
        said = f"The page {title!r:.200} cannot be read: {reason}" if reason else ""
        super().__init__(said or f"There is no page {title!r:.200}{self._instead()}.")

    def _instead(self) -> str:
        if not self.similar:
            return ", and no title is like it"
        return f"; titles like it are {', '.join(map(repr, self.similar))}"

    def __reduce__(self) -> tuple[type[PageMissing], tuple[str, tuple[str, ...], str]]:
        return PageMissing, (self.title, self.similar, self.reason)
