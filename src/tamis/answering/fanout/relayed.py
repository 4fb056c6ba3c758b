"""A dialogue around another one."""

from __future__ import annotations

from tamis.types import Dialogue


class Relayed:
    """What every dialogue around another has: `native` is that of the one within.

    A subclass calls `_dialogue` and does something with its replies.
    """

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue

    @property
    def native(self) -> bool:
        """Whether the provider supports tool calls."""
        return self._dialogue.native

    @native.setter
    def native(self, value: bool) -> None:
        self._dialogue.native = value
