"""A text with its parts: words, sentences, lines, paragraphs, lists, tables, headings, code.

Everything is a span of the whole text, so that a verdict can show what it counted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, Self

from tamis.checking.worksheet import Span
from tamis.reading.document import Block, parse
from tamis.text.seen import Seen, seen
from tamis.text.sentences import sentences

# A long dash without blanks parts two words, a hyphen does not.
_RUN = re.compile(r"(?<![^\s—])[^\s—]++")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_LINE = re.compile(r"(?<![^\n])[^\S\n]*+\S[^\n]*+")
_NO_PROSE = re.compile(r"(?<!`)`[^`\n]+`(?!`)|(?:https?://|www\.)[^\s)>\]\"]*[^\s)>\]\".,;:!?*_]")
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})")

_BOLD_LINE = re.compile(r"(?<![^\n])[ \t]*\*\*[^*\n]+\*\*:?[ \t]*(?![^\n])")
_TITLE = re.compile(
    r"[*# \t]*title[ \t]*:(?P<said>[^\n]*)|<<(?P<wrapped>[^\n>]+)>>"
    r"|#{1,6}[ \t]++(?P<marked>[^\n]+)|\*\*(?P<bold>[^*\n]+)\*\*:?",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^[ \t]*\**(?:subject|betreff|re)(?: line)?[ \t]*:(?P<said>[^\n]*)$", re.I | re.M
)
_MARKS = " \t*#_"
ENDED = re.compile(r"[.!?…。！？](?:[\"'”’»)*_\]]|[ ]?\[\d{1,3}\])*\Z")
"""What ends with a stop, whatever closes behind it."""

# Lines of a letter around its text.
_OPENING = re.compile(
    r"[ \t*]*(?:(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|to whom it may concern)\b"
    r"(?:[^.!?\n]|(?<=\b[md]r)\.|(?<=\b(?:ms|mx|st))\.|(?<=\bmrs)\.|(?<=\bprof)\.){0,60}[,:]?"
    r"|(?:subject|to|from|date|cc|re):[^\n]*+)[ \t*]*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"[ \t*]*(?:(?:best|kind|warm|yours|sincere|respect|regards|cheers|thanks|thank you|many thanks"
    r"|with|love|all the best|cordially|take care)[^.!?\n]{0,40})[,–—-][ \t*]*",
    re.IGNORECASE,
)


class Item(NamedTuple):
    """An item of a list; `depth` is 0 for one that lies in no other item.

    `own` is what stands before the items that lie in it.
    """

    span: Span
    numbered: bool
    depth: int
    own: Span


class Layout:
    """A text with its parts, each found on first use.

    `start` is where it begins in the whole response, `request` what was asked. Spans are places
    in the whole response. Carriage returns are read as ends of lines.
    """

    def __init__(self, text: str, request: str = "", start: int = 0) -> None:
        self.text = text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
        self.request = request
        self.start = start

    def __str__(self) -> str:
        return self.text

    def part(self, span: Span) -> Self:
        """A part of it, at a span of the whole response."""
        start, end = span
        return type(self)(self.text[start - self.start : end - self.start], self.request, start)

    def quote(self, span: Span) -> str:
        """What stands at a span of the whole response."""
        return self.text[span[0] - self.start : span[1] - self.start]

    def before(self, at: int, many: int) -> str:
        """The last signs before a place of the whole response."""
        return self.text[max(at - self.start - many, 0) : at - self.start]

    def after(self, at: int, many: int) -> str:
        """The first signs after a place of the whole response."""
        return self.text[at - self.start : at - self.start + many]

    def around(self, at: int) -> Span:
        """A place with some signs around it, within its line, for showing it."""
        at -= self.start
        left = max(self.text.rfind("\n", 0, at) + 1, at - 15)
        right = self.text.find("\n", at)
        return left + self.start, min(right if right >= 0 else len(self.text), at + 15) + self.start

    def matches(self, pattern: re.Pattern[str]) -> list[Span]:
        """The spans of all matches; `pattern` must take linear time."""
        by = self.start
        spans = [found.span() for found in pattern.finditer(self.text)]
        return [(start + by, end + by) for start, end in spans] if by else spans

    def in_prose(self, pattern: re.Pattern[str]) -> list[Span]:
        """As `matches`, outside of code and addresses, which are read as blanks."""
        by = self.start
        return [(found.start() + by, found.end() + by) for found in pattern.finditer(self.prose)]

    @cached_property
    def prose(self) -> str:
        """The text with blanks in place of code and addresses."""
        lines = [
            " " * len(line) if start in self.code_lines else line
            for start, line in zip(self._line_starts, self.text.split("\n"), strict=True)
        ]
        return _NO_PROSE.sub(lambda found: " " * len(found[0]), "\n".join(lines))

    @cached_property
    def seen(self) -> Seen:
        """The text as a reader sees it; places from its start."""
        return seen(self.text, lambda: self.prose)

    def seen_in_prose(self, pattern: re.Pattern[str]) -> list[tuple[str, Span]]:
        """As `in_prose`, in what a reader sees, with what is seen there."""
        by = self.start
        found = [(one[0], self.seen.place(one.span())) for one in pattern.finditer(self.seen.text)]
        return [(said, (a + by, b + by)) for said, (a, b) in found if self.is_prose(a)]

    def is_prose(self, at: int) -> bool:
        """Whether what stands at a place from the start of the text is no code and no address."""
        return self.prose[at] == self.text[at]

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
        """Lines of prose or of a list between blank lines, headings, rules, tables and code."""
        found: list[Span] = []
        joined = False
        for start, end in self.lines:
            line = self.quote((start, end))
            if start in self.apart or not _LETTER_OR_DIGIT.search(line):
                joined = False
                continue
            start += len(line) - len(line.lstrip())
            end -= len(line) - len(line.rstrip())
            # Nothing but the end of the line before lies between them.
            gap = self.quote((found[-1][1], start)) if joined else ""
            if joined and gap.count("\n") == 1:
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
            joined = True
        return found

    @cached_property
    def prose_paragraphs(self) -> list[Span]:
        """Paragraphs that are more than the greeting or the signature of a letter."""
        around = self.letter_lines
        found = [
            (start, end)
            for start, end in self.paragraphs
            if any(at not in around for at in self.line_starts_in(start, end))
        ]
        return found or self.paragraphs

    def line_starts_in(self, start: int, end: int) -> list[int]:
        """Where the lines of a span begin."""
        starts = self._line_starts
        return starts[max(bisect_right(starts, start) - 1, 0) : bisect_right(starts, end)]

    @cached_property
    def letter_lines(self) -> set[int]:
        """Where the lines of a letter's address, greeting and signature begin."""
        found: set[int] = set()
        signed = False
        for n, (start, end) in enumerate(self.lines):
            said = self.quote((start, end))
            opens = n < 6 and _OPENING.fullmatch(said)
            signed = signed or bool(n > len(self.lines) - 7 and _CLOSING.fullmatch(said))
            # After the closing only names and addresses are no text.
            short = len(said.split()) <= 6 and not ENDED.search(said.strip()[-20:])
            if opens or (signed and short):
                found.add(start)
        return found

    @cached_property
    def apart(self) -> set[int]:
        """Where the lines of headings, tables and code begin, which belong to no paragraph."""
        rows = [row[0].start + self.start for table in self.tables for row in table.rows if row]
        headings = [start for start, _ in self.headings]
        return {self.line_start(at) for at in (*headings, *rows)} | self.code_lines

    @cached_property
    def code_lines(self) -> set[int]:
        """Where the lines of fenced blocks of code begin, the fences included."""
        if "```" not in self.text and "~~~" not in self.text:
            return set()
        code = {
            line.start + self.start for b in self.blocks if b.kind == "code" for line in b.lines
        }
        return code | {start for start, end in self.lines if _FENCE.match(self.quote((start, end)))}

    def line_start(self, at: int) -> int:
        """Where the line begins that holds a place of the whole response."""
        starts = self._line_starts
        return starts[max(bisect_right(starts, at) - 1, 0)]

    @cached_property
    def _line_starts(self) -> list[int]:
        ends = [found.end() + self.start for found in re.finditer("\n", self.text)]
        return [self.start, *ends]

    @cached_property
    def tree(self) -> Block:
        """The text as a tree of sections, lists, tables and paragraphs; places from its start."""
        return parse(self.text)

    @cached_property
    def blocks(self) -> list[Block]:
        """All nodes of the tree, in order."""
        return list(self.tree.walk())

    def spans(self, blocks: Sequence[Block]) -> list[Span]:
        """The places of blocks of the tree, without those that hold nothing."""
        return [span for block in blocks if (span := self._span(block))]

    def _span(self, block: Block) -> Span | None:
        lines = [line for node in block.walk() for line in node.lines]
        cells = [cell for node in block.walk() for row in node.rows for cell in row]
        starts = [line.start for line in lines] + [cell.start for cell in cells]
        ends = [line.end for line in lines] + [cell.start + len(cell.text) for cell in cells]
        return (min(starts) + self.start, max(ends) + self.start) if starts else None

    @cached_property
    def listed(self) -> list[Item]:
        """Items of lists with their depth, nested ones as well, in order."""
        return list(self._listed(self.tree, 0))

    def _listed(self, block: Block, depth: int) -> Iterator[Item]:
        # Lists that are no Markdown are flat: there deeper indentation means that one is nested.
        outer = min((one.level for one in block.children if one.kind == "item"), default=0)
        for child in block.children:
            deeper = depth
            if child.kind == "item":
                within = depth + (child.level > outer)
                deeper = within + 1
                if span := self._span(child):
                    mark = self.quote((self.line_start(span[0]), span[0])).split()[-1:]
                    # `II.` and `a)` are numbers too.
                    numbered = bool(child.number or (mark and _LETTER_OR_DIGIT.search(mark[0])))
                    yield Item(span, numbered, within, self._before_items(child, span))
            yield from self._listed(child, deeper)

    def _before_items(self, item: Block, span: Span) -> Span:
        nested = (one for child in item.children for one in child.walk() if one.kind == "item")
        first = next((place for one in nested if (place := self._span(one))), None)
        end = self.line_start(first[0]) if first else span[1]
        said = self.quote((span[0], end)).rstrip()
        return (span[0], span[0] + len(said)) if said else span

    @cached_property
    def marks(self) -> list[Span]:
        """What stands before the items of lists on their line: `- `, `1. `."""
        return [(self.line_start(item.span[0]), item.span[0]) for item in self.listed]

    @cached_property
    def items(self) -> list[Span]:
        """Items of lists, bulleted or numbered, nested ones as well."""
        return [item.span for item in self.listed]

    @cached_property
    def bullets(self) -> list[Span]:
        """Items of lists without a number."""
        return [item.span for item in self.listed if not item.numbered]

    @cached_property
    def numbered(self) -> list[Span]:
        """Items of lists with a number."""
        return [item.span for item in self.listed if item.numbered]

    @cached_property
    def headings(self) -> list[Span]:
        """Headings of Markdown, and lines that are bold as a whole."""
        marked = [
            (block.lines[0].start + self.start, block.lines[-1].end + self.start)
            for block in self.blocks
            if block.kind == "section" and block.lines
        ]
        return sorted({*marked, *self.matches(_BOLD_LINE)})

    def level(self, heading: Span) -> int:
        """How many `#` a heading has; 7 where it is a bold line."""
        return self.quote((self.line_start(heading[0]), heading[0])).count("#") or 7

    @cached_property
    def tables(self) -> list[Block]:
        """Tables of Markdown."""
        return [block for block in self.blocks if block.kind == "table"]

    @cached_property
    def code_blocks(self) -> list[Span]:
        """The insides of fenced blocks of code."""
        return self.spans([block for block in self.blocks if block.kind == "code"])

    @cached_property
    def title(self) -> Span | None:
        """The first line, where it is a heading, `<<wrapped>>`, or says `Title:`."""
        if not self.lines:
            return None
        first = self.lines[0]
        line = self.quote(first)
        begin = len(line) - len(line.lstrip())
        if found := _TITLE.fullmatch(line, begin, len(line.rstrip())):
            inside = found.lastgroup or "said"
            return self._unmarked(first[0] + found.start(inside), first[0] + found.end(inside))
        return None

    @cached_property
    def subject(self) -> Span | None:
        """What stands behind `Subject:` on a line of its own."""
        found = _SUBJECT.search(self.text)
        return found and self._unmarked(found.start("said") + self.start, found.end() + self.start)

    def _unmarked(self, start: int, end: int) -> Span | None:
        """A span without the marks of emphasis around it; None where nothing is left."""
        said = self.quote((start, end))
        left = start + len(said) - len(said.lstrip(_MARKS))
        return (left, start + len(said.rstrip(_MARKS))) if said.strip(_MARKS) else None
