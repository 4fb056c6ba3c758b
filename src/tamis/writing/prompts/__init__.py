"""The prompts of a writing session (KIWI, A.1)."""

from __future__ import annotations

from tamis.prompts import PromptTemplates

WRITING = PromptTemplates(
    "tamis.writing.prompts", ("system", "draft", "summarise", "revise", "passages")
)
