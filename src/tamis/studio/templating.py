"""Rendering pages from templates: everything is escaped, undefined names are errors."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from fastapi import Request
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse

from tamis import __version__
from tamis.studio.assets import asset_url
from tamis.studio.invisible_characters import visible, visible_text
from tamis.studio.people.login_sessions import login_session_of
from tamis.text.shown import counted

_ROOT = Path(__file__).parent

environment = Environment(
    loader=ChoiceLoader(
        [
            FileSystemLoader(_ROOT / "templates"),
            PrefixLoader(
                {
                    "writing": FileSystemLoader(_ROOT / "writing/templates"),
                    "annotating": FileSystemLoader(_ROOT / "annotating/templates"),
                }
            ),
        ]
    ),
    autoescape=True,
    auto_reload=False,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A whole page, or the part of one that htmx asked for, from `template`.

    `writing/NAME.html` and `annotating/NAME.html` are the templates in those folders. Besides
    `context` a template has `request`, `person` (Who or None), `csrf` (the token), `csrf_field`
    (the hidden input), `messages` (kind, text), `theme` and `settings`.
    """
    text = render(request, template, **context)
    return HTMLResponse(text, status_code=status, headers={"cache-control": "no-store"})


def render(request: Request, template: str, **context: Any) -> str:
    """The text of `page`, for what is sent in pieces."""
    studio = request.app.state.studio
    login = login_session_of(request)
    login.keep()
    token = studio.logins.token(login)
    theme = request.cookies.get("tamis_theme", "")
    found = environment.get_template(template)
    return found.render(
        {
            "request": request,
            "settings": studio.settings,
            "person": getattr(request.state, "person", None),
            "csrf": token,
            "csrf_field": Markup('<input type="hidden" name="csrf" value="{}">').format(token),
            "messages": _Messages(login.messages),
            "theme": theme if theme in ("light", "dark") else "",
            "path": request.url.path,
            **context,
        }
    )


class _Messages:
    """The browser's messages, removed from its cookie when a template shows them."""

    def __init__(self, messages: list[tuple[str, str]]) -> None:
        self._pending = messages

    def __iter__(self) -> Any:
        taken, self._pending[:] = list(self._pending), []
        return iter(taken)


def flash(request: Request, text: str, kind: Literal["done", "wrong"] = "done") -> None:
    """Show `text` (300 characters at most) at the top of the next page."""
    login_session_of(request).messages.append((kind, text[:300]))


def redirect(url: str, status: int = 303) -> RedirectResponse:
    """Send the browser to another page of this studio; an address elsewhere becomes `/`."""
    return RedirectResponse(local(url), status_code=status)


def local(url: str, otherwise: str = "/") -> str:
    """`url` where it is a path on this host, else `otherwise`."""
    if not url.startswith("/") or url.startswith(("//", "/\\")) or not url.isprintable():
        return otherwise
    parts = urlsplit(url)
    return otherwise if parts.scheme or parts.netloc or "\\" in url else url


def _moment(value: datetime | None) -> Markup:
    """A moment for people, in UTC until the browser shows it in its own zone."""
    if value is None:
        return Markup("–")
    return Markup('<time datetime="{}">{}</time>').format(
        value.isoformat(timespec="seconds"), f"{value:%-d %b %Y, %H:%M} UTC"
    )


def _number(value: float | None, digits: int = 0) -> str:
    """A number with separators for thousands; an en dash for None."""
    return "–" if value is None else f"{value:,.{digits}f}"


def _share(value: float | None, digits: int = 0) -> str:
    """A share between 0 and 1 as per cent."""
    return "–" if value is None else f"{100 * value:.{digits}f}%"


def _paragraphs(text: str) -> Markup:
    """Plain text as paragraphs, escaped; single line breaks are kept by the style `prose`."""
    parts: Iterable[str] = (part for part in text.replace("\r\n", "\n").split("\n\n"))
    return Markup("").join(
        Markup('<p dir="auto">{}</p>').format(visible(part.strip("\n")))
        for part in parts
        if part.strip()
    )


environment.filters.update(
    moment=_moment,
    number=_number,
    share=_share,
    plural=counted,
    paragraphs=_paragraphs,
    visible=visible,
    visible_text=visible_text,
)
environment.globals.update(asset=asset_url, version=__version__)
