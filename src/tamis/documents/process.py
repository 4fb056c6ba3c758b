"""A process that reads files for this one, within limits of time and memory.

Files may be hostile: one can end its reader, fill the memory, or take for ever. The two processes
exchange lines of JSON, so that whatever a file does to its reader, it is only text that comes back.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tamis.text.secrets import without_keys


def usable_cores() -> int:
    """How many cores this process may use: of the machine, or of its container; at least 1."""
    affinity = getattr(os, "sched_getaffinity", None)
    own = len(affinity(0)) if affinity else os.cpu_count() or 1
    with contextlib.suppress(OSError, ValueError):
        # What a container may use; `max` is no number.
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        own = min(own, int(quota) // int(period))
    return max(1, own)


class ReaderEndedError(Exception):
    """The process has ended before it had said everything; `late`: since its time was over."""

    def __init__(self, code: int, late: bool) -> None:
        super().__init__(f"the reader ended with code {code}")
        self.code, self.late = code, late


class ReaderProcess:
    """A process that runs the function `serve` of a module, which calls `answer_all`.

    It has no keys in its environment, and Ctrl-C does not reach it.
    """

    def __init__(self, module: str) -> None:
        start = f"import sys; sys.path[:] = {sys.path!r}; from {module} import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=without_keys(os.environ),
            start_new_session=True,
        )

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def end(self) -> None:
        """Kill it, if it is not gone already."""
        self._process.kill()
        self._process.communicate()

    def ask(self, data: bytes, asked: dict[str, Any], seconds: float) -> Iterator[Any]:
        """What it says of the data, value by value.

        Raises ReaderEndedError where it ends, or has not said everything after so many seconds.
        It is ended where not everything was taken from the iterator.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        late = threading.Event()

        def stop() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        whole = False
        try:
            # A process that is gone already is found out by what it does not say.
            with contextlib.suppress(OSError):
                head = json.dumps({**asked, "size": len(data)}).encode()
                self._process.stdin.write(head + b"\n")
                self._process.stdin.write(data)
                self._process.stdin.flush()
            for line in self._process.stdout:
                if not line.endswith(b"\n"):  # killed while it was telling
                    break
                if (said := json.loads(line)) is None:
                    whole = True
                    return
                yield said
        finally:
            timer.cancel()
            if not whole:
                self.end()
        raise ReaderEndedError(self._process.returncode, late.is_set())


def answer_all(answer: Callable[[bytes, dict[str, Any]], Iterable[object]]) -> None:
    """Answer what is sent to this process, until nothing more is; no answer is None."""
    given, said = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints must not be taken for an answer.
    sys.stdout = sys.stderr
    while head := given.readline():
        asked = json.loads(head)
        for one in (*answer(given.read(asked["size"]), asked), None):
            said.write(json.dumps(one).encode("ascii") + b"\n")
            said.flush()


def limit_memory(megabytes: int) -> None:
    """Let this process have so much memory; where the system has no such limits, nothing."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
