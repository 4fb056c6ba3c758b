"""The model judge: a model reasons step by step, then answers yes or no (ACS, §3.1)."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tamis.checking.judgement import Judgement, guarded
from tamis.checking.prompts import prompt
from tamis.checking.worksheet import Worksheet
from tamis.prompts import Form, as_json
from tamis.reader import read_by
from tamis.reading.looks_for import Verdict, Words
from tamis.reading.replies import Read, read
from tamis.types import Chat, Reply

LOOKS_FOR = Verdict(
    Words(
        {
            "yes": ("yes", "satisfied", "true", "✅", "✔"),
            "no": ("no", "not satisfied", "unsatisfied", "false", "❌", "✗"),
        },
        announced=("final answer", "answer", "verdict"),
        earned=("yes",),
    ),
    next_task=("===== ", "constraint:"),
)
"""Whether a constraint is satisfied: yes or no after "FINAL ANSWER:" (ACS, App. A.1)."""

_LABEL = re.compile(
    r"[*_#>\s`\"]{0,8}final[\s_*-]{0,4}(?:answer|verdict|decision|judge?ment)", re.I
)


async def judge(
    chat: Chat,
    constraint: str,
    response: str,
    *,
    shots: int = 0,
    worksheet: Worksheet | None = None,
    paraphrase: int = 0,
    prompts: str | None = None,
    name: str = "model",
    reader: Chat | None = None,
    output: Form = "text",
) -> Judgement:
    """Whether `response` satisfies `constraint`, by one call of `chat`.

    `shots` (0 or 2), `worksheet`, `paraphrase` and the folder `prompts` are the parameters of
    `tamis.checking.prompts.prompt`, which raises InputError for wrong ones; `name` is the judge's.
    `reader` is a model that reads a reply whose verdict the program cannot read; `output` is the
    form of the reply.
    Where the reply gives no verdict, `outcome` and `reason` say why; exceptions of `chat` are not
    caught.
    """
    asked = prompt(constraint, response, shots, worksheet, paraphrase, prompts)
    if output == "text":
        reply = await chat([asked])
    else:
        reply = await chat([as_json(asked, SHAPE)], VerdictReply)
    task = f"Decide whether a response satisfies this constraint: {constraint}"
    found = await read_by(reader, task, read(reply, LOOKS_FOR), LOOKS_FOR)
    return judgement(reply, name, found)


class VerdictReply(BaseModel):
    """A reply by schema: the rationale first, then the verdict."""

    model_config = ConfigDict(extra="forbid")

    rationale: str
    final_answer: Literal["yes", "no"]


SHAPE = {"rationale": "the reasons, with each calculation", "final_answer": "yes or no"}
"""What the prompt shows of it."""


@guarded
def judgement(reply: Reply, name: str = "model", found: Read | None = None) -> Judgement:
    """A judge's reply as a judgement: the verdict of its final line, and the rest as rationale.

    `found` is what was read of it, if that is known.
    """
    found = found or read(reply, LOOKS_FOR)
    if found.label:
        told = found.said if found.by else rationale(reply.text, found)
        by_reader = bool(found.by)
        return Judgement(found.label == "yes", name, rationale=told, by_reader=by_reader)
    match found.outcome:
        case "failed":
            why = f"The call failed: {reply.failed.rstrip('.')}."
        case "refused" if reply.refused:
            why = "The model declined, or the provider's filter stopped the reply."
        case "refused":
            why = "The model declined to judge."
        case _ if not reply.text.strip():
            cut = ", as the token limit was used up before its first word"
            why = f"The reply is empty{cut if reply.truncated else ''}."
        case _:
            why = f"The reply gives no verdict: {found.why}."
    return Judgement(None, name, found.outcome, why, rationale=found.said)


def rationale(text: str, found: Read) -> str:
    """What was said without the line of the verdict; with prose before the label, only cut there.

    An object whose key is the label stays whole.
    """
    mark = next((one for one in found.marks if one.role == "verdict"), None)
    if mark is None or found.said.startswith("{"):
        return found.said
    begin, end = found.span
    line = text[mark.start : mark.end]
    label = _LABEL.search(line)
    kept = line[: label.start()] if label and re.search(r"\w", line[: label.start()]) else ""
    return f"{(text[begin : mark.start] + kept).rstrip()}\n{text[mark.end : end].lstrip()}".strip()
