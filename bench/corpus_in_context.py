"""A corpus of 128,000 tokens before every question: peak memory and size of the log.

"CiC Justified QA" over 328 synthetic pages in LOFT's layout, some 512,000 characters in all, by a
local server that answers at once. The same run with 10, 50 and 100 questions: what more questions
need beyond those in flight shows in its peak memory; ratios are to the fewest. A log of Inspect's
holds a text once a sample, however often the sample sends it, but once again in each sample.

The corpus must be a message of its own before the question, and the same one for all questions,
or no provider can cache it; SystemExit where the server has seen anything else.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any

from clock import Row, spend
from endpoint import MODEL, Endpoint

METHOD = "CiC Justified QA"
PAGES = 328
CHARACTERS = 512_000
QUESTIONS = (10, 50, 100)
CANDIDATES = 5


def measure(quick: bool) -> list[Row]:
    """The rows of the table; ratios are of peak memory."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name, Endpoint(CANDIDATES) as server:
        data = Path(name) / "data"
        _write(data, max(QUESTIONS))
        fewest = 0.0
        for questions in QUESTIONS[:2] if quick else QUESTIONS:
            out = Path(name) / str(questions)
            command = [sys.executable, "-m", "tamis", "run", "quest", "--data", str(data)]
            command += ["--model", MODEL, "-T", f"method={METHOD}", "--out", str(out)]
            spent = spend([*command, "--limit", str(questions)], server.env)
            seen = server.seen()
            _check(seen, questions)
            fewest = fewest or spent.peak_mb
            logged, cached = (_size(out / what) / questions / 1000 for what in ("logs", "cache"))
            note = f"{questions / seen['seconds']:.1f} questions/s; for each, {logged:.0f} kB of "
            note += f"log and {cached:.0f} kB of cache"
            what = f"{questions} questions, a prompt of {seen['characters']:,} characters"
            rows.append(Row(what, spent.seconds, spent.peak_mb, spent.peak_mb / fewest, note))
    return rows


def _check(seen: Mapping[str, Any], questions: int) -> None:
    if seen["calls"] != questions:
        raise SystemExit(f"{seen['calls']} calls for {questions} questions")
    if len(seen["firsts"]) != 1 or seen["messages"] != [2]:
        raise SystemExit(
            f"the corpus came as {len(seen['firsts'])} different first messages, of "
            f"{seen['messages']} in all, where it was to be one and the same of two"
        )


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write(folder: Path, questions: int) -> None:
    """Pages of words that are drawn as in a language, and questions, in LOFT's layout."""
    draw = random.Random(13)
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    odds = range(len(letters), 0, -1)
    words = ["".join(draw.choices(letters, odds, k=draw.randint(2, 9))) for _ in range(20_000)]
    weights = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))
    pages = []
    for page in range(PAGES):
        text, left = [], CHARACTERS // PAGES
        while left > 0:
            text.append(draw.choices(words, cum_weights=weights)[0])
            left -= len(text[-1]) + 1
        title = f"{' '.join(draw.sample(words, 2)).title()} {page}"
        record = {"pid": f"quest_{page}_0", "title_text": title, "passage_text": " ".join(text)}
        pages.append({**record, "metadata": {}})
    asked = [
        {
            "qid": str(number),
            "query_text": f"Stories of {' and '.join(draw.sample(words, 2))}",
            "metadata": {"qrels": [[pages[number % PAGES]["pid"], 1]]},
            "answers": [pages[number % PAGES]["title_text"]],
        }
        for number in range(questions)
    ]
    folder.mkdir()
    for name, records in (("corpus", pages), ("test_queries", asked)):
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines)
