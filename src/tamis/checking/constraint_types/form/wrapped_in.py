"""Marks around the whole text: `wrapped_in("quotes")`, `wrapped_in("<<>>")`."""

import re

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, Term, decided, undecided
from tamis.checking.constraint_types.form._marks import QUOTES, pair
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement


class WrappedIn(ConstraintType):
    """The whole text stands between two marks; curly quotes are quotes.

    Undecided where what stands inside may close it before the end: `"a" and "b"`.
    """

    id = "wrapped_in"
    passes = ({"marks": "quotes"}, "“It rained all day.”")
    fails = ({"marks": "[]"}, "[one] and [two]")
    wordings = {
        "wrap your entire response in double quotation marks": {"marks": '""'},
        "wrap your entire response with double quotation marks": {"marks": '""'},
        "wrap your whole response in quotation marks": {"marks": '""'},
        "wrap the whole response in double quotes": {"marks": '""'},
        "put the whole answer in quotes": {"marks": '""'},
        "put the whole answer in parentheses": {"marks": "()"},
        "wrap your entire response in square brackets": {"marks": "[]"},
        "put the whole answer in square brackets": {"marks": "[]"},
        "wrap your entire response in triple backticks": {"marks": "``` ```"},
    }

    marks: Term = Field(description="The pair: `[]`, `<<>>`, `<a>...</a>`, `quotes`.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        begin, end = pair(self.marks)
        said = text.text.strip()
        if begin == '"':
            said = re.sub(r"[“”„«»]", '"', said)
        elif begin == "'":
            said = re.sub(r"[‘’]", "'", said)
        inside = said[len(begin) : len(said) - len(end)]
        working = f'from "{said[:20]}" to "{said[-20:]}"'.replace("\n", " ")
        if len(said) <= len(begin) + len(end) or not (
            said.startswith(begin) and said.endswith(end)
        ):
            return decided(False, working)
        if begin == end:
            # A mark between two words of the text closes or opens; an apostrophe does not.
            closing = re.compile(rf"(?<=[^\s{re.escape(end[0])}]){re.escape(end)}(?=[\s,.;:!?]|\Z)")
            if begin[0] in QUOTES | {"*", "_", "`", "~"} and closing.search(inside):
                return undecided("what it is wrapped in stands within it as well.", working)
            return decided(True, working)
        depth = 0
        for mark in re.findall(f"{re.escape(begin)}|{re.escape(end)}", inside):
            depth += 1 if mark == begin else -1
            if depth < 0:
                return decided(False, working, "it is closed before the end")
        return decided(True, working)

    def __str__(self) -> str:
        return f"wrapped in {self.marks}"
