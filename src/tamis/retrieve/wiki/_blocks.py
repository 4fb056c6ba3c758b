"""The blocks of a page, put together as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Block(NamedTuple):
    """A paragraph, list item, table or heading.

    There is no blank line between blocks of one `group`; a heading has a `level` of 1 to 6.
    """

    group: object
    text: str
    level: int = 0


def written(blocks: Sequence[Block]) -> str:
    """The text of all blocks, without headings of empty sections."""
    kept: list[Block] = []
    following = 0  # the level of the heading that comes next, 7 for text, 0 for the end
    for block in reversed(blocks):
        if block.level and block.level >= following:
            continue
        following = block.level or 7
        kept.append(block)
    parts: list[str] = []
    before: object = None
    for block in reversed(kept):
        if parts:
            parts.append("\n" if block.group is not None and block.group is before else "\n\n")
        parts.append(block.text)
        before = block.group
    return "".join(parts)
