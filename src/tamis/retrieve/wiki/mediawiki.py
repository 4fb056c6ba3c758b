"""A MediaWiki, such as Wikipedia, as it was on a date, by its action API.

Polite: one request at a time, with a contact in its User-Agent, never the same one twice (answers
are cached on disk), and slower when the servers ask for it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tamis.documents.html.mediawiki import to_markdown
from tamis.downloads import cache_home
from tamis.retrieve.wiki._api import AnswerCache, Api, ApiError
from tamis.retrieve.wiki._titles import canonical, key, moment, resolve, similar
from tamis.retrieve.wiki.encyclopaedia import PageMissing
from tamis.types import Document, InputError

WIKIPEDIA = "https://en.wikipedia.org/w/api.php"
_NO_PAGE = frozenset(
    {"missingtitle", "nosuchrevid", "nosuchpageid", "invalidtitle", "permissiondenied"}
)


def open_live(date: str | None) -> MediaWiki:
    """The MediaWiki of TAMIS_WIKI_API, or the English Wikipedia, with the contact TAMIS_CONTACT."""
    return MediaWiki(date, os.environ.get("TAMIS_WIKI_API") or WIKIPEDIA)


class MediaWiki:
    """The pages of a wiki in their last revision that is not after `date`; the newest for None.

    A search gives today's titles, as the API cannot search the past; a title from after `date` is
    then missing as a page. `contact` is an address for the operators of the servers, by default
    that of TAMIS_CONTACT. `cache` is the folder of the cached answers. Raises InputError where
    there is no contact, and while reading where there is no answer.
    """

    def __init__(
        self,
        date: str | None = None,
        api: str = WIKIPEDIA,
        *,
        contact: str | None = None,
        cache: Path | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        contact = (contact or os.environ.get("TAMIS_CONTACT") or "").strip()
        if not contact or not contact.isprintable():
            raise InputError(
                "The wiki's keepers ask every program for a contact: set the environment "
                "variable TAMIS_CONTACT to your e-mail address or to a page about your project."
            )
        self._api = Api(api, contact, sleep=sleep)
        self._date = f"{moment(date):%Y-%m-%dT%H:%M:%SZ}" if date else ""
        host = urlsplit(api).netloc
        at = "" if host == urlsplit(WIKIPEDIA).netloc else f" {host}"
        self.name = f"mediawiki{at} {date or 'newest'}"
        folder = "".join(c if c.isalnum() or c in "-." else "_" for c in host)
        self._cache = AnswerCache(cache or cache_home() / "wiki" / folder)

    def search(self, query: str, k: int = 10) -> list[str]:
        """As in the protocol, by the wiki's own search; cached, as past results cannot be had."""
        query = " ".join(query.split())[:300]
        if not query:
            return []

        def ask() -> list[str]:
            asked = {"list": "search", "srsearch": query, "srlimit": str(min(k, 50)), "srprop": ""}
            answer = self._ask({"action": "query", **asked})
            return [hit["title"] for hit in answer["query"]["search"]]

        return [str(title) for title in self._told("search", [query, k], ask)]

    def page(self, title: str, *, revision: str | None = None) -> Document:
        """As in the protocol; with a `revision`, exactly that one, of whatever page and date.

        Redirects are followed as they were on the date. Raises InputError for a revision that is
        not a number.
        """
        if revision is not None:
            if not (revision.isascii() and revision.isdigit()):
                raise InputError(
                    f"The revision {revision!r:.60} of {title!r:.100} is no number; leave it out "
                    "to have that of the date."
                )
            read = self._read(title, revision)
            return self._document(read) if not read["redirect"] else self.page(read["redirect"])
        pages: dict[str, Mapping[str, Any]] = {}

        def step(name: str) -> str | None:
            pages[name] = self._read(name, self._revision(name))
            return canonical(pages[name]["redirect"]) or None

        try:
            return self._document(pages[resolve(canonical(title), step)])
        except PageMissing as missing:
            if missing.reason or missing.similar:
                raise
            raise PageMissing(title, self._like(title)) from missing

    def _document(self, read: Mapping[str, Any]) -> Document:
        return Document(read["title"], read["title"], to_markdown(read["html"]))

    def _revision(self, title: str) -> str:
        """The revision of a page at the date; PageMissing where it had none."""
        return str(self._told("revisions", [title], lambda: self._ask_revision(title)))

    def _ask_revision(self, title: str) -> int:
        if not title or any(c in title for c in "|[]{}<>\n"):
            raise PageMissing(title)
        asked = {"action": "query", "prop": "revisions", "rvprop": "ids|timestamp", "rvlimit": "1"}
        asked |= {"titles": title, "rvdir": "older"} | (
            {"rvstart": self._date} if self._date else {}
        )
        # A page that was moved later is found under its present name, by the redirect that was left
        # behind; a page that had a text at the date is used as it is.
        for moved in ({}, {"redirects": "1"}):
            answer = self._ask({**asked, **moved})
            for page in answer.get("query", {}).get("pages", []):
                for revision in page.get("revisions", []):
                    return int(revision["revid"])
        raise PageMissing(title)

    def _read(self, title: str, revision: str) -> Mapping[str, Any]:
        """A revision: its `title`, its `html`, and the title of its `redirect`, or ""."""

        def ask() -> Mapping[str, Any]:
            asked = {"action": "parse", "oldid": revision, "prop": "text|revid"}
            try:
                parsed = self._ask({**asked, "disableeditsection": "1", "disabletoc": "1"})["parse"]
            except ApiError as error:
                if error.code in _NO_PAGE:
                    raise PageMissing(title) from error
                raise
            html = str(parsed["text"])
            return {"title": str(parsed["title"]), "html": html, "redirect": _redirect(html)}

        found = self._cache.get("pages", [revision], ask)
        assert isinstance(found, Mapping)
        return found

    def _like(self, title: str) -> tuple[str, ...]:
        """At most five titles similar to a missing one."""
        wanted = canonical(title)[:250]

        def ask() -> list[str]:
            asked = {"action": "opensearch", "search": wanted, "limit": "10", "profile": "fuzzy"}
            answer = self._api.ask({**asked, "redirects": "resolve"})
            return [str(found) for found in answer[1]]

        told = self._told("similar", [wanted], ask) if wanted else []
        # The title may exist today, but not at the date.
        titles = [title for title in told if key(title) != key(wanted)]
        return similar(wanted, titles) or tuple(titles[:5])

    def _told(self, kind: str, asked: list[Any], ask: Callable[[], Any]) -> Any:
        """The answer as of the date; without a date nothing is cached, as it may change."""
        return self._cache.get(kind, [*asked, self._date], ask) if self._date else ask()

    def _ask(self, asked: Mapping[str, str]) -> Mapping[str, Any]:
        answer = self._api.ask(asked)
        if not isinstance(answer, Mapping):
            raise InputError(f"{self._api.shown} answered with something other than an object.")
        return answer


def _redirect(html: str) -> str:
    """The target of a page that is a redirect; "" for any other."""
    from selectolax.lexbor import LexborHTMLParser

    if "redirectMsg" not in html:
        return ""
    link = LexborHTMLParser(html).css_first(".redirectMsg .redirectText a")
    return (link.attributes.get("title") or link.text()).strip() if link is not None else ""
