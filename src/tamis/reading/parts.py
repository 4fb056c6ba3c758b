"""A reply in parts: headings that say what is below them, with entries and sentences.

The tree of the reply (`document`) is walked once. A heading is a heading of Markdown, a bold line,
a line that ends with a colon, the marker of the prompt, a key of JSON.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile, zip_longest
from typing import Any

from tamis.reading import roles
from tamis.reading.document import Block, Line, parse
from tamis.reading.entries import IDS, REASONS, TITLES, Entry, of_json, of_table
from tamis.reading.items import labelled, quotes, sentence
from tamis.reading.jsonish import Budget, folded, read_value
from tamis.reading.looks_for import Titles
from tamis.reading.markup import as_markdown
from tamis.reading.one_line import Split, split
from tamis.reading.roles import Role
from tamis.reading.sentences import sentences

MAX_LINE = 1_000
"""The most characters that are read of an item, a heading or a sentence."""

MAX_INLINE = 8_000
"""The most of a line that may hold several items."""

LONGEST_MARKER = 120
MAX_PARTS = 400
MAX_ROWS = 500
MAX_LISTS = 60
MAX_DETAILS = 20

_MARKED = re.compile(r"(?<!\s)\s{0,3}[:：=](?:\*\*|__|[*_`])*")
_BOX = re.compile(r"\$?\\boxed\{")
_BOLD_LINE = re.compile(r"(?:\d{1,2}[.)] )?(\*\*|__)(?P<in>[^*\n]{1,120})\1\s*:?")
_RULED = re.compile(r"={3,}[^=\n]{1,80}={3,}")
_ROW = re.compile(
    r"\bTITLE\b[*_`]{0,4}\s*:[^|\n]{0,400}\|\s*[*_`]{0,4}ID[*_`]{0,4}\s*:[*_` \t]*(?P<id>[^\n|]+)",
    re.I,
)
_NAMES = re.compile(r"(?:^|[\s*_])(title|reason)[*_\s]*:", re.I)
_BEGINS_ENTRY = re.compile(r"(?:^|[\s*_])(?:book title|title|reason|id|book|film)[*_\s\d]*:", re.I)
_FIELD_NAME = re.compile(r"(?:title|reason|id)\b|(?:step|part|phase) \d+$")
_DATED = re.compile(r"[(\[]?\d{4}[)\]]?\s*[:–-]\s+(?=[A-ZÀ-Ý\"“*_])")
_SIGNED = re.compile(r"[✅❌✔✘✓✗☑]\ufe0f?\s+(?=\S)")
_WRAPPED = re.compile(r"\$*\\(?:boxed|text)\{|[({](?=\s*[\"'“‘\d][^(){}]*[)}]\W*$)")
_CLOSING = re.compile(r"[)}$.\s]*$")
_MARKUP = re.compile(r"[`*_\s]*")
# What may be before a list of JSON on the line of its marker, and elsewhere.
_LEAD = re.compile(r"(?:[^\[\]\n]{0,80}[:\s])?(?=\[)")
_LABEL = re.compile(
    r"(?:[^\[\]\n:]{0,40}(?:answer|id|list|output|result|document|title)[^\[\]\n:]{0,20}:"
    r"[ \t*_`]*)?(?=\[)",
    re.I,
)
_TELLING = re.compile(r"\[\s*[\"'“‘]")
_JSON = re.compile(r"\[\s*(?:[\"'“‘’{\[\]\d]|$|\w[\w\s-]*(?:[,\]]|$))|\{\s*(?:[\"'“‘}]|$|\w+\s*:)")
_LINK = re.compile(r"\[[^\[\]]{0,300}\]\(")
_BRACKETED = re.compile(r"(?:\[[^\[\]\n]{1,300}\][,;\s]*){2,}")
_REFERENCE = re.compile(r"[^\W\d][^*_\"“]{2,80}[.,] [*_\"“].{1,300}[*_\"”][.,]? .{3,120}\d{4}[).]*")
_BOX_MARK = re.compile(r"\[(?P<mark>[ xX✓✔✗✘])\]\s+(?=\S)")
_JUDGED = re.compile(
    r"[^\W\d][^:?\n]{2,50}[:?]+[*_\s]*(?:yes|no|true|false|[✓✔✅✗✘❌])[\s.!*_]*", re.I
)
_COUNT = re.compile(r"\W*(?:total|count|number of)\b[^:\n]*[:=]\s*\**\d+\W*", re.I)
_BARE_NUMBER = re.compile(
    r"[*_]{0,2}(?:\(?\d{1,3}[.)]?\)?|(?:book|item|entry|title|result|no\.?)[ #]{1,2}\d{1,3})"
    r":?[*_]{0,2}",
    re.I,
)
_ONLY_LABEL = re.compile(r"[*_]{0,2}(?:title|reason)[*_]{0,2}\s?:[*_]{0,2}", re.I)
_GRID_RULE = re.compile(r"[+|][-=+:|\s]+[+|]")
_NUMBERED_HEADING = re.compile(r"\d{1,3}[.):]\s+(?=\S)")
_PROGRAMS = frozenset({"python", "py", "javascript", "js", "java", "typescript", "ts", "r", "ruby"})
_ASSIGNED = re.compile(r"^[ \t]{0,20}(?:\w{1,60}\s?=\s?)(?=[\[{(])", re.M)
_UNFINISHED = re.compile(r"[^\s,\"'”’}\]]")


_ASIDE = ("rejected", "notes", "draft")
"""What a heading may say of things that are not the answer."""


@dataclass
class Part:
    """A heading and what is below it, up to the next heading.

    `role` is what the heading says; `prose` are the lines before its entries, `after` those below
    them. `closed`: its list has ended, `open`: it breaks off; `unclear`: it can be split in two
    ways that differ.
    """

    heading: Line | None
    role: Role
    level: int = 0
    entries: list[Entry] = field(default_factory=list)
    prose: list[Line] = field(default_factory=list)
    after: list[Line] = field(default_factory=list)
    open: bool = False
    closed: bool = False
    unclear: bool = False

    @property
    def lines(self) -> list[Line]:
        """Its lines that are no entries, the heading among them."""
        heading = [self.heading] if self.heading and self.heading.text else []
        return [*heading, *self.prose, *self.after]


def parts_of(text: str, wanted: Titles, cut: bool = False) -> list[Part]:
    """The parts of a text, at places in it. `cut`: it breaks off at its end."""
    text = as_markdown(text)
    walk = _Walk(text, wanted, cut)
    walk.visit(parse(text))
    return [one for one in walk.parts if one.heading or one.entries or one.prose or one.closed]


class _Walk:
    """The walk over a tree, which collects its parts."""

    def __init__(self, text: str, wanted: Titles, cut: bool) -> None:
        self.text, self.wanted, self.cut = text, wanted, cut
        self.budget = Budget(text)
        self.parts = [Part(None, "neutral")]
        self.covered = self.lists = 0

    @property
    def part(self) -> Part:
        return self.parts[-1]

    def role(self, heading: str) -> Role:
        return roles.role(heading, self.wanted.asked, self.wanted.before)

    def visit(self, block: Block, depth: int = 0) -> None:
        for child, after in zip_longest(block.children, block.children[1:]):
            if after is not None and after.kind in ("list", "table") and self.is_group_name(child):
                self.heading(child.lines[0])
                continue
            match child.kind:
                case "section" if child.lines:
                    line = child.lines[0]
                    number = _NUMBERED_HEADING.match(line.text)
                    if number and self.part.role in ("asked", "answer"):
                        # Below the marker of a list, a numbered heading is one of its items.
                        self.part.entries.append(Entry([line.part(number.end())]))
                    else:
                        self.heading(line, child.level)
                    self.visit(child, depth + 1)
                case "section":
                    self.visit(child, depth + 1)
                case "paragraph":
                    self.paragraph(child.lines)
                case "list":
                    self.listed(child)
                case "table":
                    self.table(child.rows)
                case "code" if child.language in _PROGRAMS and self.program(child.lines):
                    pass
                case "code" if child.lines and depth <= 3:
                    begin = child.lines[0].start
                    inner = parse(self.text[begin : child.lines[-1].end])
                    inner.move(begin)
                    self.visit(inner, depth + 1)
                case "rule" if self.part.entries and self.part.role in _ASIDE:
                    self.heading(Line("", self.part.entries[-1].end))
                case _:
                    pass

    def is_group_name(self, block: Block) -> bool:
        """Whether a block is a line in bold above a list, such as "**Novels**"."""
        if block.kind != "paragraph" or len(block.lines) != 1:
            return False
        bold = _BOLD_LINE.fullmatch(block.lines[0].text[:MAX_LINE])
        if bold is None or labelled(bold["in"]):
            return False
        return self.role(bold["in"]) == "neutral"

    def program(self, lines: Sequence[Line]) -> bool:
        """Whether a program assigns a list to a name: nothing else of it is read."""
        begin, end = (lines[0].start, lines[-1].end) if lines else (0, 0)
        if self.part.entries and self.part.role == "asked":
            # It checks the list that stands above it.
            return True
        if found := _ASSIGNED.search(self.text, begin, end):
            line = self.text.find("\n", found.end(), end)
            text = self.text[found.end() : line if line >= 0 else end]
            self.json(Line(text, found.end()), 0)
        return found is not None

    # Headings.

    def heading(self, line: Line, level: int = 9, inline: Line | None = None) -> Part:
        """Begin a part; `inline` is what follows on the line of its heading."""
        line = _cut(line, MAX_LINE)
        if len(self.parts) < MAX_PARTS:
            self.parts.append(Part(line, self.role(line.text), level))
        if inline is not None and inline.text:
            self.inline(inline, marked=True)
        return self.part

    def another(self, at: int = 0) -> Part:
        """Begin a part for a further list: the last sentence before it is its heading."""
        lead = sentences(self.part.after[-1:])[-1] if self.part.after else Line("", at)
        made = self.heading(lead)
        if made.role == "notes" and not _ends_with_colon(lead.text):
            made.role = "neutral"
        return made

    def marker(self, line: Line) -> tuple[int, int] | None:
        """Where a marker at the beginning of a line ends, and what follows it begins."""
        for found in _MARKED.finditer(line.text[:LONGEST_MARKER]):
            before = roles.bare(line.text[: found.start()])
            words = before.count(" ") + 1
            if words > 7 or not before or _FIELD_NAME.match(before):
                return None
            role = self.role(before)
            if self.wanted.asked.fullmatch(before) or role == "first":
                return found.span()
            rest = line.text[found.end() : MAX_LINE]
            if role == "asked" and (sentence(rest) or (rest and before == "correction")):
                return None
            if role in ("draft", "rejected", "asked") or (
                role in ("notes", "answer") and words <= 6
            ):
                return found.span()
        if said := self.wanted.announced.match(line.text[:120]):
            return len(said[0].rstrip()), said.end()
        box = _BOX.match(line.text)
        return (box.end(), box.end()) if box else None

    def is_heading(self, line: Line, last: bool) -> bool:
        """Whether a line is a heading; `last`: it is the last one of its paragraph."""
        text = line.text[:MAX_LINE]
        bold = text.startswith(("*", "_")) or text[:1].isdigit()
        if bold and _BOLD_LINE.fullmatch(text) and not roles.is_none(text):
            bare = roles.bare(text)
            if labelled(bare):
                return False
            listing = self.part.role in ("asked", "answer")
            short = len(bare.split()) <= 8 and last and not listing
            return self.role(text) != "neutral" or _ends_with_colon(text) or short
        if text.endswith((".", "!", "?")):
            return False
        if len(text) <= LONGEST_MARKER and self.wanted.asked.fullmatch(roles.bare(text)):
            return True
        ends = _ends_with_colon(text) and not labelled(text)
        return ends or bool(_RULED.fullmatch(text))

    # Lines.

    def paragraph(self, lines: Sequence[Line]) -> None:
        entry: Entry | None = None
        in_table = 0
        for at, line in enumerate(lines):
            if at < in_table:
                continue
            if rows := _rows(lines, at):
                self.table(rows)
                in_table = at + len(rows) + _rules(lines, at)
                continue
            if line.start < self.covered or _BARE_NUMBER.fullmatch(line.text):
                continue
            line = _cut(line, MAX_INLINE)
            before, entry = entry, None
            if self.json(line, 0):
                continue
            if _COUNT.fullmatch(line.text[:LONGEST_MARKER]):
                self.said(line)
            elif before and (
                _ONLY_LABEL.fullmatch(before.lines[-1].text) or _JUDGED.fullmatch(line.text)
            ):
                before.lines.append(line)
                entry = before
            elif at == 0 and self.is_card(lines):
                self.part.entries.append(Entry([_cut(one, MAX_LINE) for one in lines]))
                return
            elif marked := self.marker(line):
                self.heading(line.part(0, marked[0]), 8, line.part(marked[1]))
            elif self.is_heading(line, last=at + 1 == len(lines)):
                self.heading(line)
            elif labelled(line.text[:MAX_LINE]) or _row(line.text):
                entry = self.labelled(line, before)
            elif _SIGNED.match(line.text):
                self.part.entries.append(Entry([_cut(line, MAX_LINE)]))
            elif _DATED.match(line.text) and not sentence(line.text[:MAX_LINE]):
                self.part.entries.append(Entry([line]))
            elif self.part.role in ("asked", "answer"):
                more = at + 1 < len(lines) and not sentence(lines[at + 1].text[:MAX_LINE])
                self.inline(line, several=more)
            elif (told := _TELLING.search(line.text)) and told.start():
                # "These fit: ['192', '74']", in a sentence.
                self.said(line.part(0, told.start()))
                if not self.json(line, told.start()):
                    self.said(line.part(told.start()))
            else:
                self.said(line)

    def is_card(self, lines: Sequence[Line]) -> bool:
        """Whether a paragraph is a title in bold, and below it what is said of it."""
        bold = len(lines) > 1 and _BOLD_LINE.fullmatch(lines[0].text[:MAX_LINE])
        if not bold or _ends_with_colon(bold["in"]) or self.role(bold["in"]) != "neutral":
            return False
        return all(sentence(line.text[:MAX_LINE]) for line in lines[1:])

    def said(self, line: Line) -> None:
        """A line that is no entry."""
        (self.part.after if self.part.entries or self.part.closed else self.part.prose).append(line)

    def labelled(self, line: Line, entry: Entry | None) -> Entry | None:
        """A line with labels: it begins an entry, or goes on with the one before."""
        if row := _row(line.text):
            ident = {"id": line.part(*row.span("id"))} if self.wanted.ids else {}
            self.part.entries.append(Entry([line], fields=ident))
            return self.part.entries[-1]
        if entry is not None:
            had = {name for one in entry.lines for name in _NAMES.findall(one.text.lower())}
            new = set(_NAMES.findall(line.text.lower()))
            if not new & had and len(had) < 2:
                entry.lines.append(line)
                return entry
        if not _BEGINS_ENTRY.search(line.text[:MAX_LINE]):
            self.said(line)
            return entry
        self.part.entries.append(Entry([line]))
        return self.part.entries[-1]

    def inline(self, line: Line, *, marked: bool = False, several: bool = False) -> None:
        """A bare line below a heading, or with `marked` what stands on the line of its marker.

        `several`: another bare line follows.
        """
        part = self.part
        if boxed := _WRAPPED.match(line.text[:MAX_LINE]):
            closing = _CLOSING.search(line.text[-20:])
            line = line.part(boxed.end(), len(line.text) - len(closing[0] if closing else ""))
        markup = _MARKUP.match(line.text)
        begin = markup.end() if markup else 0
        if (cited := _cited(line)) is not None:
            part.entries.append(Entry([cited], open=True))
            return
        if _BRACKETED.fullmatch(line.text) and not part.entries:
            inside = [found.span(1) for found in re.finditer(r"\[([^\[\]]*)\]", line.text)]
            part.entries.extend(Entry([line.part(*span)]) for span in inside)
            return
        opened = (_LEAD if marked else _LABEL).match(line.text, begin)
        if opened and self.json(line, opened.end()):
            return
        if self.json(line, begin) or not line.text.strip():
            return
        if roles.is_none(line.text):
            part.prose.append(line)
            part.closed = True
        elif labelled(line.text[:MAX_LINE], at_start=False) or _row(line.text):
            self.labelled(line, None)
        elif part.closed or not all(entry.open for entry in part.entries):
            self.said(line)
        else:
            one = several or (not marked and bool(part.entries))
            made = None if sentence(line.text[:MAX_LINE]) else Split([line])
            made = made if one else split(line, ids=self.wanted.ids)
            if made is None:
                self.said(line)
                return
            part.unclear |= made.unclear
            part.entries.extend(Entry([piece], open=True) for piece in made.pieces)

    # Lists and tables.

    def listed(self, block: Block) -> None:
        part = self.part
        if part.entries and part.after:
            number = block.children[0].number if block.children else ""
            if number != str(len(part.entries) + 1):
                self.another()
        elif part.entries and part.role in _ASIDE:
            self.another(part.entries[-1].end)
        elif not part.entries and part.prose and part.role == "neutral":
            lead = part.prose[-1]
            if self.role(lead.text) in ("answer", "rejected", "all", "asked"):
                self.heading(lead)
        before = 0
        for item in block.children:
            place = int(item.number) if item.number.isdigit() else 0
            if place == 1 < before:
                # Markdown takes a list that begins anew for the same one.
                self.another()
            before = place
            self.item(item)

    def item(self, item: Block) -> None:
        own: list[Line] = []
        outside: list[Line] = []
        nested = [child for child in item.children if child.kind == "list"]
        for child in item.children:
            if child.kind == "paragraph":
                for line in child.lines:
                    # A line that is not indented goes on with the item only if it has a label.
                    lazy = bool(own) and line.indent <= item.level and not labelled(line.text)
                    (outside if lazy or outside else own).append(line)
            elif child.kind in ("table", "code"):
                self.visit(Block("text", children=[child]), 2)
        fails = None
        if own and (box := _BOX_MARK.match(own[0].text)):
            fails = box["mark"] in " ✗✘"
            own[0] = own[0].part(box.end())
        elif not own or self.json(own[0], 0):
            return
        first = own[0]
        marked = self.marker(first) if len(own) == 1 and not item.number else None
        if marked and self.role(first.text[: marked[0]]) in ("asked", "first"):
            self.heading(first.part(0, marked[0]), 8, first.part(marked[1]))
        elif nested and self.is_group(first.text, nested):
            self.heading(first)
            for inner in nested:
                for child in inner.children:
                    self.item(child)
        else:
            details = [line for inner in nested for node in inner.walk() for line in node.lines]
            lines = [_cut(line, MAX_LINE) for line in (*own, *details[:MAX_DETAILS])]
            self.part.entries.append(Entry(lines, item.number, fails=fails))
        self.paragraph(outside)

    def is_group(self, own: str, nested: Sequence[Block]) -> bool:
        """Whether an item is the heading of those below it, rather than explained by them."""
        first = [
            line.text[:MAX_LINE]
            for inner in nested
            for child in inner.children
            for block in child.children[:1]
            for line in block.lines[:1]
        ]
        role = self.role(own[:MAX_LINE])
        heads = _ends_with_colon(own) or role in ("rejected", "asked", "draft", "first", "notes")
        numbered = all(child.number for inner in nested for child in inner.children)
        heads = heads or (numbered and bool(_BOLD_LINE.fullmatch(own[:MAX_LINE])))
        explained = all(labelled(text) or sentence(text) or text[:1].islower() for text in first)
        return heads and not explained and "title" not in map(str.lower, _NAMES.findall(own))

    def table(self, rows: Sequence[Sequence[Line]]) -> None:
        heads = [roles.bare(cell.text) or cell.text for cell in rows[0]] if rows else []
        entries = [*of_table(rows, heads, self.wanted.ids)]
        if entries and self.part.entries and self.part.role not in ("asked", "answer", "first"):
            self.another(rows[0][0].start)
        self.part.entries.extend(entries)

    # JSON.

    def are_titles(self, record: Mapping[str, Any]) -> bool:
        """Whether the keys of an object are titles, with a remark on each."""
        known = {folded(name) for name in (*TITLES, *REASONS, *IDS)}
        return (
            bool(record)
            and all(isinstance(value, str) for value in record.values())
            and not any(folded(key) in known or self.role(key) != "neutral" for key in record)
            and not all(str(key).islower() for key in record)
        )

    def json(self, line: Line, at: int) -> bool:
        """Whether a list or object of JSON begins at `at` in a line, and was read."""
        text = line.text[at:]
        begins = text[:1] in ("[", "{") and _JSON.match(text) and not _LINK.match(text)
        if not begins or self.lists >= MAX_LISTS or line.start + at < self.covered:
            return False
        self.lists += 1
        found = read_value(self.text, line.start + at, self.budget)
        if found is None:
            return False
        value, closed, end = found
        tail = self.text[end : end + MAX_LINE].split("\n", 1)[0] if closed else ""
        sentence_follows = isinstance(value, list) and at == 0 and re.match(r"\s*\w", tail)
        if sentence_follows and self.part.role != "asked":
            # It is a citation at the beginning of a sentence.
            return False
        words = isinstance(value, list) and all(isinstance(one, str) for one in value)
        if words and not self.wanted.ids and len(value) == 2:
            # "[Yes, Captain]" may be one title or two.
            self.part.unclear |= not re.search(r"[\"'“”‘’]", self.text[line.start + at : end])
        self.covered = end if closed else len(self.text)
        if isinstance(value, dict):
            self.object(value, line.start + at, closed)
        else:
            self.values(value, line.start + at, closed)
        rest = Line(tail, end).part(0)
        if self.wanted.ids and rest.text.lstrip(", ").startswith("["):
            self.json(Line(tail, end), tail.index("["))
        elif rest.text.strip(" .`*_;,}"):
            self.said(rest)
        return True

    def values(self, values: Sequence[Any], at: int, closed: bool) -> None:
        """A list of JSON: its members are entries."""
        part = self.part
        if part.entries and part.role != "asked":
            part = self.heading(part.after[-1] if part.after else Line("", at))
        elif self.text[:at].rstrip(" ,")[-1:] != "]":
            # After rows with titles, the list counts; after another list it goes on with that.
            part.entries.clear()
        part.entries.extend(of_json(values, self.text, at, self.wanted.ids))
        last = max((entry.end for entry in part.entries), default=at)
        unfinished = not closed and bool(_UNFINISHED.search(self.text, last))
        part.closed, part.open = True, unfinished or (not closed and self.cut)

    def object(self, record: Mapping[str, Any], at: int, closed: bool) -> None:
        """An object of JSON: an entry, or headings with lists."""
        keys = set(map(folded, record))
        lists = any(isinstance(value, list) for value in record.values())
        if not lists and keys & {folded(name) for name in ("title", *IDS)}:
            self.part.entries.extend(of_json([record], self.text, at, self.wanted.ids))
            return
        if self.are_titles(record):
            listed = [{"title": key, "reason": value} for key, value in record.items()]
            self.part.entries.extend(of_json(listed, self.text, at, self.wanted.ids))
            self.part.closed = True
            return
        for n, (key, value) in enumerate(record.items(), 1):
            at = max(self.text.find(str(key), at), at)
            whole = closed or n < len(record)
            heading = Line(" ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", str(key))), at)
            if isinstance(value, dict) and not {"title", "id"} & set(map(folded, value)):
                self.object(value, at, whole)
            elif isinstance(value, list | dict):
                self.heading(heading).closed = True
                self.values(value if isinstance(value, list) else [value], at, whole)
            elif isinstance(value, str) and self.role(heading.text) in ("asked", "answer"):
                self.heading(heading)
                self.inline(Line(value, max(self.text.find(value, at), at)))


def _cited(line: Line) -> Line | None:
    """The title in a reference of a bibliography: the one thing that is in italics or quotes."""
    marked = quotes(line.text)
    if len(marked) != 1 or not _REFERENCE.fullmatch(line.text[:MAX_LINE]):
        return None
    said, at = marked[0]
    return line.part(at, at + len(said))


def _rows(lines: Sequence[Line], at: int) -> list[list[Line]]:
    """The rows of a table that begins with a line: drawn with pipes, or with tabs or commas between
    its cells; none where none begins.
    """
    first = lines[at].text[:MAX_LINE]
    if first[0] in "|+":
        run = [line for line in _drawn(lines, at) if not _GRID_RULE.fullmatch(line.text[:MAX_LINE])]
        if len(run) > 1 and all(line.text.count("|") > 1 for line in run):
            return [_cells(line.part(1, len(line.text.rstrip("| "))), "|") for line in run]
        return []
    for separator in ("\t", ","):
        head = [one.strip().casefold() for one in first.split(separator)]
        if len(head) > 1 and set(head) & {*TITLES, *IDS} and all(len(one) < 30 for one in head):
            rows = [_cells(line, separator) for line in lines[at : at + MAX_ROWS]]
            if len(rows) > 1 and all(len(row) >= len(head) for row in rows[1:]):
                return rows
    return []


def _drawn(lines: Sequence[Line], at: int) -> list[Line]:
    """The lines from one on that are drawn with pipes or rules."""
    return [*takewhile(lambda line: line.text[0] in "|+", lines[at : at + MAX_ROWS])]


def _rules(lines: Sequence[Line], at: int) -> int:
    """How many of the lines of a drawn table are rules."""
    return sum(bool(_GRID_RULE.fullmatch(line.text[:MAX_LINE])) for line in _drawn(lines, at))


def _cells(line: Line, separator: str) -> list[Line]:
    """The cells of a row; a separator in double quotes is none."""
    cells, at, quoted = [], 0, False
    for n, sign in enumerate(line.text):
        quoted ^= sign == '"' and separator == ","
        if sign == separator and not quoted:
            cells.append(line.part(at, n))
            at = n + 1
    cells.append(line.part(at))
    return [cell.part(1, -1) if cell.text[:1] == cell.text[-1:] == '"' else cell for cell in cells]


def _cut(line: Line, most: int) -> Line:
    return line if len(line.text) <= most else replace(line, text=line.text[:most])


def _row(text: str) -> re.Match[str] | None:
    """A row of the form that QUEST's prompts ask for: "TITLE: … | ID: …"."""
    return _ROW.search(text) if "|" in text else None


def _ends_with_colon(text: str) -> bool:
    return text.rstrip("*_ ").endswith((":", "："))
