"""An index over a user's own corpus that is kept on disk and brought up to date.

A folder is read file by file, and again only where size or time of a file has changed. The
index is built again when anything has; embeddings are remembered by content, so that only new
chunks are embedded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tamis.retrieve import Retriever, rankers, store
from tamis.retrieve.chunks import chunk_documents
from tamis.retrieve.corpora import open_corpus
from tamis.retrieve.embedders import Cached, embedder
from tamis.retrieve.folders import FileStamp, Skipped, read_file, scan
from tamis.retrieve.formats import KINDS
from tamis.types import Document, InputError

FORMAT = 1
_STATE = "kept.json"
_TEXTS = "texts.jsonl"
_BIG = "corpus.jsonl"


@dataclass(frozen=True)
class Settings:
    """What an index was built with. `chunk` in characters; see `rankers.build` for the rest."""

    chunk: int = 2000
    ranker: str = "bm25"
    variant: str = "lucene"
    embedder: str | None = None


@dataclass(frozen=True)
class Kept:
    """An index, and what was done to bring it up to date.

    `read` files were read anew, `unchanged` ones were not, `gone` ones have left the corpus.
    """

    retriever: Retriever
    name: str
    documents: int
    read: int
    unchanged: int
    gone: int
    skipped: tuple[Skipped, ...] = ()


def keep(corpus: str, home: Path, settings: Settings, folder: Path | None = None) -> Kept:
    """The index of `corpus`, from below `home` or from `folder`, brought up to date.

    `corpus` is anything that `open_corpus` takes. Raises InputError where it cannot be read,
    or where `folder` holds an index with other settings or of another version.
    """
    path = Path(corpus).expanduser()
    place = folder or home / _name(str(path.resolve()) if path.exists() else corpus, settings)
    known = _state(place, settings)
    if path.is_dir() and not _is_release(path):
        return _of_folder(path, place, known, settings)
    return _of_file(corpus, path, place, known, settings)


def _of_folder(path: Path, place: Path, known: Mapping[str, Any], settings: Settings) -> Kept:
    listing = scan(path)
    before = _texts(place) if known else {}
    texts: dict[FileStamp, Document | Skipped] = {}
    for stamp in listing.files:
        texts[stamp] = before[stamp] if stamp in before else read_file(path, stamp.path)
    documents = [one for one in texts.values() if isinstance(one, Document)]
    skipped = (*listing.skipped, *(one for one in texts.values() if isinstance(one, Skipped)))
    if not documents:
        first = f" ({skipped[0].path} {skipped[0].reason})" if skipped else ""
        raise InputError(
            f"{path} holds no document that can be read{first}; what is read is {KINDS}."
        )
    read = len(texts.keys() - before.keys())
    paths = {stamp.path for stamp in texts}
    gone = len({stamp.path for stamp in before} - paths)
    changed = bool(read or gone or not known)
    if changed:
        _write_texts(place, texts)
    retriever = _index(place, documents, settings, changed)
    if changed:
        _write_state(place, settings, len(documents))
    return Kept(
        retriever, path.resolve().name, len(documents), read, len(texts) - read, gone, skipped
    )


def _of_file(
    corpus: str, path: Path, place: Path, known: Mapping[str, Any], settings: Settings
) -> Kept:
    stamp = _stamp(path)
    if known and known.get("stamp") == stamp:
        retriever = _index(place, (), settings, changed=False)
        return Kept(retriever, known["name"], known["documents"], 0, 1, 0)
    opened = open_corpus(corpus)
    retriever = _index(place, opened.documents, settings, changed=True)
    _write_state(place, settings, len(opened.documents), stamp=stamp, name=opened.name)
    return Kept(retriever, opened.name, len(opened.documents), 1, 0, 0, opened.skipped)


def _index(
    place: Path, documents: Iterable[Document], settings: Settings, changed: bool
) -> Retriever:
    memory = place / "embeddings"
    if not changed:
        embeds = settings.embedder and Cached(embedder(settings.embedder), memory)
        return store.open_index(place / "index", embeds or None)
    chunks = chunk_documents(documents, settings.chunk)
    if not chunks:
        raise InputError("the documents of the corpus hold no text.")
    built = rankers.build(chunks, settings.ranker, settings.variant, settings.embedder, memory)
    built.save(place / "index")
    return built


def _name(corpus: str, settings: Settings) -> str:
    text = json.dumps([corpus, FORMAT, asdict(settings)])
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]


def _state(place: Path, settings: Settings) -> Mapping[str, Any]:
    """What is kept in `place`; empty where there is nothing yet."""
    file = place / _STATE
    if not file.exists():
        return {}
    try:
        known = dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read ({error}); delete {place}.") from error
    if known.get("format") != FORMAT:
        raise InputError(f"{place} was written by another version of Tamis; delete it.")
    if known.get("settings") != asdict(settings):
        was = ", ".join(f"{key}={value}" for key, value in known["settings"].items())
        raise InputError(f"{place} is an index with {was}; ask with the same, or another --index.")
    return known


def _write_state(place: Path, settings: Settings, documents: int, **more: Any) -> None:
    record = {"format": FORMAT, "settings": asdict(settings), "documents": documents, **more}
    _write(place / _STATE, json.dumps(record, indent=1) + "\n")


def _texts(place: Path) -> dict[FileStamp, Document | Skipped]:
    """What the files held when they were read; nothing where that is lost or broken."""
    found: dict[FileStamp, Document | Skipped] = {}
    try:
        with (place / _TEXTS).open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                stamp = FileStamp(record["path"], record["size"], record["mtime_ns"])
                if "reason" in record:
                    found[stamp] = Skipped(stamp.path, record["reason"])
                else:
                    found[stamp] = Document(stamp.path, record["title"], record["text"])
    except (OSError, ValueError, KeyError):
        return {}
    return found


def _write_texts(place: Path, texts: Mapping[FileStamp, Document | Skipped]) -> None:
    lines = []
    for stamp, one in texts.items():
        held = (
            {"reason": one.reason}
            if isinstance(one, Skipped)
            else {"title": one.title, "text": one.text}
        )
        lines.append(json.dumps({**asdict(stamp), **held}, ensure_ascii=False) + "\n")
    _write(place / _TEXTS, "".join(lines))


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        # Text of a PDF may hold half a surrogate pair, which is no UTF-8.
        part.write_text(text, encoding="utf-8", errors="replace")
        part.replace(path)
    except OSError as error:
        raise InputError(f"The index cannot be written to {path.parent}: {error}.") from error


def _stamp(path: Path) -> list[Any]:
    """Where any file of the corpus has changed, so has this."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path] if path.exists() else []
    return [[str(f), f.stat().st_size, f.stat().st_mtime_ns] for f in files if f.is_file()]


def _is_release(path: Path) -> bool:
    """Whether a folder is a data set rather than a heap of files."""
    return any((path / name).exists() for name in (_BIG, f"{_BIG}.gz", "dataset_info.json"))
