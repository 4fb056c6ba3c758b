"""Parts with names: `has_parts(["Summary", "Steps"])`."""

from __future__ import annotations

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    undecided,
)
from tamis.checking.constraint_types.content._matching import mentions
from tamis.checking.constraint_types.named_parts import labels
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span


class HasParts(ConstraintType):
    """Each name is a heading or another label of the text: `## Steps`, `**Steps**`, `Steps:`.

    Undecided for a name that is only part of a label ("Steps & tips"), or stands elsewhere.
    """

    id = "has_parts"
    carries = False
    passes = ({"names": ["Steps", "Result"]}, "**Steps**\n1. Open it.\n\nResult: it closes.")
    fails = ({"names": ["Steps", "Result"]}, "## Steps\n\n1. Open it.")
    wordings = {
        'under the headings "Produce" and "Meat"': {"names": ["Produce", "Meat"]},
        'use the headings "Summary" and "Steps"': {"names": ["Summary", "Steps"]},
        'with the headings "Summary" and "Steps"': {"names": ["Summary", "Steps"]},
        'headings: "Summary" and "Steps"': {"names": ["Summary", "Steps"]},
        'sections called "New" and "Fixed"': {"names": ["New", "Fixed"]},
        'include the sections "New" and "Fixed"': {"names": ["New", "Fixed"]},
        'include a section called "Notes"': {"names": ["Notes"]},
        'include a section titled "Notes"': {"names": ["Notes"]},
        'include the heading "Notes"': {"names": ["Notes"]},
    }

    names: Terms = Field(min_length=1, description="The names, of which none may lack.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        places: list[Span] = []
        open_, lacking = [], []
        for name in self.names:
            just, more = labels(text, name)
            places += just
            if just:
                continue
            if more or any(mentions(text, name)):
                open_.append(name)
            else:
                lacking.append(name)
        if lacking:
            return decided(False, f"without {', '.join(lacking)}", places=places)
        if open_:
            return undecided(f"{', '.join(open_)} may be no label.", places=places)
        return decided(True, f"has {', '.join(self.names)}", places=places)

    def __str__(self) -> str:
        return "has parts named " + ", ".join(f'"{name}"' for name in self.names)
