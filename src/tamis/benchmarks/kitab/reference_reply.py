"""The published code's reading of a reply, quirks included: the variant `reference`.

Written afresh from what Eureka's `kitab_utils.py` (@2ff37bd) computes: `docs/decisions/kitab.md`
says how it differs from a careful reading.
"""

from __future__ import annotations

import re

_MARKER = re.compile(r"Output:[^\S\n]*\n")
_YEAR = re.compile(r"\(\d{4}\)$")


def titles(reply: str) -> tuple[str, ...]:
    """The titles of a reply: below the last "Output:", else in all of it, what follows "Title: ".

    A year in brackets is left out where nothing follows it; quotes, markup and thoughts are not.
    """
    *_, rest = _MARKER.split(reply)
    found = []
    for line in rest.split("\n"):
        _, label, title = line.partition("Title: ")
        if label:
            found.append(_YEAR.sub("", title).rstrip() if _YEAR.search(title) else title.rstrip())
    return tuple(found)
