"""Nothing beside one thing: `only("code")`, `only("table")`, `only("list")`."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    listed,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

_LETTERS = re.compile(r"[^\W_]{2}")
_SENTENCE = re.compile(r"[.!?:…][\"'”’)*_]*\Z")
_LEADS = re.compile(r"(?:here(?:'s)?|sure|below|these|the following|certainly|of course)\b", re.I)
_BOLD = re.compile(r"\*\*[^*]+\*\*:?")
_SHORT = 8


class Only(ConstraintType):
    """Nothing stands before or after the code, the table or the list, and nothing between.

    Undecided for what may be a title (a heading, a short line without a stop or with a colon), for
    what stands between items, and where the thing itself cannot be told from the text: code without
    a fence, a list without marks.
    """

    id = "only"
    passes = ({"of": "code"}, "```python\nprint(1)\n```")
    fails = ({"of": "list"}, "Here are three teas that you may like:\n\n- Assam\n- Sencha\n- Mint")
    wordings = {
        "only the code": {"of": "code"},
        "just the code": {"of": "code"},
        "code only": {"of": "code"},
        "output only the code": {"of": "code"},
        "nothing but the code": {"of": "code"},
        "only the table": {"of": "table"},
        "just the table": {"of": "table"},
        "only the list": {"of": "list"},
        "just the list": {"of": "list"},
        "nothing but the list": {"of": "list"},
    }

    of: Literal["code", "table", "list"] = Field(description="What alone there is to be.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        own = self._own(text)
        if not own:
            return undecided(f"the response has no {self.of} that could be told from its text.")
        others = [
            line
            for line in text.lines
            if text.line_start(line[0]) not in own and _LETTERS.search(text.quote(line))
        ]
        first, last = min(own), max(own)
        # Where lines stand between the items, they belong to these, and so may the last ones.
        explained = any(first < text.line_start(line[0]) < last for line in others)
        wrong = [
            line
            for line in others
            if self._is_text(text.quote(line)) and not (explained and line[0] > first)
        ]
        if wrong:
            return decided(False, f"beside it: {listed(text, wrong)}", places=wrong)
        if others:
            return undecided(f"these may be titles: {listed(text, others)}.", places=others)
        return decided(True, f"nothing beside the {self.of}")

    def _own(self, text: Text) -> set[int]:
        """Where the lines begin of what alone there is to be."""
        if self.of == "code":
            return text.code_lines
        spans = text.items
        if self.of == "table":
            cells = [[one for row in table.rows for one in row] for table in text.tables]
            spans = [
                (all_[0].start + text.start, all_[-1].end + text.start) for all_ in cells if all_
            ]
        return {at for start, end in spans for at in text.line_starts_in(start, end)}

    def _is_text(self, line: str) -> bool:
        said = line.strip()
        if said.startswith("#") or _BOLD.fullmatch(said):
            return False
        long = len(said.split()) > _SHORT or _LEADS.match(said)
        return bool(long) or bool(_SENTENCE.search(said) and " " in said and not said.endswith(":"))

    def __str__(self) -> str:
        return f"nothing but the {self.of}"
