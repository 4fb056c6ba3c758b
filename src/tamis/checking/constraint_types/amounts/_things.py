"""What a named thing may be in a response: labelled parts, headings, items, rows, lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tamis.checking.constraint_types.list_items import lists_of, tree_of
from tamis.checking.constraint_types.text import Text
from tamis.checking.program.activities import stems
from tamis.checking.worksheet import Span
from tamis.reading.document import Block, Line

_LONG = frozenset(
    re.findall(
        r"\w+",
        "recipe poem story email letter essay haiku limerick joke draft version review article "
        "plan dialogue scene chapter verse sonnet post tweet caption script speech outline "
        "itinerary scenario conversation biography summary report message song stanza riddle",
    )
)
"""Things that are longer than an item of a list, unless the list is said to be of them."""
_DETAILS = re.compile(
    r"\W*(?:ingredients?|instructions?|directions?|method|steps?|preparation|notes?|tips?|summary"
    r"|conclusion|introduction|intro|overview|final (?:thoughts|words)|sources?|references?|why"
    r"|how (?:to|it)|faqs?|key (?:points|takeaways)|closing|disclaimer|bonus|honou?rable|nutrition"
    r"|shopping|equipment|background|wrap[- ]?up|next steps)\b",
    re.I,
)
_NUMBERED = re.compile(r"\W*(?:#\s?)?\d{1,3}[.):]?\s")
_CUT_BOLD = re.compile(r"[^*\n]{1,200}\*\*:?")
_BOLD = re.compile(r"(?:\*\*|__)[^*\n]{1,200}(?:\*\*|__):?")
_MARK = r"(?:#?\d{1,3}|[A-H]|[IVX]{1,4}|one|two|three|four|five|six|seven|eight|nine|ten)\b"
_TOTAL = re.compile(r"\W*(?:sub-?|grand )?totals?\b", re.I)
_OF = re.compile(r"[^\w\n]{0,8}(?P<n>\d{1,2})\s?/\s?(?P<of>\d{1,2})(?![\d/])")


@dataclass
class _Part:
    """A heading with what is below it; the first part has none."""

    title: str = ""
    level: int = 0
    span: Span = (0, 0)
    lists: list[Block] = field(default_factory=list)
    tables: list[Block] = field(default_factory=list)
    lead: str = ""
    lines: list[Line] = field(default_factory=list)
    """The lines that are in no list."""
    leads: list[str] = field(default_factory=list)
    """The line before each list or table."""


def singular(noun: str) -> str:
    """The last word of a noun in the singular, as far as that is easy: "recommendation"."""
    words = re.findall(r"[^\W\d_]+", noun.casefold())
    word = words[-1] if words else noun
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if re.search(r"(?:ss|x|ch|sh)es$", word) else word.removesuffix("s")


def names(noun: str) -> frozenset[str]:
    """The stems by which a heading or a line names it."""
    return stems(f"{singular(noun)} {noun.split()[-1]}")


def ways_of_counting(text: Text, noun: str) -> dict[str, list[Span]]:
    """The places of what a noun may mean in a response, by how they are told apart."""
    head = singular(noun)
    if labelled := _labelled(text, head):
        return {"with the name and a number": labelled}
    if marked := _marked(text):
        return {f"marked as of {len(marked)}": marked}
    parts = _parts(text)
    wanted = names(noun)
    ways: dict[str, list[Span]] = {}
    for n, part in enumerate(parts):
        if wanted & stems(part.title):
            below = [one for one in _below(parts, n) if not _DETAILS.match(one.title)]
            if len(below) > 1:
                ways["headings below one that names them"] = [one.span for one in below]
            inside = [i for p in (part, *_below(parts, n)) for i in _items(text, p)]
            numbered = len(below) > 1 and all(_NUMBERED.match(one.title) for one in below)
            if inside and not numbered:
                ways["items below a heading that names them"] = inside
            if ways:
                break
        for lead, block in zip(part.leads, [*part.lists, *part.tables], strict=True):
            if wanted & stems(lead) and "items below a line that names them" not in ways:
                ways["items below a line that names them"] = _of(text, block)
    if ways:
        return ways
    plain = _plain(text, parts, head)
    return {way: spans for way, spans in plain.items() if spans}


def _plain(text: Text, parts: Sequence[_Part], head: str) -> dict[str, list[Span]]:
    """What may be meant where nothing is named: headings, items, rows."""
    ways: dict[str, list[Span]] = {}
    heads = [one for one in parts if one.title and not _DETAILS.match(one.title)]
    numbered = [one for one in heads if _NUMBERED.match(one.title)]
    levels = sorted({one.level for one in heads})
    if len(numbered) > 1:
        return {"numbered headings": [one.span for one in numbered]}
    for level in levels:
        same = [one for one in heads if one.level == level]
        if len(same) > 1:
            ways["headings"] = [one.span for one in same]
            ways |= _lines_below(text, same)
            break
    if head in _LONG:
        if not ways and len(heads) == 1:
            ways["headings"] = [heads[0].span]
        return ways
    if head == "question" and not any(part.lists for part in parts):
        asked = [span for span in text.sentences if text.quote(span).rstrip("*_ ")[-1:] == "?"]
        return {**ways, "sentences that ask": asked}
    if not (ways or any(part.lists or part.tables for part in parts)):
        return {"lines": [one.span for items in lists_of(text) for one in items]}
    listed = [one for part in parts if not _DETAILS.match(part.title) for one in part.lists]
    listed = listed or [one for part in parts for one in part.lists]
    tables = [one for part in parts for one in part.tables]
    if listed:
        spans = [_of(text, one) for one in listed]
        ways["items"] = [span for one in spans for span in one]
        if len(spans) > 1 and not _continued(listed):
            for n, one in enumerate(spans[:8], 1):
                ways[f"items of list {n}"] = one
    if tables:
        ways["rows"] = [span for one in tables for span in _of(text, one)]
    return ways


def _labelled(text: Text, head: str) -> list[Span]:
    """Lines that begin with the name and a number or a letter, or a time before: "Recipe 2: …"."""
    noun = re.escape(head)
    label = re.compile(
        rf"(?:[^\w\n]|\d|[ap]\.?m\b){{0,24}}(?<!\w)(?:bonus )?{noun}(?:s|es)?\s"
        rf"(?:no\.?\s)?(?P<mark>{_MARK})(?!\s?(?:of|to|and|{noun}))"
        # "Week 3–5", but not "Round 1 — 8 minutes".
        r"(?:\s?[-–—]\s?(?P<last>\d{1,3})(?!\d|\s?[^\W\d_]))?",
        re.I,
    )
    found: dict[str, Span] = {}
    for start, end in text.lines:
        if (one := label.match(text.quote((start, min(end, start + 200))))) is not None:
            mark = one["mark"].casefold().lstrip("#")
            found.setdefault(mark, (start, end))
            if one["last"] and mark.isdigit() and int(mark) < int(one["last"]) < int(mark) + 100:
                # "Week 3–5" is three.
                for n in range(int(mark) + 1, int(one["last"]) + 1):
                    found.setdefault(str(n), (start, end))
    return list(found.values()) if len(found) > 1 else []


def _parts(text: Text) -> list[_Part]:
    """The headings of a response with the lists and tables below each; lines in bold are some."""
    made = [_Part()]

    def visit(block: Block) -> None:
        for child in block.children:
            if child.kind == "section" and child.lines:
                made.append(_part(child.lines[0], child.level, text))
                visit(child)
            elif child.kind == "paragraph":
                for line in child.lines:
                    if _BOLD.fullmatch(line.text):
                        made.append(_part(line, 7, text))
                    else:
                        made[-1].lines.append(line)
                    made[-1].lead = line.text
            elif child.kind == "list" and all(map(_is_heading, child.children)):
                for item in child.children:
                    line = item.children[0].lines[0]
                    made.append(_part(line, 7, text))
                    made[-1].title = f"{item.number or 1}. {made[-1].title}"
            elif child.kind == "list" and child.children:
                made[-1].lists.append(child)
                made[-1].leads.insert(len(made[-1].lists) - 1, made[-1].lead)
                made[-1].lead = ""
            elif child.kind == "table":
                made[-1].tables.append(child)
                made[-1].leads.append(made[-1].lead)
                made[-1].lead = ""

    visit(tree_of(text))
    return made


def _is_heading(item: Block) -> bool:
    """Whether an item is a line in bold, of which the mark was taken: "**1. Rice**"."""
    lines = item.children[0].lines if item.children else []
    return len(lines) == 1 and len(item.children) == 1 and bool(_CUT_BOLD.fullmatch(lines[0].text))


def _part(line: Line, level: int, text: Text) -> _Part:
    span = (line.start + text.start, line.end + text.start)
    return _Part(line.text.strip("*_: "), level, span)


def _lines_below(text: Text, parts: Sequence[_Part]) -> dict[str, list[Span]]:
    """The lines below headings, where they may be what is counted: short ones, several for some."""
    lines = [line for part in parts for line in part.lines]
    short = all(len(one.text) <= 80 and not one.text.endswith((".", "!", ":")) for one in lines)
    if not short or len(lines) <= len(parts) or any(part.lists for part in parts):
        return {}
    return {"lines below them": [(o.start + text.start, o.end + text.start) for o in lines]}


def _below(parts: Sequence[_Part], at: int) -> Iterator[_Part]:
    """The parts below one, by their levels."""
    for n in range(at + 1, len(parts)):
        if parts[n].level <= parts[at].level:
            return
        yield parts[n]


def _items(text: Text, part: _Part) -> list[Span]:
    return [span for block in (*part.lists, *part.tables) for span in _of(text, block)]


def _of(text: Text, block: Block) -> list[Span]:
    """The places of the items of a list, or of the rows of a table without its header."""
    if block.kind == "list":
        return text.spans([one for one in block.children if one.kind == "item"])
    rows = [
        row for row in block.rows[1:] if any(c.text for c in row) and not _TOTAL.match(row[0].text)
    ]
    return text.spans([Block("table", rows=[row]) for row in rows])


def _marked(text: Text) -> list[Span]:
    """Lines that are marked "1/4" to "4/4"."""
    found = [
        (one, span)
        for span in text.lines
        if (one := _OF.match(text.quote((span[0], min(span[1], span[0] + 40)))))
    ]
    marks = [(int(one["n"]), int(one["of"])) for one, _ in found]
    whole = [(n, len(marks)) for n in range(1, len(marks) + 1)]
    # The last number may be wrong: what counts is how many there are.
    counts = len(marks) > 1 and [n for n, _ in marks] == [n for n, _ in whole]
    return [span for _, span in found] if counts and len({of for _, of in marks}) == 1 else []


def _continued(lists: Sequence[Block]) -> bool:
    """Whether lists go on counting: "1." and "2." with paragraphs between them."""
    numbers = [one.number for block in lists for one in block.children]
    return numbers == [str(n) for n in range(1, len(numbers) + 1)]
