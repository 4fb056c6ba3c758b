"""A dialogue that outgrows the context: its oldest messages are dropped first (§4.3)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tamis.types import Message

OVERHEAD = 16
"""Characters that a message costs in addition to its text, for its role and delimiters."""


def size(message: Message) -> int:
    """The counted size of a message in characters."""
    arguments = sum(len(json.dumps(dict(call.arguments), default=str)) for call in message.calls)
    return OVERHEAD + len(message.text) + arguments


class History:
    """Messages, of which the latest that fit `room` characters are shown.

    The first one has the question and is dropped like the others, as in the paper's runs, unless
    it is `kept`. Calls and their results are dropped together: no provider accepts the one without
    the other. Since most providers require a user's message first, `forgotten` then replaces the
    question. The latest messages are always shown.
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
        """Characters left for the next turn, next to the messages that are always shown."""
        return self.room - size(self.first if self.kept else self.forgotten)

    def shown(self) -> Sequence[Message]:
        """The messages to send; sets `trimmed` to the number of dropped ones."""
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
