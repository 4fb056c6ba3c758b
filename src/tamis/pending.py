"""A call that is awaited, or run where nothing can be awaited: `await tamis.ask(…)`, or `.run()`.

Why it is so and not two functions: docs/decisions/python.md.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
import threading
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Pending(Coroutine[Any, Any, T], Generic[T]):
    """A call that has not run yet; nothing is read or asked before it is awaited or run.

    It is a coroutine, so `await`, `asyncio.run`, `asyncio.gather` and tasks take it. It runs once:
    a second time raises RuntimeError, as with any coroutine. What a result would have raises
    AttributeError here, with a sentence that says what to write.

    >>> tamis.check("Thanks!", ["At most 5 words."])
    tamis.check(…) has not run yet: write `await tamis.check(…)`, or `tamis.check(…).run()` in a \
plain script.
    """

    def __init__(self, name: str, start: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._name, self._start = name, start
        self._begun: Coroutine[Any, Any, T] | None = None

    def run(self) -> T:
        """The result, waited for: in a script, and in a notebook or an `async def` as well.

        Where an event loop runs already, the call gets a thread with a loop of its own, and that
        loop stands still until it is done; `await` lets it go on. Ctrl-C, or a notebook's button
        to stop, cancels the call.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(self)
        return _in_a_thread(self)

    def __await__(self) -> Generator[Any, Any, T]:
        return self._coroutine(again=True).__await__()

    def send(self, value: Any) -> Any:
        """As a coroutine's."""
        return self._coroutine().send(value)

    def throw(self, *exception: Any) -> Any:
        """As a coroutine's."""
        return self._coroutine().throw(*exception)

    def close(self) -> None:
        """As a coroutine's; a call that has not begun will not."""
        if self._begun is not None:
            self._begun.close()

    def _coroutine(self, again: bool = False) -> Coroutine[Any, Any, T]:
        if self._begun is None:
            self._begun = self._start()
        elif again:
            raise RuntimeError(f"this call of {self._name} has run already; call it again.")
        return self._begun

    def __repr__(self) -> str:
        return f"{self._name}(…) has not run yet: {self._what_to_write()}."

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"{self._name}(…) has not run yet, so it is neither true nor false: "
            f"{self._what_to_write()}."
        )

    def __getattr__(self, attribute: str) -> NoReturn:
        # Python and notebooks themselves look for names like these, to see what an object can do.
        if attribute.startswith("_") or attribute.startswith(("cr_", "gi_")):
            raise AttributeError(attribute)
        raise AttributeError(
            f"{self._name}(…) has not run yet and has no {attribute!r}: {self._what_to_write()}."
        )

    def _what_to_write(self) -> str:
        return f"write `await {self._name}(…)`, or `{self._name}(…).run()` in a plain script"


def pending(name: str) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Pending[T]]]:
    """Makes of an `async def` a function that returns a `Pending`; `name` is what users call."""

    def decorated(function: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Pending[T]]:
        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> Pending[T]:
            # A call with wrong arguments fails here, where it stands, and not when it is awaited.
            try:
                signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{name}: {error}") from None
            return Pending(name, lambda: function(*args, **kwargs))

        signature = inspect.signature(function)
        return call

    return decorated


def _in_a_thread(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, run by a loop of its own in a thread of its own."""
    begun: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any] | None]] = Future()
    done: Future[T] = Future()

    async def main() -> T:
        begun.set_result((asyncio.get_running_loop(), asyncio.current_task()))
        return await coroutine

    def work() -> None:
        try:
            done.set_result(asyncio.run(main()))
        except BaseException as error:
            done.set_exception(error)

    # What the caller has set for its context (Inspect keeps models there) holds in the thread too.
    thread = threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True)
    thread.start()
    try:
        return done.result()
    except BaseException:
        if not done.done():
            loop, task = begun.result()
            if task is not None:
                loop.call_soon_threadsafe(task.cancel)
        thread.join()
        raise
