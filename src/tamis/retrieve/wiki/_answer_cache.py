"""A cache of a server's answers as JSON files on disk, by request."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import RLock
from typing import Any

from tamis.inputs.files import write_text
from tamis.inputs.json_records import own_record


class AnswerCache:
    """Answers of a few kinds below a folder, one file each, written atomically."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._lock = folder, RLock()

    def get(self, kind: str, asked: Sequence[Any], ask: Callable[[], Any]) -> Any:
        """The answer to `asked`, from the disk or else from `ask`, whose answer is stored.

        Exceptions of `ask` are not stored. A file that is broken, or has the answer to another
        request, is ignored. Of two threads with the same request, one waits for the other.
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
    stored = own_record(path) or {}
    return stored if stored.get("asked") == asked and "answer" in stored else None
