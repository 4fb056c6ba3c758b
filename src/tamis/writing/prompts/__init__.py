"""The prompts of a writing session (KIWI, A.1).

A user's folder may also have `revise_style` for instructions that need no passages, and a system
message of its own for each step, as in the paper.
"""

from __future__ import annotations

from tamis.prompts import PromptTemplates

STEPS = ("draft", "summarise", "revise", "revise_style")

WRITING = PromptTemplates(
    "tamis.writing.prompts",
    ("system", "draft", "summarise", "revise", "passages"),
    ("revise_style", *(f"{step}_system" for step in STEPS)),
)
