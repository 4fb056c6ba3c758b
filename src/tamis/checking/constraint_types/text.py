"""A response prepared once for all constraints on it: its words, sentences, lists and tables.

Everything is a span of the whole text, so that a verdict can show what it counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from tamis.checking.worksheet import Span
from tamis.reading.document import Block, parse
from tamis.text.sentences import sentences
from tamis.types import InputError

# A long dash without blanks parts two words, a hyphen does not.
_RUN = re.compile(r"[^\s—]+")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n\s*")
_STRIPPED = re.compile(r"\s*(?P<inside>.*\S)?\s*", re.DOTALL)

UNITS = (
    "word", "sentence", "paragraph", "line", "bullet", "item", "section", "heading", "title",
    "subject", "table", "row", "code block", "verse", "list",
)  # fmt: skip
"""What `where` can name."""

WHERE = re.compile(
    rf"(?:(?P<which>each|any|first|last) (?P<unit>{'|'.join(UNITS)})"
    rf"|(?P<one>{'|'.join(UNITS)})(?: (?P<number>\d{{1,3}}))?)"
)
"""`each bullet`, `first sentence`, `paragraph 2`, `title`."""


class Text:
    """A text with its parts, each found on first use.

    `start` is where it begins in the whole response, `request` what was asked. Spans are places
    in the whole response.
    """

    def __init__(self, text: str, request: str = "", start: int = 0) -> None:
        self.text = text
        self.request = request
        self.start = start

    def __str__(self) -> str:
        return self.text

    def part(self, span: Span) -> Text:
        """A part of it, at a span of the whole response."""
        start, end = span
        return Text(self.text[start - self.start : end - self.start], self.request, start)

    def quote(self, span: Span) -> str:
        """What stands at a span of the whole response."""
        return self.text[span[0] - self.start : span[1] - self.start]

    def matches(self, pattern: re.Pattern[str]) -> list[Span]:
        """The spans of all matches; `pattern` must take linear time."""
        by = self.start
        return [(found.start() + by, found.end() + by) for found in pattern.finditer(self.text)]

    @cached_property
    def words(self) -> list[Span]:
        """Runs without white space that hold a letter or a digit, as word processors count."""
        return [span for span in self.matches(_RUN) if _LETTER_OR_DIGIT.search(self.quote(span))]

    @cached_property
    def lines(self) -> list[Span]:
        """Lines that are not blank."""
        return self.matches(_LINE)

    @cached_property
    def sentences(self) -> list[Span]:
        """Sentences; items of lists and headings count as one where they have no full stop."""
        by = self.start
        return [(one.start + by, one.end + by) for one in sentences(self.text)]

    @cached_property
    def paragraphs(self) -> list[Span]:
        """Blocks between blank lines."""
        found: list[Span] = []
        at = 0
        for gap in (*_BLANK_LINE.finditer(self.text), None):
            end = gap.start() if gap else len(self.text)
            if (inside := _STRIPPED.match(self.text, at, end)) and inside["inside"]:
                found.append(
                    (inside.start("inside") + self.start, inside.end("inside") + self.start)
                )
            at = gap.end() if gap else end
        return found

    @cached_property
    def tree(self) -> Block:
        """The text as a tree of sections, lists, tables and paragraphs; places from its start."""
        return parse(self.text)

    @cached_property
    def blocks(self) -> list[Block]:
        """All nodes of the tree, in order."""
        return list(self.tree.walk())

    def _spans(self, blocks: Sequence[Block]) -> list[Span]:
        return [span for block in blocks if (span := self._span(block))]

    def _span(self, block: Block) -> Span | None:
        lines = [line for node in block.walk() for line in node.lines]
        cells = [cell for node in block.walk() for row in node.rows for cell in row]
        starts = [line.start for line in lines] + [cell.start for cell in cells]
        ends = [line.end for line in lines] + [cell.start + len(cell.text) for cell in cells]
        return (min(starts) + self.start, max(ends) + self.start) if starts else None

    @cached_property
    def items(self) -> list[Span]:
        """Items of lists, bulleted or numbered, nested ones as well."""
        return self._spans([block for block in self.blocks if block.kind == "item"])

    @cached_property
    def bullets(self) -> list[Span]:
        """Items of lists without a number."""
        return self._spans([b for b in self.blocks if b.kind == "item" and not b.number])

    @cached_property
    def numbered(self) -> list[Span]:
        """Items of lists with a number."""
        return self._spans([b for b in self.blocks if b.kind == "item" and b.number])

    @cached_property
    def headings(self) -> list[Span]:
        """Headings of Markdown, and lines that are bold as a whole."""
        marked = [
            (block.lines[0].start + self.start, block.lines[-1].end + self.start)
            for block in self.blocks
            if block.kind == "section" and block.lines
        ]
        return sorted({*marked, *self.matches(_BOLD_LINE)})

    @cached_property
    def tables(self) -> list[Block]:
        """Tables of Markdown."""
        return [block for block in self.blocks if block.kind == "table"]

    @cached_property
    def code_blocks(self) -> list[Span]:
        """The insides of fenced blocks of code."""
        return self._spans([block for block in self.blocks if block.kind == "code"])

    @cached_property
    def title(self) -> Span | None:
        """The first line, where it is a heading, `<<wrapped>>`, or says `Title:`."""
        if not self.lines:
            return None
        first = self.lines[0]
        line = self.quote(first)
        if found := _TITLE.match(line):
            inside = next(name for name in ("said", "wrapped", "marked", "bold") if found[name])
            return first[0] + found.start(inside), first[0] + found.end(inside)
        return None

    @cached_property
    def subject(self) -> Span | None:
        """What stands behind `Subject:` on a line of its own."""
        if found := _SUBJECT.search(self.text):
            return found.start("said") + self.start, found.end("said") + self.start
        return None

    @cached_property
    def sections(self) -> list[Span]:
        """From each heading to the next one."""
        starts = [start for start, _ in self.headings]
        ends = [*starts[1:], self.start + len(self.text)]
        return list(zip(starts, ends, strict=True))[: len(starts)]

    def _all(self, unit: str) -> list[Span]:
        match unit:
            case "title" | "subject":
                one = self.title if unit == "title" else self.subject
                return [] if one is None else [one]
            case "bullet":
                return self.bullets or self.items
            case "code block":
                return self.code_blocks
            case "table" | "list":
                return self._spans([block for block in self.blocks if block.kind == unit])
            case "row":
                rows = [Block("row", rows=[row]) for t in self.tables for row in t.rows[1:]]  # type: ignore[arg-type]
                return self._spans(rows)
            case "verse":
                return self.paragraphs
            case _:
                found: list[Span] = getattr(self, f"{unit}s")
                return found

    def parts(self, where: str) -> list[Text]:
        """The parts that `where` names: all for `each` and `any`, else one; none where it lacks.

        InputError for a `where` that is not of the form of `WHERE`.
        """
        if not (said := WHERE.fullmatch(where)):
            raise InputError(
                f"where is {where!r:.60}; write `each bullet`, `first sentence`, `last line`, "
                f"`paragraph 2` or `title`. Units: {', '.join(UNITS)}."
            )
        spans = self._all(said["unit"] or said["one"])
        if said["number"]:
            spans = spans[int(said["number"]) - 1 : int(said["number"])]
        elif said["which"] in ("first", None):
            spans = spans[:1]
        elif said["which"] == "last":
            spans = spans[-1:]
        return [self.part(span) for span in spans]


_BOLD_LINE = re.compile(r"(?<![^\n])[ \t]*\*\*[^*\n]+\*\*:?[ \t]*(?![^\n])")
_TITLE = re.compile(
    r"\s*(?:(?:\*\*|#+\s*)*title\s*:\**\s*(?P<said>\S.*?)|<<(?P<wrapped>[^\n>]+)>>"
    r"|#{1,6}\s+(?P<marked>\S.*?)|\*\*(?P<bold>[^*\n]+)\*\*:?)\s*$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^[ \t]*\**(?:subject|betreff|re)(?: line)?\s*:\**[ \t]*(?P<said>\S.*)$", re.I | re.M
)
