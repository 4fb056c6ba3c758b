"""IFEval's `detectable_format:`: bullets, fixed answers, highlights, sections, JSON, a title."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any, NoReturn

from tamis.checking.instructions.instruction import (
    PublishedCodeError,
    instruction,
    text,
    whole_number,
)
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.verdicts import (
    between,
    decided,
    published_pattern,
    said,
    shown,
    undecided,
)
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifeval")

_BULLET = re.compile(r"(?P<indent>[ \t]*)[*+-][ \t]+\S")
_RULE = re.compile(r"\s*(?:\*\s*){3,}|\s*(?:-\s*){3,}|\s*(?:_\s*){3,}")
OPTIONS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_PUBLISHED_HIGHLIGHT = re.compile(r"\*[^\n*]*\*")
_PUBLISHED_BOLD = re.compile(r"\*\*[^\n*]*\*\*")
_HIGHLIGHT = re.compile(r"(?<![*\w\\])(\*{1,3})(?![\s*])[^*\n]+(?<![\s*])\1(?![*\w])")
_UNDERLINED = re.compile(r"(?<![_\w\\])(_{1,3})(?![\s_])[^_\n]+(?<![\s_])\1(?![_\w])")
_TITLE = re.compile(r"(?<!<)<<(?!<)([^<>\n]*+)>>(?!>)")


def published_bullets(response: Response, num_bullets: int) -> Judgement:
    """Lines that begin with `*` or `-`, whatever follows."""
    count, swallowed = 0, False
    for line in response.all_lines:
        mark = line.lstrip()[:2]
        count += mark[:1] == "-" or (mark[:1] == "*" and mark != "**" and not swallowed)
        # To the pattern `^\s*\*[^*].*$` a line end is a character: a bare `*` takes in a line.
        swallowed = mark == "*" and line.endswith("*") and not swallowed
    last = swallowed
    return decided(count - last == num_bullets, f"{count - last} lines begin with `*` or `-`")


def bullets(response: Response, num_bullets: int) -> Judgement:
    """Just so many bullets of Markdown; those of an inner list may count or not."""
    lines = [line for line in response.line_texts if not _RULE.fullmatch(line[:200])]
    indents = [
        len(found["indent"].expandtabs(4)) for line in lines if (found := _BULLET.match(line))
    ]
    outer = sum(1 for indent in indents if indent <= min(indents) + 1)
    return between(outer, len(indents), lambda count: count == num_bullets, "bullets")


declare(
    "detectable_format:number_bullet_lists",
    "There are just so many bullet points of Markdown.",
    arguments={"num_bullets": whole_number()},
    reference=published_bullets,
    strict=bullets,
    differs="The published code counts every line that begins with `-` or `*`, also rules "
    "(`---`), negative numbers and italics; strict wants a blank and text behind the mark, and is "
    "undecided where it matters whether inner bullets count.",
    passes=({"num_bullets": 2}, "Buy:\n* eggs\n* milk\n\n---\nThanks"),
    fails=({"num_bullets": 3}, "Buy:\n* eggs\n* milk\n\n---\nThanks"),
)


def published_fixed_answer(response: Response) -> Judgement:
    """One of the three answers is somewhere in the response."""
    found = [option for option in OPTIONS if option in response.text]
    return decided(bool(found), f"found: {shown(map(said, found)) or 'none'}")


def fixed_answer(response: Response) -> Judgement:
    """The response is one of the three answers."""
    answer = " ".join(response.text.split()).strip("\"'“”*_`() ")
    return decided(answer in OPTIONS, f"the response is {said(response.text)}")


declare(
    "detectable_format:constrained_response",
    f"The response is one of {shown(map(said, OPTIONS))}.",
    reference=published_fixed_answer,
    strict=fixed_answer,
    differs="The published code finds an answer anywhere, also two that contradict each other; to "
    "answer with one of three options is to say nothing else, and this strict wants.",
    passes=({}, "My answer is maybe."),
    fails=({}, "My answer is yes. No, my answer is no. My answer is no."),
)


def published_highlights(response: Response, num_highlights: int) -> Judgement:
    """Pairs of `*` and pairs of `**` that are not empty."""
    if "*" not in response.text:
        return decided(num_highlights <= 0, "0 between asterisks")
    single = _PUBLISHED_HIGHLIGHT.findall(response.text)
    double = _PUBLISHED_BOLD.findall(response.text)
    count = sum(1 for one in single if one.strip("*").strip())
    count += sum(1 for one in double if one.removeprefix("**").removesuffix("**").strip())
    return decided(count >= num_highlights, f"{count} between asterisks")


def highlights(response: Response, num_highlights: int) -> Judgement:
    """So many spans that Markdown shows as italics or bold."""
    places = response.matches(_HIGHLIGHT) if "*" in response.text else []
    high = len(places) + (len(response.matches(_UNDERLINED)) if "_" in response.text else 0)
    told = shown((said(response.quote(place)) for place in places), 5)
    return between(len(places), high, lambda n: n >= num_highlights, "highlights", told or "none")


declare(
    "detectable_format:number_highlighted_sections",
    "At least so many sections are highlighted with Markdown, as in `*highlighted*`.",
    arguments={"num_highlights": whole_number()},
    reference=published_highlights,
    strict=highlights,
    differs="The published code counts any two asterisks on a line (`2 * 3 * 4`), and some spans "
    "twice; strict counts what Markdown shows as italics or bold, once, and is undecided where it "
    "hangs on underscores.",
    passes=({"num_highlights": 2}, "This is *new*, and **this** too."),
    fails=({"num_highlights": 1}, "2 * 3 * 4 = 24"),
)


def published_sections(response: Response, section_spliter: str, num_sections: int) -> Judgement:
    """The mark with a number is found at least so often, anywhere."""
    mark = published_pattern(section_spliter.strip()).pattern
    count = len(re.findall(rf"{mark}\s?\d+", response.text))
    return decided(count >= num_sections, f"{said(section_spliter)} with a number: {count} times")


def sections(response: Response, section_spliter: str, num_sections: int) -> Judgement:
    """Just so many lines begin with the mark and a number."""
    mark = re.compile(rf"{re.escape(section_spliter.strip())}\s?\d+")
    lines = [line for line in response.line_texts if mark.match(line.lstrip(" \t#*_>"))]
    told = f"{len(lines)} lines begin a section"
    return decided(len(lines) == num_sections, told, *([shown(map(said, lines))] if lines else []))


declare(
    "detectable_format:multiple_sections",
    "The response has so many sections, each beginning with a mark and a number: `Section 1`.",
    arguments={"section_spliter": text(), "num_sections": whole_number()},
    reference=published_sections,
    strict=sections,
    differs="The published code counts mentions anywhere (`see Section 2`), and more sections "
    "will do; strict counts lines that begin with the mark, and wants just so many.",
    passes=({"section_spliter": "Section", "num_sections": 2}, "Section 1\nA.\n\n## Section 2\nB."),
    fails=(
        {"section_spliter": "Section", "num_sections": 2},
        "Section 1\nAs Section 2 of it says.",
    ),
)


def published_json(response: Response) -> Judgement:
    """What Python's `json` reads, without the marks of a block of code."""
    inside = response.text.strip()
    for mark in ("```json", "```Json", "```JSON", "```"):
        inside = inside.removeprefix(mark)
    try:
        json.loads(inside.removesuffix("```").strip())
    except ValueError as error:
        return decided(False, f"it is not JSON: {error}")
    except RecursionError:
        raise PublishedCodeError("it is nested too deeply") from None
    return decided(True, "it is JSON")


def is_json(response: Response) -> Judgement:
    """An object or a list of JSON, which may stand in a block of code."""
    try:
        value: Any = json.loads(response.unfenced, parse_constant=_no_number)
    except ValueError as error:
        return decided(False, f"it is not JSON: {error}")
    except RecursionError:
        return undecided("it is nested too deeply to be read.")
    if isinstance(value, dict | list):
        return decided(True, f"it is {'an object' if isinstance(value, dict) else 'a list'}")
    return undecided("whether a single value is wrapped in JSON, the wording does not say.")


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no value of JSON")


declare(
    "detectable_format:json_format",
    "The whole response is JSON; it may stand in a block of code.",
    reference=published_json,
    strict=is_json,
    differs="The published code takes NaN, which is no JSON, and a single number or text; strict "
    "wants an object or a list, and is undecided on a single value.",
    passes=({}, '```json\n{"a": [1, 2]}\n```'),
    fails=({}, '{"a": NaN}'),
)


def published_title(response: Response) -> Judgement:
    """On a line, something is between the first `<<` and the last `>>`."""
    for line in response.all_lines if "<<" in response.text else ():
        start, end = line.find("<<"), line.rfind(">>")
        if start >= 0 and end >= start + 3:
            title = line[start : end + 2].lstrip("<").rstrip(">").strip()
            if title:
                return decided(True, f"the title is {said(title)}")
    return decided(False, "no title is found")


def title(response: Response) -> Judgement:
    """A text stands between `<<` and `>>`."""
    for place in response.matches(_TITLE):
        if any(map(str.isalnum, response.quote(place))):
            return decided(True, f"the title is {said(response.quote(place))}", places=[place])
    return decided(False, "no title is found")


declare(
    "detectable_format:title",
    "There is a title in double angular brackets: `<<title>>`.",
    reference=published_title,
    strict=title,
    differs="The published code takes all from the first `<<` to the last `>>` of a line, such as "
    "code (`cin << a; b >> c`) or marks alone; strict wants two brackets on both sides and a "
    "word.",
    passes=({}, "<<A poem of joy>>\n\nJoy."),
    fails=({}, "<< <b> >> and <<!>>"),
)
