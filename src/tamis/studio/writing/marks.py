"""Texts of models and people as markup: references as links, and what changed between two texts.

Everything is escaped; the only tags are those made here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from tamis.studio.invisible_characters import visible, visible_text
from tamis.text.sentences import REFERENCE
from tamis.writing.edits import Run

_GROUP = re.compile(REFERENCE)
_NUMBER = re.compile(r"\d{1,3}")
_LINE_END = Markup('<span class="line-end" aria-hidden="true">¶</span>\n')
_PARAGRAPH = re.compile(r"\n\s*\n")


MAX_LINKS = 2_000
"""The maximum number of references that are links in one text; later ones are plain text."""

_Show = Callable[[str], Markup]
"""How a text between references is shown."""


@dataclass(frozen=True)
class Marks:
    """Makes markup for one session: `titles` are those of its papers, `base` its address."""

    base: str
    titles: tuple[str, ...]

    def prose(self, text: str) -> Markup:
        """A text in paragraphs, with its references as links."""
        links = iter(range(MAX_LINKS))
        parts = (part.strip("\n") for part in _PARAGRAPH.split(text))
        return Markup("\n").join(
            Markup('<p dir="auto">{}</p>').format(self._linked(part, visible, links))
            for part in parts
            if part.strip()
        )

    def changes(self, runs: Iterable[Run], side: str = "both") -> Markup:
        """Runs as markup; of one side ("old", "new") only, where that is wanted."""
        left_out = {"old": ("added", "moved-to"), "new": ("deleted", "moved-from"), "both": ()}
        links = iter(range(MAX_LINKS))
        return Markup("").join(
            self._run(run, links) for run in runs if run.op not in left_out[side]
        )

    def _run(self, run: Run, links: Iterator[int]) -> Markup:
        if run.op == "same":
            return self._linked(run.text, visible, links)
        shown = self._linked(run.text, _unseen, links)
        if run.op == "added":
            return Markup("<ins>{}</ins>").format(shown)
        if run.op == "deleted":
            return Markup("<del>{}</del>").format(shown)
        name, said = {
            "moved-to": ("moved", "moved to here"),
            "moved-from": ("moved-from", "moved from here"),
        }[run.op]
        number = run.move or 0
        return Markup(
            '<span class="{0}" title="{1}"><span class="unseen">({1}:)</span>'
            '<sup class="move">{2}</sup>{3}</span>'
        ).format(name, said, number, shown)

    def _linked(self, text: str, show: _Show, links: Iterator[int]) -> Markup:
        """`text` with as many links as there are items in `links`, which are used up."""
        end = 0
        parts: list[Markup] = []
        for group in _GROUP.finditer(text):
            if next(links, None) is None:
                break
            parts.append(show(text[end : group.start()]))
            parts.append(self._references(group[0], show, links))
            end = group.end()
        parts.append(show(text[end:]))
        return Markup("").join(parts)

    def _references(self, group: str, show: _Show, links: Iterator[int]) -> Markup:
        end = 0
        parts: list[Markup] = []
        for number in _NUMBER.finditer(group):
            if parts and next(links, None) is None:
                break
            parts.append(show(group[end : number.start()]))
            parts.append(self._reference(int(number[0]), number[0]))
            end = number.end()
        parts.append(show(group[end:]))
        return Markup('<span class="ref-group">{}</span>').format(Markup("").join(parts))

    def _reference(self, number: int, shown: str) -> Markup:
        known = number < len(self.titles)
        return _link(self.base, number, shown, self.titles[number] if known else None)


@lru_cache(maxsize=1024)
def _link(base: str, number: int, shown: str, title: str | None) -> Markup:
    if title is None:
        return Markup(
            '<span class="ref unknown" title="No paper has this number">{}</span>'
        ).format(shown)
    return Markup('<a class="ref" href="{}/papers/{}" data-paper="{}" title="{}">{}</a>').format(
        base, number, number, visible_text(title), shown
    )


def _unseen(text: str) -> Markup:
    """The text of a change, with line ends and invisible characters shown."""
    return _LINE_END.join(visible(line, all_invisible=True) for line in text.split("\n"))
