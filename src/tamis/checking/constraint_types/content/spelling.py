"""British or American spelling: `spelling("british")`."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, get_args

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    listed,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.inputs.files import shipped_text

Side = Literal["british", "american"]


class Spelling(ConstraintType):
    """No word is spelt as on the other side of the ocean: `colour` or `color`.

    Undecided for what is spelt so in a name ("Pearl Harbor"), in quotes, or on both sides
    ("organize", "meter"). Known are some 150 common words; a text without any keeps to both.
    """

    id = "spelling"
    carries = True
    passes = ({"of": "british"}, "The neighbours painted their theatre grey.")
    fails = ({"of": "british"}, "The neighbors painted their theater gray.")
    wordings = {
        "use British spelling": {"of": "british"},
        "use British English": {"of": "british"},
        "in British English": {"of": "british"},
        "in UK English": {"of": "british"},
        "use UK spelling": {"of": "british"},
        "use American spelling": {"of": "american"},
        "use American English": {"of": "american"},
        "in American English": {"of": "american"},
        "in US English": {"of": "american"},
        "use US spelling": {"of": "american"},
    }

    of: Side = Field(description="Whose spelling it is.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        sure, unsure = _other(self.of)
        quoted = {at for start, end in text.in_prose(_QUOTED) for at in range(start, end)}
        found = [place for _, place in text.seen_in_prose(sure)]
        wrong = [one for one in found if one[0] not in quoted and not _in_name(text, one)]
        if wrong:
            return decided(False, f"spelt otherwise: {listed(text, wrong)}", places=wrong)
        open_ = sorted([*found, *(place for _, place in text.seen_in_prose(unsure))])
        if open_:
            return undecided(f"whether these count is open: {listed(text, open_)}.", places=open_)
        return decided(True, "no word is spelt otherwise")

    def __str__(self) -> str:
        return f"{self.of.capitalize()} spelling"


_QUOTED = re.compile(r"\"[^\"\n]{1,400}\"|“[^“”\n]{1,400}”")


def _in_name(text: Text, place: Span) -> bool:
    """Whether a word with a capital may be a name: within a sentence, or by what it is."""
    said = text.quote(place)
    before = text.before(place[0], 2)
    return said[:1].isupper() and (
        before[:1].isalnum() or before[-1:] in ("-", "#") or bool(_NAME.fullmatch(said))
    )


_NAME = re.compile(r"(?:gr[ae]y|labou?r|cent(?:re|er)|harbou?r|honou?r|mum|mom)(?:s|'s)?", re.I)


@cache
def _other(of: Side) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The spellings of the other side: those that are surely its own, and those of both."""
    lines = shipped_text(__package__, "spellings.txt").splitlines()
    pairs = [line.split() for line in lines if line and not line.startswith("#")]
    there = 1 - get_args(Side).index(of)
    words = [pair[there] for pair in pairs if pair[there] != "-"]
    sure = [word for word in words if not word.endswith("?")]
    unsure = [word.rstrip("?") for word in words if word.endswith("?")]
    return _any_of(sure), _any_of(unsure)


def _any_of(words: list[str]) -> re.Pattern[str]:
    ends = r"(?:e?s|e?d|ing|ly|ful|less|able|ation|ations|ist|ists|er|ers|ism|hood|ite|ites|y)?"
    return re.compile(rf"\b(?:{'|'.join(words)}){ends}\b", re.I)
