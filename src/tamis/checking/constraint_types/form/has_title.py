"""A title at the beginning: `has_title(wrapped="<<>>")`."""

import re

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    quoted,
    undecided,
)
from tamis.checking.constraint_types.form._marks import pair
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

# What stands around a title on its line.
_TITLED = re.compile(r"[ \t#*]*(?:title:[ \t*]*)?\n[ \t*#:]*(?:\n.*)?", re.IGNORECASE | re.DOTALL)


class HasTitle(ConstraintType):
    """A title: a first line that is a heading, bold, `<<wrapped>>`, or begins with `Title:`.

    A short first line without such marks is undecided. With `wrapped`, those marks are needed.
    """

    id = "has_title"
    passes = ({"wrapped": "<<>>"}, "<<Rain in June>>\n\nIt rained all month.")
    fails = (
        {},
        "It rained all month, from the first day to the last, and the river rose. We left.",
    )
    wordings = {
        "give it a title": {},
        "add a title": {},
        "include a title": {},
        "with a title": {},
        "start with a title": {},
        "begin with a title": {},
        "put a title at the top": {},
        "include a title wrapped in double angular brackets": {"wrapped": "<<>>"},
    }

    wrapped: str = Field("", description="The marks around it: `<<>>`, `**`.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if self.wrapped:
            begin, end = map(re.escape, pair(self.wrapped))
            places = text.matches(re.compile(rf"{begin}(?=\S)(?:(?!{end})[^\n]){{1,200}}{end}"))
            if not places:
                return decided(False, f"nothing in {self.wrapped}")
            working = f"in {self.wrapped}: {quoted(text, places[0])}"
            around = (
                text.quote((text.line_start(places[0][0]), places[0][0])),
                text.after(places[0][1], 9),
            )
            if not _TITLED.fullmatch("\n".join(around)):
                return undecided(
                    "what is wrapped so stands within a line.", working, places=places[:1]
                )
            return decided(True, working, places=places[:1])
        if text.title:
            return decided(True, f"the title {quoted(text, text.title)}", places=[text.title])
        if not text.lines:
            return decided(False, "no text")
        first = text.lines[0]
        said = text.quote(first).strip()
        working = f"the first line {quoted(text, first)}"
        if (
            len(text.lines) > 1
            and len(said.split()) <= 12
            and not said.endswith((".", ",", ":", "?"))
        ):
            return undecided("the first line has no marks of a title, but may be one.", working)
        return decided(False, working)

    def __str__(self) -> str:
        return f"a title in {self.wrapped}" if self.wrapped else "a title"
