"""Classifying instructions and annotators' comments by a few-shot model (KIWI, App. A.3, A.4).

In the paper the writer ticks the kind of an instruction; a model does it here for sessions that do
not have it.
"""

from __future__ import annotations

from tamis.prompts import PromptTemplates
from tamis.types import Chat
from tamis.writing.revision.labelled import Labelled, labelled
from tamis.writing.revision.model_judge import material
from tamis.writing.revision.types.definitions import (
    CATEGORIZATION,
    ERROR_SPELLINGS,
    ERROR_TYPES,
    INSTRUCTION_KINDS,
    INSTRUCTION_SPELLINGS,
    INSTRUCTION_TYPES,
    KIND_SPELLINGS,
    ErrorKey,
    InstructionKey,
)
from tamis.writing.sessions import Kind

TEMPERATURE = 0.0
"""The temperature of the paper's classifier, with which to open `chat` (App. A.3)."""

_WORDING = PromptTemplates(
    "tamis.writing.revision.prompts", ("classify_kind", "classify_instruction", "classify_error")
)


async def classify_kind(
    chat: Chat, question: str, instruction: str, prompts: str | None = None
) -> Labelled[Kind]:
    """The kind of `instruction`, by one call of `chat`; as `classify_instruction`, with
    `classify_kind.j2`."""
    return labelled(await chat([kind_prompt(question, instruction, prompts)]), KIND_SPELLINGS)


async def classify_instruction(
    chat: Chat, question: str, instruction: str, prompts: str | None = None
) -> Labelled[InstructionKey]:
    """The type of `instruction`, by one call of `chat`; `label` is None where none could be read.

    `prompts` is a folder with another `classify_instruction.j2`; Raises InputError for a faulty
    template; exceptions of `chat` are passed on.
    """
    asked = instruction_prompt(question, instruction, prompts)
    return labelled(await chat([asked]), INSTRUCTION_SPELLINGS)


async def classify_error(
    chat: Chat, instruction: str, comment: str, prompts: str | None = None
) -> Labelled[ErrorKey]:
    """The type of error that an annotator's `comment` on a revision describes; see above."""
    return labelled(await chat([error_prompt(instruction, comment, prompts)]), ERROR_SPELLINGS)


def kind_prompt(question: str, instruction: str, folder: str | None = None) -> str:
    """The prompt for the kind of one instruction: both with definitions, then examples."""
    return _WORDING.render(
        "classify_kind",
        folder,
        kinds=INSTRUCTION_KINDS,
        question=_line(question),
        instruction=_line(instruction),
    )


def instruction_prompt(question: str, instruction: str, folder: str | None = None) -> str:
    """The prompt for one instruction: nine types with definitions, then examples of each."""
    *seven, others = INSTRUCTION_TYPES
    return _WORDING.render(
        "classify_instruction",
        folder,
        types=(*seven, CATEGORIZATION, others),
        question=_line(question),
        instruction=_line(instruction),
    )


def error_prompt(instruction: str, comment: str, folder: str | None = None) -> str:
    """The prompt for one comment: five types with definitions, then examples of each."""
    return _WORDING.render(
        "classify_error",
        folder,
        types=ERROR_TYPES,
        instruction=_line(instruction),
        comment=_line(comment),
    )


def fingerprint(folder: str | None = None) -> str:
    """A hash of the prompts, eight hex digits."""
    return _WORDING.fingerprint(folder)


def _line(text: str) -> str:
    """The text on one line, so that it cannot imitate another example of the prompt."""
    return " ".join(material(text).split()) or "(empty)"
