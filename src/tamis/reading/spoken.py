"""What a reply says to its reader: without thoughts, calls of tools, and turns that it invents.

Each family of models has tokens of its own for these; they are data (`words/chat_tokens.json`). A
token that stands between quotes or backticks is only mentioned, and is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from tamis.reading.words import words

MAX_TASKS = 5
"""The most beginnings of another task that are tried."""

_QUOTING = "`'\"‘’“”"


@dataclass(frozen=True)
class Spoken:
    """The part of a reply that answers: `said`, as long as what stands before `end` in the reply.

    Thoughts, calls and tokens in it are blanks. `silent` are the places of thoughts and calls;
    `unfinished`: it ends inside its thoughts; `called`: it holds a call of a tool.
    """

    said: str
    end: int
    silent: tuple[tuple[int, int], ...] = ()
    unfinished: bool = False
    called: bool = False


@dataclass(frozen=True)
class _Token:
    """What a token is: it opens something that ends with one of `closings`, or another kind."""

    kind: str
    closings: tuple[str, ...] = ()


@cache
def _tokens() -> tuple[re.Pattern[str], list[_Token]]:
    """One pattern for all tokens, with a group for each, and what each is."""
    families = words("chat_tokens")["families"]
    pairs = {
        kind: [pair for family in families for pair in family.get(kind, ())]
        for kind in ("thoughts", "tools")
    }
    known = {
        opening: _Token(kind, tuple(closings))
        for kind, some in pairs.items()
        for opening, closings in some
        if opening
    }

    def add(kind: str, tokens: Iterable[str], closes: tuple[str, ...] = ()) -> None:
        for token in tokens:
            known.setdefault(token, _Token(kind, closes))

    # A token that ends a turn may also end what is not said: alone it ends the turn.
    add("ends", (token for family in families for token in family.get("ends", ())))
    add("close", (one for _, closings in pairs["thoughts"] for one in closings), ("thoughts",))
    for kind in ("begins", "others"):
        add(kind, (token for family in families for token in family.get(kind, ())))
    add("close", (one for _, closings in pairs["tools"] for one in closings), ("tools",))
    longest = sorted(known, key=len, reverse=True)
    groups = (f"({_escaped(token)})" for token in longest)
    begins = r"(?=<[|/\w]|\[[/|A-Z]|◁|assistantf)"
    return re.compile(f"{begins}(?:{'|'.join(groups)})", re.I), [known[token] for token in longest]


def _escaped(token: str) -> str:
    return re.escape(token).replace(r"\*", r"[^\n]{0,80}?")


@lru_cache(maxsize=256)
def _nested(opening: str, closings: tuple[str, ...]) -> re.Pattern[str]:
    """An opening again, or one of its closings."""
    return re.compile(rf"(?P<again>{re.escape(opening)})|{'|'.join(map(_escaped, closings))}", re.I)


@cache
def _lines() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What begins the model's own turn, and another's, at the beginning of a line."""
    every = words("chat_tokens")["lines"]

    def of(kind: str) -> str:
        return "|".join(re.escape(token) for one in every for token in one[kind])

    return re.compile(rf"\s{{0,20}}(?:{of('begins')})"), re.compile(rf"^(?:{of('others')})", re.M)


def without_thoughts(text: str) -> str:
    """What a reply says outside of its thoughts; empty where it ends inside them."""
    return spoken(text).said.strip()


def spoken(text: str) -> Spoken:
    """The part of a reply that is said to its reader, up to the end of its turn."""
    if not any(mark in text for mark in "<[◁") and "assistantfinal" not in text:
        return _of_lines(Spoken(text, len(text)))
    pattern, kinds = _tokens()
    silent: list[tuple[int, int]] = []
    blanks: list[tuple[int, int]] = []
    at, begun, end = 0, 0, len(text)
    unfinished = called = False
    while found := pattern.search(text, at):
        token, at = kinds[(found.lastindex or 1) - 1], found.end()
        if _mentioned(text, *found.span()):
            continue
        if token.kind in ("thoughts", "tools"):
            if token.kind == "thoughts" and not _opens(text, found.start(), blanks):
                continue
            at, closed = _closed(text, found, token.closings)
            silent.append((found.start(), at))
            called = called or token.kind == "tools"
            unfinished = not closed and token.kind == "thoughts"
        elif token.kind == "close":
            if token.closings == ("thoughts",):
                # It opened where the reply begins: the template has put its opening there.
                silent, begun = [(0, at)], at
        elif token.kind in ("ends", "others") and _says(text, begun, found.start(), silent):
            end = found.start()
            break
        blanks.append((found.start(), at))
    shown = _blanked(text[:end], [*silent, *blanks])
    places = tuple(span for span in silent if span[0] < end)
    return _of_lines(Spoken(shown, end, places, unfinished, called))


def _of_lines(part: Spoken) -> Spoken:
    """The part without the names of turns that stand at beginnings of lines."""
    own, other = _lines()
    said = part.said
    if named := own.match(said):
        said = "\n".rjust(named.end()) + said[named.end() :]
    for turn in other.finditer(said):
        if said[: turn.start()].strip():
            return Spoken(said[: turn.start()], turn.start(), part.silent, False, part.called)
    return Spoken(said, part.end, part.silent, part.unfinished, part.called)


def _mentioned(text: str, start: int, end: int) -> bool:
    """Whether a token stands between quotes."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return bool(before and after) and before in _QUOTING and after in _QUOTING


def _opens(text: str, start: int, blanks: Sequence[tuple[int, int]]) -> bool:
    """Whether thoughts may begin there: at the beginning of a line, or behind another token."""
    line = text.rfind("\n", 0, start) + 1
    at = max([line, *(end for _, end in blanks[-1:] if end <= start)])
    return not text[at:start].strip(" \t>*_")


def _closed(text: str, opened: re.Match[str], closings: tuple[str, ...]) -> tuple[int, bool]:
    """Where what a token opens ends, and whether it does; the same token may be nested in it."""
    depth, at = 1, opened.end()
    for found in _nested(opened[0].lower(), closings).finditer(text, at):
        if _mentioned(text, *found.span()):
            continue
        if found["again"] is None:
            depth -= 1
        elif found.start() == at or not text[found.start() - 1 : found.start()].strip("\n"):
            depth += 1
        if depth == 0:
            return found.end(), True
        at = found.end()
    return len(text), False


def _says(text: str, begin: int, end: int, silent: Sequence[tuple[int, int]]) -> bool:
    """Whether anything is said in a part of the text besides what is silent."""
    for start, stop in silent:
        if stop > begin:
            if text[begin:start].strip():
                return True
            begin = max(begin, stop)
    return bool(text[begin:end].strip())


def _blanked(text: str, places: Sequence[tuple[int, int]]) -> str:
    """The text with blanks in some places; line breaks stay.

    What follows a place with which its line begins is a line of its own.
    """
    parts: list[str] = []
    at, begins = 0, True
    for start, end in sorted(places):
        start, end = max(start, at), min(end, len(text))
        if start < end:
            before = text[at:start]
            begins = not before.rpartition("\n")[2].strip() and (begins or "\n" in before)
            blank = re.sub(r"[^\n]", " ", text[start:end])
            parts += (before, blank[:-1] + "\n" if begins else blank)
            at = end
    return "".join([*parts, text[at:]])


def next_tasks(text: str, markers: Sequence[str] = ()) -> Iterator[int]:
    """Where another task may begin: the first few lines that begin as a case of the prompt does.

    Whether an answer stands before, the caller must know: a reply may begin by repeating its task.
    """
    if not markers:
        return
    pattern = re.compile(
        rf"^[ \t>*_#=\[]{{0,8}}(?:[QA]: ?)?(?:{'|'.join(map(re.escape, markers))})", re.I | re.M
    )
    places = (found.start() for found in pattern.finditer(text) if found.start() > 0)
    for _, place in zip(range(MAX_TASKS), places, strict=False):
        yield place
