"""IFEval's `detectable_content:`: placeholders and a postscript."""

from __future__ import annotations

import re
from functools import partial

from tamis.checking.instructions.instruction import instruction, text, whole_number
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.verdicts import decided, published_pattern, said, shown
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifeval")

_PLACEHOLDER = re.compile(r"\[[^\[\]\n]*+\](?!\()")
_LETTER = re.compile(r"[^\W\d_]{2}")
_PUBLISHED_POSTSCRIPTS = {
    "P.S.": re.compile(r"p\.\s?s\."),
    "P.P.S": re.compile(r"p\.\s?p\.\s?s"),
}
_DECORATION = " \t>*_#"


def published_placeholders(response: Response, num_placeholders: int) -> Judgement:
    """So many pairs of square brackets, each on one line."""
    count = 0
    for line in response.all_lines:
        at = line.find("[")
        while at >= 0 and (close := line.find("]", at)) >= 0:
            count += 1
            at = line.find("[", close)
    return decided(count >= num_placeholders, f"{count} pairs of square brackets")


def placeholders(response: Response, num_placeholders: int) -> Judgement:
    """So many square brackets with a word in them that are no link."""
    places = [
        place for place in response.matches(_PLACEHOLDER) if _LETTER.search(response.quote(place))
    ]
    told = (f"{len(places)} placeholders", shown(map(response.quote, places)))
    return decided(len(places) >= num_placeholders, *told[: 1 + bool(places)], places=places)


declare(
    "detectable_content:number_placeholders",
    "There are at least so many placeholders in square brackets, such as `[address]`.",
    arguments={"num_placeholders": whole_number()},
    reference=published_placeholders,
    strict=placeholders,
    differs="The published code counts all square brackets: `[]`, references such as `[1]`, boxes "
    "to tick, links; strict wants a word in them, and no link.",
    passes=({"num_placeholders": 2}, "Dear [name], we moved to [new address]."),
    fails=({"num_placeholders": 2}, "Dear [name], see [our page](there) [1]."),
)


def published_postscript(response: Response, postscript_marker: str) -> Judgement:
    """The marker is found anywhere; all but two are taken as regular expressions."""
    marker = postscript_marker.strip()
    pattern = _PUBLISHED_POSTSCRIPTS.get(marker) or published_pattern(marker.lower())
    if found := pattern.search(response.lower):
        return decided(True, f"{said(found[0])} is found")
    return decided(False, f"{said(marker)} is not found")


def postscript(response: Response, postscript_marker: str) -> Judgement:
    """A line begins with the marker, with text before it and behind it."""
    marker, at, before = postscript_marker.strip().casefold(), response.start, False
    for line in response.all_lines:
        plain = line.lstrip(_DECORATION)
        if before and plain.casefold().startswith(marker):
            place = (at, response.start + len(response.text))
            behind = response.quote(place).lstrip(_DECORATION)[len(marker) :]
            told = f"{said(line)} begins it"
            return decided(any(map(str.isalnum, behind)), told, places=[place])
        before = before or any(map(str.isalnum, line))
        at += len(line) + 1
    return decided(False, f"no line after the first begins with {said(postscript_marker)}")


declare(
    "detectable_content:postscript",
    "At the end there is a postscript that begins with a marker, such as `P.S.`.",
    arguments={"postscript_marker": text()},
    reference=published_postscript,
    strict=postscript,
    differs="The published code finds the marker anywhere (`r.p.s.` has `p.s.`), and an empty "
    "postscript will do; strict wants a line that begins with it after other text, and text "
    "behind it.",
    passes=({"postscript_marker": "P.S."}, "Dear all, we move.\n\n**P.S.** Bring boxes."),
    fails=({"postscript_marker": "P.S."}, "The r.p.s. of the motor is 20."),
)
