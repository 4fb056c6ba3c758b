"""Reads the model's replies: a request, or a list of constraints."""

from __future__ import annotations

import re

from tamis.text.quantities import quantities

_ITEM = re.compile(r"(?:[-*•–]|\(?\d{1,3}[.)])\s+(\S.*)")
_NONE = re.compile(r"\W*none\W*", re.I)
_QUOTED = re.compile(r'^(["“])(.*)(["”])$', re.S)
_LABEL = re.compile(r"^\W*(?:user )?(?:request|message)\W{0,20}:\W{0,20}\s", re.I)
_BOLD = re.compile(r"(\*\*|__)(.+?)\1")


def request(reply: str) -> str:
    """The message in a reply, on one line, without quotes around it or a label before it."""
    text = " ".join(_LABEL.sub("", reply.strip(), count=1).split())
    quoted = _QUOTED.match(text)
    return quoted[2].strip() if quoted and quoted[1] not in quoted[2] else text


def constraints(reply: str) -> list[str] | None:
    """The constraints of a reply, each once: the empty list for NONE, None where it has no list."""
    found = [
        _BOLD.sub(r"\2", item[1]).strip()
        for line in reply.split("\n")
        if (item := _ITEM.match(line.strip()))
    ]
    listed = [text for text in found if text and not _NONE.fullmatch(text)]
    if not listed:
        return [] if found or _NONE.fullmatch(reply) else None
    return list({text.casefold(): text for text in reversed(listed)}.values())[::-1]


def unmentioned(demands: str, text: str) -> list[str]:
    """The lines of `demands` with a number that is not in `text`, in digits or words."""
    numbers = numbers_in(text)
    return [line for line in demands.split("\n") if numbers_in(line) - numbers]


def numbers_in(text: str) -> set[str]:
    """The numbers of a text, in digits or words, without separators of thousands."""
    return {f"{number:.12g}" for one in quantities(text) for number in one.written}
