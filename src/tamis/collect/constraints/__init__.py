"""Constraint data in eight steps, of which people do five (ACS, §2.1).

`collect` goes on until a step waits for a person, and when called again from there.
"""

from __future__ import annotations

from tamis.collect.constraints.building import Progress, collect

__all__ = ["Progress", "collect"]
