"""The forms in which a list can stand in a text: lists, tables, data, labelled lines.

A text is walked once, along its tree (`document`). What has none of these forms are lines.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tamis.reading.denials import denies
from tamis.reading.document import Block, Line, parse
from tamis.reading.items import Entry, label_at, labels
from tamis.reading.looks_for import Titles
from tamis.reading.markup import as_markdown
from tamis.reading.names import plain
from tamis.text.json import Budget, folded, read_value
from tamis.text.normalised import whole

MAX_DETAILS = 20
"""The most lines below an item that are read as said of it."""

MAX_DATA = 200
"""So many places at which data may begin are tried."""

Form = Literal["list", "labelled", "table", "data", "lines"]

_BOLD = re.compile(r"(\*\*|__)(?P<in>[^*\n]{1,200})\1[ \t]*:?")
_NUMBER = re.compile(r"[*_]{0,2}(?P<n>\d{1,3})[.):]\s+(?=\S)")
_BARE_NUMBER = re.compile(r"[*_]{0,2}\(?\d{1,3}[.):]\)?[*_]{0,2}")
_OWN_MARK = re.compile(r"[ \t>]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]+")
_MARKED = re.compile(r"([*_]{1,3}|[\"“«])[^:\n]{1,200}?(?:\1|[\"”»])(?: ?\([^()\n]{0,80}\))?")
_TICKED = re.compile(r"[✓✔✅☑✗✘❌☒🚫❎]\ufe0f?\s")
_ANNOUNCED = re.compile(r":[*_]{0,2}\s{1,3}(?=`{0,3}\[\s*[\"'“‘\d])")
_GRID = re.compile(r"[+|][-=+:| ]+[+|]")
_PROGRAM = re.compile(r"^[ \t]{0,8}\w{1,40} ?= ?(?=[\[{])", re.M)


@dataclass
class Listing:
    """A list as it is written, with the heading above it, if any.

    `open`: it breaks off where the text ends; `unread`: which of its parts are names is not known;
    `first`: it is the list before the answer; `joined`: it stood under several headings.
    """

    entries: list[Entry]
    form: Form
    heading: Line | None = None
    open: bool = False
    unread: bool = False
    first: bool = False
    joined: bool = False

    @property
    def end(self) -> int:
        """Where it ends."""
        return max((entry.span[1] for entry in self.entries), default=0)


@dataclass
class Walked:
    """What stands in a text, in order: listings, and lines; a heading is a line too.

    `whole`: the text ends with a line break.
    """

    pieces: list[Listing | Line] = field(default_factory=list)
    whole: bool = True
    headings: set[int] = field(default_factory=set)

    @property
    def listings(self) -> list[Listing]:
        """The listings alone."""
        return [one for one in self.pieces if isinstance(one, Listing)]

    @property
    def lines(self) -> list[Line]:
        """The lines alone."""
        return [one for one in self.pieces if isinstance(one, Line)]

    def below(self, listing: Listing) -> list[str]:
        """The texts of the lines below a listing."""
        return [line.text for line in self.lines if line.start >= listing.end]


def walked(text: str, at: int, wanted: Titles) -> Walked:
    """What stands in a text that begins at `at` of the reply."""
    ended = text.endswith("\n")
    walk = _Walk(_apart(as_markdown(text), wanted), wanted)
    walk.visit(parse(walk.text))
    for piece in walk.found.pieces:
        if isinstance(piece, Listing):
            for entry in piece.entries:
                entry.lines = [_moved(line, at) for line in entry.lines]
                entry.fields = {key: _moved(line, at) for key, line in entry.fields.items()}
            piece.heading = piece.heading and _moved(piece.heading, at)
    walk.found.pieces = [
        _moved(piece, at) if isinstance(piece, Line) else piece for piece in walk.found.pieces
    ]
    walk.found.whole = ended
    walk.found.headings = {start + at for start in walk.found.headings}
    return walk.found


def _apart(text: str, wanted: Titles) -> str:
    """The text with each numbered entry of the form that was asked for on a line of its own."""
    names = "|".join(name.capitalize() for name in (wanted.label, *wanted.others))
    return re.sub(
        rf"(?<=[^\s#>|*+-])[ \t](?=\d{{1,3}}[.)] [*_]{{0,2}}(?:{names})[*_]{{0,2}}:)", "\n", text
    )


def _moved(line: Line, by: int) -> Line:
    return Line(line.text, line.start + by, line.indent)


class _Walk:
    """The walk along a tree."""

    def __init__(self, text: str, wanted: Titles) -> None:
        self.text, self.wanted = text, wanted
        self.found = Walked()
        self.labels = labels(wanted)
        self.budget = Budget(text)
        self.covered = self.begun = self.tries = 0

    def visit(self, block: Block, depth: int = 0) -> None:
        headed = _numbered_sections(block.children)
        for child in block.children:
            match child.kind:
                case "section" if child.lines and id(child) in headed:
                    self.entry(Entry(_headed(child), headed[id(child)], True), "list")
                case "section":
                    for line in child.lines:
                        self.heading(line)
                    self.visit(child, depth)
                case "paragraph":
                    self.paragraph(child.lines)
                case "list":
                    self.listed(child, depth)
                case "table":
                    self.table(child.rows)
                case "code" if child.lines and depth < 3:
                    self.code(child, depth)
                case _:
                    pass

    # Lines.

    def heading(self, line: Line) -> None:
        self.found.headings.add(line.start)
        self.found.pieces.append(line)

    def entry(self, entry: Entry, form: Form) -> None:
        """One more entry of the listing that stands last, or of a new one."""
        last = self.found.pieces[-1] if self.found.pieces else None
        if isinstance(last, Listing) and last.form == form:
            last.entries.append(entry)
        else:
            self.listing(Listing([entry], form))

    def listing(self, listing: Listing) -> None:
        last = self.found.pieces[-1] if self.found.pieces else None
        if (
            listing.heading is None
            and isinstance(last, Line)
            and (last.start in self.found.headings or last.announces)
        ):
            listing.heading = last
        self.found.pieces.append(listing)

    def paragraph(self, lines: Sequence[Line]) -> None:
        if (
            len(lines) > 1
            and re.search(r"[,;\t]", lines[0].text)
            and lines[0].start >= self.covered
        ):
            begin = lines[0].start
            if made := of_csv(self.text[begin : lines[-1].end], begin, self.wanted):
                self.listing(made)
                return
        self.begun = lines[0].start if lines else 0
        for n, line in enumerate(lines):
            if line.start < self.covered or _BARE_NUMBER.fullmatch(line.text):
                continue
            if self.data(line) or self.announced(line):
                continue
            if _TICKED.match(line.text):
                self.entry(Entry([line]), "list")
                continue
            if rows := _rows_of_bars(lines, n):
                self.table(rows)
                self.covered = rows[-1][0].end
                continue
            if _GRID.fullmatch(line.text):
                continue
            if self.labelled(line):
                continue
            bold = _BOLD.fullmatch(line.text)
            if bold and not self.labels.match(line.text):
                self.heading(line)
            else:
                self.found.pieces.append(line)

    def labelled(self, line: Line) -> bool:
        """A line with labels of the form that was asked for begins an entry or goes on with one."""
        found = [*self.labels.finditer(line.text)]
        names = [label_at(one)[0] for one in found]
        if len(set(names)) < len(names):
            # Several entries on one line.
            return False
        if not names or not (found[0].start() == 0 or "|" in line.text):
            return False
        last = next((one for one in reversed(self.found.pieces) if isinstance(one, Listing)), None)
        if (
            last is not None
            and (last.end >= self.begun or self.found.pieces[-1] is last)
            and last.form in ("labelled", "list")
        ):
            entry = last.entries[-1]
            had = {
                label_at(one)[0] for said in entry.lines for one in self.labels.finditer(said.text)
            }
            if (had or last.form == "list") and not had & set(names):
                entry.lines.append(line)
                return True
        names_it = self.wanted.label in names or (self.wanted.ids and "id" in names)
        # A reason may stand before its title.
        if not names_it and names[0] not in self.wanted.others:
            return False
        self.entry(Entry([line]), "labelled")
        return True

    # Lists.

    def listed(self, block: Block, depth: int) -> None:
        items = [child for child in block.children if child.kind == "item"]
        if items and all(_is_group(item) for item in items):
            # Groups under names of their own: "- Novels:" and a list below it.
            for item in items:
                head = item.children[0].lines[0]
                self.heading(head)
                for inner in item.children[1:]:
                    self.visit(Block("text", children=[inner]), depth + 1)
            return
        entries = []
        for item in items:
            lines = self.lines_of(item)
            if lines and self.wanted.marks(lines[0].text):
                # A marker in the place of an item.
                self.heading(lines[0])
                self.visit(Block("text", children=item.children[1:]), depth + 1)
                continue
            if lines:
                entries.append(Entry(lines, item.number, True, doubt=_nested(item)))
        if entries:
            self.listing(Listing(entries, "list"))

    def lines_of(self, item: Block) -> list[Line]:
        """The lines of an item; a number behind its own mark ("1) 1. Mai") belongs to its text."""
        lines = _lines_of(item)
        if lines and item.children[0].kind == "list":
            begin = self.text.rfind("\n", 0, lines[0].start) + 1
            end = lines[0].end
            mark = _OWN_MARK.match(self.text, begin, lines[0].start)
            if mark and self.text[mark.end() : lines[0].start].strip():
                lines[0] = Line(self.text[mark.end() : end], mark.end())
        return lines

    # Tables.

    def table(self, rows: Sequence[Sequence[Line]]) -> None:
        made = of_rows([[(cell.text, cell) for cell in row] for row in rows], self.wanted)
        self.listing(made)

    def code(self, block: Block, depth: int) -> None:
        begin, end = block.lines[0].start, block.lines[-1].end
        inside = self.text[begin:end]
        if block.language in ("csv", "tsv", "") and (made := of_csv(inside, begin, self.wanted)):
            self.listing(made)
            return
        if assigned := _PROGRAM.search(inside):
            at = begin + assigned.end()
            if self.data(Line(self.text[at:end], at)):
                return
        inner = parse(inside)
        inner.move(begin)
        self.visit(inner, depth + 1)

    # Data.

    def announced(self, line: Line) -> bool:
        """Data that begins in a line behind a colon, and stands there alone."""
        found = _ANNOUNCED.search(line.text)
        if found is None:
            return False
        self.heading(line.part(0, found.start() + 1))
        if self.data(line.part(found.end())):
            return True
        self.found.pieces.pop()
        return False

    def data(self, line: Line) -> bool:
        """A list or an object of JSON that begins in a line."""
        if line.text[:1] == "`":
            line = line.part(len(line.text) - len(line.text.lstrip("`")))
        if line.text[:1] not in ("[", "{") or line.text.startswith(("[^", "[ ]", "[x]")):
            return False
        self.tries += 1
        found = read_value(self.text, line.start, self.budget) if self.tries < MAX_DATA else None
        if found is None:
            return False
        value, closed, end = found
        if closed and self.text[end : end + 3].lstrip(" ,;")[:1] == "[":
            return False
        if line.text[:1] == "[" and not re.match(r"\[\s*(?:[\"'“‘{\[\d\]]|$)", line.text):
            # Words without quotes are no data.
            return False
        made = [*of_json(value, self.text, line.start, self.wanted)]
        if not made or (not closed and not any(one.entries for one in made)):
            return False
        for listing in made:
            listing.open = not closed
            self.listing(listing)
        self.covered = end
        return True


def _numbered_sections(children: Sequence[Block]) -> dict[int, str]:
    """The sections that are items: their headings bear numbers from one on."""
    sections = [child for child in children if child.kind == "section" and child.lines]
    numbers = [_NUMBER.match(section.lines[0].text) for section in sections]
    said = [int(one["n"]) for one in numbers if one]
    if not said or said != [*range(said[0], said[0] + len(said))] or said[0] != 1:
        return {}
    return {
        id(section): number["n"]
        for section, number in zip(sections, numbers, strict=True)
        if number and not any(child.kind == "section" for child in section.children)
    }


def _headed(section: Block) -> list[Line]:
    head = section.lines[0]
    number = _NUMBER.match(head.text)
    rest = [line for block in section.walk() if block is not section for line in block.lines]
    return [head.part(number.end() if number else 0), *rest[:MAX_DETAILS]]


def _is_group(item: Block) -> bool:
    """Whether an item is the name of a group, with a list of its own below it."""
    first = item.children[0] if item.children else None
    if first is None or first.kind != "paragraph" or len(first.lines) != 1:
        return False
    return first.lines[0].announces and any(one.kind == "list" for one in item.children[1:])


def _nested(item: Block) -> bool:
    """Whether what is nested in an item may be items themselves: each stands between marks."""
    inner = [one for child in item.children[1:] if child.kind == "list" for one in child.children]
    heads = [lines[0].text for one in inner if (lines := _lines_of(one))]
    return bool(heads) and all(_MARKED.fullmatch(head) for head in heads)


def _lines_of(item: Block) -> list[Line]:
    """The lines of an item and of what is nested in it."""
    found = [line for block in item.walk() for line in block.lines]
    return [line for line in found if line.text][:MAX_DETAILS]


def _rows_of_bars(lines: Sequence[Line], at: int) -> list[list[Line]]:
    """The rows of a table without a rule, which Markdown does not know, from a line on."""
    rows: list[list[Line]] = []
    for line in lines[at:]:
        if _GRID.fullmatch(line.text):
            continue
        if not (line.text.startswith("|") and line.text.endswith("|") and len(line.text) > 2):
            break
        cells, begin = [], 1
        for bar in re.finditer(r"\|", line.text[1:]):
            cells.append(line.part(begin, bar.start() + 1))
            begin = bar.end() + 1
        rows.append(cells)
    return rows if len(rows) > 1 and len({len(row) for row in rows}) == 1 else []


Cell = tuple[str, Line]


def of_rows(rows: Sequence[Sequence[Cell]], wanted: Titles) -> Listing:
    """The entries of a table: of its column of titles, or of ids; the other cells are remarks."""
    heads = [plain(text).strip(" *_:").casefold() for text, _ in rows[0]] if rows else []
    body = [row for row in rows[1:] if any(text.strip(" -:|") for text, _ in row)]
    if body and all(set(text) <= set("-: ") for text, _ in body[0]):
        body = body[1:]
    title, ident = _column(heads, body, wanted), None
    if wanted.ids:
        ident = next(
            (n for n, head in enumerate(heads) if head.split()[-1:] in (["id"], ["ids"])), None
        )
    if title is None and ident is None:
        return Listing([Entry([cell for _, cell in row]) for row in body], "table", unread=True)
    reason = next((n for n, head in enumerate(heads) if head in wanted.others and n != ident), None)
    places = {"title": title, "id": ident, "reason": reason}
    entries = []
    for row in body:
        fields = {key: row[n][1] for key, n in places.items() if n is not None and n < len(row)}
        rest = [cell for n, (text, cell) in enumerate(row) if n not in places.values() and text]
        if any(fields[key].text for key in ("title", "id") if key in fields):
            entries.append(Entry(rest, fields=fields))
    return Listing(entries, "table")


def _column(heads: Sequence[str], body: Sequence[Sequence[Cell]], wanted: Titles) -> int | None:
    """The column of titles: by its head, by what is known, else the only one with words."""
    named = [n for n, head in enumerate(heads) if wanted.label in head.split()]
    if len(named) == 1:
        return named[0]

    def known(n: int) -> int:
        texts = (plain(row[n][0]) for row in body if n < len(row))
        return sum(wanted.known.head(text) is not None for text in texts)

    counts = {n: known(n) for n in range(len(heads))}
    best = max(counts, key=lambda n: counts[n], default=None)
    if best is not None and counts[best]:
        return best if sum(count == counts[best] for count in counts.values()) == 1 else None
    worded = [
        n for n in range(len(heads))
        if any(re.search(r"[^\W\d_]{2}", row[n][0]) for row in body if n < len(row))
    ]  # fmt: skip
    return worded[0] if len(worded) == 1 else None


def of_csv(text: str, at: int, wanted: Titles) -> Listing | None:
    """The entries of rows of commas or tabs with a header that names the titles; else None."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2:
        return None
    mark = "\t" if "\t" in lines[0] else ";" if lines[0].count(";") > lines[0].count(",") else ","
    try:
        rows = [*csv.reader(lines, delimiter=mark, skipinitialspace=True)]
    except csv.Error:
        return None
    heads = [cell.strip().casefold() for cell in rows[0]]
    even = len({*map(len, rows)}) == 1
    if heads != [wanted.label] and not (
        even and any(wanted.label in head.split() for head in heads)
    ):
        return None
    placed, begin = [], 0
    for row in rows:
        cells = []
        for cell in row:
            place = text.find(cell, begin) if cell else -1
            begin = place + len(cell) if place >= 0 else begin
            cells.append((cell, Line(cell, at + max(place, 0))))
        placed.append(cells)
    made = of_rows(placed, wanted)
    for entry in made.entries:
        entry.exact = True
    return made


def of_json(value: Any, text: str, at: int, wanted: Titles) -> Iterator[Listing]:
    """The listings of a value of JSON whose text begins at `at`: that of the answer stands last."""
    if isinstance(value, list):
        yield _of_list(value, text, at, wanted)
        return
    if not isinstance(value, Mapping):
        return
    record = {folded(key): one for key, one in value.items()}
    asked = next((folded(name) for name in wanted.after if folded(name) in record), None)
    first = next((folded(name) for name in wanted.first if folded(name) in record), None)
    if first is not None:
        made = _of_list(record[first], text, at, wanted)
        made.first = True
        yield made
        at = made.end or at
    if asked is not None:
        yield _of_list(record[asked], text, at, wanted)
        return
    lists = [
        one
        for key, one in value.items()
        if isinstance(one, list) and folded(key) != first and not denies(key.replace("_", " "))
    ]
    if len(lists) == 1:
        yield _of_list(lists[0], text, at, wanted)
    elif len(lists) > 1:
        for one in lists:
            yield _of_list(one, text, at, wanted)
    elif record and all(wanted.known.whole(str(key)) for key in value):
        yield _of_list([*value], text, at, wanted)
    elif folded(wanted.label) in record or (wanted.ids and "id" in record):
        yield _of_list([value], text, at, wanted)


def _of_list(value: Any, text: str, at: int, wanted: Titles) -> Listing:
    entries: list[Entry] = []
    unread = False
    members = value if isinstance(value, list) else [value]
    for member in _flat(members):
        fields = _fields(member, wanted) if isinstance(member, Mapping) else {"": worded(member)}
        if not fields:
            unread = True
            continue
        lines = {}
        begun = at
        for key, said in fields.items():
            place = text.find(said, begun)
            place = text.find(_written(said), begun) if place < 0 else place
            lines[key] = Line(said if place >= 0 else "", max(place, begun))
            at = max(at, lines[key].end)
            if place < 0:
                lines[key] = Line(said, begun - len(said))
        doubt = isinstance(member, Mapping) and any(one is False for one in member.values())
        if "" in lines:
            entries.append(Entry([lines[""]], exact=True))
        else:
            rest = [line for key, line in lines.items() if key.startswith("-")]
            named = {key: line for key, line in lines.items() if not key.startswith("-")}
            entries.append(Entry(rest, fields=named, exact=True, doubt=doubt))
    return Listing(entries, "data", unread=unread)


def _flat(values: Sequence[Any], depth: int = 0) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list) and depth < 5:
            yield from _flat(value, depth + 1)
        elif isinstance(value, Mapping) or worded(value):
            yield value


def _fields(record: Mapping[str, Any], wanted: Titles) -> dict[str, str]:
    """The fields of an object: title, id and reason by their names, the others behind a dash.

    Without a title by its name it is the field whose value is known, or the only text.
    """
    texts = {key: worded(one) for key, one in record.items() if worded(one)}
    names = {folded(key): key for key in texts}
    found: dict[str, str] = {}
    label = next((n for n in (folded(wanted.label),) if n in names), None)
    label = label or next((n for n in names if n.endswith(folded(wanted.label))), None)
    if wanted.ids and (
        ident := next((n for n in names if n in ("id", "docid", "documentid")), None)
    ):
        found["id"] = texts[names[ident]]
    if label is None and "id" not in found:
        known = [n for n, key in names.items() if wanted.known.head(texts[key])]
        only = known if len(known) == 1 else [*names] if len(names) == 1 else []
        label = only[0] if only else None
    if label is not None:
        found["title"] = texts[names[label]]
    if not found:
        return {}
    for name, key in names.items():
        if name in map(folded, wanted.others) and texts[key] not in found.values():
            found.setdefault("reason", texts[key])
        elif texts[key] not in found.values():
            found[f"-{name}"] = texts[key]
    return {key: found[key] for key in sorted(found, key=lambda one: one.startswith("-"))}


def worded(value: Any) -> str:
    """A text or number of JSON on one line, else nothing; unpaired surrogates replaced."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(whole(str(value)).split())


def _written(text: str) -> str:
    """A text as a string of JSON has it."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
