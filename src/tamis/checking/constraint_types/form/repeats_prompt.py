"""The request stands at the beginning, word for word: `repeats_prompt()`."""

import re

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.text.normalised import plain_words
from tamis.text.sentences import sentences

_ASKS = re.compile(r"\brepeat|\brestat|\bcopy\b|word[ -]for[ -]word|\bverbatim", re.IGNORECASE)


class RepeatsPrompt(ConstraintType):
    """It begins with the request, or with what stands before or behind the demand to repeat it.

    Only white space may differ. Undecided where letter case or punctuation differ, or marks stand
    before it, and where the request is not known.
    """

    id = "repeats_prompt"
    passes = ({"prompt": "Name a river."}, "Name a river.\n\nThe Elbe.")
    fails = ({"prompt": "Name a river."}, "The Elbe.")
    wordings = {
        "repeat the request word for word before answering": {},
        "begin by repeating the request word for word": {},
        "start by repeating the question word for word": {},
        "begin by copying the prompt verbatim": {},
    }

    prompt: str = Field("", description="What is to be repeated, where that is not the request.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        said = " ".join(text.text.split())
        wanted = [" ".join(one.split()) for one in self._wanted(text)]
        if not any(wanted):
            return undecided("the request to be repeated is not known.", "no request")
        working = f'it begins "{said[:60]}"'
        if any(one and said.startswith(one) for one in wanted):
            return decided(True, working)
        alike = [plain_words(one) for one in wanted if one]
        if any(one and one in plain_words(said[: 2 * len(one) + 100]) for one in alike):
            return undecided("it repeats the request with small changes.", working)
        first = " ".join(text.quote(text.sentences[0]).split()) if text.sentences else ""
        if len(first.split()) > 4 and first in wanted[0]:
            return undecided("it repeats a part of the request.", working)
        return decided(False, working, f'not "{wanted[0][:60]}"')

    def _wanted(self, text: Text) -> list[str]:
        """The request, and what stands before and behind the sentence that asks to repeat it."""
        if self.prompt or not text.request:
            return [self.prompt]
        asks = next((one for one in sentences(text.request) if _ASKS.search(one.text)), None)
        apart = [text.request[: asks.start], text.request[asks.end :]] if asks else []
        return [text.request, *apart]

    def __str__(self) -> str:
        return "begins with the request, word for word"
