"""The styles of people who had not seen the judge, for `bench/plan_renderings.py`."""

from __future__ import annotations

import plan_data

STYLES = plan_data.styles("first round", "second round")
