"""Reads the fields of a question in the format of authors, each by itself.

A problem is recorded with its path and reading goes on, so that all problems are listed at once.
"""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from typing import Any, Literal

from tamis.collect.fanout.links import LinkError, read_link
from tamis.collect.fanout.literals import DictWithDuplicates
from tamis.collect.fanout.structure import some
from tamis.collect.fanout.tree import Page, Question, content_id
from tamis.collect.fanout.values import words

KEYS = ("question", "strategy", "then", "evidence", "answer")
_DEEPEST = 10
_TEMPLATE = frozenset({"your question here", "link to wikipedia"})
_ALIASES = {
    "subquestions": "strategy",
    "decomposition": "strategy",
    "url": "evidence",
    "source": "evidence",
    "answers": "answer",
}

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Problem:
    """What is wrong at `path` (as `strategy[1].evidence`, "" for the whole) and what to do.

    `question` counts from 1. A warning is for the author to judge; the question stays valid.
    """

    question: int
    path: str
    message: str
    severity: Severity = "error"


class Fields:
    """Reads questions, and collects their problems.

    `unread_links` counts the links that are not valid addresses of a page.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.problems: list[Problem] = []
        self.unread_links = 0

    @property
    def broken(self) -> bool:
        """Whether one of the problems is an error."""
        return any(problem.severity == "error" for problem in self.problems)

    def report(self, path: str, message: str, severity: Severity = "error") -> None:
        """Add a problem."""
        self.problems.append(Problem(self.number, path, message, severity))

    def node(self, raw: Any, path: str, depth: int) -> Question | None:
        """A question with its sub-questions; None where it is no object, or nested too deeply."""
        if not isinstance(raw, dict):
            self.report(path, f"is {_kind(raw)}; write {{ }} with question, evidence and answer.")
            return None
        if depth > _DEEPEST:
            self.report(path, f"is nested more than {_DEEPEST} deep; ask it more directly.")
            return None
        self._keys(raw, path, top=not depth)
        question = self._question(raw, path)
        answer = self._answer(raw, path)
        strategy = self._parts(raw, path, "strategy", depth)
        then = self._parts(raw, path, "then", depth)
        page = self._evidence(raw, path, bool(_given(raw, "strategy")), top=not depth)
        if _given(raw, "then") and not _given(raw, "strategy"):
            self.report(
                at(path, "then"),
                "there is no strategy before it; put the sub-questions that must be answered first "
                "into strategy, or these ones if they need no other answers.",
            )
        ids = [[part.id for part in strategy], [part.id for part in then]]
        id = "" if question is None else content_id(question, answer, ids, page)
        return Question(question or "", answer, strategy, then, page, path, id)

    def _keys(self, raw: dict[Any, Any], path: str, top: bool) -> None:
        if isinstance(raw, DictWithDuplicates):
            self.report(path, f"{some(raw.keys_twice)} occurs twice; keep one of each.")
        allowed = (*KEYS, "categories") if top else KEYS
        for key in raw:
            if key in allowed:
                continue
            name = str(key)
            folded = name.strip().casefold().replace("-", "").replace("_", "")
            near = difflib.get_close_matches(folded, allowed, 1, 0.75)
            meant = _ALIASES.get(folded) or (near[0] if near else "")
            if meant:
                self.report(at(path, name), f'is not a field; did you mean "{meant}"?')
            else:
                known = ", ".join(allowed)
                message = f"is not a field and is left out; the fields are {known}."
                self.report(at(path, name), message, "warning")

    def _question(self, raw: dict[Any, Any], path: str) -> str | None:
        value = raw.get("question")
        here = at(path, "question")
        if "question" not in raw:
            self.report(here, "is missing; write what is asked.")
        elif not isinstance(value, str):
            self.report(
                here, f"is {_kind(value)}; write the question as a text in quotation marks."
            )
        elif not words(value):
            self.report(here, "is empty; write what is asked.")
        elif words(value) in _TEMPLATE:
            self.report(here, "is still the template's text; write what is asked.")
        else:
            return " ".join(value.split())
        return None

    def _answer(self, raw: dict[Any, Any], path: str) -> Any:
        here = at(path, "answer")
        if "answer" not in raw:
            self.report(
                here, "is missing; write a text, a number, true or false, a list or a table."
            )
            return None
        return self._value(raw["answer"], here, 0)

    def _value(self, value: Any, here: str, depth: int) -> Any:
        """An answer as JSON; a value that is no answer is reported, and stays as it is."""
        if isinstance(value, str):
            if not value.strip():
                self.report(here, "is empty; write the answer.")
            return value.strip()
        if isinstance(value, (bool, int)):
            return value
        if isinstance(value, float):
            if not math.isfinite(value):
                self.report(here, f"is {value}, which is not a number; write the answer as a text.")
            return value
        if isinstance(value, (list, tuple, dict)) and not value:
            self.report(here, "is empty; write the answer.")
        elif isinstance(value, (list, tuple, dict)) and depth:
            self.report(
                here,
                f"is {_kind(value)} within an answer that is one already; write a single text or "
                "number here.",
            )
            return None
        elif isinstance(value, (list, tuple)):
            return [self._value(one, f"{here}[{i}]", depth + 1) for i, one in enumerate(value)]
        elif isinstance(value, dict):
            return self._table(value, here, depth)
        else:
            message = "null" if value is None else _kind(value)
            self.report(
                here, f"is {message}; write a text, a number, true or false, a list or a table."
            )
        return value

    def _table(self, table: dict[Any, Any], here: str, depth: int) -> dict[str, Any]:
        if isinstance(table, DictWithDuplicates):
            message = (
                f"{some(table.keys_twice)} occurs twice, so that one answer is lost; rename it."
            )
            self.report(here, message)
        if any(not str(key).strip() or key is None for key in table):
            self.report(here, "has a name that is empty; write what the value belongs to.")
        return {
            str(key): self._value(value, f"{here}[{str(key)!r:.60}]", depth + 1)
            for key, value in table.items()
        }

    def _parts(self, raw: dict[Any, Any], path: str, name: str, depth: int) -> tuple[Question, ...]:
        value = raw.get(name)
        here = at(path, name)
        if value is None or value == []:
            return ()
        if isinstance(value, dict):
            self.report(here, "is a single sub-question; put it between [ and ].")
            value = [value]
        elif not isinstance(value, (list, tuple)):
            self.report(here, f"is {_kind(value)}; write a list of sub-questions between [ and ].")
            return ()
        nodes = [self.node(part, f"{here}[{i}]", depth + 1) for i, part in enumerate(value)]
        return tuple(node for node in nodes if node is not None)

    def _evidence(
        self, raw: dict[Any, Any], path: str, has_strategy: bool, top: bool
    ) -> Page | None:
        here = at(path, "evidence")
        value = raw.get("evidence")
        given = _given(raw, "evidence")
        if given and has_strategy:
            self.report(
                here,
                "is given together with a strategy; keep the evidence if this page holds the "
                "answer, else the strategy.",
            )
        elif top and not has_strategy:
            self.report(
                at(path, "strategy"),
                "is missing: a whole question is not answered from one page; break it up into "
                "sub-questions, each with its evidence.",
            )
        elif not given and not has_strategy and not _given(raw, "then"):
            self.report(
                here,
                "is missing; give the page that holds the answer, or a strategy of sub-questions.",
            )
        if not given:
            return None
        if isinstance(value, (list, tuple, dict)):
            self.report(
                here, "is more than one link; give one page, and split the question for others."
            )
        elif not isinstance(value, str):
            self.report(here, f"is {_kind(value)}; write the address of a page in quotation marks.")
        elif words(value) in _TEMPLATE:
            self.report(here, "is still the template's text; give the address of the page.")
        else:
            try:
                return read_link(value)
            except LinkError as error:
                self.report(here, str(error))
                if error.page is not None:
                    return error.page
        self.unread_links += 1
        return None

    def categories(self, raw: Any) -> tuple[str, ...]:
        """The topics, which are optional."""
        value = raw.get("categories") if isinstance(raw, dict) else None
        if value is None:
            return ()
        if not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            self.report("categories", "must be a list of texts; leave it out if there are none.")
            return ()
        return tuple(value)


def at(path: str, name: str) -> str:
    """The path of a field."""
    return f"{path}.{name}" if path else name


def _given(raw: dict[Any, Any], name: str) -> bool:
    value = raw.get(name)
    return bool(value.strip()) if isinstance(value, str) else value not in (None, [], {}, ())


def _kind(value: Any) -> str:
    names = {"str": "a text", "bool": "true or false", "list": "a list", "dict": "an object"}
    names |= {"int": "a number", "float": "a number", "NoneType": "null"}
    return names.get(type(value).__name__, type(value).__name__)
