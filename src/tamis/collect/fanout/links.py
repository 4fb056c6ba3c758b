"""Reads links to articles of the English Wikipedia, and explains what is wrong with others."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote, urlsplit

from tamis.collect.fanout.tree import Page

_HOST = "en.wikipedia.org"
_NAMESPACES = frozenset(
    re.findall(
        r"\w+",
        "media special user wikipedia wp project file image mediawiki template help category "
        "portal draft mos timedtext module",
    )
)
_KINDS = {
    "category": "a category",
    "special": "a special page",
    "portal": "a portal",
    "file": "a file",
    "image": "a file",
    "user": "a user's page",
    "draft": "a draft",
    "template": "a template",
}
_NO_TITLE = re.compile(r"[\[\]{}|<>\x00-\x1f\x7f]|\ufffd")
_OTHER_LANGUAGE = re.compile(r"[A-Za-z]{2}:(?=\S)")
_LONGEST = 255
_HOW = f"give the address of one article, such as https://{_HOST}/wiki/Los_Angeles"


class LinkError(ValueError):
    """A link that is not one article; the message says what to write instead.

    `page` is the article that is probably meant, None where there is none.
    """

    def __init__(self, message: str, page: Page | None = None) -> None:
        super().__init__(message)
        self.page = page


def read_link(text: str) -> Page:
    """The article of a link; LinkError, with what to do, where it is not one.

    The title is that in the address: redirects are not followed, and it is not checked whether
    the page exists.
    """
    link = text.strip()
    if len(re.findall(r"https?://", link)) > 1 or re.search(r"\s", link):
        raise LinkError(f"{_shown(link)} is more than one address, or holds blanks; {_HOW}.")
    try:
        parts = urlsplit(link if "://" in link else f"https://{link}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError as error:
        raise LinkError(f"{_shown(link)} is not an address; {_HOW}.") from error
    if parts.scheme not in ("http", "https") or not host.endswith("wikipedia.org"):
        raise LinkError(f"{_shown(link)} is not a link to Wikipedia; {_HOW}.")
    if host not in (_HOST, "en.m.wikipedia.org"):
        language = host.removesuffix("wikipedia.org").strip(".") or "no single language"
        raise LinkError(
            f"{_shown(link)} leads to the Wikipedia of {language!r:.40}; give the page of the "
            f"English one (https://{_HOST}/wiki/…)."
        )
    title = _title(parts.path)
    if parts.query:
        raise LinkError(
            f"{_shown(link)} has a query (?{parts.query:.60}); "
            + (f"give the page itself: {article_url(title)}." if title else f"{_HOW}."),
            Page(title, article_url(title)) if title else None,
        )
    if not title:
        raise LinkError(f"{_shown(link)} names no article; {_HOW}.")
    _check_title(link, title)
    page = Page(title, article_url(title))
    if "#" in link:
        raise LinkError(
            f"{_shown(link)} leads to a part of a page (#{parts.fragment:.60}); "
            f"give the whole page: {page.url}.",
            page,
        )
    if host != _HOST:
        raise LinkError(f"{_shown(link)} is the address of the mobile site; give {page.url}.", page)
    return page


def article_url(title: str) -> str:
    """The address of an article."""
    return f"https://{_HOST}/wiki/{quote(title.replace(' ', '_'), safe='/:,()!*@;~')}"


def _title(path: str) -> str:
    if not path.startswith("/wiki/"):
        return ""
    title = " ".join(unquote(path.removeprefix("/wiki/")).replace("_", " ").split())
    return title[:1].upper() + title[1:]


def _check_title(link: str, title: str) -> None:
    space = title.partition(":")[0].strip().casefold().replace(" ", "_") if ":" in title else ""
    if space == "talk" or (space.endswith("_talk") and space[:-5] in _NAMESPACES):
        raise LinkError(f"{_shown(link)} is a talk page; {_HOW}.")
    if space in _NAMESPACES:
        kind = _KINDS.get(space, f"a page about Wikipedia ({space})")
        raise LinkError(f"{_shown(link)} is {kind}, not an article; {_HOW}.")
    if _OTHER_LANGUAGE.match(title):
        raise LinkError(f"{_shown(link)} leads to the Wikipedia of another language; {_HOW}.")
    if title == "Main Page":
        raise LinkError(f"{_shown(link)} is the main page; {_HOW}.")
    if _NO_TITLE.search(title) or len(title.encode("utf-8", "replace")) > _LONGEST:
        raise LinkError(f"{_shown(link)} cannot be the address of an article; copy it again.")


def _shown(link: str) -> str:
    return repr(link if len(link) <= 120 else f"{link[:117]}…")
