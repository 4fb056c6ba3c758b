"""Items: which name an entry of a list gives, and what is only said of it.

What is known is looked for first; else the form of the list says where a name ends (`names`). What
is said of an item is not read, but for a cross, a tick, or a line through its name. Where it holds
a word that could turn it (`denials`), the item is doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from tamis.reading.denials import denies, is_denial
from tamis.reading.document import Line, Span
from tamis.reading.known import CLOSING, by
from tamis.reading.looks_for import Titles
from tamis.reading.names import BRACKETED, MAX_ITEM, NUMBERED, Cut, odd, plain, tidy, unsure

_MARKED = re.compile(r"(?P<good>[✓✔✅☑])|(?P<bad>[✗✘❌☒🚫❎])")
_BOXED = re.compile(r"\[(?P<mark>[ xX✓✔✗✘])\]\s")
_STRUCK = re.compile(r"~~[^~\n]{1,400}~~|<(?:s|del|strike)>[^<\n]{1,400}</")
_SIGN = re.compile(r"[^\w\s\"'“”‘’«„‹《「『*_`(\[<$#¿¡.…-]{1,3}\ufe0f?\s+(?=\S)")
_PLACEHOLDER = re.compile(r"[<\[][^<>\[\]\n]{1,40}[>\]]")
_QUOTED = re.compile(
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|‘[^’\n]{1,300}’(?!\w)|(?<!\w)'[^'\n]{1,300}'(?!\w)"
    r"|«[^»\n]{1,300}»"
)
_ID = re.compile(
    r"\b(?:ID|doc(?:ument)?)\b[*_`\"') ]{0,4}[:=#]?[*_`\"'\[( ]{0,4}(?P<id>[\w-]+(?:\.[\w-]+)*)",
    re.I,
)
_ID_FIRST = re.compile(r"[\W_]{0,4}(?P<id>[\w-]+)[\W_]")
_TOKEN = re.compile(r"[\w-]+")
_AROUND = " \t:–—-→⇒>|;"


@dataclass
class Entry:
    """An item as it is written: its lines without numbering, or the fields of its row or object.

    `marked`: its mark is off, and `number` is the one that it bore; `exact`: its text stands in a
    string of data; `doubt`: a field of it is false.
    """

    lines: list[Line]
    number: str = ""
    marked: bool = False
    fields: dict[str, Line] = field(default_factory=dict)
    exact: bool = False
    doubt: bool = False

    @property
    def every(self) -> list[Line]:
        """All its lines and fields."""
        return [*self.lines, *self.fields.values()]

    @property
    def span(self) -> Span:
        """Where it stands in the text."""
        every = self.every
        return min(line.start for line in every), max(line.end for line in every)

    @property
    def text(self) -> str:
        """All that it says."""
        return "\n".join(line.text for line in self.every)[:MAX_ITEM]


@dataclass(frozen=True)
class Item:
    """What an entry names, where it stands, and the reason that is given for it.

    `fails`: a cross or a line through it says that it does not qualify; `doubtful`: what is said of
    it may turn it; `known`: it is a name that the benchmark knows.
    """

    text: str
    span: Span
    reason: str = ""
    fails: bool = False
    doubtful: bool = False
    known: bool = False


def items_of(entries: Sequence[Entry], wanted: Titles) -> list[Item]:
    """The items of a list, in order; entries that name nothing are left out."""
    found = [_found(entry, wanted) for entry in entries]
    boxes = {box["mark"] for one in found if (box := _BOXED.match(one.raw))}
    cut = Cut([one.head.text for one in found], wanted)
    made = (
        _item(entry, one, wanted, cut, boxes) for entry, one in zip(entries, found, strict=True)
    )
    return [item for item in made if item is not None]


def head_of(entry: Entry, wanted: Titles) -> str:
    """The text of an entry that begins with its name."""
    return _found(entry, wanted).head.text


# The line of an entry in which its name begins.


def labels(wanted: Titles) -> re.Pattern[str]:
    """The labels of the form that was asked for, at the beginning of a line or behind a stop."""
    names = "|".join(map(re.escape, (wanted.label, *wanted.others)))
    return _labels(names)


@cache
def _labels(names: str) -> re.Pattern[str]:
    capitals = "|".join(name.capitalize() for name in names.split("|"))
    return re.compile(
        rf"(?:^[\s*_\"(]{{0,6}}|[^\w\s][*_\s\"(]{{0,5}})(?P<name>(?i:{names}))"
        rf"[*_\"]{{0,4}}(?: ?[:：=]| [-–—](?=\s))[*_]{{0,4}}"
        rf"|(?<=\s)(?P<named>{capitals})[*_]{{0,4}}:",
        re.M,
    )


def label_at(found: re.Match[str]) -> tuple[str, int]:
    """The name of a label in lower case, and where it begins."""
    group = "name" if found["name"] else "named"
    return found[group].lower(), found.start(group)


@dataclass(frozen=True)
class _Found:
    """The line of an entry in which its name begins, and the labelled rest of it."""

    head: Line
    raw: str
    labelled: bool
    reason: str = ""


def _found(entry: Entry, wanted: Titles) -> _Found:
    raw = entry.text
    for key in ("id", "title") if wanted.ids else ("title",):
        if key in entry.fields:
            reason = entry.fields.get("reason")
            return _Found(entry.fields[key], raw, True, reason.text if reason else "")
    first = next((line for line in entry.lines if line.text), Line("", 0))
    if _known(plain(first.text), wanted):
        return _Found(first, raw, False, "")
    pattern = labels(wanted)
    titled: Line | None = None
    said = ""
    for line in entry.lines:
        places = [
            place
            for place in pattern.finditer(line.text)
            if place["name"] or said or titled is not None or pattern.match(line.text)
        ]
        for n, place in enumerate(places):
            name, _ = label_at(place)
            after = line.part(place.end())
            until = label_at(places[n + 1])[1] if n + 1 < len(places) else None
            if name != wanted.label:
                said = said or line.part(place.end(), until).text.strip(" .*_")
            elif titled is None or not wanted.known.head(plain(titled.text)):
                # The first title that is known, else the last.
                known = wanted.known.head(plain(after.text))
                titled = after if known else line.part(place.end(), until)
    if titled is not None:
        return _Found(titled, raw, True, said)
    return _Found(first, raw, False, said)


# Its name.


@dataclass(frozen=True)
class _Name:
    """A name as it is written, and the rest of its text; `unsure`: it may end elsewhere."""

    text: str
    rest: str = ""
    known: bool = False
    unsure: bool = False


def _name(entry: Entry, found: _Found, wanted: Titles, cut: Cut) -> _Name | None:
    """The name at the head of an entry: a known one, else as the form of the list has it."""
    text = plain(found.head.text)
    bare = cut.numbered and not (found.labelled or entry.marked)
    for shown in _without_marks(text, bare):
        text = shown
        if known := _known(text, wanted):
            return known
    if entry.exact and wanted.brackets:
        # A string of data stays as it is.
        return _Name(found.head.text)
    if _PLACEHOLDER.fullmatch(text) and wanted.label in text[1:-1].casefold().split():
        # The form itself: "[title of the book]".
        return None
    if cut.bracketed and (inside := BRACKETED.fullmatch(text)):
        text = inside["in"]
        if known := _known(text, wanted):
            return known
    before = _without_author(text, wanted)
    name, rest, doubt = cut.of(before, entry.exact or before != text, found.labelled)
    if known := _known(name, wanted):
        return _Name(known.text, rest, True, doubt)
    name = _MARKED.sub("", name).strip()
    doubt = doubt or odd(name) or (not rest and unsure(name, wanted))
    # "It has one word → Sula": the known name may be what is meant.
    return _Name(name, rest, unsure=doubt or _known(rest.lstrip(_AROUND), wanted) is not None)


def _without_marks(text: str, bare: bool) -> Iterator[str]:
    """A text, and what is left of it without each mark before it; `bare`: numbers too."""
    if box := _BOXED.match(text):
        text = text[box.end() :]
    yield text
    while sign := _SIGN.match(text) or (bare and NUMBERED.match(text)):
        text = text[sign.end() :]
        yield text


def _known(text: str, wanted: Titles) -> _Name | None:
    """The known name at the head of a text, as it is written; None for none."""
    if wanted.ids and (bare := text.strip(" \"'“”‘’*_`[]().,;#")) in wanted.known.ids:
        return _Name(bare, known=True)
    head = wanted.known.head(text)
    if head is None:
        return None
    name = tidy(text[: head.end], wanted.brackets, known=True)
    if name[:1] in CLOSING and not head.name.startswith(name[0]):
        name = name.lstrip(name[0])
    if name.endswith(".") and not head.name.endswith("."):
        name = name[:-1]
    return _Name(name, text[head.end :], known=True)


def _without_author(text: str, wanted: Titles) -> str:
    """A text up to "by" and the author of the question."""
    found = by(wanted.known.author).search(text) if wanted.known.author else None
    return text[: found.start()] if found and found.start() else text


def _id(entry: Entry, found: _Found, name: _Name, wanted: Titles) -> str:
    """The id that an entry gives: of its field, behind its label, or as its first word."""
    if "id" in entry.fields:
        return name.text
    known = wanted.known.ids
    for line in entry.lines:
        for place in _ID.finditer(line.text):
            if place["id"] in known or (not known and place[0][:2].lower() == "id"):
                return place["id"]
    first = None if name.known else _ID_FIRST.match(plain(found.head.text))
    return first["id"] if first and first["id"] in known else ""


# The item.


def _item(entry: Entry, found: _Found, wanted: Titles, cut: Cut, boxes: set[str]) -> Item | None:
    """The item of an entry; None for one that names nothing."""
    name = _name(entry, found, wanted, cut)
    if name is None:
        return None
    ident = _id(entry, found, name, wanted) if wanted.ids else ""
    if not ident and not re.search(r"\w|[^\x00-\x7f]|\$", name.text):
        return None
    fails, signs = _signs(found.raw, name.text, boxes)
    remark = _QUOTED.sub(" ", found.raw.replace(name.text, " ") if name.text else found.raw)
    beside = [remark, *(line.text for line in entry.every if line.text != found.head.text)]
    turned = any(map(is_denial, beside)) or denies(remark, wanted.asked)
    doubt = signs or (turned and not fails)
    if not ident:
        doubt = doubt or entry.doubt or name.unsure
        if wanted.ids and not name.known:
            # An id that stands somewhere in it may be what is meant.
            doubt = doubt or not wanted.known.ids.isdisjoint(_TOKEN.findall(name.text))
    at = found.head.text.find(name.text)
    start = found.head.start + at
    span = (start, start + len(name.text)) if at >= 0 else entry.span
    reason = found.reason or name.rest.strip(" :–—-,;.()")
    return Item(ident or name.text, span, reason, fails, doubt, name.known)


def _signs(raw: str, name: str, boxes: set[str]) -> tuple[bool, bool]:
    """Whether a cross stands in an entry or a line goes through its name, and whether both a cross
    and a tick stand there.
    """
    kinds = {found.lastgroup for found in _MARKED.finditer(raw)}
    if (box := _BOXED.match(raw)) and len(boxes) > 1:
        kinds.add("bad" if box["mark"] in " ✗✘" else "good")
    struck = bool(name) and any(name in one for one in _STRUCK.findall(raw))
    return "bad" in kinds or struck, len(kinds) > 1
