"""Data that a text holds: the insides of its fences, or the whole."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

LONGEST = 200_000
"""Longer data is not parsed."""


Fence = Annotated[
    bool | None,
    Field(description="With `only`: whether a fence around it is welcome; open without it"),
]
"""A reply in a fence is no text that parses; but many who ask for nothing but data like one."""


class Data(NamedTuple):
    """What may be data, its place, whether nothing else stands in the text, and a fence around."""

    text: str
    span: Span
    alone: bool
    fenced: bool


def judged(
    text: Text,
    languages: Sequence[str],
    judge: Callable[[Data], Judgement],
    *,
    only: bool = False,
    fence: bool | None = None,
) -> Judgement:
    """The verdict on every block of a language, or on the whole text where there is none.

    With `only`, nothing else may stand in the text; `fence` is as in `Fence`. Undecided where one
    block keeps to it and another does not.
    """
    found = data(text, languages)
    if sum(len(one.text) for one in found) > LONGEST:
        return undecided(f"it is longer than {LONGEST:,} characters, so it was not parsed.")
    said = [judge(one) for one in found]
    if len({one.satisfied for one in said}) > 1:
        kept = sum(one.satisfied is True for one in said)
        working = [line for one in said for line in one.working]
        return undecided(f"{kept} of {len(said)} blocks keep to it.", *working)
    if only and said[0].satisfied is not False and not found[0].alone:
        working = [*said[0].working, "something else stands besides it"]
        return decided(False, *working, places=said[0].places)
    if only and found[0].fenced and said[0].satisfied and not fence:
        if fence is None:
            why = "it stands in a fence, and whether one is welcome was not said (`fence`)."
            return undecided(why, *said[0].working, places=said[0].places)
        return decided(False, *said[0].working, "it stands in a fence", places=said[0].places)
    return said[0]


def data(text: Text, languages: Sequence[str]) -> list[Data]:
    """The fenced blocks of a language, or those of none, or the whole text."""
    blocks = [block for block in text.blocks if block.kind == "code" and block.lines]
    named = [block for block in blocks if (block.language.split() or [""])[0] in languages]
    chosen = named or [block for block in blocks if not block.language]
    if not chosen:
        begin = text.start + len(text.text) - len(text.text.lstrip())
        said = text.text.strip()
        return [Data(said, (begin, begin + len(said)), True, False)]
    alone = len(blocks) == 1 and all(start in text.code_lines for start, _ in text.lines)
    spans = [(b.lines[0].start + text.start, b.lines[-1].end + text.start) for b in chosen]
    return [Data(text.quote(span), span, alone, True) for span in spans]


def read_json(said: str) -> Any:
    """The value of a JSON document; ValueError or RecursionError where it is none."""
    return json.loads(said, parse_constant=_refuse, parse_int=_whole)


def on_keys(
    there: Collection[str], wanted: Sequence[str], *, others: bool, nested: Collection[str] = ()
) -> tuple[bool | None, str]:
    """Whether keys are there, and no more unless `others`; None where only case or depth differ."""
    said = f"keys {', '.join(list(there)[:20])}" if there else "no keys"
    if lacking := [key for key in wanted if key not in there]:
        folded = {key.casefold() for key in (*there, *nested)}
        near = all(key.casefold() in folded for key in lacking)
        return None if near else False, f"{said}; without {', '.join(lacking)}"
    if not others and (more := [key for key in there if key not in wanted]):
        return False, f"{said}; besides {', '.join(more[:20])}"
    return True, said


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _whole(digits: str) -> float:
    return int(digits) if len(digits) < 4000 else float(digits)
