"""The types of instructions and of errors in revisions (KIWI, §4.2, §4.3).

`INSTRUCTION_TYPES` are the eight of Table 3 and `ERROR_TYPES` the five of Table 4, defined in our
own words. A model classifies with few-shot prompts (`classify_instruction`, `classify_error`), a
program by keywords (`keyword_type`, `keyword_error`); `agreement` compares either with a person's
labels, and `held_out` has some of ours.
"""

from tamis.writing.revision.types.classifier import (
    TEMPERATURE,
    classify_error,
    classify_instruction,
    fingerprint,
)
from tamis.writing.revision.types.definitions import (
    ERROR_TYPES,
    INSTRUCTION_TYPES,
    ErrorKey,
    InstructionKey,
    TypeOf,
    error_key,
    instruction_key,
)
from tamis.writing.revision.types.human_labels import Agreement, HeldOut, agreement, held_out
from tamis.writing.revision.types.keywords import keyword_error, keyword_type

__all__ = [
    "ERROR_TYPES",
    "INSTRUCTION_TYPES",
    "TEMPERATURE",
    "Agreement",
    "ErrorKey",
    "HeldOut",
    "InstructionKey",
    "TypeOf",
    "agreement",
    "classify_error",
    "classify_instruction",
    "error_key",
    "fingerprint",
    "held_out",
    "instruction_key",
    "keyword_error",
    "keyword_type",
]
