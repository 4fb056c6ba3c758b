"""Pairs of marks by which a text is wrapped."""

from __future__ import annotations

_NAMED = {
    "quotes": '""', "quotation marks": '""', "double quotes": '""', "double quotation marks": '""',
    "single quotes": "''", "parentheses": "()", "round brackets": "()", "brackets": "[]",
    "square brackets": "[]", "curly braces": "{}", "braces": "{}", "curly brackets": "{}",
    "angle brackets": "<>", "angular brackets": "<>", "double angle brackets": "<<>>",
    "double angular brackets": "<<>>", "guillemets": "«»", "asterisks": "* *", "stars": "* *",
    "bold": "** **", "backticks": "` `", "triple backticks": "``` ```",
}  # fmt: skip
_CLOSING = str.maketrans("([{<“‘«", ")]}>”’»")

QUOTES = frozenset("\"'“”‘’„«»")


def pair(marks: str) -> tuple[str, str]:
    """The opening and the closing mark of `<<>>`, `** **`, `<<...>>`, `quotes` or a single mark."""
    marks = _NAMED.get(marks.strip().casefold(), marks.strip())
    halves = marks.replace("...", " ").replace("…", " ").split()
    if len(halves) == 2:
        return halves[0], halves[1]
    half = len(marks) // 2
    first, second = marks[:half], marks[half:]
    if (
        first
        and len(first) == len(second)
        and (first.translate(_CLOSING)[::-1] == second != first or marks in ('""', "''"))
    ):
        return first, second
    return marks, marks.translate(_CLOSING)[::-1]
