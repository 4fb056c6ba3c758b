"""The items of a response's lists, and what each item's text may be.

Items are those of lists, not of lists within them; else the rows of a table; else lines, where the
response is nothing but lines; else what commas part on one line. The text of an item is without its
mark, emphasis, and what follows as an explanation; where that is unclear there are two texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span
from tamis.reading.document import Block, Line
from tamis.reading.html import is_html, parse_html
from tamis.text.dates import MONTHS, SHORT_MONTHS

MAX_CHARACTERS = 200_000
MAX_ITEM = 1_000
"""Of a longer item only so much is read."""
_LONG_LINE = 100
_EMPHASIS = re.compile(
    r"(?P<mark>\*\*\*|\*\*|__|\*|_(?=\S)|\"|“|`|\[)(?P<inside>[^*\n\"“”`\[\]]{1,200}?)"
    r"(?:\*\*\*|\*\*|__|\*|_(?!\w)|\"|”|`|\]\([^()\s]{0,300}\)|\])"
)
_MARKS = re.compile(r"[*`]{1,3}|(?<!\w)_{1,2}|_{1,2}(?!\w)|\[[ xX]\]\s|~~")
_LEAD = re.compile(r"[^\w\"“'(\[*_`$€£#-]+")
_CLOSING = " \t.,;:：!?"
_EXPLAINS = re.compile(r"\s[–—-]{1,3}\s|—|[:：]\s|\s(?:→|->|=>|\|)\s")
_BOX = re.compile(r"^\[[ xX]\]\s")
_LABELLED = re.compile(r"(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)|[^.:!?\n]{1,50}\s?:\s")
_BRACKET = re.compile(r"\((?P<in>[^()\n]{1,200})\)$")
_YEARS = re.compile(r"(?:c\. ?|circa )?\d{3,4}(?:\s?[-–/]\s?\d{2,4})?(?: (?:BC|AD|BCE|CE))?")
# "by Jane Austen" names an author, "by Friday" a time; "by May Sarton" is an author again.
_TIME = (
    rf"(?i:(?:the |next |end of )?(?:{'|'.join((*MONTHS, *SHORT_MONTHS))}"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|noon|midnight|easter|christmas|tomorrow|tonight"
    r"|today|eod|q[1-4]|week|night|day|month|year|spring|summer|autumn|fall|winter|\d\S*)\b)"
    r"(?! [A-ZÀ-Ý])"
)
_BY = re.compile(rf",? by (?!{_TIME})(?=[A-ZÀ-Ý])|, by (?!{_TIME})")
_BEHIND = re.compile(r"[:：–—(|,;-]|→|->|\.(?:\s|$)")
_SPEAKS = re.compile(
    r"\b(?:i|we|you|it|he|she|they|is|are|was|were|has|have|had|there|this|that|these|once|dear|hi"
    r"|hello|thanks?|please|best|regards|yours)\b",
    re.I,
)
_AND = re.compile(r"(?:and|or|&)\s+", re.I)
_LETTER = re.compile(r"[^\W_]")
_TOTAL = re.compile(r"\W*(?:sub-?|grand )?totals?\b", re.I)


@dataclass(frozen=True)
class Item:
    """An item: where it stands, as it is written (all cells of a row), its first line without
    marks, and what its text may be, the likeliest first.
    """

    span: Span
    written: str
    whole: str
    names: tuple[str, ...]

    @property
    def cut(self) -> bool:
        """Whether it is too long to be read as a whole."""
        return len(self.written) > MAX_ITEM

    @property
    def name(self) -> str:
        """What its text most likely is."""
        return self.names[0]


def lists_of(text: Text) -> list[list[Item]]:
    """The items of each list of a response; lists that go on counting are one."""
    found = _markdown(text)
    if found:
        return found
    tables = [_of_table(table, text) for table in text.tables]
    if any(tables):
        return [one for one in tables if one]
    lines = [(start, end) for start, end in text.lines if _LETTER.search(text.quote((start, end)))]
    heads = {text.line_start(start) for start, _ in text.headings}
    lines = _block(text, [one for one in lines if one[0] not in heads])
    if len(lines) == 1:
        inline = list(_of_line(text, lines[0]))
        return [inline] if inline else []
    if len(lines) > 1 and all(_is_item(text.quote(one)) for one in lines):
        items = [_item(text.quote(one), one) for one in lines]
        return [[one for one in items if one]]
    return []


def tree_of(text: Text) -> Block:
    """The response as a tree, be it Markdown or HTML."""
    return parse_html(text.text) if is_html(text.text) else text.tree


def _markdown(text: Text) -> list[list[Item]]:
    groups: list[list[Item]] = []
    main, count = -1, 0
    for block in _outermost(tree_of(text)):
        items = []
        for child in block.children:
            lines = _first_lines(child)
            made = _item(lines[0].text, _place(lines[0], text)) if lines else None
            if made:
                end = max(line.end for line in lines) + text.start
                items.append(replace(made, written=text.quote((made.span[0], end))))
        own = [child.number for child in block.children]
        if main >= 0 and own[:1] == [str(count + 1)] and all(own):
            # What stands between "1." and "2." are their details.
            del groups[main + 1 :]
            groups[main] += items
            count += len(own)
        elif items:
            groups.append(items)
            if own[:1] == ["1"] and all(own):
                main, count = len(groups) - 1, len(own)
    return groups


def _outermost(block: Block) -> Iterator[Block]:
    for child in block.children:
        if child.kind == "list":
            yield child
        elif child.kind == "section":
            yield from _outermost(child)


def _first_lines(item: Block) -> list[Line]:
    return next((one.lines for one in item.walk() if one.lines), [])


def _place(line: Line, text: Text) -> Span:
    return line.start + text.start, line.end + text.start


def _of_table(table: Block, text: Text) -> list[Item]:
    """The rows of a table by their first column with letters."""
    rows = [row for row in table.rows[1:] if any(cell.text for cell in row)]
    rows = [row for row in rows if not _TOTAL.match(row[0].text)]
    width = max((len(row) for row in rows), default=0)
    column = next(
        (n for n in range(width)
         if sum(bool(re.search(r"[^\W\d_]", row[n].text)) for row in rows if n < len(row)) * 2
         > len(rows)),
        0,
    )  # fmt: skip
    found = []
    for row in rows:
        cell = row[min(column, len(row) - 1)]
        if made := _item(cell.text, _place(cell, text)):
            found.append(replace(made, written=" | ".join(one.text for one in row)))
    return found


def _block(text: Text, lines: Sequence[Span]) -> list[Span]:
    """The lines that may be a list: without a title above them, and a last word below them."""
    blocks: list[list[Span]] = []
    for line in lines:
        gap = text.quote((blocks[-1][-1][1], line[0])) if blocks else "\n\n"
        if gap.count("\n") > 1:
            blocks.append([])
        blocks[-1].append(line)
    long = [one for one in blocks if len(one) > 2]
    rest = [one for one in blocks if len(one) <= 2]
    if len(long) == 1 and all(_is_short(text.quote(line)) for one in rest for line in one):
        lines = long[0]
    elif len(blocks) > 1 and len(blocks) != len(lines):
        return []
    if len(lines) > 1 and text.quote(lines[0]).rstrip().endswith(":"):
        lines = lines[1:]
    return list(lines)


def _is_short(line: str) -> bool:
    return len(line) <= _LONG_LINE and not line.rstrip().endswith((".", ","))


def _is_item(line: str) -> bool:
    """Whether a line may be an item: short and no sentence among sentences, or with a label."""
    line = line.strip()
    if _LABELLED.match(line):
        return len(line) <= 4 * _LONG_LINE
    return len(line) <= _LONG_LINE and not re.search(r"[.!?]\s+[A-ZÀ-Ý]", line)


def _of_line(text: Text, line: Span) -> Iterator[Item]:
    """What commas part on a line; nothing where it is a sentence."""
    said = text.quote(line)
    at = len(said) - len(said.lstrip())
    colon = re.match(r"[^,:]{1,60}:\s", said)
    at = colon.end() if colon else at
    body = said[at:].rstrip(" .!\t")
    if body.count(",") < 1 or re.search(r"[.!?]\s", body) or len(body) > 2000:
        return
    if _SPEAKS.search(body) or any(part.strip().count(" ") > 3 for part in body.split(",")):
        return
    for part in re.finditer(r"[^,]+", body):
        lead = len(part[0]) - len(part[0].lstrip())
        joined = _AND.match(part[0].strip())
        start = line[0] + at + part.start() + lead + (joined.end() if joined else 0)
        if made := _item(part[0].strip()[joined.end() if joined else 0 :],
                         (start, line[0] + at + part.end())):  # fmt: skip
            yield made


def _item(line: str, span: Span) -> Item | None:
    """An item from its first line; None where it says nothing."""
    line = line.strip()
    whole = _plain(line[:MAX_ITEM])
    if not _LETTER.search(whole):
        return None
    names = [one for one in dict.fromkeys(_names(line[:MAX_ITEM], whole)) if _LETTER.search(one)]
    return Item(span, line, whole, tuple(names or [whole]))


def _names(line: str, whole: str) -> Iterator[str]:
    """What the text of an item may be."""
    lead = _unsigned(_BOX.sub("", line))
    marked = _EMPHASIS.match(lead)
    if marked:
        inside = _plain(marked["inside"])
        rest = lead[marked.end() :].strip()
        named = marked["inside"].rstrip().endswith((":", "："))
        if named or not rest or _BEHIND.match(rest) or _BY.match(f" {rest}"):
            yield from _shorter(inside)
            return
        yield inside
    cut = _EXPLAINS.search(line)
    if cut is None:
        yield from _shorter(whole)
        if marked:
            yield whole
        return
    before, after = _plain(line[: cut.start()]), _plain(line[cut.end() :])
    explains = after.count(" ") >= 3 or not before
    yield from _shorter(before)
    if not explains:
        yield whole


def _shorter(name: str) -> Iterator[str]:
    """A name without its year in brackets; one in front of other brackets, or "by", may be all."""
    bracket = _BRACKET.search(name)
    if bracket and bracket.start():
        yield _plain(name[: bracket.start()])
        if not _YEARS.fullmatch(bracket["in"].strip()):
            yield name
        return
    if (by := _BY.search(name)) and by.start():
        yield _plain(name[: by.start()])
    yield name


def _plain(text: str) -> str:
    """A text without marks of emphasis, and signs at its ends."""
    text = " ".join(_MARKS.sub("", text).split())
    return _unsigned(text).strip('"“”*_ ')


def _unsigned(text: str) -> str:
    """A text without signs before it, and without stops behind it."""
    lead = _LEAD.match(text)
    return text[lead.end() if lead else 0 :].rstrip(_CLOSING)


def shown(items: Sequence[Item], most: int = 12) -> str:
    """The names of items, the first of many."""
    more = f" and {len(items) - most:,} more" if len(items) > most else ""
    return ", ".join(f'"{one.name[:60]}"' for one in items[:most]) + more
