"""Rankers against what they stand on: BM25 against bm25s and rank_bm25, dense against numpy.

The corpus is synthetic: documents of some 1,500 characters from a Zipf vocabulary, and vectors
of the normal distribution. $TAMIS_BENCH_DOCUMENTS and $TAMIS_BENCH_VECTORS set their numbers.

Building: bare bm25s is `bm25s.tokenize` and `index`, as its manual has it, with the same stemmer
and stop words; ours has checks and documents besides. Queries: both indexes are saved, opened
memory-mapped in one process and asked in turn; the figure is the median over the queries of the
best of some rounds. Bare bm25s gives positions, ours documents, which are read from disk: some
0.15 ms for 40, whatever the size of the corpus.
rank_bm25, which cannot be saved, has a thirtieth of the documents, and so has the BM25 beside it.

Dense: the ranking alone, without the embedding of the query, on memory-mapped vectors; bare numpy
is one product, one argpartition and a sort of the best. Seconds of the first row are of 1 query,
those of the second of 100.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from clock import Row, spend

DOCUMENTS = 300_000
VECTORS = 325_505
DIMENSION = 384
QUERIES = 50
K = 40
OF_RANK_BM25 = 30
TARGETS = {"bm25": 1.1, "dense": 1.2}


def measure(quick: bool) -> list[Row]:
    """The rows of the table; ratios are to the bare library, below 1 where ours is faster."""
    share = 50 if quick else 1
    documents = int(os.environ.get("TAMIS_BENCH_DOCUMENTS", DOCUMENTS // share))
    vectors = int(os.environ.get("TAMIS_BENCH_VECTORS", VECTORS // share))
    with tempfile.TemporaryDirectory() as name:
        _run("corpus", name, documents)
        rows = [*_building(name, documents), *_asking(name, documents), *_subset(name, documents)]
        _run("vectors", name, vectors)
        return [*rows, *_dense(name, vectors)]


def _building(folder: str, documents: int) -> Iterator[Row]:
    base = None
    for who in ("bare bm25s", "BM25.build"):
        peak, got = _run("build", folder, who)
        base = base or got["build"]
        note = f"target ≤ {TARGETS['bm25']}" if who != "bare bm25s" else ""
        what = f"{documents:,} documents, {who}: index"
        yield Row(what, got["build"], peak, got["build"] / base, note)
        yield Row(f"{documents:,} documents, {who}: save", got["save"])


def _asking(folder: str, documents: int) -> Iterator[Row]:
    _, got = _run("ask", folder, "both")
    peaks = {who: _run("ask", folder, who)[0] for who in ("bare bm25s", "BM25.build")}
    base = got["bare bm25s"]
    for who, seconds in got.items():
        note = f"{1000 * seconds:.2f} ms"
        if who == "BM25.build":
            note += f"; target ≤ {TARGETS['bm25']}"
        what = f"{documents:,} documents, {who}: top {K} of one query"
        yield Row(what, seconds, peaks.get(who), seconds / base, note)


def _subset(folder: str, documents: int) -> Iterator[Row]:
    number = max(100, documents // OF_RANK_BM25)
    base = None
    for who in ("rank_bm25", "BM25.build bm25+"):
        peak, got = _run("subset", folder, who, number)
        base = base or got
        note = "rank_bm25's words are given to it" if who == "rank_bm25" else ""
        what = f"{number:,} documents, {who}"
        yield Row(f"{what}: index", got["build"], peak, got["build"] / base["build"], note)
        ratio = got["ask"] / base["ask"]
        yield Row(
            f"{what}: top {K} of one query", got["ask"], None, ratio, f"{1e3 * got['ask']:.2f} ms"
        )


def _dense(folder: str, vectors: int) -> Iterator[Row]:
    base = None
    for who in ("bare numpy", "dense.top"):
        peak, got = _run("dense", folder, who)
        base = base or got
        if got["best"] != base["best"]:
            raise SystemExit("dense.top and bare numpy rank differently")
        for number in ("1", "100"):
            seconds, ratio = got[number], got[number] / base[number]
            note = f"{1e3 * seconds:.1f} ms"
            note += f"; target ≤ {TARGETS['dense']}" if who == "dense.top" else ""
            what = f"{vectors:,} × {DIMENSION}, {who}: {number} at once"
            yield Row(what, seconds, peak, ratio, note)


def _run(*arguments: object) -> tuple[float, Any]:
    """Run this file as a child; its peak memory in MB and what it printed."""
    spent = spend([sys.executable, __file__, *map(str, arguments)])
    return spent.peak_mb, json.loads(spent.output or "null")


# From here on in the children.


def _corpus(folder: Path, number: int) -> None:
    """Write `number` documents, and queries of eight words each from one of them."""
    import numpy as np

    rng = np.random.default_rng(11)
    ranks = np.arange(1, 200_001)
    shares = np.cumsum(ranks**-1.07)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = ["".join(rng.choice(letters, 3 + min(6, i // 30))) for i in range(300)]
    words += ["".join(rng.choice(letters, 4 + i % 6)) for i in range(len(ranks) - 300)]
    queries = []
    with (folder / "corpus.jsonl").open("w", encoding="ascii") as file:
        for i in range(number):
            drawn = np.searchsorted(shares, rng.random(230) * shares[-1])
            chosen = [words[at] for at in drawn]
            title = " ".join(chosen[:3])
            record = {"id": f"d{i}", "title": title, "text": " ".join(chosen[3:])}
            file.write(json.dumps(record) + "\n")
            if i % max(1, number // QUERIES) == 0:
                queries.append(" ".join(rng.choice(chosen, 8)))
    (folder / "queries.json").write_text(json.dumps(queries))


def _documents(folder: Path, number: int | None = None) -> list[Any]:
    from tamis.types import Document

    with (folder / "corpus.jsonl").open(encoding="ascii") as file:
        lines = file if number is None else (line for _, line in zip(range(number), file))  # noqa: B905
        return [Document(**json.loads(line)) for line in lines]


def _build(folder: Path, who: str) -> dict[str, float]:
    """Index the corpus and save it."""
    import bm25s
    import Stemmer

    from tamis.retrieve.bm25 import BM25

    documents = _documents(folder)
    start = time.perf_counter()
    index: Any
    if who == "bare bm25s":
        texts = [f"{d.title}\n{d.text}" for d in documents]
        stemmer = Stemmer.Stemmer("english")
        tokens = bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)
        index = bm25s.BM25()
        index.index(tokens, show_progress=False)
    else:
        index = BM25.build(documents)
    built = time.perf_counter()
    if who == "bare bm25s":
        index.save(str(folder / "bare"), show_progress=False)
    else:
        index.save(folder / "ours")
    return {"build": built - start, "save": time.perf_counter() - built}


def _ask(folder: Path, who: str) -> dict[str, float]:
    """Ask the saved indexes: both in turn, or one alone for its memory."""
    import bm25s
    import Stemmer

    from tamis.retrieve.bm25 import BM25

    queries = json.loads((folder / "queries.json").read_text())
    asked: dict[str, Callable[[str], object]] = {}
    if who != "BM25.build":
        bare = bm25s.BM25.load(str(folder / "bare"), mmap=True, show_progress=False)
        stemmer = Stemmer.Stemmer("english")

        def split(query: str) -> Any:
            return bm25s.tokenize(
                query, stopwords="en", stemmer=stemmer, return_ids=False, show_progress=False
            )

        asked["bare bm25s"] = lambda q: bare.retrieve(split(q), k=K, show_progress=False)
    if who != "bare bm25s":
        ours = BM25.load(folder / "ours")
        asked["BM25.build"] = lambda query: ours.search(query, K)
    if who == "both":
        ids = {q: [bare.get_tokens_ids(split(q)[0])] for q in queries}
        asked["bare bm25s, given token ids"] = lambda q: bare.retrieve(
            ids[q], k=K, show_progress=False
        )
    return _medians(asked, queries, rounds=7)


def _subset_of(folder: Path, who: str, number: int) -> dict[str, float]:
    """Index a part of the corpus and ask it, in memory."""
    import re

    # Imported here, outside the clock.
    import bm25s  # noqa: F401
    import Stemmer  # noqa: F401
    from rank_bm25 import BM25Plus

    from tamis.retrieve.bm25 import BM25

    documents = _documents(folder, number)
    queries = json.loads((folder / "queries.json").read_text())[:20]
    words = re.compile(r"\w\w+").findall
    start = time.perf_counter()
    if who == "rank_bm25":
        theirs = BM25Plus([words(f"{d.title}\n{d.text}".lower()) for d in documents])
        built = time.perf_counter() - start

        def ask(query: str) -> object:
            return theirs.get_top_n(words(query), documents, K)
    else:
        ours = BM25.build(documents, "bm25+", stemmer=None, stopwords=None)
        built = time.perf_counter() - start

        def ask(query: str) -> object:
            return ours.search(query, K)

    return {"build": built, "ask": _medians({who: ask}, queries, rounds=3)[who]}


def _medians(
    asked: dict[str, Callable[[str], object]], queries: Sequence[str], rounds: int
) -> dict[str, float]:
    """For each contender the median over the queries of the best of some rounds, in turn."""
    best: dict[str, list[float]] = {who: [] for who in asked}
    for query in queries:
        times: dict[str, list[float]] = {who: [] for who in asked}
        for _ in range(rounds):
            for who, ask in asked.items():
                start = time.perf_counter()
                ask(query)
                times[who].append(time.perf_counter() - start)
        for who in asked:
            best[who].append(min(times[who]))
    return {who: statistics.median(seconds) for who, seconds in best.items()}


def _vectors(folder: Path, number: int) -> None:
    """Write `number` vectors, and 100 queries."""
    import numpy as np

    rng = np.random.default_rng(12)
    shape = (number, DIMENSION)
    path = folder / "vectors.npy"
    matrix = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=shape)
    for start in range(0, number, 10_000):
        part = matrix[start : start + 10_000]
        part[:] = rng.standard_normal(part.shape, dtype=np.float32)
    matrix.flush()
    np.save(folder / "asked.npy", rng.standard_normal((100, DIMENSION), dtype=np.float32))


def _rank(folder: Path, who: str) -> dict[str, Any]:
    """Rank the vectors for 1 and for 100 queries; the positions of the best, too."""
    import numpy as np

    from tamis.retrieve.dense import _longest, top

    matrix = np.asarray(np.load(folder / "vectors.npy", mmap_mode="r"))
    queries = np.load(folder / "asked.npy")
    # Known when an index is opened, so not in the clock; it also reads the file once.
    longest = _longest(matrix)

    def bare(asked: Any) -> list[list[int]]:
        scores = asked @ matrix.T
        near = np.argpartition(scores, -K, axis=1)[:, -K:]
        order = np.argsort(-np.take_along_axis(scores, near, axis=1), axis=1, kind="stable")
        found: list[list[int]] = np.take_along_axis(near, order, axis=1).tolist()
        return found

    def ours(asked: Any) -> list[list[int]]:
        return [at.tolist() for at, _ in top(matrix, asked, K, longest)]

    rank = bare if who == "bare numpy" else ours
    seconds: dict[str, Any] = {}
    for number, rounds in ((1, 15), (100, 5)):
        times = []
        for _ in range(rounds):
            start = time.perf_counter()
            found = rank(queries[:number])
            times.append(time.perf_counter() - start)
        seconds[str(number)] = min(times)
    return seconds | {"best": [sorted(one) for one in found]}


def _main(what: str, folder: str, *rest: str) -> Any:
    place = Path(folder)
    match what:
        case "corpus":
            return _corpus(place, int(rest[0]))
        case "vectors":
            return _vectors(place, int(rest[0]))
        case "build":
            return _build(place, rest[0])
        case "ask":
            return _ask(place, rest[0])
        case "subset":
            return _subset_of(place, rest[0], int(rest[1]))
        case _:
            return _rank(place, rest[0])


if __name__ == "__main__":
    print(json.dumps(_main(*sys.argv[1:])))
