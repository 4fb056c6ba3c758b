"""The files of a folder that were not read, by name on standard error.

The right answer may have been in one of them, and a count alone would not tell where to look.
"""

from __future__ import annotations

import click

from tamis.answering.findings import Findings
from tamis.text.shown import clean

_MOST = 50
"""How many unreadable files are told, each in a line."""

_MOST_OTHERS = 10
"""How many files of other kinds are told, all in one line."""


def tell(found: Findings) -> None:
    """Name the files that could not be read, and those of kinds that are not read."""
    for one in found.unread[:_MOST]:
        click.echo(clean(f"not read: {one.named} {one.reason}."), err=True)
    if (more := len(found.unread) - _MOST) > 0:
        click.echo(f"not read: {more:,} more files; --json names all of them.", err=True)
    if found.other_files:
        first = ", ".join(found.other_files[:_MOST_OTHERS])
        more = len(found.other_files) - _MOST_OTHERS
        rest = f", and {more:,} more; --json names all of them" if more > 0 else ""
        click.echo(clean(f"not read, of other kinds: {first}{rest}."), err=True)
