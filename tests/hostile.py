"""What reads texts that models or files say, and the work that a reader does on a text."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from tamis.answering.answer_steps import IDS, TITLES
from tamis.answering.fanout.search_tool import parse_reply
from tamis.answering.prompts import shown
from tamis.answering.quotes import supported
from tamis.answering.resolver import Resolver
from tamis.benchmarks.acs.error_labels import parse_label
from tamis.benchmarks.fanoutqa import answers
from tamis.benchmarks.fanoutqa.answers import atoms
from tamis.benchmarks.fanoutqa.answers.table_answers import read_rows
from tamis.benchmarks.fanoutqa.factuality import letter
from tamis.benchmarks.fanoutqa.score import LOOKS_FOR as FREE_TEXT
from tamis.benchmarks.kitab.reply import as_answer, looks_for
from tamis.checking import constraints
from tamis.checking.constraint_types import Text, known, type_of
from tamis.checking.ledger.rows import rows_of
from tamis.checking.model_judge import judgement
from tamis.checking.program import judge
from tamis.checking.requests.by_model import Named, placed
from tamis.checking.requests.by_model import read_list as constraints_of
from tamis.checking.requests.rules import read_constraints
from tamis.checking.requests.wordings import of_sentence
from tamis.checking.response_check import read_by_program
from tamis.documents.formats import extract
from tamis.documents.html import mediawiki
from tamis.measures.words import words
from tamis.reading import document, justified, replies, reply_object, spoken
from tamis.reading.refusals import declines
from tamis.retrieve.chunks import chunk
from tamis.text import dates, json, normalised
from tamis.text.sentences import sentences
from tamis.types import Document, InputError, Item, Reply
from tamis.writing.edits.alignment import align
from tamis.writing.edits.diff import word_diff
from tamis.writing.edits.references import references
from tamis.writing.revision import model_judge

_PAGES = (Document("12", "A Title", "One. Two."), Document("13", "Another (film)", "Three."))
_RESOLVER = Resolver(_PAGES)
_GOLD = {"Ada": 1815, "Grace": {"born": "9 December 1906", "height": 1.7}}
_WORDS = words("pystemmer")


def _listed(text: str, condition: str = "") -> None:
    reply = Reply(text)
    as_answer(replies.read(reply, looks_for(condition)), reply)


def _judge(text: str) -> None:
    rows_of.cache_clear()
    for constraint in (
        "The total daily caloric intake must be exactly 1750 calories.",
        "Each workout session must last between 40 and 50 minutes.",
        "Total lifting tonnage per session must be at least 4000 kg",
        "The schedule must include 8 hours of sleep.",
    ):
        judge(constraint, text)


def _types(text: str) -> None:
    for id in known():
        for given, _ in (type_of(id).passes, type_of(id).fails):
            type_of(id)(**given).judge(Text(text, text))


def _constraint(text: str) -> None:
    for one in constraints.split_criteria(text):
        constraints.parse(one)


READERS: dict[str, Callable[[str], Any]] = {
    "an object": lambda t: reply_object.read_object(t, ("answers",), "answers"),
    "a list": lambda t: json.read_value(t, max(0, t.find("[")), json.Budget(t)),
    "thoughts": spoken.without_thoughts,
    "a tree": document.parse,
    "titles": lambda t: _listed(t),
    "two lists of titles": lambda t: _listed(t, "self_context"),
    "titles of pages": lambda t: replies.read(t, TITLES),
    "ids": lambda t: replies.read(t, IDS),
    "free text": lambda t: replies.read(t, FREE_TEXT),
    "justified answers": lambda t: justified.read_justified(Reply(t)),
    "a verification": lambda t: justified.read_verdict(Reply(t)),
    "a rating": model_judge.rating,
    "a judgement": lambda t: judgement(Reply(t)),
    "searches": lambda t: parse_reply(Reply(t), native=False),
    "a document's name": _RESOLVER.resolve,
    "documents' names": lambda t: _RESOLVER.resolve_all(t.split(",")),
    "documents in a prompt": lambda t: shown([Document("1", t, t)]),
    "a quote": lambda t: supported(t, "One. Two. " * 20),
    "a page with a quote": lambda t: supported("One … two. Three", t),
    "constraints of a reply": constraints_of,
    "a named constraint": lambda t: placed([Named(t[:99], t[-99:]), *(constraints_of(t) or ())], t),
    "constraints of a request": read_by_program,
    "a constraint in a sentence": of_sentence,
    "constraints of a file": read_constraints,
    "a constraint on items": _constraint,
    "a title": lambda t: constraints.satisfies(
        constraints.parse("Title has more than 2 words."), Item(t)
    ),
    "a plan": _judge,
    "a text of any type": _types,
    "an answer (paper)": lambda t: answers.score(_GOLD, t, "paper", _WORDS),
    "an answer (reference)": lambda t: answers.score(_GOLD, t, "reference", _WORDS),
    "an answer (strict)": lambda t: answers.score(_GOLD, t, "strict", _WORDS),
    "atoms": atoms.read,
    "a refusal": declines,
    "rows": lambda t: read_rows(t, ("Ada", "Grace")),
    "a letter": letter,
    "an error's label": parse_label,
    "dates": lambda t: [*dates.find_dates(t)],
    "keys of a title": lambda t: (
        normalised.title_key(t),
        normalised.kitab_title(t),
        normalised.paper_title(t),
        normalised.split_year(t),
        normalised.squad_answer(t),
    ),
    "sentences": sentences,
    "references": references,
    "a change": lambda t: (word_diff(t, f"{t} x"), align(t, f"x {t}")),
    "chunks": lambda t: chunk(t, 800),
    "a web page": lambda t: extract(t.encode(errors="replace"), ".html"),
    "a Markdown file": lambda t: extract(t.encode(errors="replace"), ".md"),
    "a wiki page": mediawiki.read,
}
"""What each reader reads; a text is given to it, and what it finds is not looked at."""


def read(name: str, text: str) -> None:
    """Let a reader read a text; that it refuses the text in one sentence is an answer too."""
    with contextlib.suppress(InputError, ValueError):
        READERS[name](text)


class Counted:
    """A compiled pattern that counts the characters that it goes over.

    How it goes over them is not seen from here: that each pattern takes linear time is for
    `test_no_pattern_takes_more_than_linear_time`.
    """

    steps = 0

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pattern, name)

    def _over(self, text: str, at: int, end: int | None) -> None:
        Counted.steps += max(0, (len(text) if end is None else min(end, len(text))) - at) + 1

    def search(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        """As that of the pattern."""
        found = self._pattern.search(text, pos, endpos)
        self._over(text, pos, endpos if found is None else found.end())
        return found

    def match(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        """As that of the pattern."""
        found = self._pattern.match(text, pos, endpos)
        self._over(text, pos, pos if found is None else found.end())
        return found

    def fullmatch(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        """As that of the pattern."""
        found = self._pattern.fullmatch(text, pos, endpos)
        self._over(text, pos, pos if found is None else found.end())
        return found

    def finditer(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        """As that of the pattern."""
        at = pos
        for found in self._pattern.finditer(text, pos, endpos):
            self._over(text, at, found.end())
            at = found.end()
            yield found
        self._over(text, at, endpos)

    def findall(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        """As that of the pattern."""
        self._over(text, pos, endpos)
        return self._pattern.findall(text, pos, endpos)

    def sub(self, by: Any, text: str, count: int = 0) -> Any:
        """As that of the pattern."""
        self._over(text, 0, None)
        return self._pattern.sub(by, text, count)

    def subn(self, by: Any, text: str, count: int = 0) -> Any:
        """As that of the pattern."""
        self._over(text, 0, None)
        return self._pattern.subn(by, text, count)

    def split(self, text: str, maxsplit: int = 0) -> Any:
        """As that of the pattern."""
        self._over(text, 0, None)
        return self._pattern.split(text, maxsplit)


def _counted(value: Any, depth: int = 3) -> Any:
    """A value with its patterns counted; the value itself where it has none."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        return Counted(value)
    if depth and type(value) in (tuple, list):
        made = [_counted(one, depth - 1) for one in value]
        if any(a is not b for a, b in zip(made, value, strict=True)):
            return type(value)(made)
    if depth and type(value) is dict:
        held = {key: _counted(one, depth - 1) for key, one in value.items()}
        if any(held[key] is not value[key] for key in value):
            return held
    return value


@contextlib.contextmanager
def counting() -> Iterator[None]:
    """Count what the patterns in Tamis's modules go over."""
    before: list[tuple[dict[str, Any], str, Any]] = []
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] != "tamis" or module is None:
            continue
        for variable, value in [*vars(module).items()]:
            made = _counted(value)
            if made is not value and not variable.startswith("__"):
                before.append((vars(module), variable, value))
                vars(module)[variable] = made
    try:
        yield
    finally:
        for held, variable, value in before:
            held[variable] = value


_WHOLE = frozenset(
    {"count", "replace", "splitlines", "lower", "upper", "casefold", "translate", "expandtabs"}
)


def work(name: str, text: str) -> int:
    """The calls that a reader makes for a text, and the characters its patterns go over.

    It is the same on each run, whatever else the machine does. Within `counting`.
    """
    count = 0

    def seen(frame: Any, event: str, what: Any) -> None:
        nonlocal count
        if event == "call":
            count += 1
        elif event == "c_call":
            count += 1
            of = getattr(what, "__self__", None)
            if type(of) is str and what.__name__ in _WHOLE:
                count += len(of) // 8

    read(name, text[:40])  # What is made once, and kept, is made now.
    Counted.steps = 0
    sys.setprofile(seen)
    try:
        read(name, text)
    finally:
        sys.setprofile(None)
    return count + Counted.steps
