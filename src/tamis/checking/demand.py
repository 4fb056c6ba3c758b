"""One thing that a response is held to: a sentence, with the typed constraint that decides it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tamis.checking.constraint_types import ConstraintType, Text, known, short_names
from tamis.checking.judgement import Judgement
from tamis.text.quantities import quantities


@dataclass(frozen=True)
class Demand:
    """One constraint of a check.

    `sentence` says it in words, `constraint` decides it without a model, None where only a model
    can; `quote` are the words of the request that it was read from, empty where it was given.
    `unsure`: these words may mean something else, so the program never says that it is not kept.
    `fault` says why its words could not be read, where that was a fault of ours.
    """

    sentence: str
    constraint: ConstraintType | None = None
    quote: str = ""
    unsure: bool = False
    fault: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is about figures or a number of things, by its type or its words."""
        if self.fault:
            return False
        if self.constraint is not None:
            return self.constraint.recorded
        return any(quantities(self.sentence))

    def judge(self, text: Text) -> Judgement:
        """The verdict by program."""
        if self.constraint is None:
            return Judgement(None, "program", "abstained", self.fault or _not_read(self.sentence))
        judged = self.constraint.judge(text)
        if not self.quote or judged.satisfied is not False:
            return judged
        if self.unsure:
            return _withheld(judged, "it is not kept as it was read, but may mean something else.")
        core = _core(text.text) if self.constraint.id in LENGTHS else text.text
        if core == text.text or self.constraint.judge(Text(core, text.request)).satisfied is False:
            return judged
        return _withheld(judged, "without the lines around what was asked for it may be kept.")


def _not_read(sentence: str) -> str:
    """Why a sentence is undecided; of the bare name of a type, how a type is written."""
    name = sentence.strip()
    if name in known() or name in short_names():
        return f"{name!r} is the name of a type, which is written {name}: true, or with parameters."
    return f"the program does not understand {sentence!r:.200}."


def _withheld(judged: Judgement, why: str) -> Judgement:
    """A verdict of "not satisfied" that is not given, with its working."""
    return replace(judged, satisfied=None, outcome="abstained", reason=why)


def _core(response: str) -> str:
    """A response without what leads to the text that was asked for, and what is said behind it."""
    return _BEHIND.sub("", _LEAD.sub("", response))


LENGTHS = frozenset(("words", "characters", "sentences", "lines", "paragraphs"))
"""Types that limit how long a text is."""
_LEAD = re.compile(
    r"\A\s*(?:[^\n]{1,120}:|(?:sure|certainly|of course|absolutely|here (?:is|are|you)|happy to)\b"
    r"[^\n]{0,160})[ \t]*\n[ \t]*\n",
    re.I,
)
_BEHIND = re.compile(
    r"\n[ \t]*\n(?:let me know|would you like|if you(?:'d| would)? (?:like|want|need)|feel free"
    r"|i hope|hope this|(?:it|this|that) (?:has|is) \d)[^\n]{0,300}\s*\Z",
    re.I,
)
