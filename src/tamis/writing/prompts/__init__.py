"""The prompts of a writing session (KIWI, A.1)."""

from __future__ import annotations

from tamis.prompts import Wording

WRITING = Wording("tamis.writing.prompts", ("system", "draft", "summarise", "revise", "passages"))
