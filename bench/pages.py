"""Pages of an encyclopaedia: HTML to Markdown, chunks, and their ranking for one question.

The pages are those of the mini wiki, put together to some 100 KB each. The ranking of all chunks
of seven pages, parsed already, against an index of our own that is built and thrown away, and
against rank_bm25, on the same tokens as it makes them itself; the best of five runs.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

from clock import Row

QUESTION = "What is the population of each of the five largest towns, and who is its mayor?"


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    from rank_bm25 import BM25Plus

    from tamis.documents.html.mediawiki import to_markdown
    from tamis.retrieve.bm25 import BM25
    from tamis.retrieve.chunks import chunk_documents
    from tamis.retrieve.unindexed_bm25 import rank_once
    from tamis.retrieve.wiki import MINI
    from tamis.types import Document

    size = 10_000 if quick else 100_000
    sources = [json.loads(line)["html"] for line in MINI.read_text("utf-8").splitlines()]
    html = "".join(sources) * (1 + 7 * size // sum(map(len, sources)))
    seconds, text = _best(lambda: to_markdown(html))
    megabytes = len(html.encode()) / 1e6
    rows = [Row("HTML to Markdown", seconds, note=f"{megabytes / seconds:.1f} MB/s of HTML")]
    long = text * (1 + 7 * size // len(text))
    pages = [Document(str(n), f"Page {n}", long[n * size : (n + 1) * size]) for n in range(7)]
    seconds, chunks = _best(lambda: chunk_documents(pages, 1024))
    note = f"{len(chunks)} chunks, {7 * size / 1e6 / seconds:.0f} MB/s"
    rows.append(Row("chunks of seven pages", seconds, note=note))
    texts = [chunk.text for chunk in chunks]
    words = re.compile(r"\w+")

    def published() -> object:
        index = BM25Plus([words.findall(text.lower()) for text in texts])
        return index.get_scores(words.findall(QUESTION.lower()))

    floor, _ = _best(published)
    once, _ = _best(lambda: rank_once(QUESTION, texts))
    built, _ = _best(lambda: BM25.build(chunks, "bm25+").search(QUESTION, None))
    rows.append(Row("ranking: rank_bm25", floor, ratio=1.0))
    rows.append(Row("ranking: once", once, ratio=once / floor, note="target < 50 ms"))
    rows.append(Row("ranking: index built and searched", built, ratio=built / floor))
    return rows


def _best(work: Callable[[], object]) -> tuple[float, object]:
    times, result = [], None
    for _ in range(5):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result
