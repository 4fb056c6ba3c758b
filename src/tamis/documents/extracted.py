"""What readers of files give, or raise."""

from __future__ import annotations

from typing import NamedTuple


class UnreadableError(ValueError):
    """A file has no readable text; the message is the reason, without the file's name."""


class Extracted(NamedTuple):
    """What a file says: the title in its properties, its first heading, and its text.

    Both titles may be empty. The text has headings as `#`, list items as "- ", and the cells of a
    row separated by " | ".
    """

    declared: str
    heading: str
    text: str
