"""Invisible characters shown by their code points, so that no text looks like another one.

Bidirectional controls reverse the letters after them: a title that ends in `gpj.exe` then reads
`exe.jpg`, and references change places. Whatever a model, a paper or another person wrote is shown
through `visible`, or through `visible_text` where there can be no markup. Direction marks (U+200E,
U+200F) and the joiners that scripts and emoji need stay as they are: they reverse nothing.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_BIDI = "\u202a-\u202e\u2066-\u2069"
_CONTROLS = re.compile(f"([{_BIDI}])")
_INVISIBLE = re.compile(f"([{_BIDI}\u00ad\u200b\u200e\u200f\u2060-\u2065\ufeff])")
_SPAN = Markup('<span class="sign">{}</span>')


def visible(text: str, all_invisible: bool = False) -> Markup:
    """Plain text, escaped, with bidi controls as code points (U+202E).

    With `all_invisible` also joiners, soft hyphens and other characters without a glyph: a diff
    that changes only these would otherwise show nothing.
    """
    # Every second part is what the pattern matched.
    parts = (_INVISIBLE if all_invisible else _CONTROLS).split(text)
    return Markup("").join(
        _SPAN.format(_code_point(part)) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


def visible_text(text: str) -> str:
    """Plain text with bidi controls as code points, for attributes and text without markup.

    Characters are replaced one by one, so a streamed text can be converted in pieces.
    """
    return _CONTROLS.sub(lambda match: _code_point(match[0]), text)


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"
