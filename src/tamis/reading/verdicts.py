"""Reading a model judge's reply: what its final line says, and the rationale before it.

Nothing is guessed from the rationale. A verdict stands after a label ("FINAL ANSWER: no"),
and the last one counts; without any label, the last line must be nothing but a verdict. A
reply that only repeats the choice ("yes or no") or hedges ("partly") has none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tamis.reading._verdict import TAG, said, said_alone

MAX_LABELS = 2_000
"""So many labels are looked at, the last ones, lest an endless reply cost more than it tells."""

WINDOW = 300
"""Characters after a label in which its verdict must begin and end."""

# A reply may think aloud before it begins, and has not begun until that is closed.
_THOUGHT = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>", re.I)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)

# A model that goes on with cases of its own begins them as the prompt began its examples.
_NEXT_CASE = re.compile(
    r"^[ \t>*]{0,8}(?:={3,}[ \t]*(?:example|response|end of examples)\b"
    r"|\[BEGIN AGENT RESPONSE\]|\[END EXAMPLES\])",
    re.I | re.M,
)

# A "Result:" may well be that of one day; with "final" before it, it is that of the whole.
_NOUN = (
    r"answer|verdict|conclusion|decision|judge?ment"
    r"|(?:final|overall) (?:conclusion|result|assessment|evaluation|determination)"
    r"|(?:is |has )?(?:the )?constraint (?:is |been )?(?:fully )?satisfied"
)
_LABEL = re.compile(
    # Wherever it stands, a final answer is meant as one.
    r"(?P<strong>(?<![\w/])final[\s_*-]{0,4}(?:answer|verdict|decision|judge?ment)(?![^\W_]))"
    r"|(?P<boxed>\\f?boxed\s?\{)"
    # A key of an object, or an element.
    r"|[\"'<](?P<key>(?:final_?)?(?:answer|verdict|decision|judge?ment|conclusion)"
    r"|(?:is_|constraint_|is_constraint_)?satisfied)(?=[\"'>])"
    # Other words are labels at the beginning of a line only.
    r"|^(?:[^\w\n]|_){0,20}(?:(?:so|thus|therefore|hence|my|the)\b,?[ ]){0,3}"
    rf"(?P<weak>{_NOUN})(?![^\W_])",
    re.I | re.M,
)
# Between a label and what it says: a remark in brackets, signs, a verb.
_GAP = re.compile(
    r"(?:[\s*_]{0,6}\([^()\n]{0,60}\)(?=[\s*_\"'`]{0,6}[:=–—-]))?"
    rf"(?P<signs>(?:{TAG}|[\W_]){{0,60}})(?:(?:is|was|would be|remains)\b[\W_]{{0,20}})?",
    re.I,
)
_SEPARATED = re.compile(r"[:=：?|>–—\n→-]")
_MARKER = re.compile(
    r"[\W_]*(?:end(?:[ _](?:of[ _])?(?:rationale|evaluation|evaluation[ _]process|response"
    r"|judge?ment|answer))?)?[\W_]*",
    re.I,
)


@dataclass(frozen=True)
class Reading:
    """What a reply says.

    `verdict` is None where it has none, and `why` then says so in a few words. `rationale` is
    the reply without its final line, or all of it where there is none.
    """

    verdict: bool | None
    rationale: str
    why: str = ""


def verdict(text: str) -> bool | None:
    """Whether a reply says yes or no to "is the constraint satisfied"; None for neither."""
    return read(text).verdict


def read(text: str, truncated: bool = False) -> Reading:
    """Read a reply (ACS, §3.1 and App. A.1).

    Of a `truncated` one only a label that nothing but a final answer has is believed.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    start = _answer_starts(text)
    if start is None:
        return Reading(None, text.strip(), "the reply ends before its reasoning does")
    labelled = _labelled(text, start, truncated)
    if labelled is not None and labelled.word in ("yes", "no"):
        return Reading(labelled.word == "yes", _without(text, labelled))
    last = None if truncated else _last_line(text, start)
    if last is not None and (labelled is None or last.begin > labelled.end):
        return Reading(last.word == "yes", _without(text, last))
    if truncated:
        why = "the reply was cut before its verdict"
    elif labelled is None:
        why = "the reply has no final answer"
    else:
        why = "the final answer is neither yes nor no"
    return Reading(None, text.strip(), why)


@dataclass(frozen=True)
class _Mark:
    """A place that says something: from its label to the end of what it says."""

    begin: int
    end: int
    word: Literal["yes", "no", "hedged", ""]


def _answer_starts(text: str) -> int | None:
    """Where the reply begins after what it thought aloud; None where it never does."""
    ends = [found.end() for found in _THOUGHT_END.finditer(text)]
    if ends:
        return ends[-1]
    return None if _THOUGHT.match(text) else 0


def _labelled(text: str, start: int, truncated: bool) -> _Mark | None:
    """The last labelled verdict before the model goes on with another case."""
    labels = [*_LABEL.finditer(text, start)][-MAX_LABELS:]
    if truncated:
        labels = [label for label in labels if not label["weak"]]
    ends = [found.start() for found in _NEXT_CASE.finditer(text, start)]
    if ends:
        # What comes before the verdict may well repeat the prompt.
        first = next((mark for label in labels if (mark := _mark(text, label))), None)
        end = next((at for at in ends if first is not None and at > first.begin), len(text))
        labels = [label for label in labels if label.start() < end]
    return next((mark for label in reversed(labels) if (mark := _mark(text, label))), None)


def _mark(text: str, label: re.Match[str]) -> _Mark | None:
    """What follows a label; None where the words are no label, but prose."""
    gap = _GAP.match(text, label.end())
    assert gap is not None
    begin = gap.end()
    end = text.find("\n", begin, begin + WINDOW)
    end = min(begin + WINDOW, len(text)) if end < 0 else end
    word = said(gap["signs"], text[begin:end])
    separated = bool(_SEPARATED.search(gap["signs"]))
    if label["strong"]:
        # "The final answer is found by adding" promises one and gives none.
        counts = separated or bool(word)
    elif label["weak"]:
        counts = word in ("yes", "no", "hedged") and (separated or gap.end("signs") < begin)
    else:
        counts = bool(word)
    return _Mark(label.start(), end, word) if counts else None


def _last_line(text: str, start: int) -> _Mark | None:
    """The last line with a word in it, where it is a verdict and nothing else."""
    end = start + len(text[start:].rstrip())
    for line in reversed(text[max(start, end - 4 * WINDOW) : end].split("\n")):
        begin = end - len(line)
        if len(line) > WINDOW:
            return None
        if not _MARKER.fullmatch(line):
            word = said_alone(line)
            return _Mark(begin, end, word) if word else None
        end = begin - 1
    return None


def _without(text: str, mark: _Mark) -> str:
    """The reply without the line of its verdict, or from the label on where prose precedes it."""
    if text[mark.begin - 1 : mark.begin] in ('"', "'") or text[mark.begin] in "\"'":
        # A key of an object: the object is the reply.
        return text.strip()
    line = text.rfind("\n", 0, mark.begin) + 1
    begin = mark.begin if re.search(r"\w", text[line : mark.begin]) else line
    return f"{text[:begin].rstrip()}\n{text[mark.end :].lstrip()}".strip()
