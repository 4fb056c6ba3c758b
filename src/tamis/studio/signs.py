"""Signs that no eye sees, named where they would have a text read as something else than it is.

Those of direction turn the letters behind them round: a title that ends in `gpj.exe` then reads
`exe.jpg`, and references change places. Whatever a model, a paper or another person wrote is shown
through `named`, or through `spelt` where markup has no place. Marks of direction (U+200E, U+200F)
and what scripts and emoji need to join letters stay as they are: they turn nothing round.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_TURNING = "\u202a-\u202e\u2066-\u2069"
_ACTING = re.compile(f"([{_TURNING}])")
_UNSEEN = re.compile(f"([{_TURNING}\u00ad\u200b\u200e\u200f\u2060-\u2065\ufeff])")
_SIGN = Markup('<span class="sign">{}</span>')


def named(text: str, unseen: bool = False) -> Markup:
    """Plain text, escaped, its signs of direction as their numbers; with `unseen` all others too.

    A change of a sign that only joins or parts is not seen otherwise.
    """
    # Every second part is one that the pattern has caught.
    parts = (_UNSEEN if unseen else _ACTING).split(text)
    return Markup("").join(
        _SIGN.format(_number(part)) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


def spelt(text: str) -> str:
    """Plain text with its signs of direction as their numbers, for attributes and bare text.

    What two texts have in common at their beginnings stays common: a text that is streamed can
    be spelt in pieces.
    """
    return _ACTING.sub(lambda sign: _number(sign[0]), text)


def _number(sign: str) -> str:
    return f"U+{ord(sign):04X}"
