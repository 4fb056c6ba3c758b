"""Ways to write a plan by people who had not seen the judge; it was mended after they were read.

What it said of them at first is in bench/RESULTS.md.
"""

from __future__ import annotations

import plan_styles_others_menu as menus
import plan_styles_others_sessions as sessions
import plan_styles_third_menu as later_menus
import plan_styles_third_sessions as later_sessions

STYLES = {**menus.STYLES, **sessions.STYLES, **later_menus.STYLES, **later_sessions.STYLES}
