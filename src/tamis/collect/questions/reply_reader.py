"""Reads the replies of a model: a list of questions, or whether a paragraph answers one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from tamis.text.json import Budget, read_value

Answerable = Literal["Yes", "No", "Partially", "unparsed"]

_LONGEST = 50_000
"""Characters of a reply that are read; no real list of questions is longer."""

_LIST = re.compile(r"\[\s*(?=[\"'“‘{])")
_MARK = r"(?:[>*_`#]{0,4}\s?)"
_NUMBER = re.compile(
    rf"^\s{{0,12}}{_MARK}(?:(?:question|q)\s*)?\(?\d{{1,3}}{_MARK}[.):]\)?{_MARK}\s*(?=\S)", re.I
)
_BULLET = re.compile(r"^\s{0,12}[-*•–+]\s+(?=\S)")
# A list whose line breaks were lost: "1. How …? 2. What …?"
_JOINED = re.compile(r"(?<=[?.])[ \t]+(?=\(?\d{1,2}[.)]\s+\S)")
_LABEL = re.compile(r"^(?:\*\*|__)[^*_?]{1,80}?(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*:)\s*(?=\S)")
_QUESTION_LABEL = re.compile(r"^(?:question|q)(?:\s*\d{1,3})?\s*[:.]\s*", re.I)
_QUOTES = "\"'“”‘’«»`*_ "
_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 3
_MOST_CHARACTERS = 1_000

_WORDS = r"(?:yes|no|partially|partly)"
_VERDICT = re.compile(rf"\W*(?:(?:final )?(?:answer|verdict|reply)\W+)?({_WORDS})\b", re.I)
_BOTH = re.compile(rf"{_WORDS}\s*(?:[,/|]|\band\b|\bor\b)\s*(?:and |or )?{_WORDS}\b", re.I)
_ALONE = re.compile(rf"{_VERDICT.pattern}\W*", re.I)
_IN_PART = re.compile(r"\b(?:partial(?:ly)?|partly|in part)\b", re.I)


def read_questions(text: str) -> tuple[str, ...]:
    """The questions of a reply, each once, in order; empty where none can be read.

    A JSON list of strings or of objects with a `question`, a numbered list, a list with bullets,
    or lines that end in a question mark. Text before or after the list is ignored.
    """
    text = text[:_LONGEST].replace("\r\n", "\n").replace("\r", "\n").replace("\x00", " ")
    found = [_clean(one) for one in _json(text) or _lines(text)]
    unique: dict[str, str] = {}
    for question in found:
        if len(_WORD.findall(question)) >= _FEWEST_WORDS and len(question) <= _MOST_CHARACTERS:
            unique.setdefault(" ".join(_WORD.findall(question.casefold())), question)
    return tuple(unique.values())


def read_answerable(text: str) -> Answerable:
    """The verdict at the beginning of a reply, or alone on its last line.

    `unparsed` where there is none, or where the first sentence has two ("Yes, partially").
    """
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if not lines:
        return "unparsed"
    # A verdict at the beginning counts, whatever the end of the reply is.
    head = lines[0] if _VERDICT.match(lines[0]) or not _ALONE.fullmatch(lines[-1]) else lines[-1]
    return _verdict(head)


def _verdict(line: str) -> Answerable:
    found = _VERDICT.match(line)
    if found is None or _BOTH.match(line, found.start(1)):
        return "unparsed"
    word = found[1].casefold()
    if word in ("partially", "partly"):
        return "Partially"
    sentence = re.split(r"[.!?]", line[found.end() :], maxsplit=1)[0]
    if _IN_PART.search(sentence):
        return "unparsed"
    return "Yes" if word == "yes" else "No"


def _json(text: str) -> list[str]:
    """The texts of the longest JSON list in a reply."""
    best: list[str] = []
    at, budget = 0, Budget(text)
    for _ in range(20):
        start = _LIST.search(text, at)
        if start is None:
            break
        read = read_value(text, start.start(), budget)
        at = start.end() if read is None else max(read[2], start.end())
        texts = [found for item in read[0] if (found := _text(item))] if read else []
        best = max(best, texts, key=len)
    return best


def _text(item: Any) -> str:
    if isinstance(item, dict):
        named = {str(key).casefold(): value for key, value in item.items()}
        item = named.get("question", next(iter(item.values()), "") if len(item) == 1 else "")
    return item if isinstance(item, str) else ""


def _lines(text: str) -> list[str]:
    lines = _JOINED.sub("\n", text).split("\n")
    for mark in (_NUMBER, _BULLET):
        if items := list(_items(lines, mark)):
            return items
    return [line for line in lines if line.strip(_QUOTES).endswith("?")]


def _items(lines: list[str], mark: re.Pattern[str]) -> Iterator[str]:
    """The items of a list, each with the lines that go on with it."""
    item = ""
    for line in lines:
        if found := mark.match(line):
            if item:
                yield item
            item = line[found.end() :].strip()
        elif item and (not line.strip() or _BULLET.match(line)):
            yield item
            item = ""
        elif item and not item.strip(_QUOTES).endswith("?"):
            item = f"{item} {line.strip()}"
    if item:
        yield item


def _clean(item: str) -> str:
    item = " ".join(item.split())
    item = _LABEL.sub("", item) if item.strip(_QUOTES).endswith("?") else item
    return _QUESTION_LABEL.sub("", item.strip(_QUOTES)).strip(_QUOTES)
