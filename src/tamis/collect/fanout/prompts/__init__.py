"""The prompts of the two model passes, in Tamis's own words (FanOutQA, Appendices C and H)."""

from __future__ import annotations

from tamis.prompts import PromptTemplates

NAMES = ("objective", "wording")

_WORDING = PromptTemplates(__name__, NAMES)

render = _WORDING.render
fingerprint = _WORDING.fingerprint
