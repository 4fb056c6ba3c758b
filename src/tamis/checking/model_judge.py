"""The model judge: a model reasons step by step, then answers yes or no (ACS, §3.1)."""

from __future__ import annotations

from tamis.checking.judgement import Judgement
from tamis.checking.prompts import prompt
from tamis.checking.worksheet import Worksheet
from tamis.reading.refusals import declines
from tamis.reading.verdicts import read
from tamis.types import Chat, Outcome, Reply


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


def judgement(reply: Reply, name: str = "model") -> Judgement:
    """A judge's reply as a judgement: the verdict of its final line, and the rest as rationale."""
    if reply.failed:
        return Judgement(None, name, "failed", f"The call failed: {reply.failed.rstrip('.')}.")
    if reply.refused:
        why = "The model declined, or the provider's filter stopped the reply."
        return Judgement(None, name, "refused", why, rationale=reply.text.strip())
    if not reply.text.strip():
        cut = ", as the token limit was used up before its first word" if reply.truncated else ""
        ended: Outcome = "truncated" if reply.truncated else "missing"
        return Judgement(None, name, ended, f"The reply is empty{cut}.")
    found = read(reply.text, reply.truncated)
    if found.verdict is None:
        ended = "truncated" if reply.truncated else "unparsed"
        if not reply.truncated and declines(reply.text):
            why = "The model declined to judge."
            return Judgement(None, name, "refused", why, rationale=found.rationale)
        return Judgement(None, name, ended, f"{found.why}.", rationale=found.rationale)
    return Judgement(found.verdict, name, rationale=found.rationale)
