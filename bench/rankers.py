"""BM25, LSA and both fused, on the real chunks of pages that came with twenty questions of QUEST.

    python bench/rankers.py [--data ../shared/data/quest] [--embedder NAME ...]

Two judgements. *Golds*: the pages that QUEST says answer, as far as they are among the chunks
(seven questions, fourteen pages: too few to rank rankers by). *Own*: the pages that came with a
question, some forty of the 855, chosen by somebody else's dense retrieval. A page is found where
its first chunk is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from tamis.measures.retrieval import retrieval_scores
from tamis.retrieve import Retriever
from tamis.retrieve.embedders import embedder
from tamis.retrieve.hybrid import Hybrid
from tamis.retrieve.rankers import build
from tamis.stats import mean
from tamis.types import Document

SHOWN = ("Recall@20", "Recall@40", "Recall@100", "MAP", "MRR")


def main() -> None:
    """Print a table of each judgement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data/quest"))
    parser.add_argument("--embedder", nargs="*", default=["lsa:64", "lsa", "hashing"])
    options = parser.parse_args()
    asked = _lines(options.data / "page_chunks_sample.jsonl")
    answers = {
        one["query"]: one["docs"] for one in _lines(options.data / "train_records_sample.jsonl")
    }
    chunks = dict.fromkeys((doc["title"], doc["chunk"]) for one in asked for doc in one["docs"])
    documents = [Document(str(n), title, text) for n, (title, text) in enumerate(chunks)]
    titles = {document.title for document in documents}
    print(f"{len(documents)} chunks of {len(titles)} pages, {len(asked)} questions")

    golds = {one["query"]: titles & set(answers.get(one["query"], ())) for one in asked}
    own = {one["query"]: {doc["title"] for doc in one["docs"]} for one in asked}
    bm25 = build(documents, "bm25")
    rankers: dict[str, Retriever] = {"bm25": bm25}
    for name in options.embedder:
        rankers[name] = build(documents, "dense", embedder=embedder(name))
        rankers[f"bm25 + {name}"] = Hybrid([bm25, rankers[name]])
    for title, judged in (("golds", golds), ("own", own)):
        _table(title, rankers, {query: pages for query, pages in judged.items() if pages})


def _table(title: str, rankers: Mapping[str, Retriever], judged: Mapping[str, set[str]]) -> None:
    pages = sum(map(len, judged.values()))
    print(f"\n{title}: {len(judged)} questions, {pages} pages\n")
    print("| ranker |", " | ".join(SHOWN), "|")
    print("|" + "---|" * (len(SHOWN) + 1))
    for name, ranker in rankers.items():
        scores = [
            (query, retrieval_scores(_pages(ranker, query), wanted))
            for query, wanted in judged.items()
        ]
        means = (mean((one[measure], query) for query, one in scores) for measure in SHOWN)
        print(f"| {name} |", " | ".join(f"{one.value:.3f}" for one in means), "|")


def _pages(ranker: Retriever, query: str) -> list[str]:
    return list(dict.fromkeys(hit.document.title for hit in ranker.search(query, None)))


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
