"""Indexes of up to a million passages: memory, processor time, disk.

    python bench/million.py [--passages N ...] [--ranker NAME ...] [--files N] [--folder DIR]

The passages have 60 to 140 words of a Zipf vocabulary (200,000 words, exponent 1.05), one document
each. Every row is a process of its own; its peak is that of the kernel (`wait4`), files that are
memory-mapped included. `import` is what Python and the packages take before anything is read.
`lance` is `tamis retrieve --ranker lance` with vectors; it and `hybrid` have those of `hashing`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from clock import Row, machine, spend, table

PASSAGES = (100_000, 500_000, 1_000_000)
FILES = 50_000
QUERIES = 20


def main() -> None:
    """Print a table for each size, and one for a folder of small files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--passages", type=int, nargs="*", default=PASSAGES)
    parser.add_argument("--files", type=int, default=FILES, help="0 for none")
    parser.add_argument("--ranker", nargs="*", default=["bm25"], help="bm25, dense, hybrid, lance")
    parser.add_argument("--folder", type=Path, help="where to work  [a temporary folder]")
    chosen = parser.parse_args()
    print(machine(), flush=True)
    with tempfile.TemporaryDirectory(dir=chosen.folder) as name:
        for number in chosen.passages:
            rows = _passages(Path(name), number, chosen.ranker)
            print(f"\n{table(f'{number:,} passages', rows)}", flush=True)
        if chosen.files:
            rows = _files(Path(name), chosen.files)
            print(f"\n{table(f'a folder of {chosen.files:,} files', rows)}", flush=True)


def _passages(folder: Path, number: int, rankers: list[str]) -> list[Row]:
    corpus = folder / "corpus.jsonl"
    _child("make", corpus, number)
    rows = [_row("import", "nothing"), _row("reading the corpus alone", "read", corpus)]
    for ranker in rankers:
        if ranker == "lance":
            rows += _retrieve(folder, corpus, ranker, "--embedder", "hashing")
            continue
        home = folder / f"home-{ranker}"
        rows.append(_row(f"{ranker}: keep, first time", "keep", corpus, home, ranker))
        rows.append(_row(f"{ranker}: keep, again", "keep", corpus, home, ranker))
        rows.append(_row(f"{ranker}: a search, forty hits", "search", corpus, home, ranker))
        rows.append(_row(f"{ranker}: the scores of all passages", "scores", corpus, home, ranker))
        size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
        rows.append(Row(f"{ranker}: on disk", note=f"{size / 1e6:,.0f} MB"))
        shutil.rmtree(home)
    if "bm25" in rankers:
        rows += _retrieve(folder, corpus, "bm25")
    return rows


def _retrieve(folder: Path, corpus: Path, ranker: str, *options: str) -> list[Row]:
    command = [sys.executable, "-m", "tamis", "retrieve", "--corpus", str(corpus)]
    command += ["--queries", f"{corpus}.queries", "--run-out", str(folder / "run")]
    rows = []
    for what in ("first time", "again"):
        spent = spend([*command, "--ranker", ranker, *options, "--index", str(folder / "index")])
        note = f"{spent.cpu:.1f} s of CPU"
        title = f"tamis retrieve --ranker {ranker} --index, {what}"
        rows.append(Row(title, spent.seconds, spent.peak_mb, None, note))
    shutil.rmtree(folder / "index")
    return rows


def _files(folder: Path, number: int) -> list[Row]:
    root, home = folder / "files", folder / "home"
    _child("files", root, number)
    rows = [_row("keep, first time", "keep", root, home, "bm25")]
    rows.append(_row("keep, unchanged", "keep", root, home, "bm25"))
    for nth, what in enumerate(("one file changed", "one file new", "one file gone")):
        path = root / f"{nth:03}" / "0.txt"
        match what:
            case "one file changed":
                path.write_text(f"{path.read_text()} and more")
            case "one file new":
                path.with_name("new.txt").write_text("something new")
            case _:
                path.unlink()
        rows.append(_row(f"keep, {what}", "keep", root, home, "bm25"))
    shutil.rmtree(home)
    rows.append(_row("keep, first time, the files as changed", "keep", root, home, "bm25"))
    return rows


def _row(what: str, *arguments: object) -> Row:
    spent, got = _child(*arguments)
    note = f"{spent.cpu:.1f} s of CPU{f'; {got}' if got else ''}"
    return Row(what, spent.seconds, spent.peak_mb, None, note)


def _child(*arguments: object) -> tuple[Any, Any]:
    spent = spend([sys.executable, __file__, "child", *map(str, arguments)])
    return spent, json.loads(spent.output or "null")


# From here on in the children.


def _texts(number: int, seed: int = 11) -> Any:
    """`number` texts of 60 to 140 words, the same for the same seed."""
    import numpy as np

    rng = np.random.default_rng(seed)
    ranks = np.arange(1, 200_001)
    shares = np.cumsum(ranks**-1.05)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = np.array(["".join(rng.choice(letters, 3 + min(9, i // 60))) for i in range(len(ranks))])
    for start in range(0, number, 1_000):
        sizes = rng.integers(60, 141, min(1_000, number - start))
        drawn = np.searchsorted(shares, rng.random(sizes.sum()) * shares[-1])
        for part in np.split(words[drawn], np.cumsum(sizes)[:-1]):
            yield " ".join(part.tolist())


def _make(path: Path, number: int) -> None:
    """Write a corpus, and queries of four words of some of its documents."""
    queries = []
    with path.open("w", encoding="ascii") as file:
        for i, text in enumerate(_texts(number)):
            file.write(json.dumps({"id": f"d{i}", "title": "", "text": text}) + "\n")
            if i % (number // QUERIES) == 0:
                queries.append({"_id": f"q{i}", "text": " ".join(text.split()[10:14])})
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    path.with_name(f"{path.name}.queries").write_text(lines)


def _make_files(root: Path, number: int) -> None:
    for i, text in enumerate(_texts(number)):
        path = root / f"{i % 100:03}" / f"{i // 100}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _keep(corpus: str, home: str, ranker: str) -> Any:
    from tamis.retrieve.kept_index import Settings, keep

    embedder = None if ranker == "bm25" else "hashing"
    return keep(corpus, Path(home), Settings(ranker=ranker, embedder=embedder))


def _asked(corpus: str, home: str, ranker: str, what: str) -> str:
    import numpy as np

    kept = _keep(corpus, home, ranker)
    lines = Path(f"{corpus}.queries").read_text().splitlines()
    start = time.perf_counter()
    for line in lines:
        query = json.loads(line)["text"]
        if what == "search":
            kept.retriever.search(query, 40)
        else:
            np.argsort(-kept.retriever.scores(query), kind="stable")
    return f"{1000 * (time.perf_counter() - start) / len(lines):.1f} ms a query"


def _main(what: str, *rest: str) -> Any:
    match what:
        case "make":
            return _make(Path(rest[0]), int(rest[1]))
        case "files":
            return _make_files(Path(rest[0]), int(rest[1]))
        case "nothing":
            import tamis.retrieve.kept_index  # noqa: F401

            return None
        case "read":
            from tamis.retrieve.corpora import stream_corpus

            return f"{sum(1 for _ in stream_corpus(rest[0]).documents):,} documents"
        case "keep":
            corpus, home, ranker = rest
            kept = _keep(corpus, home, ranker)
            return f"{kept.read:,} read, {kept.unchanged:,} unchanged"
    corpus, home, ranker = rest
    return _asked(corpus, home, ranker, what)


if __name__ == "__main__":
    os.environ.setdefault("TQDM_DISABLE", "1")
    if sys.argv[1:2] == ["child"]:
        print(json.dumps(_main(*sys.argv[2:])))
    else:
        main()
