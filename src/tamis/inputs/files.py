"""Files that users give: opened, decoded and bounded here; and files written completely.

Text is UTF-8, with or without a byte order mark. Anything else is refused and never decoded with
replacements, which would damage names without a word. Every error is an InputError of one sentence
that begins with the file and, where there is one, the line.
"""

from __future__ import annotations

import codecs
import gzip
import hashlib
import os
import re
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from importlib.resources import files
from io import BufferedReader
from pathlib import Path

from tamis.bad_input import absent, unreadable, unwritable
from tamis.inputs.replacing import replacing
from tamis.types import InputError

MOST_BYTES = 200_000_000
"""The most bytes of a file that is read whole: 200 MB."""

LONGEST_LINE = 64_000_000
"""The most bytes of a line of a file that is read line by line: 64 MB."""

STANDARD_INPUT = Path("-")
UTF_8 = "save it as UTF-8"

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like that of UTF-16, so it is tested first
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LATIN = frozenset({"iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii"})
_CHARSET = re.compile(
    rb"<(?:meta|\?xml)\b[^>]*?\b(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.I
)


class CutShortError(InputError):
    """A compressed file ends early or is damaged; the lines before that have been read."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """A file open for reading bytes; OSErrors while it is read become InputErrors."""
    try:
        with path.open("rb") as file:
            yield file
    except FileNotFoundError as error:
        raise absent(path) from error
    except IsADirectoryError as error:
        raise InputError(f"{path} is a folder; give the file itself.") from error
    except gzip.BadGzipFile:
        raise
    except OSError as error:
        raise unreadable(path, error) from error


def is_there(path: Path) -> bool:
    """Whether there is a file or a folder; InputError where that cannot be seen."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise unreadable(path, error) from error
    return True


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file; InputError where it cannot be read or has more than `most`."""
    with opened(path) as file:
        # A pipe has no size, and a file may grow.
        size = os.fstat(file.fileno()).st_size
        data = file.read(most + 1) if size <= most else b""
    if max(size, len(data)) > most:
        raise InputError(f"{path} is larger than {_size(most)}; split it.")
    return data


def read_unpacked(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file, of a `.gz` those that it holds; errors as in `read_bytes`."""
    if path.suffix.lower() != ".gz":
        return read_bytes(path, most)
    with opened(path) as raw, _unpacked(path, lambda: 0):
        data = gzip.GzipFile(fileobj=raw).read(most + 1)
    if len(data) > most:
        raise InputError(f"{path} holds more than {_size(most)}; split it.")
    return data


def read_text(
    path: Path, most: int = MOST_BYTES, *, remedy: str = UTF_8, stdin: bool = False
) -> str:
    """The text of a file in UTF-8, its lines ending in "\\n"; with `stdin`, "-" is that.

    Raises InputError where it cannot be read, has more than `most` bytes or is not UTF-8.
    """
    if stdin and path == STANDARD_INPUT:
        data = sys.stdin.buffer.read(most + 1)
        if len(data) > most:
            raise InputError(f"standard input is larger than {_size(most)}; give less of it.")
        return text_of(data, "standard input")
    return text_of(read_bytes(path, most), str(path), remedy)


def read_lines(path: Path, longest: int = LONGEST_LINE) -> Iterator[tuple[int, bytes]]:
    """The numbered lines of a file, plain or gzipped (`.gz`), each read when it is needed.

    A byte order mark is left out. Raises InputError where the file cannot be read or a line is
    longer than `longest` bytes, CutShortError where compressed data are damaged.
    """
    number = 0
    with opened(path) as raw, _unpacked(path, lambda: number):
        file = gzip.GzipFile(fileobj=raw) if path.suffix.lower() == ".gz" else raw
        while line := file.readline(longest + 1):
            number += 1
            if len(line) > longest:
                raise InputError(
                    f"{path}, line {number} is longer than {_size(longest)}; check that each "
                    "record stands on a line of its own."
                )
            yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line


def text_lines(path: Path) -> Iterator[tuple[str, str]]:
    """The lines of a text file that are not blank, without their ends, each with its location."""
    before = 0
    for number, line in read_lines(path):
        # A carriage return alone ends a line too.
        lines = one_line_end(decoded(line, f"{path}, line {number + before}")).split("\n")
        lines = lines[:-1] if line.endswith((b"\n", b"\r")) else lines
        for nth, text in enumerate(lines, number + before):
            if text.strip():
                yield f"{path}, line {nth}", text
        before += len(lines) - 1


def starts_with(path: Path, mark: bytes) -> bool:
    """Whether a file begins with these bytes; InputError where it cannot be read."""
    with opened(path) as file:
        return file.read(len(mark)) == mark


def decoded(data: bytes, where: str, remedy: str = UTF_8) -> str:
    """Bytes in UTF-8 as text without a byte order mark; InputError for anything else."""
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        # Marks of other encodings are never UTF-8.
        if other := next((name for mark, name in _MARKS if data.startswith(mark)), None):
            message = f"{where} is {other.upper()}, not UTF-8; {remedy}."
            raise InputError(message) from error
        before = data.count(b"\n", 0, error.start)
        line = f", line {before + 1}" if b"\n" in data.rstrip(b"\r\n") else ""
        byte = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError(
            f"{where}{line} is not UTF-8 (byte {byte} of the line); {remedy}."
        ) from error


def text_of(data: bytes, where: str, remedy: str = UTF_8) -> str:
    """Bytes in UTF-8 as text whose lines end in "\\n"; InputError for anything else."""
    text = decoded(data, where, remedy)
    if "\0" in text:
        raise InputError(f"{where} is binary data, not text; give a text file.")
    return one_line_end(text)


def decoded_document(data: bytes, *, page: bool) -> str:
    """The text of a document that was not written for Tamis, its lines ending in "\\n".

    Besides UTF-8, what a byte order mark says is believed, and in a web page (`page`) the encoding
    that it declares. Nothing is guessed: a wrong guess gives words that no search will find. Valid
    UTF-8 is read as such whatever the page declares, as it is hardly ever valid by chance. Raises
    ValueError, whose message completes a sentence that begins with the file.
    """
    encodings = [name for mark, name in _MARKS if data.startswith(mark)][:1] or ["utf-8-sig"]
    if page and (said := _CHARSET.search(data[:2048])):
        name = said[1].decode("ascii", "replace").lower()
        # On the web, Latin-1 and ASCII mean Windows-1252.
        name = "windows-1252" if name in _LATIN else name
        # Old seven-bit encodings look like ASCII.
        encodings.insert(0 if name.startswith("iso-2022") else 1, name)
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except (UnicodeError, LookupError):
            continue
        if "\0" in text:
            raise ValueError("is not text but binary data")
        return one_line_end(text)
    raise ValueError(
        "is not UTF-8 text, nor UTF-16 with a byte order mark"
        + (f", nor {encodings[-1]} as it says" if len(encodings) > 1 else "")
        + "; save it as UTF-8"
    )


def reason(error: InputError, where: Path | str) -> str:
    """What an error says of a file or a line, without its name and the full stop."""
    return str(error).removeprefix(str(where)).strip(" :.,")


def one_line_end(text: str) -> str:
    """Text whose lines end in "\\n", however they did."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shipped_bytes(package: str, *parts: str) -> bytes:
    """A file that comes with a package of Tamis."""
    return files(package).joinpath(*parts).read_bytes()


def shipped_text(package: str, *parts: str) -> str:
    """A text file that comes with a package of Tamis."""
    return shipped_bytes(package, *parts).decode("utf-8")


def digest(path: Path) -> str:
    """The sha256 of a file in hex; InputError where it cannot be read."""
    with opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_writable(path: Path) -> None:
    """InputError where `write_text` could not write a file: to be said before the work is done."""
    if path.exists() and not path.is_file():
        return  # A pipe, or the terminal.
    # Folders that are not there yet are made in the nearest one that is.
    folder = next(one for one in path.absolute().parents if one.exists())
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise unwritable(path, error) from error


def write_text(path: Path, text: str | Iterable[str]) -> None:
    """Write a UTF-8 file so that a kill or a loss of power leaves the old file or the new one.

    A long text may be given in pieces. Line ends are written as given. What is no regular file
    (a pipe, `/dev/stdout`) and what a link leads to is written in place. Raises InputError where
    the file cannot be written.
    """
    pieces = [text] if isinstance(text, str) else text
    in_place = path.is_symlink() or (path.exists() and not path.is_file())
    try:
        with (
            nullcontext(path) if in_place else replacing(path) as part,
            # Half of a surrogate pair, as in a broken reply, must not make the file fail.
            part.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file,
        ):
            file.writelines(pieces)
    except OSError as error:
        raise unwritable(path, error) from error


@contextmanager
def _unpacked(path: Path, number: Callable[[], int]) -> Iterator[None]:
    """Errors of compressed data as a sentence; `number` is that of the last line that was read."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        where = f", after line {number()}:" if number() else ":"
        raise CutShortError(
            f"{path}{where} the compressed data are broken or cut short ({error}); get the file "
            "again.",
            str(error),
        ) from error


def _size(most: int) -> str:
    return f"{most // 1_000_000:,} MB"
