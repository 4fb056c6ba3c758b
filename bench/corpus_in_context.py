"""A corpus of 128,000 tokens before every question: peak memory and size of the log.

"CiC Justified QA" over 328 synthetic pages in LOFT's layout, some 512,000 characters in all, by a
local server that answers at once. The same run with 10, 50 and 100 questions; ratios are of peak
memory, to the fewest. What more questions take without any corpus to speak of, Inspect's own
records of them, show the last rows, over a fortieth of the pages.

A log of Inspect's holds a text once a sample, however often the sample sends it, but once again
in each sample: the notes say how large a sample is there, before and after compression. The
corpus must be a message of its own before the question, and the same one for all questions, or no
provider can cache it; SystemExit where the server has seen anything else.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from clock import Row, spend
from endpoint import MODEL, Endpoint

METHOD = "CiC Justified QA"
PAGES = 328
PAGE = 1_560
"""Characters of a page."""

QUESTIONS = (10, 50, 100)
CANDIDATES = 5


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    numbers = (2, 5) if quick else QUESTIONS
    with tempfile.TemporaryDirectory() as name, Endpoint(CANDIDATES) as server:
        return [
            *_rows(server, Path(name) / "corpus", PAGES, numbers),
            *_rows(server, Path(name) / "small", PAGES // 40, (numbers[0], numbers[-1])),
        ]


def _rows(server: Endpoint, folder: Path, pages: int, numbers: tuple[int, ...]) -> Iterator[Row]:
    _write(folder, pages, max(numbers))
    fewest = 0.0
    for questions in numbers:
        out = folder / f"{questions}-questions"
        command = [sys.executable, "-m", "tamis", "run", "quest", "--data", str(folder)]
        command += ["--model", MODEL, "-T", f"method={METHOD}", "--out", str(out)]
        spent = spend([*command, "--limit", str(questions)], server.env)
        seen = server.seen()
        _check(seen, questions)
        fewest = fewest or spent.peak_mb
        [log] = (out / "logs").rglob("*.eval")
        prompt, plain = seen["characters"], _largest(log)
        note = f"a prompt of {prompt:,} characters; a sample of {plain / 1000:,.0f} kB "
        note += f"({plain / prompt:.2f} times the prompt), compressed in the log "
        note += f"{log.stat().st_size / questions / 1000:,.0f} kB"
        what = f"{pages} pages, {questions} questions"
        yield Row(what, spent.seconds, spent.peak_mb, spent.peak_mb / fewest, note)


def _check(seen: Mapping[str, Any], questions: int) -> None:
    if seen["calls"] != questions:
        raise SystemExit(f"{seen['calls']} calls for {questions} questions")
    if len(seen["firsts"]) != 1 or seen["messages"] != [2]:
        raise SystemExit(
            f"the corpus came as {len(seen['firsts'])} different first messages, of "
            f"{seen['messages']} in all, where it was to be one and the same of two"
        )


def _largest(log: Path) -> int:
    """Bytes of the largest sample of a log, before compression."""
    with ZipFile(log) as opened:
        return max(m.file_size for m in opened.infolist() if m.filename.startswith("samples/"))


def _write(folder: Path, number: int, questions: int) -> None:
    """Pages of words that are drawn as in a language, and questions, in LOFT's layout."""
    draw = random.Random(13)
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    odds = range(len(letters), 0, -1)
    words = ["".join(draw.choices(letters, odds, k=draw.randint(2, 9))) for _ in range(20_000)]
    weights = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))
    pages = []
    for page in range(number):
        text, left = [], PAGE
        while left > 0:
            text.append(draw.choices(words, cum_weights=weights)[0])
            left -= len(text[-1]) + 1
        title = f"{' '.join(draw.sample(words, 2)).title()} {page}"
        record = {"pid": f"quest_{page}_0", "title_text": title, "passage_text": " ".join(text)}
        pages.append({**record, "metadata": {}})
    asked = [
        {
            "qid": str(nth),
            "query_text": f"Stories of {' and '.join(draw.sample(words, 2))}",
            "metadata": {"qrels": [[pages[nth % len(pages)]["pid"], 1]]},
            "answers": [pages[nth % len(pages)]["title_text"]],
        }
        for nth in range(questions)
    ]
    folder.mkdir()
    for name, records in (("corpus", pages), ("test_queries", asked)):
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines)
