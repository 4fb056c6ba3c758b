"""Texts of models and people as markup: references as links, and what changed between two texts.

Everything is escaped; the only tags are those that are made here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from tamis.measures.edits import Run
from tamis.measures.edits.sentences import REFERENCE

_GROUP = re.compile(REFERENCE)
_NUMBER = re.compile(r"\d{1,3}")
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Signs that no eye sees, less the joiners that scripts and emoji need."""
_PARAGRAPH = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Marks:
    """Makes markup for one session: `titles` are those of its papers, `base` its address."""

    base: str
    titles: tuple[str, ...]

    def linked(self, text: str) -> Markup:
        """A text whose references lead to the passages of their papers."""
        return Markup("").join(self._parts(text))

    def prose(self, text: str) -> Markup:
        """A text in paragraphs, with its references as links."""
        parts = (part.strip("\n") for part in _PARAGRAPH.split(text))
        return Markup("\n").join(
            Markup('<p dir="auto">{}</p>').format(self.linked(part))
            for part in parts
            if part.strip()
        )

    def changes(self, runs: Iterable[Run], side: str = "both") -> Markup:
        """Runs as markup; of one side ("old", "new") only, where that is wanted."""
        left_out = {"old": ("added", "moved-to"), "new": ("deleted", "moved-from"), "both": ()}
        return Markup("").join(self._run(run) for run in runs if run.op not in left_out[side])

    def _run(self, run: Run) -> Markup:
        if run.op == "same":
            return self.linked(run.text)
        # A change of such signs alone would not be seen, and one of direction would reach further.
        shown = Markup(_INVISIBLE.sub(_named, str(self.linked(run.text))))
        if not run.text.strip() or "\n" in run.text:
            # A change of lines alone would not be seen.
            sign = Markup('<span class="line-end" aria-hidden="true">¶</span>\n')
            shown = Markup(str(shown).replace("\n", str(sign)))
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

    def _parts(self, text: str) -> Iterator[Markup]:
        end = 0
        for group in _GROUP.finditer(text):
            yield escape(text[end : group.start()])
            yield self._references(group[0])
            end = group.end()
        yield escape(text[end:])

    def _references(self, group: str) -> Markup:
        end, parts = 0, []
        for number in _NUMBER.finditer(group):
            parts.append(escape(group[end : number.start()]))
            parts.append(self._reference(int(number[0]), number[0]))
            end = number.end()
        parts.append(escape(group[end:]))
        return Markup('<span class="ref-group">{}</span>').format(Markup("").join(parts))

    def _reference(self, number: int, shown: str) -> Markup:
        if number >= len(self.titles):
            return Markup(
                '<span class="ref unknown" title="No paper has this number">{}</span>'
            ).format(shown)
        return Markup(
            '<a class="ref" href="{}/papers/{}" data-paper="{}" title="{}">{}</a>'
        ).format(self.base, number, number, self.titles[number], shown)


def _named(sign: re.Match[str]) -> str:
    return f'<span class="sign">U+{ord(sign[0]):04X}</span>'
