"""IFEval's `punctuation:`: no commas."""

from __future__ import annotations

import re
from functools import partial

from tamis.checking.instructions.instruction import instruction
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.verdicts import decided
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifeval")

_COMMA = re.compile("[,，、،﹐︐]")


def published_no_comma(response: Response) -> Judgement:
    """There is no comma of ASCII."""
    count = response.text.count(",")
    return decided(not count, f"{count} commas")


def no_comma(response: Response) -> Judgement:
    """There is no comma of any script."""
    places = response.matches(_COMMA)
    return decided(not places, f"{len(places)} commas", places=places)


declare(
    "punctuation:no_comma",
    "There are no commas.",
    reference=published_no_comma,
    strict=no_comma,
    differs="The published code looks for the comma of ASCII only; a Chinese, Japanese or Arabic "
    "comma is one too, which strict counts.",
    passes=({}, "It rains; the cat sleeps."),
    fails=({}, "下雨了，猫在睡觉。"),
)
