"""Words as runs of letters, where nothing more is asked of them."""

import re

LETTERS = re.compile(r"[^\W\d_]+")
"""A run of letters."""

TOKEN = re.compile(r"\w+")
"""A run of letters, digits and underscores."""
