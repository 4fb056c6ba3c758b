"""The retriever of a session: passages by words or by meaning (KIWI, §3.2)."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.inputs.files import read_text
from tamis.retrieve import Retriever
from tamis.types import Document, InputError, Passage

if TYPE_CHECKING:
    from tamis.retrieve._vectors import Embedder

CONTRIEVER = "facebook/contriever-msmarco"
"""The retriever of the paper (§3.2): Contriever fine-tuned on MS MARCO, mean pooling."""

_NAMED = (
    "auto, bm25, bm25:VARIANT, dense, dense:MODEL (or dense:st:MODEL), dense:openai:MODEL, "
    "dense:hashing, or hybrid in place of dense"
)
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")


@dataclass(frozen=True)
class Searcher:
    """Passages and their ranker, whose `name` is recorded in the session."""

    passages: tuple[Passage, ...]
    retriever: Retriever
    _by_id: dict[str, Passage] = field(init=False, repr=False, compare=False)
    _rest: tuple[Passage, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {passage.id: passage for passage in self.passages})
        object.__setattr__(self, "_rest", _in_turn(self.passages))

    @property
    def name(self) -> str:
        """The ranker: `bm25 (lucene)`, `dense (facebook/contriever-msmarco)`."""
        return self.retriever.name

    def search(self, query: str, k: int = 5) -> tuple[Passage, ...]:
        """The `k` passages nearest to `query`, best first, ties in their order.

        If fewer passages share a word with the query, the first passages of all papers, then the
        second ones and so on, are added, so that there are always k, or all if there are fewer.
        Raises ValueError for a k below 1.
        """
        hits = self.retriever.search(query, k)
        found = {hit.document.id: self._by_id[hit.document.id] for hit in hits}
        for passage in self._rest:
            if len(found) >= k:
                break
            found.setdefault(passage.id, passage)
        return tuple(found.values())


def open_searcher(
    passages: Sequence[Passage], retriever: str = "auto", memory: Path | None = None
) -> Searcher:
    """Index passages for a session.

    `retriever` is "bm25", "bm25:VARIANT" (see `tamis.retrieve.bm25`), "dense" (CONTRIEVER) or
    "dense:" and an embedder: a model of sentence-transformers by its name or folder, `st:NAME`,
    `openai:MODEL` (also `openai/MODEL`), `lsa` or `hashing`; "hybrid" as "dense", fused with BM25.
    "auto" is "dense" where sentence-transformers and CONTRIEVER's weights are on this machine,
    else "bm25": it never uses the network. `memory` is a folder in which embeddings are cached.
    Raises InputError for another name, for no passages, and as the embedder does.
    """
    from tamis.retrieve import rankers

    documents = [Document(passage.id, passage.title, passage.text) for passage in passages]
    if retriever == "auto":
        if (folder := _ready()) and (embedder := _loaded(str(folder))):
            index = rankers.build(documents, "dense", embedder=_kept(embedder, memory))
            return Searcher(tuple(passages), index)
        retriever = "bm25"
    kind, _, rest = retriever.partition(":")
    if kind == "bm25":
        index = rankers.build(documents, kind, rest or "lucene")
    elif kind in ("dense", "hybrid"):
        index = rankers.build(documents, kind, embedder=_kept(_embedder(rest), memory))
    else:
        raise InputError(f"There is no retriever {retriever!r:.60}; give {_NAMED}.")
    return Searcher(tuple(passages), index)


def cached_model(name: str) -> Path | None:
    """The folder of a model in the hub's local cache; None where it or its weights are absent.

    The cache is that of $HF_HUB_CACHE, $HF_HOME or $XDG_CACHE_HOME, as the hub's own library
    finds it. The network is not asked.
    """
    folder = _cache() / f"models--{name.replace('/', '--')}"
    try:
        commit = read_text(folder / "refs" / "main").strip()
        snapshots = [folder / "snapshots" / commit] if commit else []
    except InputError:
        snapshots = sorted((folder / "snapshots").glob("*"))
    return next((snapshot for snapshot in snapshots if _is_whole(snapshot)), None)


def can_embed() -> bool:
    """Whether sentence-transformers is installed."""
    return importlib.util.find_spec("sentence_transformers") is not None


def _ready() -> Path | None:
    return cached_model(CONTRIEVER) if can_embed() else None


@lru_cache(maxsize=2)
def _loaded(folder: str) -> Embedder | None:
    """CONTRIEVER from a folder, loaded once for all sessions; None where it cannot be."""
    from tamis.retrieve.embedders import SentenceTransformerEmbedder

    try:
        loaded = SentenceTransformerEmbedder(folder, name=CONTRIEVER)
    except InputError:
        return None
    # The folder of a snapshot has the commit as its name; it is not in the files.
    loaded.version = loaded.version or Path(folder).name[:12]
    return loaded


def _embedder(name: str) -> Embedder:
    """The embedder named after "dense:" in the name of a retriever."""
    from tamis.retrieve.embedders import SentenceTransformerEmbedder, embedder

    name = name or CONTRIEVER
    kind, _, model = name.partition(":")
    if kind in ("hashing", "lsa", "openai"):
        return embedder(name)
    if name.startswith("openai/"):
        return embedder(f"openai:{name.removeprefix('openai/')}")
    model = model if kind == "st" else name
    if model == CONTRIEVER and (folder := _ready()) and (loaded := _loaded(str(folder))):
        return loaded
    return SentenceTransformerEmbedder(model, name=None if Path(model).exists() else model)


def _kept(embedder: Embedder, memory: Path | None) -> Embedder:
    from tamis.retrieve.embedders import Cached, LsaEmbedder

    return (
        Cached(embedder, memory) if memory and not isinstance(embedder, LsaEmbedder) else embedder
    )


def _in_turn(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The first passage of each paper, then the second of each, and so on."""
    papers = [list(group) for _, group in groupby(passages, key=lambda passage: passage.paper)]
    return tuple(one for row in zip_longest(*papers) for one in row if one is not None)


def _is_whole(snapshot: Path) -> bool:
    return (snapshot / "config.json").is_file() and any(
        (snapshot / weights).is_file() for weights in _WEIGHTS
    )


def _cache() -> Path:
    if hub := os.environ.get("HF_HUB_CACHE"):
        return Path(hub).expanduser()
    if home := os.environ.get("HF_HOME"):
        return Path(home).expanduser() / "hub"
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "huggingface" / "hub"
