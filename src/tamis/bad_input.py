"""What is said of bad input in many places, as one sentence each; errors to be raised.

A sentence says where it is, what was wrong and what to do. What only one place can say, it says by
itself, with InputError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from tamis.text.shown import clean, one_line
from tamis.types import InputError

MOST_NAMES = 24
"""So many known names are listed; of more, the first ones."""

_LONGEST_NAME = 60
_LONGEST_GIVEN = 200


def unknown(
    what: str, given: object, known: Iterable[object], *, where: str = "", or_else: str = ""
) -> InputError:
    """The error for a name that is none of the known ones, which are listed.

    Where one is near, the sentence asks whether it was meant. `what` is the kind of name; `where`
    begins the sentence, and `or_else` ends it with what else may be done.

    >>> str(unknown("judge", "progam", ("model", "program"), where="line 3"))
    "line 3: there is no judge 'progam' (did you mean 'program'?); choose one of model, program."
    """
    names = [_name(one) for one in dict.fromkeys(known)]
    begin = f"{where}: " if where else ""
    said = f"{begin}there is no {what} {_given(given)}{_meant(given, names)}"
    return InputError(f"{said}; {_choice(names, or_else)}.")


def needs_package(what: str, *packages: str, extra: str = "", instead: str = "") -> InputError:
    """The error where packages that `what` needs are not installed, with the command that helps.

    `extra` is the extra of Tamis that brings them, "" for none; `instead` does without them.

    >>> str(needs_package("the embedder lsa", "scikit-learn", extra="lsa"))
    "the embedder lsa needs scikit-learn, which is not installed: pip install 'tamis[lsa]'."
    """
    listed = " and ".join(filter(None, (", ".join(packages[:-1]), packages[-1])))
    command = f"'tamis[{extra}]'" if extra else " ".join(packages)
    which = "which is" if len(packages) == 1 else "which are"
    rest = f"; or {instead}" if instead else ""
    return InputError(f"{what} needs {listed}, {which} not installed: pip install {command}{rest}.")


def not_there(error: ModuleNotFoundError) -> str:
    """What to do where a package that Tamis depends on is not installed, as in the small install;
    empty where it is a module of ours that is missing.

    >>> not_there(ModuleNotFoundError("…", name="rapidfuzz.distance"))
    'this needs the package rapidfuzz, which is not installed: pip install tamis brings all.'
    """
    package = (error.name or "tamis").partition(".")[0]
    if package == "tamis":
        return ""
    return (
        f"this needs the package {package}, which is not installed: pip install tamis brings all."
    )


def absent(what: object, remedy: str = "check its name") -> InputError:
    """The error for a file or a folder that does not exist.

    >>> str(absent("a.csv"))
    'a.csv does not exist; check its name.'
    """
    return InputError(f"{what} does not exist; {remedy}.")


def unreadable(
    what: object, error: object, remedy: str = "check the path, and that you may read it"
) -> InputError:
    """The error for a file or a folder that cannot be read, with the reason.

    >>> str(unreadable("a.csv", PermissionError(13, "Permission denied"), "give another"))
    'a.csv cannot be read (Permission denied); give another.'
    """
    return InputError(f"{what} cannot be read ({reason(error)}); {remedy}.")


def unwritable(
    what: object, error: object, remedy: str = "choose another place, or make room"
) -> InputError:
    """The error for a file or a folder that cannot be written, with the reason.

    >>> str(unwritable("a.csv", OSError(28, "No space left on device")))
    'a.csv cannot be written (No space left on device); choose another place, or make room.'
    """
    return InputError(f"{what} cannot be written ({reason(error)}); {remedy}.")


def twice(
    what: str, name: object, where: str, before: str = "", remedy: str = "keep one"
) -> InputError:
    """The error for a name that must be there once; `before` is where it stood first, if known.

    >>> str(twice("id", "q1", "a.jsonl, line 3", "line 1"))
    "a.jsonl, line 3: the id 'q1' is already that of line 1; keep one."
    >>> str(twice("column", "title", "a.csv, line 1", remedy="rename one"))
    "a.csv, line 1: the column 'title' is there twice; rename one."
    """
    again = f"is already that of {before}" if before else "is there twice"
    return InputError(f"{where}: the {what} {_given(name)} {again}; {remedy}.")


def reason(error: object) -> str:
    """Why something failed, in a few words on one line without a stop: of an OSError its own."""
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return one_line(clean(said), 200).rstrip(".")


def _given(name: object) -> str:
    return repr(one_line(name, _LONGEST_GIVEN)) if isinstance(name, str) else f"{name!r:.60}"


def _name(name: object) -> str:
    return one_line(clean(str(name)), _LONGEST_NAME) or "nothing"


def _meant(given: object, names: Iterable[str]) -> str:
    folded = {name.casefold(): name for name in names}
    if len(folded) < 2 or not isinstance(given, str) or given.isdigit():
        return ""
    near = get_close_matches(given[:_LONGEST_NAME].casefold(), folded, 1)
    return f" (did you mean {folded[near[0]]!r}?)" if near else ""


def _choice(names: list[str], or_else: str) -> str:
    """What to do: choose one of the names, or what else may be done."""
    also = f", or {or_else}" if or_else else ""
    if len(names) < 2:
        return f"there is only {names[0]}{also}" if names else or_else or "there are none"
    more = f", … ({len(names):,} in all)" if len(names) > MOST_NAMES else ""
    return f"choose one of {', '.join(names[:MOST_NAMES])}{more}{also}"


def no_connection(error: BaseException, server: str) -> str:
    """Why a server could not be reached, in a few words without a stop; empty if it is not that.

    `server` is its name. What is behind an error of a client for HTTP stands in its causes.

    >>> no_connection(ConnectionRefusedError(111, "Connection refused"), "127.0.0.1:9")
    '127.0.0.1:9 refused the connection (is a server running there?)'
    """
    # Here, as every command starts with this file.
    import socket
    import ssl

    for one in _causes(error):
        kind = type(one).__name__
        if isinstance(one, ssl.SSLCertVerificationError):
            return f"the certificate of {server} is not trusted ({one.verify_message})"
        if isinstance(one, ssl.SSLError) and not isinstance(one, ssl.SSLWantReadError):
            said = (one.reason or "").replace("_", " ").lower()
            return f"no secure connection to {server} ({said or reason(one)})"
        if isinstance(one, socket.gaierror):
            return f"no server named {server} is known ({reason(one).lower()})"
        if isinstance(one, ConnectionRefusedError):
            return f"{server} refused the connection (is a server running there?)"
        if isinstance(one, ConnectionResetError | BrokenPipeError):
            return f"{server} reset the connection"
        if kind == "ConnectTimeout":
            return f"the connection to {server} timed out"
        if kind in ("RemoteProtocolError", "IncompleteRead") and "complete" in str(one):
            return f"the reply of {server} was cut off"
        if kind == "RemoteProtocolError":
            return f"{server} closed the connection without a reply"
        if isinstance(one, TimeoutError) or kind.endswith("Timeout"):
            return f"the call timed out: no reply from {server}"
    kinds = [type(one).__name__ for one in _causes(error)]
    if any(kind.endswith(_OF_CONNECTIONS) for kind in kinds):
        return f"no connection to {server} ({reason([*_causes(error)][-1])})"
    return ""


_OF_CONNECTIONS = ("ConnectionError", "ConnectError", "ReadError", "WriteError")
"""How the errors of a connection are called, in all clients for HTTP."""


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and what caused it, the outermost first; of several at once, the first."""
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one
        inner = one.exceptions[0] if isinstance(one, BaseExceptionGroup) else None
        one = inner or one.__cause__ or one.__context__
