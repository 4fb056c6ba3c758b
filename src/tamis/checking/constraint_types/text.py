"""A response prepared once for all constraints on it: its words, sentences, lists and tables.

Everything is a span of the whole text, so that a verdict can show what it counted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from tamis.checking.constraint_types import named_parts, units
from tamis.checking.worksheet import Span
from tamis.reading.document import Block, parse
from tamis.text.seen import Seen, seen
from tamis.text.sentences import sentences
from tamis.types import InputError

# A long dash without blanks parts two words, a hyphen does not.
_RUN = re.compile(r"(?<![^\s—])[^\s—]++")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_LINE = re.compile(r"(?<![^\n])[^\S\n]*+\S[^\n]*+")
_NO_PROSE = re.compile(r"(?<!`)`[^`\n]+`(?!`)|(?:https?://|www\.)[^\s)>\]\"]*[^\s)>\]\".,;:!?*_]")
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})")

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


class Item(NamedTuple):
    """An item of a list; `depth` is 0 for one that lies in no other item.

    `own` is what stands before the items that lie in it.
    """

    span: Span
    numbered: bool
    depth: int
    own: Span


class Text:
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

    def part(self, span: Span) -> Text:
        """A part of it, at a span of the whole response."""
        start, end = span
        return Text(self.text[start - self.start : end - self.start], self.request, start)

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
        return units.around_letter(self)

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


_HEAD_ENDS = re.compile(r"\s[–—-]\s|:[*_]{0,2}\s|\s\(|\n")
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


def _is_headline(text: str) -> bool:
    """Whether a paragraph is rather a headline: a short line without a full stop."""
    short = "\n" not in text.strip() and len(text.split()) <= 12
    return short and text.rstrip(" *_")[-1:] not in tuple(".!?:,;…")
