"""The styles that the judge's author wrote, for `bench/plan_renderings.py`."""

from __future__ import annotations

import plan_data

STYLES = plan_data.styles("worked with")
