"""Whether the passages of a failed information-seeking turn held what it needed (KIWI, §4.3).

A person, or one call of a model, labels the passages: they hold all that the instruction needs, a
part of it, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from tamis.prompts import PromptTemplates
from tamis.types import Chat, Passage
from tamis.writing.revision.labelled import Labelled, labelled, spelled
from tamis.writing.revision.model_judge import material
from tamis.writing.sessions import Turn

Found = Literal["sufficient", "partial", "none"]
FOUND: tuple[Found, ...] = get_args(Found)
"""Labels: everything that the instruction needs, some of it, nothing of it."""

_WORDING = PromptTemplates("tamis.writing.revision.prompts", ("retrieval",))
_SPELLINGS: dict[str, Found] = spelled(
    (
        ("sufficient", ("sufficient",)),
        ("partial", ("partial", "partially")),
        ("none", ("none",)),
    )
)


def failed(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """The turns that are analysed: known to be information-seeking, rated neutral or bad."""
    return tuple(turn for turn in turns if turn.sought and turn.rating in ("neutral", "bad"))


async def judge_retrieval(
    chat: Chat,
    question: str,
    instruction: str,
    passages: Sequence[Passage],
    prompts: str | None = None,
) -> Labelled[Found]:
    """Whether `passages` hold what `instruction` asks for, by one call of `chat`.

    Without any passage the label is "none" and no call is made. `prompts` is a folder with another
    `retrieval.j2`; exceptions of `chat` are passed on.
    """
    if not passages:
        return Labelled("none", "ok", "there are no passages")
    asked = prompt(question, instruction, passages, prompts)
    return labelled(await chat([asked]), _SPELLINGS)


def prompt(
    question: str, instruction: str, passages: Sequence[Passage], folder: str | None = None
) -> str:
    """The prompt for the passages of one turn."""
    return _WORDING.render(
        "retrieval",
        folder,
        question=" ".join(material(question).split()),
        instruction=material(instruction) or "(empty)",
        passages=[
            {"title": " ".join(material(p.title).split()), "text": material(p.text)}
            for p in passages
        ],
    )


def fingerprint(folder: str | None = None) -> str:
    """A hash of the prompt, eight hex digits."""
    return _WORDING.fingerprint(folder)
