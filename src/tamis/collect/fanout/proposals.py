"""The two filters by a model: is a question objective, and is it well worded, with units?

FanOutQA, Appendices C and H.1, H.2. The model's verdict is a proposal; a person decides.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from tamis.collect.fanout import prompts
from tamis.collect.fanout.flags import FilterRun, Outcome, Say
from tamis.collect.fanout.structure import flag
from tamis.collect.fanout.tree import Question
from tamis.collect.fanout.values import words
from tamis.reading.kept_replies import Replies
from tamis.reading.spoken import without_thoughts
from tamis.types import Chat, Reply

_LETTER = re.compile(r"[\s\"'*_`.()\[\]:]*([YN])[\s\"'*_`.()\[\]]*", re.I)
_LABEL = re.compile(
    r"^\W*(?:question|rewrite|rewritten question|improved question)\W*:[\s*_]*", re.I
)
_LONGEST = 600


@dataclass(frozen=True)
class ReadReply:
    """A reply after reading: `reason` is empty where it finds no fault; `proposal` is a wording."""

    outcome: Outcome
    reason: str = ""
    evidence: str = ""
    proposal: str = ""


def read_objective(text: str, question: str = "") -> ReadReply:
    """The verdict of the last line that is not empty: Y, N, or unparsed (FanOutQA, H.1)."""
    *before, last = text.strip().splitlines() or [""]
    letter = _LETTER.fullmatch(last)
    if letter is None:
        return ReadReply("unparsed")
    if letter[1].upper() == "Y":
        return ReadReply("passed")
    why = [line for line in before if line.strip() and not _LETTER.fullmatch(line)]
    return ReadReply("flagged", "a model finds it not objective", _short(" ".join(why)))


def read_wording(text: str, question: str = "") -> ReadReply:
    """ "No change.", FLAG with its reasons, or a rewrite (FanOutQA, H.2).

    A reply of several lines that does not begin with FLAG is unparsed, and so is one that is far
    longer than the question: neither can be a rewrite.
    """
    text = text.strip().strip("`").strip()
    if re.match(r"\W*FLAG\b", text):
        why = re.sub(r"^\W*FLAG\b\W*", "", text)
        return ReadReply("flagged", "a model cannot correct the wording", _short(why))
    if words(text) == "no change":
        return ReadReply("passed")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) != 1 or len(lines[0]) > 2 * len(question) + 200:
        return ReadReply("unparsed")
    proposal = _LABEL.sub("", lines[0]).strip().strip('"“”')
    if not words(proposal):
        return ReadReply("unparsed")
    if proposal == question.strip():
        return ReadReply("passed")
    return ReadReply("flagged", "a model proposes another wording", "", proposal)


READERS: dict[str, Callable[[str, str], ReadReply]] = {
    "objective": read_objective,
    "wording": read_wording,
}


async def propose(
    step: Literal["objective", "wording"],
    questions: Sequence[Question],
    chat: Chat,
    model: str,
    *,
    date: str = "20 November 2023",
    folder: str | None = None,
    replies: Replies | None = None,
    say: Say = lambda doing: None,
) -> FilterRun:
    """Ask a model about every question, and flag those that it objects to.

    `date` is the day for which a question must have its answer; `folder` holds templates that
    replace Tamis's own. The step `wording` skips questions with a hidden answer. An unusable reply
    is counted by its outcome, and flags nothing.
    """
    kept = replies or Replies(None)
    to_ask = [question for question in questions if step == "objective" or not question.hidden]
    ran = FilterRun(step, f"{model}, prompts {prompts.fingerprint(folder)}")
    ran.outcomes["not checkable"] += len(questions) - len(to_ask)
    done = 0

    async def one(question: Question) -> ReadReply:
        nonlocal done
        prompt = prompts.render(
            step,
            folder,
            question=question.question,
            answer=json.dumps(question.answer, ensure_ascii=False),
            date=date,
        )
        result = _read(await kept.ask(chat, model, prompt), step, question)
        done += 1
        say(f"{step}: {done} of {len(to_ask)}")
        return result

    for question, result in zip(to_ask, await asyncio.gather(*map(one, to_ask)), strict=True):
        if result.reason:
            flag(ran, question, result.reason, result.evidence, proposal=result.proposal)
        else:
            ran.outcomes[result.outcome] += 1
            if result.outcome == "failed":
                ran.reasons[f"failed: {result.evidence}"] += 1
    ran.outcomes = +ran.outcomes
    return ran


def _read(reply: Reply, step: str, question: Question) -> ReadReply:
    if reply.failed:
        return ReadReply("failed", evidence=reply.failed)
    if reply.refused:
        return ReadReply("refused")
    if reply.truncated:
        return ReadReply("truncated")
    text = without_thoughts(reply.text)
    if not text.strip():
        return ReadReply("missing")
    return READERS[step](text, question.question)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
