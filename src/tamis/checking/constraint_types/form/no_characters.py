"""Signs that must not stand in the text: `no_characters(",")`, `no_characters("digits")`."""

import re
import string

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Term,
    decided,
    listed,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

_CLASSES = {
    "digits": r"\d",
    "punctuation": f"[{re.escape(string.punctuation)}…–—“”‘’¿¡]",
    "quotation marks": '["“”„«»]',
    "parentheses": "[()]",
}
# Surely the same sign, and what may be taken for it.
_SAME = {",": "，", "!": "！", "?": "？", ";": "；", ":": "：", '"': "“”„", "'": "’‘ʼ", "—": "―"}
_LIKE = {
    ",": "、،",
    "!": "¡‼⁉",
    "?": "¿⁉",
    "—": "–⸺",
    "-": "‐‑‒–",
    ".": "。…",
    '"': "«»",
    "'": "`´′",
}


class NoCharacters(ConstraintType):
    """None of some characters, each on its own, or of a class: digits, punctuation, and so on.

    Undecided where they stand in code or addresses alone, where a sign only looks like one of
    them (an en dash, `--`), and for hyphens that mark items.
    """

    id = "no_characters"
    carries = True
    passes = ({"characters": ","}, "First tea; then bread.")
    fails = ({"characters": "!;"}, "Tea! Bread.")
    wordings = {
        "no commas": {"characters": ","},
        "no exclamation marks": {"characters": "!"},
        "no exclamation points": {"characters": "!"},
        "no question marks": {"characters": "?"},
        "no em dashes": {"characters": "—"},
        "no semicolons": {"characters": ";"},
        "no digits": {"characters": "digits"},
        "no parentheses": {"characters": "parentheses"},
        "no quotation marks": {"characters": "quotation marks"},
        "no punctuation": {"characters": "punctuation"},
    }

    characters: Term = Field(
        description="The characters, or digits, punctuation, quotation marks, parentheses."
    )

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        signs = "".join(sign + _SAME.get(sign, "") for sign in self.characters)
        sure = re.compile(_CLASSES.get(self.characters, f"[{re.escape(signs)}]"))
        found = text.in_prose(sure)
        marks = (
            {at for start, end in text.marks for at in range(start, end)} if "-" in signs else ()
        )
        if wrong := [one for one in found if one[0] not in marks or text.quote(one) != "-"]:
            lines = sorted({text.line_start(start) for start, _ in wrong})
            where = listed(text, [text.around(start) for start, _ in wrong[:5]])
            return decided(False, f"{len(wrong):,} on {len(lines):,} lines: {where}", places=wrong)
        likes = "".join(_LIKE.get(sign, "") for sign in self.characters)
        if self.characters in _CLASSES or not likes:
            others = text.matches(sure)
        else:
            dashes = "|(?<=[ \\w])--(?=[ \\w])" if "—" in likes or "—" in signs else ""
            others = text.matches(re.compile(f"[{re.escape(signs + likes)}]{dashes}"))
        if others:
            where = listed(text, [text.around(start) for start, _ in others[:5]])
            return undecided(f"whether these count is open: {where}.", places=others)
        return decided(True, f"none of {self.characters}")

    def __str__(self) -> str:
        named = self.characters in _CLASSES
        return f"no {self.characters if named else ' '.join(self.characters)}"
