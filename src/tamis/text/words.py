"""Words as runs of letters, where nothing more is asked of them."""

import re

LETTER_RUNS = re.compile(r"[^\W\d_]+")
"""A run of letters."""

WORD_RUNS = re.compile(r"\w+")
"""A run of letters, digits and underscores."""
