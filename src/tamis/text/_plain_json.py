"""JSON and Python's literals in one pass: what a text plainly says, up to the first damage.

Nothing is guessed: a string ends at its first closing mark, and one of `,:]}` must follow it. The
only mendings are those that leave no doubt: quotes and literals of other kinds, and commas.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from tamis.text.normalised import whole

MAX_DEPTH = 40

_STRING = (
    r'"[^"\\\n\r\t]*(?:\\.[^"\\\n\r\t]*)*"'
    r"|'[^'\\\n\r\t]*(?:\\.[^'\\\n\r\t]*)*'"
    "|“[^“”\"\\\\\n\r\t]*”|‘[^‘’'\\\\\n\r\t]*’"
)
_KEY = re.compile(rf"({_STRING})\s*:\s*")
# A word may go on where the text ends.
_SCALAR = re.compile(rf"(?:{_STRING})(?=\s*(?:[,\]}}]|\Z))|[\w.+-]+(?=\s*[,\]}}])")
_BETWEEN = re.compile(r"[\s,]*")
_UNFINISHED = re.compile(
    r"""(?:"[^"\\]*(?:\\.[^"\\]*)*(?:\\|"\s*)?|'[^'\\]*(?:\\.[^'\\]*)*(?:\\|'\s*)?"""
    "|“[^“”\"]*(?:”\\s*)?|‘[^‘’']*(?:’\\s*)?|[\\w.+-]*)\\Z",
    re.S,
)
STYLE = {"'": "single quotes"} | dict.fromkeys("“”‘’", "smart quotes")

ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|.)", re.S)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_LITERALS: dict[str, Any] = {"true": True, "false": False, "null": None, "none": None, "nan": None}


class PlainReader:
    """Reads a value from its bracket on, and keeps its complete elements.

    After `read`: `at` is where it stopped, `cut` whether it stopped before the end, `broken`
    whether damage rather than the end of the text stopped it, `member` the key of the list that
    was cut.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def read(self, at: int) -> Any:
        self.at = at
        self.repairs: dict[str, None] = {}
        self.cut = self.broken = False
        self.member = ""
        return self.value(0)

    def mend(self, what: str) -> None:
        self.repairs[what] = None

    def stop(self) -> None:
        self.cut, self.broken = True, not _UNFINISHED.match(self.text, self.at)

    def value(self, depth: int) -> Any:
        mark = self.text[self.at : self.at + 1]
        if mark and mark in "{[":
            if depth > MAX_DEPTH:
                return self.stop()
            return self.object(depth) if mark == "{" else self.list(depth)
        found = _SCALAR.match(self.text, self.at)
        if not found:
            return self.stop()
        if mark == '"' or mark in STYLE:
            value = self.said(found[0])
        else:
            try:
                value, repair = word(found[0])
            except ValueError:
                return self.stop()
            if repair:
                self.mend(repair)
        self.at = found.end()
        return value

    def more(self, closing: str, empty: bool) -> bool:
        """Go to the next element; False where the closing bracket is instead, or a stop."""
        between = _BETWEEN.match(self.text, self.at)
        commas = between[0].count(",") if between else 0
        self.at += len(between[0]) if between else 0
        if commas > (not empty):
            self.mend("extra comma")
        if self.text[self.at : self.at + 1] == closing:
            if commas and not empty:
                self.mend("trailing comma")
            self.at += 1
            return False
        if not (commas or empty) or self.at == len(self.text):
            self.stop()
        return not self.cut

    def object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        name, last = "", None
        self.at += 1
        while self.more("}", not found):
            key = _KEY.match(self.text, self.at)
            if not key:
                self.stop()
                if self.broken and isinstance(last, str):
                    # Prose may go on after a quote and a comma.
                    found.pop(name)
                break
            name, self.at = self.said(key[1]), key.end()
            last = self.value(depth + 1)
            if not self.cut or isinstance(last, list | dict):
                found[name] = last
            if self.cut:
                self.member = name if isinstance(last, list) else self.member
                break
        return found

    def list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self.at += 1
        while self.more("]", not found):
            value = self.value(depth + 1)
            if self.cut:
                self.member = ""
                break
            found.append(value)
        return found

    def said(self, quoted: str) -> str:
        if repair := STYLE.get(quoted[0]):
            self.mend(repair)
        return unescaped(quoted[1:-1])


def unescaped(text: str) -> str:
    """The text that is meant by the inside of a string."""
    return whole(ESCAPE.sub(_unescape, text) if "\\" in text else text)


def _unescape(found: re.Match[str]) -> str:
    what = found[1]
    if len(what) > 1:
        code = int(what[1:], 16)
        return chr(code) if code <= sys.maxunicode else found[0]
    # An escape that JSON does not know keeps its backslash before a letter: \alpha.
    return _ESCAPES.get(what, f"\\{what}" if what.isalnum() else what)


def word(said: str) -> tuple[Any, str]:
    """The number or literal of a word, and what had to be mended for it, if anything."""
    if said.lower() in _LITERALS:
        mended = said not in ("true", "false", "null")
        return _LITERALS[said.lower()], "python literals" if mended else ""
    return json.loads(said), ""
