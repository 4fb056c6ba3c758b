"""Damaged JSON: json-repair says what a text means, and the text is followed along that.

json-repair always finds a meaning: it closes half strings, drops what it cannot place, invents
structure, and logs only some of it. So its value is a proposal, asked for only where the text is
not plain. From the first bracket on, each key, string and bracket of it must stand in the text,
with only commas, space and comments between. Reading stops where one does not; what was whole
before is kept, and every mending is named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from tamis.text._plain_json import ESCAPE, MAX_DEPTH, STYLE, PlainReader, unescaped, word

LONGEST = 200_000
"""The most characters that json-repair is shown, from the first bracket on: it takes the square of
a string's length. What `PlainReader` reads has no such bound."""

FAILURES = 100
"""The most damaged places of a text that are tried."""

QUOTE = "[\"'“”‘’]"

DECODER = json.JSONDecoder()
_ANY_QUOTE = re.compile(QUOTE)
_SKIPPED = re.compile(r"\s+|(//[^\n]*|/\*.*?(?:\*/|\Z)|#[^\n]*)|(\.{3,}|…)", re.S)
_CLOSING = {'"': '"', "'": "'", "“": '”“"', "”": '”"', "‘": "’‘'", "’": "’'"}

# What json-repair is not shown, because it guesses at it: escapes, the structure inside strings
# that are plain to see, apostrophes, and smart quotes that delimit nothing.
_ESCAPED = re.compile(r"\\.?", re.S)
_PLAIN_STRING = re.compile(r"([\[{,:]\s*([\"']))((?:(?!\2).)*)(?=\2\s*[,:\]}])", re.S)
_APOSTROPHE = re.compile(
    r"(?:(?<=[^\s\"'“”‘’\[\]{}(,:])|(?<=[^\s\"'“”‘’\[\]{}(,:] ))"
    r"['“”‘’](?= ?[^\s\"'“”‘’\[\]{},:/#])"
)
_SHOWN = "\\\"'“”‘’()[]{},:/#`."
_HIDDEN = str.maketrans(_SHOWN, "".join(chr(0xFDD0 + i) for i in range(len(_SHOWN))))
_SMART = {ord(mark): _HIDDEN[ord(mark)] for mark in "“”‘’"}
_STRAIGHT = str.maketrans("“”‘’", "\"\"''")
# It drops an empty element of a list if a space follows.
_EMPTY = re.compile(r"(\"\"|''|\[\s*\]|\{\s*\})(\s+)([,\]])")

# In a string, quotes that look like the ends of strings: it may be two strings in one.
_MERGED = re.compile(r"[\"']\s*(?:[:\]}\n]|,\s*[\"'])|[\[{]\s*[\"']|\n[^\S\n]*[\"']")
_UNFINISHED = re.compile(r"[\"'][^\"']*(?:[\"']\s*)?\Z|[\w.+-]*\Z")

_BARE_KEY = re.compile(r"[A-Za-z_]\w{0,60}(?=\s*:)")
_BARE = re.compile(
    r"[\w<+-](?:(?!\s+(?://|/\*|#))[^,\]}{\[\n\"':]){0,100}(?=[,\]}\n]|\s+(?://|/\*|#))"
)
_TWO_COMMAS = re.compile(r",\s*,")
_FIRST_KEY = re.compile(rf"\{{\s*({QUOTE}\w{{1,60}}{QUOTE})\s*:")


class Budget:
    """What may be spent on the damaged JSON of one reply, however many values begin in it.

    `looks` is how often json-repair may look at a character (about twice each is common): on some
    texts it is quadratic.
    """

    def __init__(self, text: str) -> None:
        self.looks = min(500_000 + 5 * len(text), 2_000_000)


class _Metered(str):
    """The text that json-repair sees: every look at it is taken from the budget."""

    reader: DamagedReader

    def __getitem__(self, at: Any) -> str:
        self.reader.budget.looks -= 1
        if self.reader.budget.looks < 0:
            raise TimeoutError
        got = str.__getitem__(self, at)
        return got if isinstance(at, int) else self.reader.metered(got)

    def __add__(self, other: str) -> str:
        # json-repair writes braces into the text, and goes on with the result.
        return self.reader.metered(str.__add__(self, other))


class DamagedReader:
    """Reads the values of a text that begin with a bracket, and keeps their complete elements.

    After `read`: `at` is where it stopped, `cut` whether it stopped before the end, `broken`
    whether damage rather than the end of the text stopped it, `lossy` whether an element was
    left out on the way, `member` the key of the list that was cut.
    """

    def __init__(self, text: str, budget: Budget, items: str = "") -> None:
        self.text = text
        self.budget = budget
        self.items = folded(items)
        self.failures = 0

    @property
    def spent(self) -> bool:
        return self.budget.looks <= 0 or self.failures > FAILURES

    @cached_property
    def hidden(self) -> str:
        """The text, of the same length, without what json-repair should not guess at."""
        text = _ESCAPED.sub(_hidden, self.text)
        text = _PLAIN_STRING.sub(lambda found: found[1] + found[3].translate(_HIDDEN), text)
        return _EMPTY.sub(r"\1\3\2", _APOSTROPHE.sub(_hidden, text))

    @cached_property
    def plain(self) -> str:
        return self.hidden.translate(_SMART)

    @cached_property
    def straightened(self) -> str:
        return self.hidden.translate(_STRAIGHT)

    def metered(self, text: str) -> str:
        self.budget.looks -= len(text) // 100
        seen = _Metered(text)
        seen.reader = self
        return seen

    def begin(self, at: int) -> None:
        self.at = at
        self.repairs: dict[str, None] = {}
        self.cut = self.broken = self.lossy = self.inner = False
        self.member, self.element = "", -1

    def read(self, at: int) -> Any:
        """The value at `at`; None where nothing of it could be read."""
        self.begin(at)
        try:
            value, self.at = DECODER.raw_decode(self.text, at)
            return value
        except (ValueError, RecursionError):
            self.failures += 1
        if self.spent:
            self.cut = self.broken = True
            return None
        plain = PlainReader(self.text)
        kept = plain.read(at)
        self.budget.looks -= (plain.at - at) // 10
        value = self.proposed(at) if plain.broken else None
        if not plain.broken or (self.cut and plain.at >= self.at):
            value, self.at, self.repairs = kept, plain.at, plain.repairs
            self.cut, self.broken, self.member = plain.cut, plain.broken, plain.member
        if self.lossy:
            self.mend("damaged element")
        if self.cut:
            self.mend("broken off" if self.broken else "truncated")
        return value if value or not self.cut else None

    def proposed(self, at: int) -> Any:
        """The value at `at` as json-repair and the text agree on it."""
        first = _ANY_QUOTE.search(self.text, at)
        shown = self.straightened if first and first[0] in "“”‘’" else self.plain
        self.shown = shown[: at + LONGEST]
        value, lossy = self.follow(at), False
        while self.cut and (following := self.next_element()):
            # Without the damaged element, those after it can be read.
            blank = " " * (following - self.element)
            self.shown = self.shown[: self.element] + blank + self.shown[following:]
            value, lossy = self.follow(at), True
        self.lossy = lossy
        return value

    def follow(self, at: int) -> Any:
        """The value at `at` that json-repair proposes, as far as the text has it."""
        # Imported here: it takes 10 ms, and most replies do not need it.
        from json_repair.json_parser import JSONParser

        self.begin(at)
        try:
            proposed = JSONParser(self.metered(self.shown[at:]), None, False).parse_json()
        except Exception:
            # Too deep for it, too much work, or a fault of its own.
            self.cut = self.broken = True
            return None
        return self.value(proposed, 0, self.items)

    def next_element(self) -> int:
        """Where the next object begins like the one that is damaged; 0 if there is none."""
        first = None if self.element < 0 else _FIRST_KEY.match(self.text, self.element)
        if first is None or self.spent:
            return 0
        again = re.compile(rf"\}}\s*,?\s*(\{{\s*{re.escape(first[1])}\s*:)")
        found = again.search(self.text, first.end(), len(self.shown))
        return found.start(1) if found else 0

    def mend(self, what: str) -> None:
        self.repairs[what] = None

    def stop(self) -> Any:
        """Stop here: the text ends, or it says something else than the proposal."""
        whole = len(self.shown) == len(self.text)
        self.cut, self.broken = True, not (whole and _UNFINISHED.match(self.shown, self.at))
        return None

    def peek(self) -> str:
        """The next character that is no space, comment or ellipsis; empty at the end."""
        while skipped := _SKIPPED.match(self.shown, self.at):
            self.at = skipped.end()
            if skipped.lastindex:
                self.mend("comment" if skipped.lastindex == 1 else "ellipsis")
        return self.shown[self.at : self.at + 1]

    def value(self, proposed: Any, depth: int, key: str = "") -> Any:
        mark = self.peek()
        if mark == "{" and isinstance(proposed, dict) and depth <= MAX_DEPTH:
            return self.object(proposed, depth)
        if mark == "[" and isinstance(proposed, list) and depth <= MAX_DEPTH:
            return self.list(proposed, depth, key)
        if mark in _CLOSING and isinstance(proposed, str):
            return self.string(proposed)
        return self.stop() if isinstance(proposed, dict | list) else self.bare()

    def elements(self, proposed: Iterable[Any], closing: str) -> Iterator[Any]:
        """The proposed elements, each where it begins in the text, up to the closing bracket."""
        self.at += 1
        empty = True
        for one in proposed:
            if not (self.comma(empty) or empty):
                self.mend("missing comma")
            yield one
            empty = False
        comma = self.comma(empty)
        if self.peek() != closing:
            self.stop()
        elif comma and not empty:
            self.mend("trailing comma")
        self.at += not self.cut

    def comma(self, first: bool) -> bool:
        begin = self.at
        while self.peek() == ",":
            self.at += 1
        between = self.shown[begin : self.at]
        if _TWO_COMMAS.search(between) or (first and between.lstrip()[:1] == ","):
            self.mend("extra comma")
        return "," in between

    def object(self, proposed: dict[str, Any], depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        last = None
        for expected, one in self.elements(proposed.items(), "}"):
            key = self.key(expected)
            if self.cut:
                break
            last = self.value(one, depth + 1, folded(key))
            if not self.cut or isinstance(last, list | dict):
                found[key] = last
            if self.cut:
                self.member = key if isinstance(last, list) else self.member
                return found
        if self.doubted(last):
            found.popitem()
        return found

    def key(self, expected: str) -> str:
        """A key and its colon."""
        key = ""
        if self.peek() in _CLOSING:
            key = self.string(expected, ":") or ""
        elif bare := _BARE_KEY.match(self.shown, self.at):
            key, self.at = bare[0], bare.end()
            self.mend("unquoted key")
        if not self.cut and self.peek() != ":":
            self.stop()
        self.at += not self.cut
        return key

    def list(self, proposed: list[Any], depth: int, key: str) -> list[Any]:
        found: list[Any] = []
        for one in self.elements(proposed, "]"):
            begin = self.at
            value = self.value(one, depth + 1)
            if not self.cut:
                found.append(value)
                continue
            self.member = ""
            if self.shown[begin : begin + 1] not in ("{", "["):
                break
            if key and key == self.items:
                self.element = begin
            return found
        if found and self.doubted(found[-1]):
            found.pop()
        return found

    def doubted(self, last: Any) -> bool:
        """Whether the element before a stop may go on in the text that was not understood."""
        return self.cut and isinstance(last, str) and (self.broken or self.inner)

    def string(self, proposed: str, after: str = ",]}") -> Any:
        """The proposed string, if the text has it in quotes, and one of `after` follows."""
        begin, mark = self.at, self.text[self.at]
        end = begin + 1 + len(proposed)
        while self.shown[end : end + 1].isspace():  # json-repair may have stripped it
            end += 1
        body, said = self.shown[begin + 1 : end], self.text[begin + 1 : end]
        merged = self.shown[begin] in body and (
            after == ":" or said.count('"') % 2 or _MERGED.search(body)
        )
        closed = self.text[end : end + 1] in [*_CLOSING[mark]]
        if not closed or merged or not body.startswith(proposed):
            return self.stop()
        self.at = end + 1
        if self.peek() not in [*after, ""] and "\n" not in self.shown[end : self.at]:
            self.at = begin
            return self.stop()
        self.inner = any(one in _CLOSING[mark] for one in ESCAPE.sub("", said))
        if self.inner:
            self.mend("inner quotes")
        if mark in STYLE:
            self.mend(STYLE[mark])
        if any(c in said for c in "\n\r\t"):
            self.mend("line break in string")
        return unescaped(said)

    def bare(self) -> Any:
        """A number, a literal or a word without quotes; cut where the text ends with it."""
        found = _BARE.match(self.shown, self.at)
        if not found:
            return self.stop()
        said = self.text[self.at : found.end()].strip()
        self.at = found.end()
        try:
            value, repair = word(said)
        except ValueError:
            value, repair = said, "unquoted words"
        if repair:
            self.mend(repair)
        return value


def _hidden(found: re.Match[str]) -> str:
    return found[0].translate(_HIDDEN)


def folded(key: str) -> str:
    """The form in which keys are compared: letters and digits only, in lower case."""
    return "".join(c for c in key if c.isalnum()).lower()
