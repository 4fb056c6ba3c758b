"""Ways to write a plan by people who had not seen the judge; it was mended after they were read.

What it said of them at first is in bench/RESULTS.md.
"""

from __future__ import annotations

import plan_styles_others_menu as menus
import plan_styles_others_sessions as sessions

STYLES = {**menus.STYLES, **sessions.STYLES}
