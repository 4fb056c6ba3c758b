"""A dialogue that outgrows the context: its oldest messages fall out first (§4.3)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tamis.types import Message

OVERHEAD = 16
"""Characters that a message costs beside its text, for its role and marks."""


def size(message: Message) -> int:
    """The characters of a message as it is counted."""
    arguments = sum(len(json.dumps(dict(call.arguments), default=str)) for call in message.calls)
    return OVERHEAD + len(message.text) + arguments


class History:
    """Messages, of which the latest that fit `room` characters are shown.

    The first one holds the question, and is as mortal as the others, as in the paper's runs,
    unless it is `kept`. What belongs together, calls and their results, goes together: no
    provider takes the one without the other. Since most want a user's message to begin with,
    `forgotten` then stands where the question stood. The latest messages are always shown.
    """

    def __init__(self, first: Message, room: int, forgotten: str, kept: bool = False) -> None:
        self.first, self.room, self.kept = first, room, kept
        self.forgotten = Message("user", forgotten)
        self.trimmed = 0
        self._turns: list[tuple[Message, ...]] = []

    def add(self, *turn: Message) -> None:
        """Add messages that belong together."""
        self._turns.append(turn)

    def free(self) -> int:
        """Characters that the next turn may have beside what is always shown."""
        return self.room - size(self.first if self.kept else self.forgotten)

    def shown(self) -> Sequence[Message]:
        """What is sent; `trimmed` then says how many messages are not."""
        left = self.room - (size(self.first) if self.kept else 0)
        turns: list[tuple[Message, ...]] = []
        for turn in reversed(self._turns):
            left -= sum(map(size, turn))
            if left < 0 and turns:
                break
            turns.insert(0, turn)
        messages = [message for turn in turns for message in turn]
        whole = len(turns) == len(self._turns)
        fits = whole and (not turns or left >= size(self.first))
        if self.kept or fits:
            messages.insert(0, self.first)
        else:
            messages.insert(0, self.forgotten)
        total = 1 + sum(map(len, self._turns))
        self.trimmed = total - len(messages) + (messages[0] is self.forgotten)
        return messages
