"""Documents of office programs, e-books and e-mail as parts.

DOCX, PPTX and workbooks are read by libraries of the extra `office`; EPUB, ODT and e-mail by
Python's own modules. Nothing that a file holds is executed: no macro, no formula, no link is
followed.
"""

from __future__ import annotations

from importlib.util import find_spec

from tamis.documents.parts import Extracted, Read, UnreadableError
from tamis.documents.titles import real_title

EPUB = frozenset({".epub"})
ODT = frozenset({".odt", ".ott"})
EML = frozenset({".eml"})
MBOX = frozenset({".mbox"})

_LIBRARIES = {
    **dict.fromkeys((".docx", ".docm", ".dotx"), "mammoth"),
    **dict.fromkeys((".pptx", ".pptm"), "pptx"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"), "python_calamine"),
}
"""The module that reads a kind of file; it is in the extra `office`."""

AS_PAGES = frozenset({".docx", ".docm", ".dotx"}) | EPUB | ODT | EML | MBOX
"""The kinds that are read as pages of HTML, or hold such pages."""

SUFFIXES = frozenset(_LIBRARIES) | EPUB | ODT | EML | MBOX
"""The kinds that are read here, by suffix in lower case."""

SHEETS = frozenset(suffix for suffix, name in _LIBRARIES.items() if name == "python_calamine")
"""Workbooks."""

KINDS = "DOCX, PPTX, XLSX (also .xls, .xlsb, .ods), EPUB, ODT and e-mail (.eml, .mbox)"

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD_SHEETS = frozenset({".xls"})
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_NEEDS = "needs the extra `office`"

_MODERN = {"Word": ".docx", "Excel": ".xlsx", "PowerPoint": ".pptx"}
_OLD = {
    **dict.fromkeys((".doc", ".dot"), "Word"),
    ".xlt": "Excel",
    **dict.fromkeys((".ppt", ".pps", ".pot"), "PowerPoint"),
}
_ADVICE = {
    **{
        suffix: f"is in the old format of {program}, which is not read; save it as "
        f"{_MODERN[program]}"
        for suffix, program in _OLD.items()
    },
    ".rtf": "is RTF, which is not read; save it as .docx",
    ".pages": "is a document of Pages, which is not read; export it as .docx",
    ".numbers": "is a document of Numbers, which is not read; export it as .xlsx",
    ".key": "is a presentation of Keynote, which is not read; export it as .pptx",
    ".odp": "is an ODP presentation, which is not read; save it as .pptx",
    ".ppsx": "is a PowerPoint show, which is not read; save it as .pptx",
    ".msg": "is a message of Outlook, which is not read; save it as .eml",
    ".pst": "is a mailbox of Outlook, which is not read; export its messages as .eml",
}


def advice(suffix: str) -> str:
    """What to do with a file of a known kind that is not read; "" for all others."""
    return _ADVICE.get(suffix, "")


def missing(suffix: str) -> str:
    """Why a file of a kind cannot be read: its library is missing; "" where it is not."""
    library = _LIBRARIES.get(suffix)
    return _missing(library) if library and find_spec(library) is None else ""


def may_be_read_now(reason: str, suffix: str) -> bool:
    """Whether a file was not read for want of a library that is there now."""
    library = _LIBRARIES.get(suffix)
    return library is not None and reason.startswith(_NEEDS) and find_spec(library) is not None


def read_office(data: bytes, suffix: str) -> tuple[Read, ...]:
    """The documents in a file with the given contents; `suffix` is one of SUFFIXES.

    Raises UnreadableError where it cannot be read: it is broken, encrypted, in an old format or
    too large when unpacked, or the extra is missing.
    """
    if not data:
        raise UnreadableError("is empty")
    if data.startswith(_OLE) and suffix not in _OLD_SHEETS:
        raise UnreadableError(_of_old_format(data, suffix))
    try:
        if suffix in MBOX:
            from tamis.documents.office.mail import mailbox

            return mailbox(data)
        found = _extracted(data, suffix)
    except UnreadableError:
        raise
    except ImportError as error:
        raise UnreadableError(_missing(error.name or "a library")) from error
    except Exception as error:
        # A broken file can make the libraries raise any exception.
        said = " ".join((str(error) or type(error).__name__).split())
        shown = "".join(c if c.isprintable() else "?" for c in said[:120]).rstrip(" .:;,")
        kind = suffix[1:].upper()
        raise UnreadableError(f"is a broken {kind} file ({shown})") from error
    title = real_title(found.declared) or found.heading
    return (Read(title, found.parts, found.unread),)


def _extracted(data: bytes, suffix: str) -> Extracted:
    if reason := missing(suffix):
        raise UnreadableError(reason)
    library = _LIBRARIES.get(suffix)
    if library == "mammoth":
        from tamis.documents.office.docx import document

        return document(data)
    if library == "pptx":
        from tamis.documents.office.pptx import presentation

        return presentation(data)
    if suffix in SHEETS:
        from tamis.documents.office.sheets import workbook

        return workbook(data)
    if suffix in EPUB:
        from tamis.documents.office.epub import book

        return book(data)
    if suffix in ODT:
        from tamis.documents.office.odt import text_document

        return text_document(data)
    from tamis.documents.office.mail import message

    return message(data)


def _missing(library: str) -> str:
    return f"{_NEEDS} ({library} is missing): pip install 'tamis[office]'"


def _of_old_format(data: bytes, suffix: str) -> str:
    """Of a compound file, which holds documents of before 2007, and encrypted ones since."""
    if _ENCRYPTED in data:
        return "is encrypted; save it without a password"
    return f"is in an old format of before 2007, in spite of its name; save it anew as {suffix}"
