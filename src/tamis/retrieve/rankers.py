"""Builds a ranker by its kind, for commands, benchmarks and `tamis ask`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast, get_args

from tamis.bad_input import unknown
from tamis.retrieve import ScoringRetriever
from tamis.types import Document, InputError

if TYPE_CHECKING:
    from tamis.retrieve._bm25_building import Reusable
    from tamis.retrieve._vectors import Embedder
    from tamis.retrieve.bm25 import Variant

Kind = Literal["bm25", "dense", "hybrid", "naive", "whole"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def build(
    documents: Sequence[Document],
    kind: str,
    variant: str = "lucene",
    embedder: Embedder | None = None,
) -> ScoringRetriever:
    """The ranker `kind` over the documents.

    `variant` is that of BM25, also in a hybrid; `embedder` is for dense and hybrid. Raises
    InputError for an unknown kind or variant, or a missing embedder.
    """
    from tamis.retrieve.static import Naive, Whole

    match kind:
        case "whole":
            return Whole.build(documents)
        case "naive":
            return Naive.build(documents)
        case "bm25":
            return _bm25(documents, variant)
        case "dense":
            return _dense(documents, embedder)
        case "hybrid":
            from tamis.retrieve.hybrid import Hybrid

            return Hybrid([_bm25(documents, variant), _dense(documents, embedder)])
    raise _unknown(kind)


def write(
    folder: Path,
    passages: Iterable[Document | range],
    kind: str,
    variant: str = "lucene",
    embedder: Embedder | None = None,
    *,
    each_language: bool = False,
    old: Reusable | None = None,
    beside: Callable[[Path], None] = lambda data: None,
) -> ScoringRetriever:
    """The ranker `kind` over a stream of passages, built in `folder` and opened there.

    `passages` are read once. With `each_language` BM25 stems each of them in its own language
    (`languages.LANGUAGES`), else all as English. A range, which bm25 and hybrid take, stands for
    these documents of the index `old` (see `reusable`). `beside` writes further files into the data
    folder of the index. Errors are those of `build`; the index that was there before is left then,
    and after a kill.
    """
    from tamis.retrieve import saved_index
    from tamis.retrieve.bm25 import BM25
    from tamis.retrieve.dense import Dense
    from tamis.retrieve.hybrid import Hybrid
    from tamis.retrieve.static import Naive, Whole
    from tamis.retrieve.stems import EACH

    documents = cast(Iterable[Document], passages)
    stemmer, stopwords = (EACH, EACH) if each_language else ("english", "en")

    def by_words(folder: Path, beside: Callable[[Path], None] = lambda data: None) -> BM25:
        chosen = _variant(variant)
        return BM25.write(
            folder, passages, chosen, stemmer=stemmer, stopwords=stopwords, old=old, beside=beside
        )

    match kind:
        case "whole" | "naive":
            static = Whole if kind == "whole" else Naive
            return static.write(folder, documents, beside)
        case "bm25":
            return by_words(folder, beside)
        case "dense":
            return Dense.write(folder, documents, _needed(embedder), beside)
        case "hybrid":
            embeds = _needed(embedder)
            written: list[BM25] = []

            def first(part: Path) -> ScoringRetriever:
                written.append(by_words(part))
                return written[0]

            def by_vectors(part: Path) -> ScoringRetriever:
                return Dense.write(part, written[0].documents, embeds)

            Hybrid.write(folder, (first, by_vectors), beside=beside)
            return saved_index.open_index(folder, embedder)
    raise _unknown(kind)


def has_other_words(folder: Path, kind: str) -> bool:
    """Whether the index that `write` wrote there is of a version that cut words in another way."""
    from tamis.retrieve import saved_index
    from tamis.retrieve.hybrid import first_part
    from tamis.retrieve.stems import VERSION

    try:
        part = first_part(saved_index.data_folder(folder)) if kind == "hybrid" else folder
        settings = saved_index.settings(part)
    except InputError:
        return False
    return kind in ("bm25", "hybrid") and settings.get("words") != VERSION


def reusable(folder: Path, kind: str) -> Reusable | None:
    """What `write` can use again of the index that it wrote there; None where that is nothing."""
    from tamis.retrieve import saved_index
    from tamis.retrieve._bm25_building import Reusable
    from tamis.retrieve.hybrid import first_part

    try:
        match kind:
            case "bm25":
                return Reusable.load(folder)
            case "hybrid":
                return Reusable.load(first_part(saved_index.data_folder(folder)))
    except InputError:
        pass
    return None


def cached_embedder(name: str, memory: Path) -> Embedder:
    """The embedder of that name (`embedders.embedder`), with its vectors cached in `memory`.

    Those of `lsa` are not: they belong to one corpus, and are quickly made.
    """
    from tamis.retrieve.embedders import Cached, LsaEmbedder, embedder

    made = embedder(name)
    return made if isinstance(made, LsaEmbedder) else Cached(made, memory)


def _unknown(kind: str) -> InputError:
    return unknown("ranker", kind, KINDS)


def _variant(variant: str) -> Variant:
    from tamis.retrieve.bm25 import VARIANTS

    for known in VARIANTS:
        if known == variant:
            return known
    raise unknown("BM25", variant, VARIANTS)


def _needed(embedder: Embedder | None) -> Embedder:
    from tamis.retrieve.embedders import NAMED

    if embedder is None:
        raise InputError(f"dense retrieval needs an embedder: {NAMED}.")
    return embedder


def _bm25(documents: Sequence[Document], variant: str) -> ScoringRetriever:
    from tamis.retrieve.bm25 import BM25

    return BM25.build(documents, variant=_variant(variant))


def _dense(documents: Sequence[Document], embedder: Embedder | None) -> ScoringRetriever:
    from tamis.retrieve.dense import Dense

    return Dense.build(documents, _needed(embedder))
