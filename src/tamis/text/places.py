"""Text in which quotes are looked for: without what copies change, with the place of each sign."""

from __future__ import annotations

from collections.abc import Collection

from tamis.text.normalised import SIGNS


def with_places(text: str, without: Collection[str] = ()) -> tuple[str, list[int]]:
    """A text without case and with single blanks, and where in it each sign comes from.

    Quotes and dashes of all kinds are one; the signs of `without` are left out.
    """
    made: list[str] = []
    at: list[int] = []
    for n, sign in enumerate(text.translate(SIGNS)):
        if sign in without:
            continue
        if sign.isspace():
            if made and made[-1] != " ":
                made.append(" ")
                at.append(n)
            continue
        for letter in sign.casefold():
            made.append(letter)
            at.append(n)
    while made and made[-1] == " ":
        del made[-1], at[-1]
    return "".join(made), at
