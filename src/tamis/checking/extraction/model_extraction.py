"""Finds the constraints of a request with a model; its reply is parsed tolerantly."""

from __future__ import annotations

import json
import re

from tamis.prompts import PromptTemplates
from tamis.types import Chat, InputError

NAMES = ("extract",)

_WORDING = PromptTemplates("tamis.checking.extraction", NAMES)
_RULE = re.compile(r"^(?======)", re.M)
_MOST_LISTS = 20
_LONGEST = 300
"""The most characters of a constraint; a longer line is an explanation."""

fingerprint = _WORDING.fingerprint


async def by_model(chat: Chat, request: str, prompts: str | None = None) -> tuple[str, ...]:
    """The constraints that the model finds in the request; empty if it reports that there are none.

    `prompts` is a folder whose `extract.j2` replaces Tamis's own. Raises InputError, with what to
    do, where there is no list: the call failed, was refused, or its reply cannot be read.
    """
    # A line that looks like the end of the request must not end it.
    prompt = _WORDING.render("extract", prompts, request=_RULE.sub(" ", request))
    reply = await chat([prompt])
    if reply.failed:
        why = f"the call failed ({reply.failed})"
    elif reply.refused:
        why = "the provider's filter refused the request"
    elif not reply.text.strip():
        why = "its reply is empty"
    elif (found := read_list(reply.text)) is None:
        why = "no list can be read from its reply"
    else:
        return found
    raise InputError(
        f"the model named no constraints: {why}; give them in a file (--constraints), or try again."
    )


def read_list(text: str) -> tuple[str, ...] | None:
    """The constraints in a reply: a JSON list, or a line each; None where there is no list.

    Of a list that was cut by the token limit, the complete items are kept. Reasoning in <think>
    tags is skipped.
    """
    text = text.rpartition("</think>")[2]
    said = _json(text)
    if said is None:
        said = _lines(text)
    return None if said is None else tuple(dict.fromkeys(one for one in said if one))


# Up to where it ends or stops being one: what is in a string is not tried as the start of another.
_STRING = re.compile(r'"((?:[^"\\]|\\.)*+)("?)')


def _json(text: str) -> list[str] | None:
    """The last list of strings, or of objects that hold a constraint."""
    decoder = json.JSONDecoder()
    found: list[str] | None = None
    at = -1
    for _ in range(_MOST_LISTS):
        at = text.find("[", at + 1)
        if at < 0:
            break
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            if re.match(r'\[\s*"', text[at : at + 50]):
                strings = _STRING.findall(text, at)
                return [_folded(json_string(inside)) for inside, closed in strings if closed]
            continue
        items = [_item(one) for one in value]
        if all(items) or not items:
            found = [_folded(one) for one in items]
        at = end
    return found


def json_string(inside: str) -> str:
    """The text of a JSON string without its quotes; as it is where it is no JSON."""
    try:
        return str(json.loads(f'"{inside}"'))
    except ValueError:
        return inside


def _item(value: object) -> str:
    if isinstance(value, dict):
        value = next(
            (value[key] for key in ("constraint", "text", "condition") if key in value), ""
        )
    return value.strip() if isinstance(value, str) else ""


_ITEM = re.compile(r"\s*(?:[-*•–]\s+|\(?\d{1,3}[.)]\s+)(?P<said>.+)")
_NONE = re.compile(r"\W*(?:none|no (?:such )?(?:constraints?|conditions?))\b.{0,40}", re.I | re.S)


def _lines(text: str) -> list[str] | None:
    """Bullets or numbered lines; where there are none, lines that are sentences."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("```")]
    items = [found["said"] for line in lines if (found := _ITEM.match(line))]
    if not items:
        if _NONE.fullmatch(text):
            return []
        items = [line for line in lines if line.strip().endswith(".") and len(line) <= _LONGEST]
    said = [_folded(item) for item in items if len(item) <= _LONGEST]
    return said or None


def _folded(text: str) -> str:
    return " ".join(text.strip(" \t\"'*").split())
