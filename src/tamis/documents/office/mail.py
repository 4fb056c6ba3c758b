"""The text of e-mail: one message (.eml), or a mailbox of many (.mbox)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from tamis.documents.office._markup import read_page
from tamis.documents.parts import Extracted, NotRead, Part, Read, UnreadableError
from tamis.inputs.files import one_line_end

_FIELDS = ("From", "To", "Cc", "Date", "Subject")
_LONGEST_FIELD = 10_000
"""Longer header fields are cut: the library's time grows with the square of their length."""

_LONGEST_NAME = 200
_FROM = re.compile(rb"^From [^\n]*\n", re.M)
_QUOTED = re.compile(rb"^>(>*From )", re.M)
_ENCRYPTED = frozenset(
    {"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
)

if TYPE_CHECKING:
    _Message = Message[Any, Any]


def message(data: bytes) -> Extracted:
    """The subject of a message, and its text: header fields, then what it says.

    Of a part that comes as plain text and as HTML, the plain text is taken. A message within a
    message is read, other attachments are only named. Raises UnreadableError.
    """
    found = message_from_bytes(data, policy=policy.compat32)
    fields = dict(_fields(found))
    if not fields:
        raise UnreadableError("is no e-mail: it has no From, To, Date or Subject")
    return Extracted("", fields.get("Subject", ""), (Part("\n\n".join(_blocks(found))),))


def mailbox(data: bytes) -> tuple[Read, ...]:
    """The messages of a mailbox, each a document with its number as name.

    Of a message of which the text cannot be read there are the header fields, and it is told as
    not read. Raises UnreadableError where there is no message.
    """
    found = tuple(_of_mailbox(number, one) for number, one in enumerate(_messages(data), 1))
    if not found:
        raise UnreadableError("is no mailbox: no line begins with “From ”")
    return found


def _of_mailbox(number: int, data: bytes) -> Read:
    found = message_from_bytes(_QUOTED.sub(rb"\1", data), policy=policy.compat32)
    fields = dict(_fields(found))
    unread: tuple[NotRead, ...] = ()
    try:
        text = "\n\n".join(_blocks(found))
    except UnreadableError as error:
        text = "\n".join(f"{name}: {value}" for name, value in fields.items())
        unread = (NotRead(f"message {number}", str(error)),)
    return Read(fields.get("Subject", ""), (Part(text),), unread, str(number))


def _messages(data: bytes) -> Iterator[bytes]:
    """The messages of a mailbox: each begins behind a line `From …` that follows a blank line."""
    data = data.replace(b"\r\n", b"\n")
    starts = [
        found
        for found in _FROM.finditer(data)
        if not found.start() or data[found.start() - 2 : found.start()] == b"\n\n"
    ]
    for nth, found in enumerate(starts):
        end = starts[nth + 1].start() if nth + 1 < len(starts) else len(data)
        yield data[found.end() : end]


def _blocks(found: _Message) -> Iterator[str]:
    """The header fields, the text and the names of the attachments of a message."""
    yield "\n".join(f"{name}: {value}" for name, value in _fields(found))
    attached: list[str] = []
    for text in _texts(found, attached):
        if text.strip():
            yield text.strip()
    if attached:
        yield f"Attachments, not read: {', '.join(attached)}"


def _texts(part: _Message, attached: list[str]) -> Iterator[str]:
    """The texts of a part and those within it; `attached` gets the names of the others."""
    kind = part.get_content_type()
    if kind in _ENCRYPTED:
        raise UnreadableError("is encrypted, or signed as a whole; save its text as .txt")
    held = part.get_payload()
    within = [one for one in held if isinstance(one, Message)] if isinstance(held, list) else []
    if kind == "multipart/alternative":
        chosen = next((one for one in within if one.get_content_type() == "text/plain"), None)
        # Else the last: the richest, as the standard says (RFC 2046, 5.1.4).
        for one in [chosen] if chosen is not None else within[-1:]:
            yield from _texts(one, attached)
    elif kind == "message/rfc822":
        for one in within:
            yield from _blocks(one)
    elif within:
        for one in within:
            yield from _texts(one, attached)
    elif kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
        text = _body(part)
        parts = read_page(text)[1] if kind == "text/html" else (Part(text),)
        yield "\n\n".join(part.text for part in parts)
    elif not part.is_multipart():
        name = _shown(part.get_filename() or "")[:_LONGEST_NAME]
        attached.append(name or f"({kind[:60]})")


def _body(part: _Message) -> str:
    held = part.get_payload(decode=True)
    charset = part.get_content_charset() or "utf-8"
    if not isinstance(held, bytes):
        return ""
    for encoding in (charset, "utf-8"):
        try:
            return one_line_end(held.decode(encoding)).replace("\0", "")
        except (UnicodeError, LookupError):
            continue
    raise UnreadableError(f"has text that is not {charset[:40]} as it says, nor UTF-8")


def _fields(found: _Message) -> Iterator[tuple[str, str]]:
    """The header fields that a reader looks at, in one order, each once."""
    held: dict[str, str] = {}
    for name, value in found.raw_items():
        held.setdefault(name.title(), str(value))
    for name in _FIELDS:
        if value := _shown(held.get(name, "")):
            yield name, _date(value) if name == "Date" else value


def _shown(raw: str) -> str:
    """A header field in characters; bytes that are no text are shown as `\\xff`."""
    raw = " ".join(raw[:_LONGEST_FIELD].split())
    try:
        parts = decode_header(raw) if "=?" in raw else [(raw, None)]
    except HeaderParseError:
        parts = [(raw, None)]
    text = "".join(_part(part, charset) for part, charset in parts)
    return " ".join(text.replace("\0", "").split())


def _part(part: str | bytes, charset: str | None) -> str:
    held = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
    for encoding in (charset or "utf-8", "utf-8"):
        try:
            return held.decode(encoding)
        except (UnicodeError, LookupError):
            continue
    return held.decode("ascii", "backslashreplace")


def _date(value: str) -> str:
    """A date as ISO, or as it stands where it is none."""
    try:
        return parsedate_to_datetime(value).isoformat(" ", "minutes")
    except (ValueError, TypeError, IndexError, OverflowError):
        return value
