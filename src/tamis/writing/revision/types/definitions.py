"""The kinds and types themselves: of instructions two kinds (KIWI, §2.2) and eight types (Table 3),
of errors five (Table 4).

An instruction's kind does not follow from its type: by the paper's Table 3 some of every type are
information-seeking, and some stylistic.

The paper's prompt has a ninth type of instruction, categorization (Table 10), which its tables do
not: types below 5% of the turns are merged into "others" (App. A.3). Our prompt also has the nine
and merges them in the same way, so that shares can be compared with Table 3; for people who label,
the definition of "others" says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from tamis.writing.revision.labelled import spelled
from tamis.writing.sessions import Kind

InstructionKey = Literal[
    "more_information",
    "expand_coverage",
    "clarification",
    "remove",
    "specific_edit",
    "condense",
    "reorganize",
    "others",
]
ErrorKey = Literal[
    "unrequested_change", "ignored", "constraint_failure", "poor_integration", "others"
]
Key = TypeVar("Key", bound=str)


@dataclass(frozen=True)
class TypeOf(Generic[Key]):
    """A type: its key in data files, its name for readers, its definition."""

    key: Key
    name: str
    definition: str


INSTRUCTION_KINDS: tuple[TypeOf[Kind], ...] = (
    TypeOf(
        "information-seeking",
        "Information-seeking",
        "Asks for something that is not in the answer yet and has to be looked up in the papers. A "
        "question about what the answer says is one, unless the answer itself holds the reply.",
    ),
    TypeOf(
        "stylistic",
        "Stylistic",
        "Asks for a change that needs nothing but what is there already: the answer, and words "
        "that the instruction gives itself.",
    ),
)

INSTRUCTION_TYPES: tuple[TypeOf[InstructionKey], ...] = (
    TypeOf(
        "more_information",
        "More information",
        "Asks for something beside the direct answer that bears on it, such as an example, a "
        "result, a limit, a definition or a reference.",
    ),
    TypeOf(
        "expand_coverage",
        "Expand coverage",
        "Asks for more of the direct answer itself: further methods, papers or cases that belong "
        "in it, often from several papers.",
    ),
    TypeOf(
        "clarification",
        "Clarification",
        "Asks what something that the answer already says means, or whether it is so.",
    ),
    TypeOf("remove", "Remove", "Asks for some part of the answer to be taken out."),
    TypeOf(
        "specific_edit",
        "Specific edit",
        "Dictates the words: text given in the instruction is to go into the answer as it stands, "
        "or to replace other text.",
    ),
    TypeOf(
        "condense",
        "Condense",
        "Asks for the answer, or a part of it, to be said in fewer words.",
    ),
    TypeOf(
        "reorganize",
        "Reorganize",
        "Asks for the same content in another arrangement: moved, split, joined, put in another "
        "order or form.",
    ),
    TypeOf(
        "others",
        "Others",
        "None of the other types; sorting the content into categories is counted here too.",
    ),
)

CATEGORIZATION = TypeOf[InstructionKey](
    "others",
    "Categorization",
    "Asks for the content of the answer to be sorted into categories.",
)
"""The ninth type that a model is asked for, merged into "others"."""

ERROR_TYPES: tuple[TypeOf[ErrorKey], ...] = (
    TypeOf(
        "unrequested_change",
        "Unrequested change",
        "What was asked for was done, and something besides that nobody asked for.",
    ),
    TypeOf("ignored", "Ignored", "What was asked for was not done at all."),
    TypeOf(
        "constraint_failure",
        "Constraint failure",
        "It was done against a hard condition of the instruction: a place, a length, a number, or "
        "something that was not to be done.",
    ),
    TypeOf(
        "poor_integration",
        "Poor integration",
        "It was done, and the answer hangs together worse, repeats itself or has become wrong.",
    ),
    TypeOf(
        "others",
        "Others",
        "It was attempted, and the result is poor in a way that none of the other types names.",
    ),
)

KIND_SPELLINGS: dict[str, Kind] = spelled(
    (
        (
            "information-seeking",
            ("information-seeking", "information seeking", "info-seeking", "info seeking"),
        ),
        ("stylistic", ("stylistic",)),
    )
)

# Our own names and those of the published prompts (Tables 10 and 11).
INSTRUCTION_SPELLINGS: dict[str, InstructionKey] = spelled(
    (
        (
            "more_information",
            ("more information", "asking for more information", "ask for more information"),
        ),
        (
            "expand_coverage",
            ("expand coverage", "expand answer coverage", "expanding coverage"),
        ),
        ("clarification", ("clarification", "clarify", "asking for clarification")),
        ("remove", ("remove", "removal", "removing", "delete", "deletion")),
        (
            "specific_edit",
            ("specific edit", "specific edits", "direct verbatim edit", "verbatim edit"),
        ),
        ("condense", ("condense", "condensing", "shorten", "summarize", "summarise")),
        (
            "reorganize",
            ("reorganize", "reorganise", "reorganization", "reorganisation", "reorganizing"),
        ),
        (
            "others",
            (
                *("others", "other", "categorization", "categorisation"),
                *("categorize", "categorise", "categorizing"),
            ),
        ),
    )
)
ERROR_SPELLINGS: dict[str, ErrorKey] = spelled(
    (
        (
            "unrequested_change",
            (
                *("unrequested change", "unrequested changes"),
                "introduced unrequested changes",
            ),
        ),
        (
            "ignored",
            (
                *("ignored", "instruction ignored", "instruction is ignored"),
                *("the instruction is ignored", "the instruction was ignored"),
            ),
        ),
        (
            "constraint_failure",
            (
                *("constraint failure", "failed constraint", "failed to follow hard constraint"),
                "failed to follow a hard constraint",
            ),
        ),
        (
            "poor_integration",
            (
                "poor integration",
                "added information but made answer less coherent/correct",
                "made answer less coherent/correct",
            ),
        ),
        ("others", ("others", "other")),
    )
)


def instruction_key(text: str) -> InstructionKey | None:
    """The key of the type with this name or key, in any usual spelling; None if there is none."""
    return INSTRUCTION_SPELLINGS.get(_folded(text))


def error_key(text: str) -> ErrorKey | None:
    """The key of the type of error with this name or key, in any usual spelling; None if none."""
    return ERROR_SPELLINGS.get(_folded(text))


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").replace("-", " ").casefold().split())
