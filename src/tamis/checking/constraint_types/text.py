"""A response prepared once for all constraints on it: which of its parts a `where` names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from tamis.checking.constraint_types import named_parts, units
from tamis.checking.constraint_types.layout import Layout
from tamis.checking.worksheet import Span
from tamis.reading.document import Block
from tamis.types import InputError

_HEAD_ENDS = re.compile(r"\s[–—-]\s|:[*_]{0,2}\s|\s\(|\n")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")

UNITS = (
    "word", "sentence", "paragraph", "line", "bullet", "item", "section", "heading", "title",
    "subject", "table", "row", "code block", "verse", "list",
)  # fmt: skip
"""What `where` can name."""

WHERE = re.compile(
    rf"(?:(?P<which>each|any|first|last) (?P<unit>{'|'.join(UNITS)})"
    rf"|(?P<one>{'|'.join(UNITS)})(?: (?P<number>[1-9]\d{{0,2}}))?"
    r"|part (?P<part>[^\s:][^\n:]{0,59})|column (?P<column>[^\s:][^\n:]{0,59}))"
)
"""`each bullet`, `first sentence`, `paragraph 2`, `title`, `part slogan`, `column Notes`."""

SOME_PART = "some part"
"""The `where` of a part that is not known, or of the whole."""


class Text(Layout):
    """A text with its parts, and the parts that a `where` names."""

    @cached_property
    def sorted_sentences(self) -> units.Sorted:
        """Which surely are sentences, and which may be."""
        return units.sentences(self)

    @cached_property
    def sorted_paragraphs(self) -> units.Sorted:
        """Which surely are paragraphs, and which may be."""
        return units.paragraphs(self)

    @cached_property
    def sorted_lines(self) -> units.Sorted:
        """Which surely are lines, and which may be."""
        return units.lines(self)

    @cached_property
    def sorted_sections(self) -> units.Sorted:
        """Which surely are sections, and which may be."""
        return units.sections(self)

    def _all(self, unit: str) -> list[Span]:
        match unit:
            case "title" | "subject":
                one = self.title if unit == "title" else self.subject
                return [] if one is None else [one]
            case "bullet" | "item":
                numbered = unit == "item" or not self.bullets
                own = [one.own for one in self.listed if numbered or not one.numbered]
                # What "**1.**" numbers stands below it, and is no item that could be told.
                return own if all(_LETTER_OR_DIGIT.search(self.quote(one)) for one in own) else []
            case "section":
                return self._filled(self.sorted_sections[0])
            case "code block":
                return self.code_blocks
            case "table" | "list":
                inside = self.spans([block for block in self.blocks if block.kind == unit])
                # With the mark of its first line.
                return [(self.line_start(start), end) for start, end in inside]
            case "sentence":
                # Headings only where there is nothing else.
                prose = [one for one in self.sentences if self.line_start(one[0]) not in self.apart]
                return prose or self.sentences
            case "paragraph":
                return self.prose_paragraphs
            case "row":
                rows = [Block("row", rows=[row]) for t in self.tables for row in t.rows[1:]]  # type: ignore[arg-type]
                return self.spans(rows)
            case "verse":
                # The title of a poem is a line of its own.
                first, *others = self.paragraphs or [(0, 0)]
                long = [one for one in others if "\n" in self.quote(one)]
                title = "\n" not in self.quote(first) and len(long) == len(others) > 0
                return others if title else self.paragraphs
            case _:
                found: list[Span] = getattr(self, f"{unit}s")
                return found

    def _filled(self, sections: list[Span]) -> list[Span]:
        """Sections with something below their heading."""
        return [one for one in sections if self.quote(one).strip().partition("\n")[2].strip()]

    def _otherwise(self, unit: str, *, every: bool) -> list[list[Span]]:
        """Which parts a reader may count instead of those of `_all`."""
        match unit:
            case "sentence":
                # A heading is not the first sentence, but may be one of all.
                return [self.sorted_sentences[0], *([self.sentences] if every else [])]
            case "paragraph":
                return [self.sorted_paragraphs[0], *([self.paragraphs] if every else [])]
            case "line":
                return [self.sorted_lines[0], *([self.inner_lines] if every else [])]
            case "section":
                return [self._filled(sorted(self.sorted_sections[0] + self.sorted_sections[1]))]
            case "bullet" | "item":
                numbered = unit == "item" or not self.bullets
                fit = [one for one in self.listed if numbered or not one.numbered]
                return [[one.span for one in fit if not one.depth]]
            case _:
                return []

    def heads(self, parts: Sequence[Text]) -> list[Text]:
        """Parts without what a dash, a colon, a bracket or another line adds to them: of "Brush
        Hour – quick and mobile" the name.
        """
        stops = [_HEAD_ENDS.search(part.text, 1) for part in parts]
        return [
            self.part((part.start, part.start + stop.start())) if stop else part
            for part, stop in zip(parts, stops, strict=True)
        ]

    @cached_property
    def inner_lines(self) -> list[Span]:
        """The lines but for one at the top or the bottom that a blank line sets apart.

        It may lead to the lines that are meant, or close them.
        """
        lines = self.sorted_lines[0]
        if len(lines) < 4:
            return lines
        apart = [
            "\n\n" in "".join(self.quote((one[1], two[0])).split(" "))
            for one, two in pairwise(lines)
        ]
        if all(apart[1:-1]):
            # Every line stands so.
            return lines
        return lines[apart[0] : len(lines) - apart[-1]]

    def parts(self, where: str) -> list[Text]:
        """The parts that `where` names: all for `each` and `any`, else one; none where it lacks.

        InputError for a `where` that is not of the form of `WHERE`.
        """
        return self.readings(where)[0]

    def readings(self, where: str) -> list[list[Text]]:
        """The parts that `where` names, and other parts that a reader may take it to name.

        Whether a heading is a line, or a greeting a paragraph, is a matter of taste.
        """
        if not (said := WHERE.fullmatch(where)):
            raise InputError(
                f"where is {where!r:.60}; write `each bullet`, `first sentence`, `last line`, "
                f"`paragraph 2` (they are counted from 1), `title`, `part slogan` (what a label "
                f"names) or `column Notes`. Units: {', '.join(UNITS)}."
            )
        if said["part"]:
            return self._parts_of(named_parts.named(self, said["part"]))
        if said["column"]:
            return self._parts_of([named_parts.column(self, said["column"])])
        unit = said["unit"] or said["one"]
        found = [self._picked(self._all(unit), said, where)]
        for others in self._otherwise(unit, every=said["which"] in ("each", "any")):
            if (picked := self._picked(others, said, where)) and picked not in found:
                found.append(picked)
        return self._parts_of(found)

    def _parts_of(self, found: list[list[Span]]) -> list[list[Text]]:
        return [[self.part(span) for span in spans] for spans in found]

    def _picked(self, spans: list[Span], said: re.Match[str], where: str) -> list[Span]:
        """The parts that `where` names among all of a unit."""
        if said["one"] == "paragraph" or where == "first paragraph":
            spans = spans[_is_headline(self.quote(spans[0])) :] if len(spans) > 1 else spans
        if said["number"]:
            spans = spans[int(said["number"]) - 1 : int(said["number"])]
        elif said["which"] in ("first", None):
            spans = spans[:1]
        elif said["which"] == "last":
            spans = spans[-1:]
        return spans


def _is_headline(text: str) -> bool:
    """Whether a paragraph is rather a headline: a short line without a full stop."""
    short = "\n" not in text.strip() and len(text.split()) <= 12
    return short and text.rstrip(" *_")[-1:] not in tuple(".!?:,;…")
