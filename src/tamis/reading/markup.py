"""Other markup as Markdown: HTML, XML, LaTeX, rows of commas or tabs, several parts on one line.

The text keeps its length, so that every place in it stays where it is.
"""

from __future__ import annotations

import re

_OPENINGS = {
    "li": "\n- ", "p": "\n\n", "ul": "\n\n", "ol": "\n\n", "br": "\n", "div": "\n", "tr": "\n",
    "summary": "\n\n## ", "details": "\n",
    "td": "|", "th": "|", "title": "Title: ", "reason": "Reason: ", "book": "\n\n", "item": "\n\n",
    "answer": "Output:\n", "output": "Output:\n", "final_answer": "Output:\n",
    "h1": "\n#", "h2": "\n##", "h3": "\n##", "h4": "\n##", "h5": "\n##",
}  # fmt: skip
_CLOSINGS = {"tr": "|", "li": "\n", "p": "\n", "table": "\n\n",
             "summary": "\n\n", "details": "\n\n---\n\n", "ul": "\n", "ol": "\n",
             "h1": "\n", "h2": "\n", "h3": "\n", "h4": "\n"}  # fmt: skip
_PLAIN = ("table", "thead", "tbody", "span", "books", "items", "list", "results")
_HTML = re.compile(
    rf"<(?P<close>/?)(?P<tag>{'|'.join({**_OPENINGS, **_CLOSINGS, **dict.fromkeys(_PLAIN)})})"
    r"(?:\s[^<>\n]{0,200})?/?>",
    re.I,
)
_BOLD = re.compile(r"<(?P<close>/?)(?:(?P<bold>b|strong)|i|em|cite|u)>", re.I)
_DATA_QUOTED = re.compile(r"^[ \t]{0,3}>(?:[ >]*[{\[<|]|[^\n]{0,400}(?:`{3}|[{\[]$))", re.M)
_QUOTED = re.compile(r"^(?:[ \t]{0,3}>)+", re.M)
_LATEX = re.compile(r"\\(?:item|boxed|text\w{2}|begin|end|emph)\b")
_STYLED = re.compile(r"\\(?:text(?:bf|it|rm|sf|tt|sc)?|emph|mathrm|mathbf)\{([^{}\n]{0,400})\}")
_ENVIRONMENT = re.compile(
    r"\\(?:begin|end)\{\w+\*?\}|\\[\[\]]|\\item\b|\\\\|\\boxed\{|\$|\}(?=\s*$)", re.M
)
# What was put on one line: "… Title: A 2. Reason: …", "… Final Answer: …".
_RUN_TOGETHER = re.compile(
    r"(?<=\S)[ \t](?=[ \t]{0,3}\d{1,3}[.)][ \t]{0,3}[*_]{0,2}(?:Reason|Title)[*_]{0,2}\s{0,2}:)"
    r"|(?<=[.!?\d)\]\"'”’*])[ \t](?=(?:[*_]{2})?"
    r"(?:Final Answer|FINAL ANSWER|Final Output|Output)(?:[*_]{2})?:)"
    r"|(?<=\d)[ \t](?=TITLE:)"
)
# "Output 1: …", "Book 2. …" at the beginning of a line: the number is that of an item.
_NUMBERED = re.compile(
    r"^[ \t*_]*(?:output|answer|book|item|title|result)[ \t]+(?P<n>\d{1,3})[:.)](?=[*_\s])",
    re.I | re.M,
)
# Labels with a dash in place of the colon.
_DASHED = re.compile(r"(?<![^\s;.*_])((?:Title|Reason)[*_]{0,2}) [-–] (?=\S)")
_KEYCAP = re.compile("(?P<n>\\d)\ufe0f?\u20e3")


def as_markdown(text: str) -> str:
    """The text with other markup as that of Markdown; of the same length."""
    if ">" in text and _DATA_QUOTED.search(text):
        # What is no Markdown would not be seen in a quotation.
        text = _QUOTED.sub(lambda found: " " * len(found[0]), text)
    if "<" in text:
        text = _HTML.sub(_of_tag, text)
        text = _BOLD.sub(_of_bold, text)
    if "\\" in text and _LATEX.search(text):
        text = _STYLED.sub(lambda found: _padded(f"*{found[1]}*", found[0]), text)
        text = _ENVIRONMENT.sub(_of_latex, text)
    if "\u20e3" in text:
        text = _KEYCAP.sub(lambda found: _padded(f"{found['n']}.", found[0]), text)
    if _DASHED.search(text):
        text = _DASHED.sub(lambda found: _padded(f"{found[1]}:", found[0]), text)
    text = _NUMBERED.sub(lambda found: _padded(f"{found['n']}.", found[0]), text)
    return _RUN_TOGETHER.sub("\n", text)


def _of_tag(found: re.Match[str]) -> str:
    marks = (_CLOSINGS if found["close"] else _OPENINGS).get(found["tag"].lower(), "")
    before = found.string[max(0, found.start() - 20) : found.start()].rstrip(" ")
    if marks.startswith("\n") and not marks.startswith("\n\n") and before[-1:] in ("\n", ""):
        marks = marks[1:]
    return _padded(marks, found[0])


def _of_bold(found: re.Match[str]) -> str:
    mark = "**" if found["bold"] else "*"
    return mark.ljust(len(found[0])) if found["close"] else mark.rjust(len(found[0]))


def _of_latex(found: re.Match[str]) -> str:
    mark = {"\\item": "\n- ", "\\\\": "\n "}.get(found[0], "\n" if found[0][0] == "\\" else "")
    return _padded(mark, found[0])


def _padded(text: str, like: str) -> str:
    """A text as long as another: with blanks behind it, or cut."""
    return text[: len(like)].ljust(len(like))
