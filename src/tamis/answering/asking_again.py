"""A reply that is empty or cannot be read is asked for again, as long as that helps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from tamis.types import Outcome, Reply

AGAIN = 2
"""So often a reply is asked for again."""

IN_VAIN = 3
"""After so many questions in a row for which it did not help, it is not done any more."""

_REMINDER = (
    "Your last reply was empty or could not be read. Reply again, exactly in the form that is "
    "asked for."
)


class AskingAgain:
    """Asks for a reply that can be read, up to three times, with a reminder from the second on.

    A model that never gives one is soon asked but once.
    """

    def __init__(self) -> None:
        self._in_vain = 0

    async def __call__(
        self,
        ask: Callable[[Sequence[str]], Awaitable[Reply]],
        messages: Sequence[str],
        outcome: Callable[[Reply], Outcome],
    ) -> Reply:
        """The last reply that `ask` gave to the messages; `outcome` says how it is read."""
        reply = await ask(messages)
        for left in reversed(range(AGAIN)):
            if outcome(reply) not in ("unparsed", "missing") or self._in_vain >= IN_VAIN:
                break
            # The question stays the last that is read.
            reply = await ask([*messages[:-1], f"{_REMINDER}\n\n{messages[-1]}"])
            if outcome(reply) not in ("unparsed", "missing"):
                self._in_vain = 0
            elif not left:
                self._in_vain += 1
        return reply
