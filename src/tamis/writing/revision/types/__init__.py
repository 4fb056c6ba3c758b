"""The kinds and types of instructions, and the types of errors in revisions (KIWI, §2.2, §4.2,
§4.3).

`INSTRUCTION_KINDS` are the two of §2.2, `INSTRUCTION_TYPES` the eight of Table 3 and `ERROR_TYPES`
the five of Table 4, defined in our own words. A model classifies with few-shot prompts
(`classify_kind`, `classify_instruction`, `classify_error`); `agreement` compares its labels with a
person's, and `held_out` has some of ours.
"""

from tamis.writing.revision.types.classifier import (
    TEMPERATURE,
    classify_error,
    classify_instruction,
    classify_kind,
    fingerprint,
)
from tamis.writing.revision.types.definitions import (
    ERROR_TYPES,
    INSTRUCTION_KINDS,
    INSTRUCTION_TYPES,
    ErrorKey,
    InstructionKey,
    TypeOf,
    error_key,
    instruction_key,
)
from tamis.writing.revision.types.human_labels import Agreement, HeldOut, agreement, held_out

__all__ = [
    "ERROR_TYPES",
    "INSTRUCTION_KINDS",
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
    "classify_kind",
    "error_key",
    "fingerprint",
    "held_out",
    "instruction_key",
]
