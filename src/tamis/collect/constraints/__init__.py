"""Constraint data built in eight steps, five of them by people (ACS, §2.1).

`collect` runs until a step waits for a person; called again, it continues from there.
"""

from __future__ import annotations

from tamis.collect.constraints.building import Progress, collect

__all__ = ["Progress", "collect"]
