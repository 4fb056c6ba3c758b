"""How many blocks of code: `code_blocks(exactly=1, language="python")`."""

from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span
from tamis.reading.document import Block

_SAME = {"py": "python", "python3": "python", "js": "javascript", "ts": "typescript",
         "sh": "bash", "shell": "bash", "yml": "yaml", "c++": "cpp", "c#": "csharp"}  # fmt: skip


class CodeBlocks(Count):
    """Fenced blocks of code that are not empty; with `language`, those of one language.

    A block that names no language may be of any.
    """

    id = "code_blocks"
    one = "code block"
    passes = ({"exactly": 1}, "Run this:\n\n```bash\nmake check\n```\n")
    fails = ({"min": 1, "language": "python"}, "```bash\nmake check\n```\n")
    wordings = {
        "use a code block": {"min": 1},
        "include a code block": {"min": 1},
        "exactly two code blocks": {"exactly": 2},
        "include a Python code block": {"min": 1, "language": "python"},
        "no code blocks": {"max": 0},
        "no code fences": {"max": 0},
    }

    language: str = Field("", description="The language that the fence names.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return self._of(text, _named(self.language))

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return self._of(text, "") if self.language else ()

    def _of(self, text: Text, language: str) -> list[Span]:
        return [
            (block.lines[0].start + text.start, block.lines[-1].end + text.start)
            for block in text.blocks
            if block.kind == "code" and block.lines
            if not self.language or _named(_label(block)) == language
        ]

    def __str__(self) -> str:
        return f"{self.bound()} in {self.language}" if self.language else self.bound()


def _label(block: Block) -> str:
    return (block.language.split() or [""])[0]


def _named(language: str) -> str:
    return _SAME.get(language.casefold(), language.casefold())
