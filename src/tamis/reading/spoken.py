"""What a reply says of the task at hand: without its thoughts, and without tasks that it invents.

Reasoning models put their thoughts before the answer, each family in marks of its own; base models
go on after the answer with a task that nobody gave them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NAMES = (
    r"think|thinking|thoughts?|reasoning|reflection|scratch_?pad|analysis|inner_monologue|"
    r"internal|seed:think|chain_of_thought|cot|rationale_hidden|deliberation"
)
_OPEN = re.compile(
    rf"(?<![^\n])[ \t>]*<(?:{_NAMES})>|\[THINK\]|◁think▷"
    r"|<\|(?:begin_of_thought|START_THINKING|thinking)\|>"
    r"|<\|channel\|>(?:analysis|commentary)\b[^\n<]*<\|message\|>|<unused94>",
    re.I,
)
_CLOSE = re.compile(
    rf"</(?:{_NAMES})>|\[/THINK\]|◁/think▷|<\|(?:end_of_thought|END_THINKING|/thinking)\|>"
    r"|<\|channel\|>final\b[^\n<]*<\|message\|>|<unused95>|\bassistantfinal(?=[A-Z\d*#\[{<])"
    r"|(?<=[.!?])assistantfinal(?=[A-Z\d*#\[{<])",
    re.I,
)
# Marks of a chat's turns, and the tags in which an answer may stand.
_TURN = re.compile(
    r"<\|(?:im_end|eot_id|end|return|endoftext|end_of_text|END_RESPONSE)\|>|</s>|<end_of_turn>"
    r"|<｜end▁of▁sentence｜>",
    re.I,
)
_WRAP = re.compile(
    r"</?(?:answer|final_answer|output|final|response|result|solution)>"
    r"|<\|(?:begin_of_solution|end_of_solution|START_RESPONSE|start|assistant|message)\|>",
    re.I,
)
_MARKS = re.compile(r"[<◁]|\[/?THINK|assistantfinal")
# What some templates put before the reply.
_HEADER = re.compile(
    r"\s*(?:\[/INST\]|<\|(?:assistant|start_header_id|end_header_id|message)\|>|assistant\s*:?\s*\n"
    r"|(?:assistant|response)\s*:|#{2,4} ?(?:response|assistant)\s*:?[^\S\n]*(?=\n))",
    re.I,
)
# The beginning of another task, at the beginning of a line.
_NEXT = (
    r"#{1,4}[ \t]*end of\b|={3,}[ \t]*(?:now|next|new|start|example|response|"
    r"end of examples|question|task|case|query)\b"
    r"|\[(?:BEGIN AGENT RESPONSE|END EXAMPLES|INST)\]|<\|(?:im_start|start_header_id)\|>"
    r"|<start_of_turn>|#{2,4}[ \t]*(?:instruction|input|question|user|human|task|example)\b"
    r"|(?:user|human)[ \t]*:|-{3,}[ \t]*\n\s*(?:question|example|task)\b"
    r"|(?:next|new|another|second) (?:question|query|task|example|case|problem)\b"
    r"|(?:question|query|task|example|case|problem|exercise|input|q)[ \t]*"
    r"(?:\#?\d{1,3})?[ \t]*:(?![ \t]*\Z)"
)


@dataclass(frozen=True)
class Spoken:
    """The part of a reply that answers: `text[start:end]` of the whole text.

    `unfinished`: it ends inside its thoughts, so nothing was said after what precedes them.
    """

    text: str
    start: int
    end: int
    unfinished: bool = False

    @property
    def said(self) -> str:
        """The text of the part."""
        return self.text[self.start : self.end]


def without_thoughts(text: str) -> str:
    """What a reply says outside of its thoughts; empty where it ends inside them."""
    return spoken(text).said.strip()


def spoken(text: str) -> Spoken:
    """The part of a reply that follows its thoughts, up to the end of its turn."""
    if not _MARKS.search(text):
        return Spoken(text, _begins(text, 0), len(text))
    close = None
    for close in _CLOSE.finditer(text):  # noqa: B007
        pass
    begin = close.end() if close else 0
    opened = _OPEN.search(text, begin)
    end = opened.start() if opened else len(text)
    turn = _TURN.search(text, begin, end)
    # A mark at the very beginning ends no turn.
    if turn and text[begin : turn.start()].strip():
        end, opened = turn.start(), None
    return Spoken(text, _begins(text, begin) if not opened else begin, end, opened is not None)


def _begins(text: str, at: int) -> int:
    """Where the reply begins, after what a template may have put before it."""
    found = _HEADER.match(text, at)
    return found.end() if found else at


def blanked(text: str) -> str:
    """The text with the tags around an answer as blanks; of the same length."""
    return _WRAP.sub(lambda found: " " * len(found[0]), text) if "<" in text else text


def next_tasks(text: str, markers: Sequence[str] = ()) -> list[int]:
    """Where another task may begin: the offsets of such lines, the first few of them.

    `markers` are the beginnings of a case in the prompt, besides those that are common. Whether an
    answer stands before, the caller must know: a reply may begin by repeating its own task.
    """
    own = "".join(f"|{re.escape(marker)}" for marker in markers)
    pattern = re.compile(rf"^[ \t>*_#\[]{{0,8}}(?:{_NEXT}{own})", re.I | re.M)
    found = []
    for match in pattern.finditer(text):
        if match.start() > 0:
            found.append(match.start())
        if len(found) == MAX_TASKS:
            break
    return found


MAX_TASKS = 5
"""The most beginnings of another task that are tried."""
