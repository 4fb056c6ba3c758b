"""Titles in the properties of a file, which are not always titles."""

from __future__ import annotations

import re

# Placeholder titles written by programs, and names of files.
_NO_TITLE = re.compile(
    r"untitled(?:[ -]?\d+| document)?|microsoft \w+ - .*|"
    r"powerpoint[ -]pr[eä]sentation|pr[eé]sentation powerpoint|"
    r".*\.(?:docx?|odt|rtf|tex|dvi|ps|pptx?|indd|qxd|pdf)",
    re.I,
)


def real_title(declared: str) -> str:
    """The title that a file declares, on one line; "" where a program put it there, or none is."""
    title = " ".join(declared.split())
    return "" if _NO_TITLE.fullmatch(title) else title
