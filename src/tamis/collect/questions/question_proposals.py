"""Questions proposed by a model, filtered by keywords, checked by a model (KIWI, A.6)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tamis.collect.questions import prompts
from tamis.collect.questions.keywords import keyword_in
from tamis.collect.questions.model_calls import MAX_CONNECTIONS, ModelReply, ask_all
from tamis.collect.questions.paragraphs import Paragraph
from tamis.collect.questions.reply_reader import read_answerable, read_questions
from tamis.collect.questions.review import Checked, Proposed
from tamis.reading.kept_replies import Replies
from tamis.types import Chat

QUESTIONS = 5
"""How many questions are asked for per paragraph (KIWI, A.6)."""

TEMPERATURE = 1.0
"""The temperature for proposals (KIWI, A.6); checks use 0, for which the paper gives no value."""

Listed = Literal["five", "fewer", "more", "unparsed", "missing", "truncated", "refused", "failed"]
"""How many questions a reply had, or why it had none."""


@dataclass
class Proposals:
    """The proposed questions. `replies` counts paragraphs by the outcome of their reply.

    `beyond` counts questions after the fifth, which are left out; `reasons` counts failed calls by
    their error.
    """

    questions: list[Proposed] = field(default_factory=list)
    replies: Counter[Listed] = field(default_factory=Counter)
    beyond: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


async def propose(
    paragraphs: Sequence[Paragraph],
    chat: Chat,
    model: str,
    *,
    folder: str | None = None,
    keywords: Sequence[str] = (),
    replies: Replies | None = None,
    at_once: int = MAX_CONNECTIONS,
    say: Callable[[str], None] = lambda doing: None,
) -> Proposals:
    """Have a model propose five questions for each paragraph, and filter them by keywords.

    `chat` should have the temperature `TEMPERATURE`. `folder` holds templates that replace Tamis's
    own, `keywords` are added to `keywords.KEYWORDS`, `replies` stores the replies.
    """
    by_id = {one.id: one for one in paragraphs}
    prompts_by_id = {
        id: prompts.render(
            "questions", folder, title=one.title, paragraph=one.text, count=QUESTIONS
        )
        for id, one in by_id.items()
    }
    found, wording = Proposals(), prompts.fingerprint(folder)
    kept = replies or Replies(None)
    for id, reply in (await ask_all(prompts_by_id, chat, model, kept, at_once, say)).items():
        questions = read_questions(reply.text)
        found.replies[_listed(reply, questions)] += 1
        if reply.outcome == "failed":
            found.reasons[reply.reason] += 1
        found.beyond += max(0, len(questions) - QUESTIONS)
        found.questions += [
            Proposed(
                _id(id, question),
                question,
                number,
                by_id[id],
                model,
                wording,
                keyword_in(question, keywords),
            )
            for number, question in enumerate(questions[:QUESTIONS], 1)
        ]
    return found


async def check(
    proposed: Sequence[Proposed],
    chat: Chat,
    model: str,
    *,
    folder: str | None = None,
    replies: Replies | None = None,
    at_once: int = MAX_CONNECTIONS,
    say: Callable[[str], None] = lambda doing: None,
) -> tuple[list[Proposed], Counter[str]]:
    """Have a model judge for each question whether its paragraph answers it.

    Questions that the keyword filter has dropped are not checked. Returns all questions in their
    order, and the errors of failed calls with their numbers.
    """
    prompts_by_id = {
        one.id: prompts.render(
            "answerable", folder, question=one.question, paragraph=one.paragraph.text
        )
        for one in proposed
        if not one.keyword
    }
    kept = replies or Replies(None)
    answers = await ask_all(prompts_by_id, chat, model, kept, at_once, say)
    reasons = Counter(one.reason for one in answers.values() if one.outcome == "failed")
    return [_checked(one, answers, model) for one in proposed], reasons


def _checked(one: Proposed, answers: Mapping[str, ModelReply], model: str) -> Proposed:
    if one.id not in answers:
        return replace(one, answerable="", checker="")
    answer = answers[one.id]
    verdict: Checked = read_answerable(answer.text) if answer.outcome == "ok" else answer.outcome
    return replace(one, answerable=verdict, checker=model)


def _listed(reply: ModelReply, questions: Sequence[str]) -> Listed:
    if reply.outcome != "ok":
        return reply.outcome
    if not questions:
        return "unparsed"
    if len(questions) == QUESTIONS:
        return "five"
    return "fewer" if len(questions) < QUESTIONS else "more"


def _id(paragraph: str, question: str) -> str:
    return hashlib.sha256(f"{paragraph}\0{question}".encode("utf-8", "replace")).hexdigest()[:12]
