"""Requests, wording by wording, as they are read and checked by us (`renew.py`).

A line of `data/request_wordings.txt` is what a request says, and after `=>` what it demands: types
with their parameters, and the words that say so in angle brackets; or what of it is told as not
read.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from tamis.checking.extraction.request import read_request

LINES = (Path(__file__).parent / "data" / "request_wordings.txt").read_text("utf-8").splitlines()
CASES = [line.split(" => ") for line in LINES]


def shown(value):
    """A parameter as it is in the table."""
    many = isinstance(value, list | tuple)
    return f"[{', '.join(map(str, value))}]" if many else str(value)


def said(text):
    """What is read of a request, on one line."""
    made = []
    for part in read_request(text).parts:
        for one, (start, end) in zip(part.constraints, part.places, strict=False):
            spec = one.spec()
            words = [spec.pop("type"), *(f"{name}={shown(value)}" for name, value in spec.items())]
            made.append(f"{' '.join(words)} <{text[start:end]}>")
        if part.kind == "unread":
            made.append(f"unread <{part.text}>")
    return "; ".join(made)


GROUPS = [
    (key, dict(group)) for key, group in groupby(CASES, key=lambda case: case[1].split(" ")[0])
]


@pytest.mark.parametrize(
    "wanted", [group for _, group in GROUPS], ids=[f"{key} {next(iter(g))}" for key, g in GROUPS]
)
def test_what_is_said_is_read_to_the_last_word(wanted):
    """As a demand of its own, after the task."""
    got = {text: said(f"Write it. {text}.") for text in wanted}
    assert {text: one for text, one in got.items() if one != wanted[text]} == {}
