"""An index over a user's own corpus that is kept on disk and updated.

A folder is read file by file, and again only where size or time of a file has changed. The index
is rebuilt when anything has changed; embeddings are cached by content, so that only new chunks are
embedded.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from tamis.retrieve import Retriever, _kept_files, rankers, saved_index
from tamis.retrieve._kept_files import FORMAT, Settings, State
from tamis.retrieve._vectors import Embedder
from tamis.retrieve.chunks import chunk_documents
from tamis.retrieve.corpora import open_corpus
from tamis.retrieve.folders import (
    FileStamp,
    Listing,
    Skipped,
    nothing_read,
    read_file,
    scan,
)
from tamis.retrieve.hybrid import Hybrid
from tamis.retrieve.tabular_corpora import is_saved_dataset
from tamis.types import Document, InputError

__all__ = ["KeptIndex", "Settings", "keep"]

Say = Callable[[str], None]
"""A callback for short progress messages."""

_SAID_EVERY = 100


@dataclass(frozen=True)
class KeptIndex:
    """An index, and how it was updated.

    `passages` are what it ranks, in the order of the corpus. `read` files were read now,
    `unchanged` ones were not, `gone` ones are no longer in the corpus. `skipped` files could not
    be read; `ignored` counts files of other kinds by suffix.
    """

    retriever: Retriever
    passages: Sequence[Document]
    name: str
    documents: int
    read: int
    unchanged: int
    gone: int = 0
    skipped: tuple[Skipped, ...] = ()
    ignored: tuple[tuple[str, int], ...] = ()


def keep(
    corpus: str,
    home: Path,
    settings: Settings,
    folder: Path | None = None,
    say: Say = lambda doing: None,
) -> KeptIndex:
    """The updated index of `corpus`, in `folder`, else in a folder below `home`.

    `corpus` is anything that `open_corpus` takes. Only one process at a time uses the index; the
    others wait. An index folder inside the corpus is not indexed. Raises InputError where the
    corpus cannot be read, or where `folder` has an index with other settings or of another
    version, or anything that is not an index.
    """
    path = Path(corpus).expanduser()
    # The same corpus, however its path is written.
    corpus = str(path.resolve()) if path.exists() else corpus
    place = folder.expanduser() if folder is not None else home / _name(corpus, settings)
    with _kept_files.exclusive(place, say):
        known = _kept_files.read_state(place, settings)
        if known.corpus != corpus:
            # The state of another corpus: none of its files can be reused, even with equal names.
            known = State(corpus)
        if path.is_dir() and not _is_release(path):
            return _of_folder(path, place, known, settings, say)
        return _of_other(corpus, path, place, known, settings, say)


def _of_folder(path: Path, place: Path, known: State, settings: Settings, say: Say) -> KeptIndex:
    listing = _outside(scan(path), path, place)
    stamp = _digest(asdict(file) for file in listing.files)
    tried_again = any(_may_be_read_now(path, one) for one in known.skipped)
    if known.stamp == stamp and not tried_again and (opened := _opened(place, settings)):
        skipped = tuple(sorted((*listing.skipped, *known.skipped)))
        files = len(listing.files)
        return _kept(opened, known, 0, files, 0, skipped, listing.ignored)
    before = _kept_files.read_texts(place, known.corpus)
    texts: dict[FileStamp, Document | Skipped] = {}
    to_read = [file for file in listing.files if not _spared(before.get(file), path)]
    for nth, file in enumerate(to_read):
        if nth % _SAID_EVERY == 0:
            say(f"reading {len(to_read):,} files, {nth:,} done")
        texts[file] = read_file(path, file.path)
    texts = {file: texts[file] if file in texts else before[file] for file in listing.files}
    documents = [one for one in texts.values() if isinstance(one, Document)]
    unread = tuple(one for one in texts.values() if isinstance(one, Skipped))
    skipped = tuple(sorted((*listing.skipped, *unread)))
    if not documents:
        raise nothing_read(path, skipped)
    state = replace(known, name=path.resolve().name, documents=len(documents), skipped=unread)
    chunks = _chunks(documents, settings)
    # From here to the end, the index may be older than the stored texts.
    _kept_files.write_state(place, settings, replace(state, stamp=""))
    _kept_files.write_texts(place, known.corpus, texts)
    built = _built(chunks, place, settings, say)
    state = replace(state, stamp=stamp)
    _kept_files.write_state(place, settings, state)
    gone = len({file.path for file in before} - {file.path for file in texts})
    unchanged = len(texts) - len(to_read)
    return _kept(built, state, len(to_read), unchanged, gone, skipped, listing.ignored)


def _of_other(
    corpus: str, path: Path, place: Path, known: State, settings: Settings, say: Say
) -> KeptIndex:
    """A corpus that is read all at once: a file, a release, a data set of the hub."""
    stamp = _digest(_stamps(path, place))
    if known.stamp == stamp and (opened := _opened(place, settings)):
        return _kept(opened, known, 0, 1)
    say(f"reading {path.name or corpus}")
    read = open_corpus(corpus)
    chunks = _chunks(read.documents, settings)
    state = replace(known, name=read.name, documents=len(read.documents), skipped=read.skipped)
    _kept_files.write_state(place, settings, replace(state, stamp=""))
    built = _built(chunks, place, settings, say)
    state = replace(state, stamp=stamp)
    _kept_files.write_state(place, settings, state)
    return _kept(built, state, 1, 0, 0, read.skipped, read.ignored)


def _kept(
    retriever: Retriever,
    state: State,
    read: int,
    unchanged: int,
    gone: int = 0,
    skipped: tuple[Skipped, ...] = (),
    ignored: tuple[tuple[str, int], ...] = (),
) -> KeptIndex:
    part = retriever.retrievers[0] if isinstance(retriever, Hybrid) else retriever
    # Every ranker built here has `documents`, which is not part of the protocol.
    passages = cast(Any, part).documents
    return KeptIndex(
        retriever, passages, state.name, state.documents, read, unchanged, gone, skipped, ignored
    )


def _chunks(documents: Iterable[Document], settings: Settings) -> list[Document]:
    chunks = chunk_documents(documents, settings.chunk)
    if not chunks:
        raise InputError("The documents of the corpus hold no text.")
    return chunks


def _built(chunks: list[Document], place: Path, settings: Settings, say: Say) -> Retriever:
    say(f"indexing {len(chunks):,} passages")
    built = rankers.build(chunks, settings.ranker, settings.variant, _embedder(place, settings))
    built.save(place / _kept_files.INDEX)
    return built


def _opened(place: Path, settings: Settings) -> Retriever | None:
    """The existing index; None where it is broken and must be built again."""
    embeds = _embedder(place, settings)
    try:
        return saved_index.open_index(place / _kept_files.INDEX, embeds)
    except InputError:
        return None


def _embedder(place: Path, settings: Settings) -> Embedder | None:
    if settings.embedder is None or settings.ranker not in ("dense", "hybrid"):
        return None
    return rankers.cached_embedder(settings.embedder, place / _kept_files.EMBEDDINGS)


def _spared(known: Document | Skipped | None, root: Path) -> bool:
    """Whether a file need not be read again, by its known state."""
    if isinstance(known, Skipped):
        return not _may_be_read_now(root, known)
    return known is not None


def _may_be_read_now(root: Path, skipped: Skipped) -> bool:
    """Whether the system denied access: that can change without a change of the file."""
    return skipped.reason.startswith("cannot be read") and os.access(root / skipped.path, os.R_OK)


def _name(corpus: str, settings: Settings) -> str:
    text = json.dumps([corpus, FORMAT, asdict(settings)])
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]


def _outside(listing: Listing, path: Path, place: Path) -> Listing:
    """The listing without the files of an index inside the folder."""
    root, within = path.resolve(), place.resolve()
    if not within.is_relative_to(root):
        return listing
    own = f"{within.relative_to(root).as_posix()}/"
    files = tuple(file for file in listing.files if not file.path.startswith(own))
    return replace(listing, files=files)


def _stamps(path: Path, place: Path) -> list[list[Any]]:
    """A digest that changes if any file of the corpus does."""
    within = place.resolve()
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    stamps = []
    for file in files:
        if file.is_file() and not file.resolve().is_relative_to(within):
            found = file.stat()
            stamps.append([file.relative_to(path).as_posix(), found.st_size, found.st_mtime_ns])
    return stamps


def _digest(stamps: Iterable[Any]) -> str:
    return hashlib.sha256(json.dumps(list(stamps)).encode()).hexdigest()


def _is_release(path: Path) -> bool:
    """Whether a folder is a data set rather than a collection of files."""
    lines = (path / "corpus.jsonl", path / "corpus.jsonl.gz")
    return any(file.is_file() for file in lines) or is_saved_dataset(path)
