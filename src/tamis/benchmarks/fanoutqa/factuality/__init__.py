"""The judge of factual content: compares an answer to the expert's (FanOutQA, §4.1, App. H.3).

Six verdicts, by the paper's letters. The published code takes the last character of the reply, so
"…the letter E." and "none" give verdicts, and an empty reply raises an exception; here the letter
must be on a line of its own or after a label, and anything else is unparsed.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal, get_args

from tamis.prompts import PromptTemplates
from tamis.reading.refusals import declines
from tamis.text.normalised import whole
from tamis.types import Chat, Outcome, Reply, System

Letter = Literal["A", "B", "C", "D", "E", "F"]

LETTERS: dict[Letter, str] = {
    "A": "a part of the expert's answer, and consistent with it",
    "B": "more than the expert's answer, and consistent with it",
    "C": "the same details as the expert's answer",
    "D": "in conflict with the expert's answer",
    "E": "different, but not in its facts",
    "F": "no answer to the question",
}
"""The meaning of each verdict: the submitted answer is …"""

CORRECT = frozenset(("B", "C", "E"))
"""The verdicts that score 1; the others score 0 (App. H.3)."""

MAX_CHARACTERS = 20_000
"""An answer is cut to this length before it is judged, in every run."""

_WORDING = PromptTemplates(__name__, ("factuality",), ("factuality_system",))
_RULE = re.compile(r"={3,}|\*{3,}")
_LABEL = (
    r"(?:(?:so|thus|therefore|hence),? )?(?:(?:the|my|final|correct|best|single) )*"
    r"(?:answer|verdict|choice|conclusion|option|case|letter|final|grade|result)"
)
_ALONE = re.compile(r"(?:option |case )?(?:[(\[]([A-F])[)\]]|([A-Fa-f]))\.?")
_OPENING = re.compile(r"(?:[(\[]([A-F])[)\]][:.]?|([A-F])[:)])\s+\S.*")
_LABELLED = re.compile(
    rf"{_LABEL}\s*+(?:(?:is|must be|=|:|-)\s*+)?(?::\s*+)?[(\[]?([A-Fa-f])[)\]]?"
    r"(?P<more>[.):].*|,? (?:because|since|as)\b.*|\s+-.*)?",
    re.IGNORECASE,
)
_ANOTHER = re.compile(r"\b(?:and|or|/|,)\s*[(\[]?[A-F]\b|[(\[][A-F][)\]]")
_BOXED = re.compile(r"\\boxed\{\s*+(?:\\text\{\s*+)?([A-F])\s*\}")
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True)
class Factuality:
    """The verdict on an answer, compared to the expert's.

    `letter` is None where none could be read; `outcome` is the reason. `rationale` is the reply.
    """

    letter: Letter | None
    judge: str
    outcome: Outcome = "ok"
    rationale: str = ""

    @property
    def score(self) -> float:
        """1 for B, C and E, 0 for A, D and F, NaN where there is no verdict."""
        return float(self.letter in CORRECT) if self.letter is not None else math.nan


async def judge(
    chat: Chat,
    question: str,
    reference: str,
    answer: str,
    *,
    prompts: str | None = None,
    name: str = "model",
) -> Factuality:
    """Compare `answer` to `reference` (the expert's answer as text), by one call of `chat`.

    `prompts` is a folder with another `factuality.j2`, and `factuality_system.j2` where there is to
    be a system message; exceptions of `chat` are not caught.
    """
    messages = [*system(prompts), prompt(question, reference, answer, prompts)]
    return factuality(await chat(messages), name)


def system(folder: str | None = None) -> list[System]:
    """The system message of a comparison: that of the folder, or none."""
    return _WORDING.system("factuality", folder)


def prompt(question: str, reference: str, answer: str, folder: str | None = None) -> str:
    """The prompt of one comparison; the answer is cut at `MAX_CHARACTERS`."""
    return _WORDING.render(
        "factuality",
        folder,
        question=_material(question),
        reference=_material(reference),
        answer=_material(answer[:MAX_CHARACTERS]).strip() or "(nothing was submitted)",
    )


def fingerprint(folder: str | None = None) -> str:
    """Eight hex digits that change with the wording; logs and reports carry them."""
    return _WORDING.fingerprint(folder)


def _material(text: str) -> str:
    """Text that cannot be mistaken for a delimiter of the prompt."""
    return whole(_RULE.sub("==", text))


def factuality(reply: Reply, name: str = "model") -> Factuality:
    """A judge's reply as a verdict."""
    if reply.failed:
        return Factuality(None, name, "failed", reply.failed)
    if reply.refused:
        return Factuality(None, name, "refused", reply.text.strip())
    if not reply.text.strip():
        return Factuality(None, name, "missing")
    found = letter(reply.text)
    if found is None and not reply.truncated and declines(reply.text):
        return Factuality(None, name, "refused", reply.text.strip())
    return Factuality(found, name, "ok" if found else "unparsed", reply.text.strip())


def letter(text: str) -> Letter | None:
    """The verdict of a reply: a letter alone on one of the last two lines, or after a label on one
    of the last ten, or at the beginning of the last line.

    None where there is no such letter, where there are two, or where the cases are only listed.
    """
    boxed: list[str] = _BOXED.findall(text)
    lines = [
        re.sub(r"[*_`#>\"'“”‘’]", "", line).strip() for line in _THOUGHT.sub("", text).splitlines()
    ]
    lines = [line for line in lines if line][-10:]
    alone = [line for line in lines if _ALONE.fullmatch(line)]
    if len({line.strip("()[]. ").upper() for line in alone}) > 2:
        # The cases are listed, and none is chosen.
        lines = []
    for at, line in enumerate(reversed(lines)):
        if len(line) > 300:
            continue
        if at < 2 and (found := _ALONE.fullmatch(line)) is not None:
            return _as_letter(found[1] or found[2])
        if (found := _LABELLED.fullmatch(line)) is not None:
            return None if _ANOTHER.search(found["more"] or "") else _as_letter(found[1])
        if at == 0 and (found := _OPENING.fullmatch(line)) is not None:
            return None if _ANOTHER.search(line[3:]) else _as_letter(found[1] or found[2])
    return _as_letter(boxed[-1]) if boxed else None


def _as_letter(found: str) -> Letter | None:
    upper = found.upper()
    return next((known for known in get_args(Letter) if known == upper), None)
