"""IFEval's `combination:`: two responses, and the repeated prompt."""

from __future__ import annotations

import re
from functools import partial

from tamis.checking.instructions.instruction import instruction, text
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.verdicts import decided, said
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifeval")

_SIX = re.compile(r"(?<!\*)\*{6}(?!\*)")


def published_two(response: Response) -> Judgement:
    """Two different parts between `******`."""
    parts = response.text.split("******")
    filled = [part.strip() for part in parts if part.strip()]
    inner_blank = any(not part.strip() for part in parts[1:-1])
    told = f"{len(filled)} parts between six asterisks"
    return decided(not inner_blank and len(filled) == 2 and filled[0] != filled[1], told)


def two(response: Response) -> Judgement:
    """Two responses, not equal but for case and white space, between just six asterisks."""
    if "******" not in response.text:
        return decided(False, "there are no six asterisks")
    parts = [" ".join(part.split()).casefold() for part in _SIX.split(response.text)]
    filled = [part for part in parts if part]
    inner_blank = "" in parts[1:-1]
    told = f"{len(filled)} parts between six asterisks"
    if len(filled) == 2 and filled[0] == filled[1]:
        return decided(False, told, "they are equal")
    return decided(not inner_blank and len(filled) == 2, told)


declare(
    "combination:two_responses",
    "Two different responses, with six asterisks between them and nowhere else.",
    reference=published_two,
    strict=two,
    differs="The published code cuts in longer runs of asterisks too, and a capital makes a "
    "response different; strict wants just six, and other words.",
    passes=({}, "It rains.\n******\nThe sun shines."),
    fails=({}, "It rains.\n******\nit  rains."),
)


def published_repeat(response: Response, prompt_to_repeat: str) -> Judgement:
    """The response begins with the prompt, by any case."""
    begins = response.text.strip().lower().startswith(prompt_to_repeat.strip().lower())
    return decided(begins, f"the response begins with {said(response.text)}")


def repeat(response: Response, prompt_to_repeat: str) -> Judgement:
    """The response begins with the prompt word for word, and goes on."""
    wanted, words = prompt_to_repeat.split(), response.runs
    same = 0
    while same < min(len(wanted), len(words)) and words[same] == wanted[same]:
        same += 1
    if same < len(wanted):
        told = said(words[same]) if same < len(words) else "the end"
        return decided(False, f"word {same + 1} is {told}, not {said(wanted[same])}")
    return decided(len(words) > same, f"{same} words are repeated, {len(words) - same} follow")


declare(
    "combination:repeat_prompt",
    "The prompt is first repeated word for word, then answered.",
    arguments={"prompt_to_repeat": text(draws=False)},
    reference=published_repeat,
    strict=repeat,
    differs="The published code compares without case, takes a longer last word (`name` for "
    "`names`), and needs no answer; strict wants each word without change, and an answer.",
    passes=({"prompt_to_repeat": "Name a cat."}, "Name a cat.\n\nTom."),
    fails=({"prompt_to_repeat": "Name a cat."}, "name a cat."),
)
