"""Elements of HTML as the marks of Markdown, so that one tree stands for both.

The text keeps its length, so that every place in it stays where it is.
"""

from __future__ import annotations

import re

_OPENINGS = {"li": "\n- ", "p": "\n\n", "ul": "\n\n", "ol": "\n\n", "br": "\n", "div": "\n",
             "tr": "\n", "td": "|", "th": "|", "h1": "\n#", "h2": "\n##", "h3": "\n##",
             "h4": "\n##", "b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*"}  # fmt: skip
_CLOSINGS = {"tr": "|", "li": "\n", "p": "\n", "table": "\n\n", "ul": "\n", "ol": "\n",
             "h1": "\n", "h2": "\n", "h3": "\n", "h4": "\n", "b": "**", "strong": "**", "i": "*",
             "em": "*", "cite": "*"}  # fmt: skip
_PLAIN = ("table", "thead", "tbody", "span")
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<tag>{'|'.join({**_OPENINGS, **_CLOSINGS, **dict.fromkeys(_PLAIN)})})"
    r"(?:\s[^<>\n]{0,200})?/?>",
    re.I,
)
_BOXED = re.compile(r"\${0,2}\\boxed\{(?=[\[\d])|(?<=\])\}\${0,2}")
_KEYCAP = re.compile("(?P<n>\\d)\ufe0f?\u20e3")


def as_markdown(text: str) -> str:
    """The text with tags as marks of Markdown; of the same length."""
    if "<" in text:
        text = _TAG.sub(_of_tag, text)
    if "\\boxed{" in text:
        text = _BOXED.sub(lambda found: " " * len(found[0]), text)
    if "\u20e3" in text:
        text = _KEYCAP.sub(lambda found: f"{found['n']}.".ljust(len(found[0])), text)
    return text


def _of_tag(found: re.Match[str]) -> str:
    tag = found["tag"].lower()
    marks = (_CLOSINGS if found["close"] else _OPENINGS).get(tag, "")
    before = found.string[max(0, found.start() - 20) : found.start()].rstrip(" ")
    if marks.startswith("\n") and not marks.startswith("\n\n") and before[-1:] in ("\n", ""):
        marks = marks[1:]
    marks = marks[: len(found[0])]
    inline = marks[:1] == "*" and not found["close"]
    return marks.rjust(len(found[0])) if inline else marks.ljust(len(found[0]))
