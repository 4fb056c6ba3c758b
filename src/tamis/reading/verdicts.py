"""Reading a model judge's reply: the verdict of its final line, and the rationale before it.

Nothing is guessed from the rationale. A verdict comes after a label ("FINAL ANSWER: no"), and the
last one counts; without any label, the last line must be only a verdict. A reply that repeats the
choice ("yes or no") or hedges ("partly") has none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tamis.reading._verdict import TAG, verdict_after_label, verdict_alone

MAX_LABELS = 2_000
"""The number of labels that are read, from the end, so that an endless reply costs little."""

WINDOW = 300
"""The verdict must be within this many characters after its label."""

# A reply may begin with a reasoning block; the answer begins after its end.
_THOUGHT = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>", re.I)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)

# A model that continues with invented cases begins them like the examples in the prompt.
_NEXT_CASE = re.compile(
    r"^[ \t>*]{0,8}(?:={3,}[ \t]*(?:example|response|end of examples)\b"
    r"|\[BEGIN AGENT RESPONSE\]|\[END EXAMPLES\])",
    re.I | re.M,
)

# A "Result:" may be that of one day; with "final" before it, it is that of the whole.
_NOUN = (
    r"answer|verdict|conclusion|decision|judge?ment"
    r"|(?:final|overall) (?:conclusion|result|assessment|evaluation|determination)"
    r"|(?:is |has )?(?:the )?constraint (?:is |been )?(?:fully )?satisfied"
)
_LABEL = re.compile(
    # "Final answer" is a label anywhere in a line.
    r"(?P<strong>(?<![\w/])final[\s_*-]{0,4}(?:answer|verdict|decision|judge?ment)(?![^\W_]))"
    r"|(?P<boxed>\\f?boxed\s?\{)"
    # A key of an object, or an element.
    r"|[\"'<](?P<key>(?:final_?)?(?:answer|verdict|decision|judge?ment|conclusion)"
    r"|(?:is_|constraint_|is_constraint_)?satisfied)(?=[\"'>])"
    # Other words are labels only at the beginning of a line.
    r"|^(?:[^\w\n]|_){0,20}(?:(?:so|thus|therefore|hence|my|the)\b,?[ ]){0,3}"
    rf"(?P<weak>{_NOUN})(?![^\W_])",
    re.I | re.M,
)
# Between a label and its verdict: a remark in brackets, punctuation, a verb.
_GAP = re.compile(
    r"(?:[\s*_]{0,6}\([^()\n]{0,60}\)(?=[\s*_\"'`]{0,6}[:=–—-]))?"
    rf"(?P<between>(?:{TAG}|[\W_]){{0,60}})(?:(?:is|was|would be|remains)\b[\W_]{{0,20}})?",
    re.I,
)
_SEPARATED = re.compile(r"[:=：?|>–—\n→-]")
_MARKER = re.compile(
    r"[\W_]*+(?:end(?:[ _](?:of[ _])?(?:rationale|evaluation|evaluation[ _]process|response"
    r"|judge?ment|answer))?[\W_]*+)?",
    re.I,
)


@dataclass(frozen=True)
class Reading:
    """The parts of a reply.

    `verdict` is None where it has none, and `why` then gives the reason. `rationale` is the reply
    without its final line, or all of it where there is no verdict.
    """

    verdict: bool | None
    rationale: str
    why: str = ""


def verdict(text: str) -> bool | None:
    """Whether a reply says yes or no to "is the constraint satisfied"; None for neither."""
    return read(text).verdict


def read(text: str, truncated: bool = False) -> Reading:
    """Read a reply (ACS, §3.1 and App. A.1).

    In a `truncated` reply only labels that a final answer alone has are accepted.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    start = _answer_starts(text)
    if start is None:
        return Reading(None, text.strip(), "the reply ends inside its reasoning")
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
    """A verdict in the text: from the beginning of its label to its end."""

    begin: int
    end: int
    word: Literal["yes", "no", "hedged", ""]


def _answer_starts(text: str) -> int | None:
    """Where the answer begins after the reasoning; None where the reasoning never ends."""
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
        # The text before the verdict may repeat the prompt.
        first = next((mark for label in labels if (mark := _mark(text, label))), None)
        end = next((at for at in ends if first is not None and at > first.begin), len(text))
        labels = [label for label in labels if label.start() < end]
    return next((mark for label in reversed(labels) if (mark := _mark(text, label))), None)


def _mark(text: str, label: re.Match[str]) -> _Mark | None:
    """The verdict after a label; None where the words are not a label, but prose."""
    gap = _GAP.match(text, label.end())
    assert gap is not None
    begin = gap.end()
    end = text.find("\n", begin, begin + WINDOW)
    end = min(begin + WINDOW, len(text)) if end < 0 else end
    word = verdict_after_label(gap["between"], text[begin:end])
    separated = bool(_SEPARATED.search(gap["between"]))
    if label["strong"]:
        # "The final answer is found by adding" has no verdict.
        counts = separated or bool(word)
    elif label["weak"]:
        counts = word in ("yes", "no", "hedged") and (separated or gap.end("between") < begin)
    else:
        counts = bool(word)
    return _Mark(label.start(), end, word) if counts else None


def _last_line(text: str, start: int) -> _Mark | None:
    """The last line with a word in it, if it is only a verdict."""
    end = start + len(text[start:].rstrip())
    for line in reversed(text[max(start, end - 4 * WINDOW) : end].split("\n")):
        begin = end - len(line)
        if len(line) > WINDOW:
            return None
        if not _MARKER.fullmatch(line):
            word = verdict_alone(line)
            return _Mark(begin, end, word) if word else None
        end = begin - 1
    return None


def _without(text: str, mark: _Mark) -> str:
    """The reply without the line of its verdict; with prose before the label, only cut there."""
    if text[mark.begin - 1 : mark.begin] in ('"', "'") or text[mark.begin] in "\"'":
        # The label is a key of an object: the object is the whole reply.
        return text.strip()
    line = text.rfind("\n", 0, mark.begin) + 1
    begin = mark.begin if re.search(r"\w", text[line : mark.begin]) else line
    return f"{text[:begin].rstrip()}\n{text[mark.end :].lstrip()}".strip()
