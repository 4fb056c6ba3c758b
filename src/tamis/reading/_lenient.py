"""A parser of damaged JSON: complete values are kept, repairs are reported."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

MAX_DEPTH = 40
STEPS = 300_000
"""The most values and strings that are parsed for one reply, failed attempts included."""

FAILURES = 100
"""How often the standard parser may fail: each of its errors counts the lines before it."""

MAX_KEY = 200

QUOTE = "[\"'“”‘’]"

_SPACE = re.compile(r"\s*")
_SKIPPED = re.compile(r"\s+|(//[^\n]*|/\*.*?(?:\*/|\Z)|#[^\n]*)|(\.{3,}|…)", re.S)
_CLOSING = {
    '"': re.compile(r'\\.|"', re.S),
    "'": re.compile(r"\\.|'", re.S),
    "“": re.compile(r'\\.|[”“"]', re.S),
    "”": re.compile(r'\\.|[”"]', re.S),
    "‘": re.compile(r"\\.|[’‘']", re.S),
    "’": re.compile(r"\\.|[’']", re.S),
}
_STYLE = {"'": "single quotes"} | dict.fromkeys("“”‘’", "smart quotes")
_KEY_AHEAD = re.compile(rf"{QUOTE}[^\"“”\n]{{0,80}}(?:\Z|{QUOTE}\s*(?:\Z|:))|\w{{1,60}}\s*:")
_WHOLE_KEY_AHEAD = re.compile(rf"{QUOTE}[\w ]{{1,60}}{QUOTE}\s*:")
_ITEM_AHEAD = re.compile(
    rf"\Z|[\]{{\[]|{QUOTE}|[-+]?\d|(?:true|false|null|none)\b|[a-z]{{1,4}}\Z", re.I
)
_COMMENT_AHEAD = re.compile(r"//|/\*|#")
_BARE_KEY = re.compile(r"[A-Za-z_]\w{0,60}(?=\s*:)")
_BARE = re.compile(r"[\w<+-][^,\]}{\[\n\":]{0,100}")
_COMMENT_AFTER = re.compile(r"\s+(?=//|/\*|#)")
_BARE_END = re.compile(r"[,\]}\n]|\s+(?://|/\*|#)")
_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d{1,3})?")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|.)", re.S)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_LITERALS: dict[str, Any] = {"true": True, "false": False, "null": None, "none": None, "nan": None}
_SURROGATE = re.compile("[\ud800-\udfff]")
_FIRST_KEY = re.compile(rf"\{{\s*({QUOTE}\w{{1,60}}{QUOTE})\s*:")


class LenientReader:
    """A recursive-descent parser of damaged JSON that keeps complete values.

    After `read`: `at` is where it stopped, `cut` whether it stopped before the end, `broken`
    whether damage rather than the end of the text stopped it, `lossy` whether an element was
    left out on the way, `member` the key of the list that was cut.
    """

    def __init__(self, text: str, items: str = "") -> None:
        self.text = text
        self.items = folded(items)
        self.steps = STEPS
        self.failures = 0
        self.start(0)

    def start(self, at: int) -> None:
        self.at = at
        self.repairs: dict[str, None] = {}
        self.cut = self.broken = self.lossy = False
        self.member = ""

    def read(self, at: int) -> Any:
        """The value at `at`; None where nothing of it could be read."""
        self.start(at)
        if self.failures < FAILURES:
            try:
                value, self.at = json.JSONDecoder().raw_decode(self.text, at)
                self.steps -= 1 + (self.at - at) // 64
                return value
            except (ValueError, RecursionError):
                self.failures += 1
        value = self.list(0, self.items) if self.text[at] == "[" else self.object(0)
        if self.cut and not self.broken:
            self.mend("truncated")
        elif self.cut:
            self.mend("broken off")
        return value if value or not self.cut else None

    def mend(self, what: str) -> None:
        self.repairs[what] = None

    def stop(self, broken: bool = True) -> Any:
        """Stop here; `broken`: because of damage, else at the end of the text."""
        self.cut, self.broken = True, broken
        return None

    def peek(self) -> str:
        """The next character that is no space, comment or ellipsis; empty at the end."""
        while skipped := _SKIPPED.match(self.text, self.at):
            self.steps -= (skipped.end() - self.at) // 64
            self.at = skipped.end()
            if skipped.lastindex:
                self.mend("comment" if skipped.lastindex == 1 else "ellipsis")
        return self.text[self.at : self.at + 1]

    def value(self, depth: int, inside: str, key: str = "") -> Any:
        self.steps -= 1
        mark = self.peek()
        if depth > MAX_DEPTH or self.steps <= 0:
            return self.stop()
        if mark == "{":
            return self.object(depth)
        if mark == "[":
            return self.list(depth, key)
        if mark in _CLOSING:
            return self.string(inside)
        return self.bare() if mark else self.stop(broken=False)

    def object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        comma = True
        while mark := self.peek():
            if mark == "}":
                self.at += 1
                if comma and found:
                    self.mend("trailing comma")
                return found
            if mark == ",":
                self.at, comma = self.at + 1, True
                continue
            if not comma:
                self.mend("missing comma")
            key = self.key(mark)
            if self.cut or key is None:
                return found
            value = self.value(depth + 1, "object", folded(key))
            if self.cut:
                if isinstance(value, list | dict):
                    found[key] = value
                    if isinstance(value, list):
                        self.member = key
                return found
            found[key], comma = value, False
        self.stop(broken=False)
        return found

    def key(self, mark: str) -> str | None:
        """A key and its colon."""
        key: str | None
        if mark in _CLOSING:
            key = self.string("key")
            if key is not None and (len(key) > MAX_KEY or "{" in key or "}" in key):
                self.stop()
                return None
        elif bare := _BARE_KEY.match(self.text, self.at):
            key, self.at = bare.group(), bare.end()
            self.mend("unquoted key")
        else:
            self.stop()
            return None
        if not self.cut:
            mark = self.peek()
            if mark != ":":
                self.stop(broken=bool(mark))
                return None
            self.at += 1
        return key

    def list(self, depth: int, key: str = "") -> list[Any]:
        found: list[Any] = []
        self.at += 1
        comma = True
        while mark := self.peek():
            if mark == "]":
                self.at += 1
                if comma and found:
                    self.mend("trailing comma")
                return found
            if mark == ",":
                self.at, comma = self.at + 1, True
                continue
            if not comma:
                self.mend("missing comma")
            begin = self.at
            value = self.value(depth + 1, "list")
            if self.cut:
                self.member = ""
                if key and key == self.items and self.resume(begin):
                    comma = True
                    continue
                return found
            found.append(value)
            comma = False
        self.stop(broken=False)
        return found

    def resume(self, begin: int) -> bool:
        """Continue at the next object that begins like the damaged one at `begin`."""
        first = _FIRST_KEY.match(self.text, begin)
        if not first or self.steps <= 0:
            return False
        again = re.compile(rf"\}}\s*,?\s*(\{{\s*{re.escape(first.group(1))}\s*:)")
        following = again.search(self.text, first.end())
        self.steps -= (following.start() if following else len(self.text)) - begin >> 6
        if not following:
            return False
        self.at = following.start(1)
        self.cut = self.broken = False
        self.lossy = True
        self.mend("damaged element")
        return True

    def string(self, inside: str) -> str | None:
        """A string up to the first quote that can be its end, judged by what follows it."""
        mark, begin = self.text[self.at], self.at + 1
        seen = inner = 0
        for found in _CLOSING[mark].finditer(self.text, begin):
            if found.group()[0] == "\\":
                continue
            seen += 1
            if self.ends(found.end(), inside):
                self.steps -= (found.end() - begin) // 64 + seen
                self.at = found.end()
                if inner:
                    self.mend("inner quotes")
                if mark in _STYLE:
                    self.mend(_STYLE[mark])
                return self.unescaped(self.text[begin : found.start()])
            inner += 1
            if seen > self.steps:
                break
        self.steps -= (len(self.text) - begin) // 64 + seen
        self.stop(broken=False)
        return None

    def ends(self, at: int, inside: str) -> bool:
        """Whether a quote can be the end of a string, judged by what follows it."""
        text = self.text
        spaces = _SPACE.match(text, at)
        ahead = spaces.end() if spaces else at
        mark = text[ahead : ahead + 1]
        if not mark:
            return True
        if inside == "key":
            return mark == ":"
        if _COMMENT_AHEAD.match(text, ahead):
            return True
        missing = "\n" in text[at:ahead]
        if inside == "list":
            return mark == "]" or (
                bool(_ITEM_AHEAD.match(text, self.after(ahead + 1)))
                if mark == ","
                else missing and mark in _CLOSING
            )
        if mark != ",":
            return mark == "}" or (missing and bool(_WHOLE_KEY_AHEAD.match(text, ahead)))
        ahead = self.after(ahead + 1)
        return text[ahead : ahead + 1] in ("", "}") or bool(
            _KEY_AHEAD.match(text, ahead) or _COMMENT_AHEAD.match(text, ahead)
        )

    def after(self, at: int) -> int:
        spaces = _SPACE.match(self.text, at)
        return spaces.end() if spaces else at

    def unescaped(self, body: str) -> str:
        if any(c in body for c in "\n\r\t"):
            self.mend("line break in string")
        if "\\" in body:
            body = _ESCAPE.sub(_unescape, body)
        return mended(body)

    def bare(self) -> Any:
        """A number, a literal or a word without quotes; cut where the text ends with it."""
        found = _BARE.match(self.text, self.at)
        if not found:
            return self.stop()
        word = _COMMENT_AFTER.split(found.group(), maxsplit=1)[0]
        self.at += len(word)
        if self.at == len(self.text):
            return self.stop(broken=False)
        word = word.strip()
        if not _BARE_END.match(self.text, self.at):
            return self.stop()
        if number := _NUMBER.fullmatch(word):
            return float(word) if number.lastindex else int(word)
        if word.lower() in _LITERALS:
            if word not in ("true", "false", "null"):
                self.mend("python literals")
            return _LITERALS[word.lower()]
        self.mend("unquoted words")
        return word


def _unescape(found: re.Match[str]) -> str:
    what = found.group(1)
    if len(what) > 1:
        code = int(what[1:], 16)
        return chr(code) if code <= sys.maxunicode else found.group()
    # An escape that JSON does not know keeps its backslash before a letter: \alpha.
    return _ESCAPES.get(what, f"\\{what}" if what.isalnum() else what)


def mended(text: str) -> str:
    """Text with surrogate pairs joined, and unpaired surrogates replaced."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def folded(key: str) -> str:
    """The form in which keys are compared: letters and digits only, in lower case."""
    return "".join(c for c in key if c.isalnum()).lower()
