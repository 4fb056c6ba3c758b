"""The prompts that make requests and constraints, in Tamis's own words (ACS, §2.1, steps 2, 4).

The prompt of step 6 is the request itself.
"""

from __future__ import annotations

from tamis.prompts import PromptTemplates

NAMES = ("request", "constraints")

_WORDING = PromptTemplates(__name__, NAMES)

render = _WORDING.render
fingerprint = _WORDING.fingerprint
