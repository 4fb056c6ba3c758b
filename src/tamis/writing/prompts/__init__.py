"""The wording of what a model is asked in a writing session (KIWI, A.1)."""

from __future__ import annotations

from tamis.prompts import PromptTemplates

WRITING = PromptTemplates(
    "tamis.writing.prompts", ("system", "draft", "summarise", "revise", "passages")
)
