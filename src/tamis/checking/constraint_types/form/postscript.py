"""A postscript at the end: `postscript(marker="P.S.")`."""

import re
from typing import Literal

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    quoted,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

_MARK = re.compile(r"(?<!\w)(?:P\.?[ ]?){1,3}S\b\.?(?=[:.,\s*–—-]+[^\W_])")


class Postscript(ConstraintType):
    """A paragraph at the end that begins with P.S., or with P.P.S. where that is the marker.

    One within a line, or before the last two paragraphs, is undecided.
    """

    id = "postscript"
    passes = ({}, "See you soon.\n\nAnn\n\nP.S. Bring the map.")
    fails = ({"marker": "P.P.S."}, "See you soon.\n\nP.S. Bring the map.")
    wordings = {
        "add a P.S.": {},
        "add a P.S. at the end": {},
        "add a postscript": {},
        "add a postscript at the end": {},
        "end with a postscript": {},
        "end with a P.S.": {},
        "include a P.S.": {},
        "include a P.S. at the end": {},
        "add a PS": {},
        "add a P.P.S.": {"marker": "P.P.S."},
    }

    marker: Literal["P.S.", "P.P.S."] = Field("P.S.", description="With what it begins.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        ps = self.marker.count("P")
        places = [s for s in text.in_prose(_MARK) if text.quote(s).count("P") >= ps]
        if not places:
            return decided(False, f"no {self.marker}")
        last = places[-1]
        behind = text.text[last[1] - text.start :]
        working = f"{quoted(text, last)} with {len(behind.split())} words behind it"
        begins = not text.quote((text.line_start(last[0]), last[0])).strip(" \t*_>(#")
        if not begins or len(text.part((last[1], text.start + len(text.text))).paragraphs) > 2:
            return undecided(
                "a P.S. is there, but not as the last paragraph.", working, places=places
            )
        if all(text.quote(one).count("P") > ps for one in places):
            return undecided(f"there is a P.P.S. but no {self.marker}", working, places=places)
        return decided(True, working, places=places)

    def __str__(self) -> str:
        return f"a postscript that begins with {self.marker}"
