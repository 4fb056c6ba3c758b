"""Sentences around a list: the items that they name, take back, or add."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tamis.reading import roles
from tamis.reading.document import Line
from tamis.reading.items import ID, Item, clean, quotes
from tamis.reading.looks_for import Titles
from tamis.reading.one_line import at_the_end

MAX_SENTENCE = 1_000

_GAP = 12
"""So many characters at most (line breaks, marks of quotations) are between two paragraphs."""

_STOP = re.compile(
    r"(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)(?<!\bNo)(?<!\bCo)(?<!\bvs)(?<!\b[A-Z])"
    r"[.!?][\"”’')*_]*\s+(?=[\"“‘*_(]?[A-ZÀ-Ý])"
)
_BARE_IDS = re.compile(
    r"\b(?:documents?|docs?|ids?|answers?|pages?)\b[^.\d]{0,60}?\b(?:are|is|numbers?|:)[: ]*"
    r"(?P<ids>\d+(?:(?:, (?:and )?| and )\d+)*)",
    re.I,
)
_TELLS = re.compile(
    r":|\b(?:is|are|was|were|be|qualif\w+|meets?|satisf\w+|match\w*|fits?|includes?|answers?|only|"
    r"namely|list|found|find|ends?|starts?|begins?|contains?|published|set|has|have)\b",
    re.I,
)
_OF_THE_WORK = re.compile(
    r"\W*(?:(?:i (?:looked|compared|checked|considered|went|counted)|let me|first,? i|for example|"
    r"note that|to be|looking at|starting with|consider)\b|e\.g\.)",
    re.I,
)
_CLAUSE = re.compile(
    r";|,? \b(?:but|while|whereas|although|though|however|yet)\b|[.!?](?:\s|$)", re.I
)
_NOT_BEFORE = re.compile(r"\bnot\s*[\"“*_]*$")
_INSTEAD = re.compile(r"\breplac|\bshould be\b|\binstead\b|\bswap", re.I)
_SOMETHING = re.compile(r"\b(?:i|it|that|this|one|them)\b", re.I)
_ORDINALS = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "seventh": 6,
    "eighth": 7, "ninth": 8, "tenth": 9, "last": -1,
}  # fmt: skip
_NUMBER_OF = re.compile(
    r"\b(?:number|item|entry|no\.|title|book|nr\.?|#)\s*#?(?P<n>\d{1,3})\b|#(?P<m>\d{1,3})\b"
    rf"|\b(?P<o>{'|'.join(_ORDINALS)}) (?:one|item|entry|title|book|novel|on the list)\b",
    re.I,
)


def sentences(lines: Sequence[Line]) -> list[Line]:
    """The sentences of lines, in the order of the text."""
    found = []
    for line in sorted(lines, key=lambda line: line.start):
        at = 0
        for stop in _STOP.finditer(line.text):
            found.append(line.part(at, stop.end()))
            at = stop.end()
        found.append(line.part(at))
    return [
        line if len(line.text) <= MAX_SENTENCE else replace(line, text=line.text[:MAX_SENTENCE])
        for line in found
        if line.text
    ]


def named(said: Sequence[Line], wanted: Titles) -> list[Item]:
    """The items that the last paragraph of sentences names as the answer, if any does."""
    for paragraph in _paragraphs(said):
        found = [item for line in paragraph for item in _of_sentence(line, wanted)]
        out = {item.text for item in found if item.fails}
        kept = {item.text.casefold(): item for item in reversed(found) if item.text not in out}
        if kept:
            return sorted(kept.values(), key=lambda item: item.span)
    return []


def _paragraphs(said: Sequence[Line]) -> Iterator[list[Line]]:
    """Sentences by closeness, the last paragraph first."""
    paragraph: list[Line] = []
    for line in reversed(said):
        if paragraph and paragraph[0].start - line.end > _GAP:
            yield paragraph
            paragraph = []
        paragraph.insert(0, line)
    if paragraph:
        yield paragraph


def _of_sentence(line: Line, wanted: Titles) -> list[Item]:
    """The items that a sentence names as the answer; those that it rejects are marked so."""
    text = line.text
    if roles.says_none(text) or (roles.CORRECTS.search(text) and roles.withdraws(text)):
        return []
    if wanted.ids:
        places = [(one["id"] or one["doc"], one.start()) for one in ID.finditer(text)]
        if not places and (bare := _BARE_IDS.search(text)):
            begin, end = bare.span("ids")
            places = [(one[0], one.start()) for one in re.finditer(r"\d+", text[:end])]
            places = [(said, at) for said, at in places if at >= begin]
    else:
        marked = [(said, at) for said, at in quotes(text) if len(said) > 1 and said[-1] != ":"]
        if not marked:
            return [] if _OF_THE_WORK.match(text) else at_the_end(line)
        if not _TELLS.search(text) or _OF_THE_WORK.match(text):
            return []
        places = [(said, at) for said, at in marked if said[0].isupper() or said[0].isdigit()]
    return [
        Item(
            said if wanted.ids else clean(said, brackets=wanted.brackets),
            (line.start + at, line.start + at + len(said)),
            fails=_rejected(text, at, at + len(said)),
        )
        for said, at in places
    ]


def _clause(text: str, at: int, end: int) -> str:
    """The clause around a place."""
    begins = [found.end() for found in _CLAUSE.finditer(text, 0, at)]
    after = _CLAUSE.search(text, end)
    return text[begins[-1] if begins else 0 : after.start() if after else len(text)]


def _rejected(text: str, at: int, end: int) -> bool:
    """Whether the clause around a name says that it fails."""
    clause = _clause(text, at, end)
    before = text[max(0, at - 12) : at]
    return bool(roles.fails(clause)) or roles.withdraws(clause) or bool(_NOT_BEFORE.search(before))


@dataclass
class Corrections:
    """What later sentences make of a list: the items that stay, that they take back, and add.

    `unclear`: a correction names none of them.
    """

    kept: list[Item]
    withdrawn: list[Item] = field(default_factory=list)
    added: list[Item] = field(default_factory=list)
    unclear: bool = False

    @property
    def items(self) -> list[Item]:
        """The items in the end."""
        return [*self.kept, *self.added]


def corrected(items: Sequence[Item], later: Sequence[Line], ids: bool = False) -> Corrections:
    """The items after the corrections in `later` sentences."""
    made = Corrections([*items])
    speaks = unclear = False
    for line in later:
        text = line.text
        speaks = speaks or bool(roles.CORRECTS.search(text))
        if speaks and roles.says_none(text):
            made.withdrawn += [*items, *made.added]
            continue
        takes, gives = roles.withdraws(text), roles.adds(text)
        if not takes and not (gives and speaks):
            continue
        known = (*items, *made.added)
        meant = [item for item in known if names(text, item.text, ids)]
        if not meant and takes:
            meant = [items[n] for n in _numbers(text, len(items))]
        fresh = [
            Item(clean(said), (line.start + at, line.start + at + len(said)))
            for said, at in quotes(text)
            if not any(_same(said, item.text) for item in known)
        ]
        if meant and fresh and _INSTEAD.search(text):
            made.withdrawn += meant
            made.added += fresh
        elif takes and meant:
            made.withdrawn += [item for item in meant if len(meant) == 1 or _takes(text, item.text)]
        elif gives and speaks:
            made.added += fresh
        elif takes and roles.CORRECTS.search(text) and not quotes(text):
            unclear = bool(_SOMETHING.search(text))
    made.kept = [item for item in items if item not in made.withdrawn]
    made.added = [item for item in made.added if item not in made.withdrawn]
    made.unclear = unclear and not made.withdrawn and not made.added
    return made


def _takes(text: str, title: str) -> bool:
    """Whether the clause that names a title takes it back."""
    at = max(text.casefold().find(title.casefold()), 0)
    return roles.withdraws(_clause(text, at, at + len(title)))


def names(text: str, name: str, ids: bool) -> bool:
    """Whether a sentence names an item. A title of one word must keep its capital."""
    if ids:
        return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))
    at = text.casefold().find(name.casefold())
    if at < 0 or text[at - 1 : at].isalnum() or text[at + len(name) :][:1].isalnum():
        return False
    return len(name) > 3 and (" " in name or name in text)


def _same(one: str, other: str) -> bool:
    return clean(one).casefold() == clean(other).casefold()


def _numbers(text: str, count: int) -> list[int]:
    """The items of a list that a sentence names by their number, from 0 on."""
    places = [
        _ORDINALS[one["o"].lower()] if one["o"] else int(one["n"] or one["m"]) - 1
        for one in _NUMBER_OF.finditer(text)
    ]
    return [place % count for place in places if -1 <= place < count] if count else []
