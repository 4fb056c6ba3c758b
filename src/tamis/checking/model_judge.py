"""The model judge: a model reasons step by step, then answers yes or no (ACS, §3.1)."""

from __future__ import annotations

import re

from tamis.checking.judgement import Judgement, guarded
from tamis.checking.prompts import prompt
from tamis.checking.worksheet import Worksheet
from tamis.reading.looks_for import Verdict, Words
from tamis.reading.replies import Read, read
from tamis.types import Chat, Reply

_FULLY = r"(?:(?:fully|completely|entirely|clearly|indeed|thus|therefore|also|all) )?"
_DONE = r"(?:satisfied|met|fulfilled|respected)"
_DOES = r"(?:satisf(?:y|ies|ied)|meets?|fulfill?s?|compl(?:y|ies) with|adheres? to|keeps? to)"
_BREAKS = r"(?:violate[sd]?|breaks?|broken|fails?(?: to satisfy| to meet)?)"
_OBJECT = r"(?: (?:the|this|that|its|given|stated|all|constraints?|requirements?|conditions?|it))*"
_NEGATIVE = (
    rf"no|nope|n(?=\W*$)|false|failed|unsatisfied|unmet|unfulfilled|not[ -]{_FULLY}{_DONE}"
    rf"|non[ -]?satisfied|(?:does|do|did) not {_FULLY}{_DOES}{_OBJECT}|{_BREAKS}{_OBJECT}"
)
_POSITIVE = (
    rf"yes|y(?=\W*$)|true|passe[sd]|pass|not (?:violated|broken)|{_FULLY}{_DONE}"
    rf"|{_FULLY}{_DOES}{_OBJECT}"
)
LOOKS_FOR = Verdict(
    Words(
        (("no", _NEGATIVE), ("yes", _POSITIVE)),
        announced=(
            r"final answer|final verdict|final decision|final judge?ment|finalanswer|boxed"
            r"|(?:verdict|decision|judge?ment|answer|(?:is )?(?:the )?(?:constraint )?(?:is )?"
            r"satisfied)(?= ?[:?])"
        ),
        about="constraint|requirement|condition|criterion|response|plan|it|schedule",
    ),
    next_task=("[begin agent response]", "constraint:"),
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
) -> Judgement:
    """Whether `response` satisfies `constraint`, by one call of `chat`.

    `shots` (0 or 2), `worksheet`, `paraphrase` and the folder `prompts` are the parameters of
    `tamis.checking.prompts.prompt`, which raises InputError for wrong ones; `name` is the judge's.
    Where the reply gives no verdict, `outcome` and `reason` say why; exceptions of `chat` are not
    caught.
    """
    asked = prompt(constraint, response, shots, worksheet, paraphrase, prompts)
    return judgement(await chat([asked]), name)


@guarded
def judgement(reply: Reply, name: str = "model") -> Judgement:
    """A judge's reply as a judgement: the verdict of its final line, and the rest as rationale."""
    found = read(reply, LOOKS_FOR)
    if found.label:
        return Judgement(found.label == "yes", name, rationale=rationale(reply.text, found))
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
