"""A passage of a paper, as a session shows and cites it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Passage:
    """A paragraph of one of the session's papers.

    `paper` is the 0-based number of the paper in the session: what a reference `[i]` names.
    """

    id: str
    paper: int
    title: str
    text: str
