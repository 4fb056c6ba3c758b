"""What a server has told, kept as JSON on this disk: each answer by what was asked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import RLock
from typing import Any

from tamis.inputs.files import write_text


class Kept:
    """Answers of a few kinds below a folder, a file each, written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._lock = folder, RLock()

    def get(self, kind: str, asked: Sequence[Any], ask: Callable[[], Any]) -> Any:
        """The answer to `asked`, from the disk or, if it is not there, from `ask`; then it is kept.

        What `ask` raises is not kept. A file that is broken, or holds the answer to something
        else, counts for nothing. Of two threads that ask for the same, one waits for the other.
        """
        name = json.dumps(list(asked))
        digest = hashlib.sha256(name.encode("ascii")).hexdigest()[:32]
        path = self.folder / kind / digest[:2] / f"{digest}.json"
        if stored := _stored(path, list(asked)):
            return stored["answer"]
        with self._lock:
            if stored := _stored(path, list(asked)):
                return stored["answer"]
            answer = ask()
            write_text(path, json.dumps({"asked": list(asked), "answer": answer}) + "\n")
            return answer


def _stored(path: Path, asked: list[Any]) -> dict[str, Any] | None:
    try:
        stored = json.loads(path.read_bytes())
        return stored if stored["asked"] == asked and "answer" in stored else None
    except (OSError, ValueError, TypeError, KeyError):
        return None
