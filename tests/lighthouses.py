"""A corpus of lighthouses whose truth is known, and a verifier that reads it; also a program.

`python lighthouses.py CORPUS BUDGET` asks for everything, for tests that kill it.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path

QUESTION = "Which lighthouses have a keeper?"
_WORDS = ["lamp", "sea", "wind", "rock", "ship", "tower", "stone", "light", "fog", "horn"]
_SHOWN = re.compile(r"^ID: 1 \| TITLE: (.*?) \| CONTENT: ", re.M)


def text(number: int, manned: bool, old: bool = False, size: int = 12) -> str:
    """A document; whether it is manned and old stands in its last sentence alone."""
    words = random.Random(number).choices(_WORDS, k=size)
    year = 1811 if old else 1931
    return (
        f"# Light {number}\n\n{' '.join(words)}. It was built in {year} and "
        f"{'has a keeper' if manned else 'works by itself'}."
    )


def write(folder: Path, manned: Sequence[bool], old: Sequence[bool] = ()) -> None:
    """A folder with one document for each truth."""
    folder.mkdir(exist_ok=True)
    for number, yes in enumerate(manned):
        is_old = bool(old) and old[number]
        (folder / f"light{number:04}.md").write_text(text(number, yes, is_old), encoding="utf-8")


def drawn(units: int, accepted: int, seed: int = 0) -> list[bool]:
    """So many truths, so many of them true, in a random order."""
    truths = [True] * accepted + [False] * (units - accepted)
    random.Random(seed).shuffle(truths)
    return truths


def verdict(messages: Sequence[str]) -> str:
    """What the verifier says: by the document's words on the condition that is asked about."""
    asked, shown = messages[0].split("===== Question =====")[1], messages[-1]
    quote = "built in 1811" if "1900" in asked else "has a keeper"
    yes = quote in shown
    return json.dumps(
        {
            "candidate_answer": title(messages),
            "evidence_for": [{"doc_id": "1", "text": quote}] if yes else [],
            "evidence_against": [] if yes else [{"doc_id": "1", "text": "works by itself"}],
            "reasoning": "It says so." if yes else "It says something else.",
            "final_judgment": "TRUE" if yes else "FALSE",
        }
    )


def title(messages: Sequence[str]) -> str:
    """The title of the document that a prompt shows."""
    found = _SHOWN.search(messages[-1])
    assert found is not None
    return found[1]


if __name__ == "__main__":
    from here import tamis

    sys.exit(tamis("ask", QUESTION, *sys.argv[1:]))
