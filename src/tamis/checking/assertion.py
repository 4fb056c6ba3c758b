"""`assert_keeps`, for tests of what a model or an agent writes."""

from __future__ import annotations

from collections.abc import Iterator

from tamis.checking.checked import Checked
from tamis.checking.demands import Given
from tamis.checking.response_check import keeps

_INDENT = "  "
_MOST_LINES = 20
"""Most lines of working that are shown of one constraint."""


def assert_keeps(
    response: str, *constraints: Given, request: str | None = None, allow_undecided: bool = False
) -> None:
    """Fail unless a program finds that the response keeps to everything that was asked.

    >>> answer = "The invoice is attached."
    >>> tamis.assert_keeps(answer, tamis.constraints.words(max=9), 'It contains "invoice".')
    >>> tamis.assert_keeps(answer, request="Write a note. At most 9 words.")

    `constraints` are sentences or typed constraints (`tamis.constraints`); without them the
    requirements are read from `request`. What is undecided or was not read fails as well, unless
    `allow_undecided`. Raises AssertionError, whose message has the working of all that failed, and
    InputError for a constraint that is none.
    """
    __tracebackhide__ = True
    if not response.strip():
        raise AssertionError("the response is empty: it keeps to nothing.")
    checked = keeps(response, constraints or None, request)
    if checked.exit_code(allow_undecided=allow_undecided):
        raise AssertionError("\n".join(_message(checked)))


def _message(checked: Checked) -> Iterator[str]:
    yield f"the response does not keep to all that was asked: {checked.summary()}"
    for demand, judgement in zip(checked.demands, checked.judgements, strict=True):
        if judgement.satisfied is True:
            continue
        verdict = "undecided" if judgement.satisfied is None else "not satisfied"
        yield f"{verdict}: {demand.sentence}"
        lines = [*judgement.lines(_MOST_LINES)]
        yield from (_INDENT + line for line in lines[:_MOST_LINES])
        if len(lines) > _MOST_LINES:
            yield f"{_INDENT}… and {len(lines) - _MOST_LINES:,} more lines"
    yield from (f"not read: {part}" for part in checked.unread)
