"""The prompts that propose and check questions, in Tamis's own words (KIWI, A.6)."""

from __future__ import annotations

from tamis.prompts import PromptTemplates

NAMES = ("questions", "answerable")

_WORDING = PromptTemplates(__name__, NAMES)

render = _WORDING.render
fingerprint = _WORDING.fingerprint
