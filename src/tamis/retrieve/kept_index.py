"""An index over a user's own corpus that is kept on disk and updated.

A folder is read file by file, and again only where size or time of a file has changed, or the
reader of its kind. When anything has changed, the index is put together anew: what is read and
split into words is only what has changed, the rest comes from the old index, and only new chunks
are embedded. A corpus in one file is read and indexed anew.

Neither the texts nor the postings are ever in memory at once.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.documents.formats import READERS, reader_of
from tamis.retrieve import ScoringRetriever, _kept_files, rankers, saved_index
from tamis.retrieve import _kept_stamps as stamps
from tamis.retrieve._kept_files import Settings, State
from tamis.retrieve._kept_sources import Indexed, Sources, indexed_files, sources_of
from tamis.retrieve._kept_texts import KeptTexts, kept_texts
from tamis.retrieve._vectors import Embedder
from tamis.retrieve.chunks import chunks_of
from tamis.retrieve.corpora import stream_corpus
from tamis.retrieve.folders import (
    FileStamp,
    Listing,
    Skipped,
    by_suffix,
    nothing_read,
    read_files,
    scan,
)
from tamis.text.shown import counted
from tamis.types import Document, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tamis.retrieve._bm25_building import Reusable

__all__ = ["KeptIndex", "Settings", "keep"]

Say = Callable[[str], None]
"""A callback for short progress messages."""

_SAID_EVERY = 100
_PASSAGES_EVERY = 10_000


@dataclass(frozen=True)
class KeptIndex:
    """An index, and how it was updated.

    `passages` are what it ranks, in the order of the corpus; each is read from disk when it is
    accessed. `read` files were read now,
    `unchanged` ones were not, `gone` ones are no longer in the corpus. `skipped` are the files and
    the parts of files that could not be read; `others` are the paths of files of other kinds.
    `place` is the folder of the index. `rebuilt`: one lay there of an older version of Tamis, which
    read files or cut words otherwise.
    """

    retriever: ScoringRetriever
    passages: Sequence[Document]
    name: str
    documents: int
    read: int
    unchanged: int
    gone: int = 0
    skipped: tuple[Skipped, ...] = ()
    others: tuple[str, ...] = ()
    place: Path | None = None
    rebuilt: bool = False

    @property
    def ignored(self) -> tuple[tuple[str, int], ...]:
        """A pair of suffix and number of files for each other kind of file."""
        return by_suffix(self.others)

    @cached_property
    def sources(self) -> NDArray[np.int32]:
        """The number of the document that each passage is of, from 0, (passages,)."""
        import numpy as np

        if self.place is None:
            return np.arange(len(self.passages), dtype=np.int32)
        return sources_of(self.place, self.passages)


def keep(
    corpus: str,
    home: Path,
    settings: Settings,
    folder: Path | None = None,
    say: Say = lambda doing: None,
    *,
    follow_links: bool = False,
) -> KeptIndex:
    """The updated index of `corpus`, in `folder`, else in a folder below `home`.

    `corpus` is anything that `stream_corpus` takes. Only one process at a time uses the index; the
    others wait. An index folder inside the corpus is not indexed, and one of an older version is
    built anew. `follow_links` is for a folder, see `folders.scan`. Raises InputError where the
    corpus cannot be read, or where `folder` has an index with other settings or of a later
    version, or anything that is not an index.
    """
    path = Path(corpus).expanduser()
    # The same corpus, however its path is written.
    corpus = str(path.resolve()) if path.exists() else corpus
    place = folder.expanduser() if folder is not None else home / _name(corpus, settings)
    with _kept_files.exclusive(place, say):
        rebuilt = _kept_files.drop_older(place)
        known = _kept_files.read_state(place, settings)
        if known.corpus != corpus:
            # The state of another corpus: none of its files can be reused, even with equal names.
            known = State(corpus)
        renewed = rankers.has_other_words(place / _kept_files.INDEX, settings.ranker)
        if path.is_dir() and not stamps.is_release(path):
            listing = stamps.outside(scan(path, follow_links=follow_links), path, place)
            kept = _of_folder(path, listing, place, known, settings, say)
        else:
            kept = _of_other(corpus, path, place, known, settings, say)
        return replace(kept, rebuilt=rebuilt or renewed)


def _of_folder(
    path: Path, listing: Listing, place: Path, known: State, settings: Settings, say: Say
) -> KeptIndex:
    stamp = stamps.stamp_of_files(listing.files)
    tried_again = any(stamps.may_be_read_now(path, one) for one in known.skipped)
    outdated = stamps.outdated(listing.files, known.readers)
    spares_all = known.stamp == stamp and not tried_again and not outdated
    if spares_all and (opened := _opened(place, settings)):
        skipped = tuple(sorted((*listing.skipped, *known.skipped)))
        files = len(listing.files)
        return _kept(opened, place, known, 0, files, 0, skipped, listing.others)
    index = place / _kept_files.INDEX
    old = rankers.reusable(index, settings.ranker)
    indexed = indexed_files(index, known.corpus) if old else {}
    indexed = {file: part for file, part in indexed.items() if file not in outdated}
    with kept_texts(place, known.corpus) as texts:
        held = texts.known()
        to_read = [
            file
            for file in listing.files
            if file not in indexed and not stamps.spared(held.get(file), path)
        ]
        before = {file.path for file in (*held, *indexed)}
        gone = before - {file.path for file in listing.files}
        texts.forget(gone)
        for nth, (file, one) in enumerate(read_files(path, to_read)):
            if nth % _SAID_EVERY == 0:
                say(f"reading {len(to_read):,} files, {nth:,} done")
            texts.put(file, one)
            held[file] = one.skipped
        texts.commit()
        unread = tuple(one for file in listing.files for one in held.get(file, ()))
        skipped = tuple(sorted((*listing.skipped, *unread)))
        lost = {one.path for one in unread if not one.place}
        sources = Sources(
            known.corpus, files=[file for file in listing.files if file.path not in lost]
        )
        number = len(sources.files)
        if not number:
            raise nothing_read(path, skipped)
        state = replace(known, name=path.resolve().name, skipped=unread)
        passages = _passages_of_files(sources, indexed, texts, settings)
        say(f"indexing {counted(number, 'file')}")
        built = _built(passages, place, settings, state, sources, say, old)
    documents = len(sources.passages)
    state = replace(state, stamp=stamp, readers=READERS, documents=documents)
    _kept_files.write_state(place, settings, state)
    _kept_files.drop_old_texts(place)
    unchanged = len(listing.files) - len(to_read)
    return _kept(built, place, state, len(to_read), unchanged, len(gone), skipped, listing.others)


def _passages_of_files(
    sources: Sources, indexed: Mapping[FileStamp, Indexed], texts: KeptTexts, settings: Settings
) -> Iterator[Document | range]:
    """The passages of files, in order; those that the old index has as ranges of it."""
    run = range(0)
    for file in sources.files:
        known = indexed.get(file)
        part = None if known is None else known.positions
        if part is not None and run.stop == part.start:
            run = range(run.start, part.stop)
        elif run:
            yield run
            run = part or range(0)
        else:
            run = part or range(0)
        if known is not None:
            sources.documents.append(len(known.passages))
            sources.passages.extend(known.passages)
            continue
        sources.documents.append(0)
        for document in texts.documents(file.path):
            chunks = chunks_of(document, settings.chunk)
            sources.documents[-1] += 1
            sources.passages.append(len(chunks))
            yield from chunks
    if run:
        yield run


def _of_other(
    corpus: str, path: Path, place: Path, known: State, settings: Settings, say: Say
) -> KeptIndex:
    """A corpus that is read all at once: a file, a release, a data set of the hub."""
    stamp = stamps.stamp_of(path, place)
    current = known.readers >= reader_of(path.suffix)
    if known.stamp == stamp and current and (opened := _opened(place, settings)):
        return _kept(opened, place, known, 0, 1)
    say(f"reading {path.name or corpus}")
    read = stream_corpus(corpus)
    sources = Sources(known.corpus)

    def passages() -> Iterator[Document]:
        for document in read.documents:
            chunks = chunks_of(document, settings.chunk)
            sources.passages.append(len(chunks))
            yield from chunks

    state = replace(known, name=read.name)
    built = _built(passages(), place, settings, state, sources, say)
    skipped = tuple(sorted(read.skipped))
    number = len(sources.passages)
    state = replace(state, stamp=stamp, documents=number, skipped=skipped, readers=READERS)
    _kept_files.write_state(place, settings, state)
    return _kept(built, place, state, 1, 0, 0, skipped, read.others)


def _kept(
    retriever: ScoringRetriever,
    place: Path,
    state: State,
    read: int,
    unchanged: int,
    gone: int = 0,
    skipped: tuple[Skipped, ...] = (),
    others: tuple[str, ...] = (),
) -> KeptIndex:
    return KeptIndex(
        retriever,
        retriever.documents,
        state.name,
        state.documents,
        read,
        unchanged,
        gone,
        skipped,
        others,
        place / _kept_files.INDEX,
    )


def _built(
    passages: Iterator[Document | range],
    place: Path,
    settings: Settings,
    state: State,
    sources: Sources,
    say: Say,
    old: Reusable | None = None,
) -> ScoringRetriever:
    index = place / _kept_files.INDEX
    embeds = _embedder(place, settings)
    # The first passage is had before anything is written, as a corpus may be none at all.
    passages = itertools.chain([next(passages)], passages)
    # From here to the end, the state is not that of the index.
    _kept_files.write_state(place, settings, replace(state, stamp=""))
    return rankers.write(
        index,
        _counted(passages, say),
        settings.ranker,
        settings.variant,
        embeds,
        each_language=True,
        old=old,
        beside=sources.save,
    )


def _counted(passages: Iterable[Document | range], say: Say) -> Iterator[Document | range]:
    number = said = 0
    for one in passages:
        yield one
        number += len(one) if isinstance(one, range) else 1
        if number >= said + _PASSAGES_EVERY:
            said = number
            say(f"indexing, {number:,} passages done")


def _opened(place: Path, settings: Settings) -> ScoringRetriever | None:
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


def _name(corpus: str, settings: Settings) -> str:
    # The 1 was the first format: an index keeps its place, and is built anew there.
    text = json.dumps([corpus, 1, asdict(settings)])
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]
