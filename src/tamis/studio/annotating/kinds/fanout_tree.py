"""A fan-out question as the fields of a form, and back to the format of authors.

Fields are named by the paths that the validator uses: `strategy[0].question`. Each `answer` has an
`answer_how`, the form in which it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tamis.collect.fanout.authoring import check
from tamis.collect.fanout.fields import Problem
from tamis.studio.annotating.kinds.answers import HOWS, read_answer, write_answer

MOST_PARTS = 200
"""Sub-questions of one question."""
LONGEST = 5_000
"""Characters of one field."""
DEEPEST = 6
FIRST_PARTS = 5
"""Empty sub-questions of a new form: a question needs at least this many pages (§3.1)."""

_STEP = re.compile(r"(strategy|then)\[(\d{1,3})\]\.?")
_PATH = re.compile(rf"(?:(?:strategy|then)\[\d{{1,3}}\](?:\.|$)){{0,{DEEPEST}}}")
_NAME = re.compile(
    rf"((?:(?:strategy|then)\[\d{{1,3}}\]\.){{0,{DEEPEST}}})(question|answer|answer_how|evidence)"
)
_SAID = re.compile(r"(?:strategy|then)\[\d+\](?:\.(?:strategy|then)\[\d+\])*")
_VERBS = frozenset(("is", "asks", "uses", "has", "stands", "leads"))


@dataclass
class Part:
    """A question of the form with what is below it; `answer` is as it was typed."""

    question: str = ""
    answer: str = ""
    how: str = "text"
    evidence: str = ""
    strategy: list[Part] = field(default_factory=list)
    then: list[Part] = field(default_factory=list)
    path: str = ""
    number: str = ""
    is_new: bool = False

    @property
    def parts(self) -> list[Part]:
        """The sub-questions directly below it."""
        return self.strategy + self.then

    @property
    def depth(self) -> int:
        """0 for the whole question."""
        return self.number.count(".") + 1 if self.number else 0

    def at(self, name: str) -> str:
        """The name of one of its fields."""
        return f"{self.path}.{name}" if self.path else name

    def slug(self, name: str) -> str:
        """The same, as an id in the page."""
        return re.sub(r"\W+", "-", self.at(name))

    def every(self) -> Iterator[Part]:
        """It and all below it."""
        yield self
        for part in self.parts:
            yield from part.every()


def new_tree() -> Part:
    """The empty form."""
    return numbered(Part(strategy=[Part() for _ in range(FIRST_PARTS)]))


def from_values(values: Mapping[str, Sequence[str]]) -> Part:
    """The tree of a form's fields; unknown names are ignored."""
    root: dict[Any, Any] = {}
    count = 0
    for name, given in values.items():
        found = _NAME.fullmatch(name)
        if not found or not given:
            continue
        node = root
        for which, index in _STEP.findall(found[1]):
            below = node.setdefault(which, {})
            if int(index) not in below:
                count += 1
                if count > MOST_PARTS:
                    break
            node = below.setdefault(int(index), {})
        else:
            node[found[2]] = given[0].replace("\r\n", "\n")
        if count > MOST_PARTS:
            break
    return numbered(_part(root))


def from_raw(raw: Any) -> Part:
    """The tree of a question in the format of authors, as far as it is one."""
    return numbered(_read(raw, 0))


def to_raw(tree: Part) -> tuple[dict[str, Any], dict[str, str]]:
    """A tree in the format of authors, and the problems of single fields, by name."""
    problems: dict[str, str] = {}
    return _raw(tree, problems), problems


def checked(tree: Part) -> tuple[dict[str, Any], dict[str, str], dict[str, str]]:
    """The question in the format of authors, its errors and its warnings by the field.

    The messages are the validator's, in the form's words.
    """
    raw, errors = to_raw(tree)
    warnings: dict[str, str] = {}
    numbers = {part.path: part.number for part in tree.every()}
    for problem in check(raw).problems:
        place = field_of(problem)
        into = errors if problem.severity == "error" else warnings
        said = _sentence(problem, numbers)
        into[place] = f"{into[place]} {said}" if place in into else said
    return raw, errors, warnings


def field_of(problem: Problem) -> str:
    """The field next to which a problem is shown; a problem of the whole belongs to the
    strategy."""
    path = re.sub(r"(^|\.)answer[\[.].*", r"\1answer", problem.path, flags=re.DOTALL)
    if not path:
        return "strategy"
    return f"{path}.question" if path.endswith("]") else path


def act(tree: Part, action: str) -> Part:
    """The tree after a button: `add:PATH.strategy`, `add:PATH.then`, `remove:PATH`, `split:PATH`.

    Unknown actions, and those that exceed a limit, change nothing.
    """
    verb, _, place = action.partition(":")
    size = sum(1 for _ in tree.every())
    if verb == "add" and size <= MOST_PARTS:
        head, _, which = place.rpartition(".")
        found = _find(tree, head)
        if found and which in ("strategy", "then") and found[-1].depth < DEEPEST:
            into = found[-1].strategy if which == "strategy" else found[-1].then
            into.append(Part(is_new=True))
    elif verb == "remove":
        found = _find(tree, place)
        if found and len(found) > 1:
            above = found[-2]
            above.strategy = [part for part in above.strategy if part is not found[-1]]
            above.then = [part for part in above.then if part is not found[-1]]
            if not above.strategy:
                # A follow-up needs a question before it.
                above.strategy, above.then = above.then, []
    elif verb == "split" and size <= MOST_PARTS:
        found = _find(tree, place)
        if found and len(found) > 1 and not found[-1].parts and found[-1].depth < DEEPEST:
            one = found[-1]
            one.strategy = [Part(evidence=one.evidence, is_new=True)]
            one.evidence = ""
    return numbered(tree)


def values_of(tree: Part) -> dict[str, list[str]]:
    """The fields of a form for a tree."""
    values: dict[str, list[str]] = {}
    for part in tree.every():
        values[part.at("question")] = [part.question]
        values[part.at("answer")] = [part.answer]
        values[part.at("answer_how")] = [part.how]
        if not part.parts:
            values[part.at("evidence")] = [part.evidence]
    return values


def numbered(tree: Part, path: str = "", number: str = "") -> Part:
    """The tree with every part's path and number: 1, 2, 2.1."""
    tree.path, tree.number = path, number
    before = 0
    for which, parts in (("strategy", tree.strategy), ("then", tree.then)):
        for place, part in enumerate(parts):
            count = before + place + 1
            numbered(
                part,
                f"{path}.{which}[{place}]" if path else f"{which}[{place}]",
                f"{number}.{count}" if number else str(count),
            )
        before += len(parts)
    return tree


def _part(node: Mapping[Any, Any]) -> Part:
    below = {
        which: [_part(part) for _, part in sorted(node.get(which, {}).items())]
        for which in ("strategy", "then")
    }
    how = str(node.get("answer_how", "text"))
    return Part(
        node.get("question", ""),
        node.get("answer", ""),
        how if how in {option.value for option in HOWS} else "text",
        node.get("evidence", ""),
        below["strategy"],
        below["then"],
    )


def _read(raw: Any, depth: int) -> Part:
    if not isinstance(raw, Mapping) or depth > DEEPEST:
        return Part()
    how, answer = write_answer(raw.get("answer"))
    below = {
        which: [_read(part, depth + 1) for part in parts[:MOST_PARTS]]
        for which in ("strategy", "then")
        if isinstance(parts := raw.get(which), list)
    }
    return Part(
        _text(raw.get("question")),
        answer,
        how,
        _text(raw.get("evidence")),
        below.get("strategy", []),
        below.get("then", []),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _raw(part: Part, problems: dict[str, str]) -> dict[str, Any]:
    value, wrong = read_answer(part.how, part.answer)
    if wrong:
        problems[part.at("answer")] = wrong
    for name in ("question", "answer", "evidence"):
        if len(getattr(part, name)) > LONGEST:
            problems[part.at(name)] = f"This is longer than {LONGEST:,} characters."
    raw: dict[str, Any] = {"question": " ".join(part.question.split())}
    for which, parts in (("strategy", part.strategy), ("then", part.then)):
        if parts:
            raw[which] = [_raw(one, problems) for one in parts]
    if not part.parts and part.evidence.strip():
        raw["evidence"] = part.evidence.strip()
    return raw | {"answer": value}


def _find(tree: Part, path: str) -> list[Part]:
    """The parts from the root to a path; [] if there is none."""
    if not _PATH.fullmatch(path):
        return []
    way = [tree]
    for which, index in _STEP.findall(path):
        parts = way[-1].strategy if which == "strategy" else way[-1].then
        if int(index) >= len(parts):
            return []
        way.append(parts[int(index)])
    return way


def _sentence(problem: Problem, numbers: Mapping[str, str]) -> str:
    """The validator's message, with the form's numbers and words instead of its paths."""

    def numbered_as(found: re.Match[str]) -> str:
        number = numbers.get(found[0])
        return f"sub-question {number}" if number else found[0]

    said = _SAID.sub(numbered_as, problem.message)
    said = said.replace("or a strategy of sub-questions", "or break the sub-question up")
    if problem.path == "" and said.startswith("uses "):
        return f"The question {said}"
    return f"This {said}" if said.split(" ", 1)[0] in _VERBS else said[:1].upper() + said[1:]
