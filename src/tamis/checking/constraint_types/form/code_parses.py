"""Code that parses: `code_parses("python")`."""

import ast
import re
import warnings

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, decided, undecided
from tamis.checking.constraint_types.form._data import Data, judged, read_json
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

# Not plain Python, or of a later version than the one that runs this.
_OTHER = re.compile(
    r"^[ \t]*+(?:>>>|\.\.\.|[%!]\w|type \w+\s*=|except [\w., ]+,)|\bt[\"']"
    r"|^[ \t]*+(?:def|class) \w+\[",
    re.M,
)
_PYTHON = ("python", "py", "python3")
_CODE = re.compile(r"^(?:def|class|import|from|for|while|if|with|print|return)\b|[=(\[{]", re.M)


class CodeParses(ConstraintType):
    """Every fenced block of the language parses, or the whole text where there is none.

    Python and JSON are parsed, never run. Other languages are undecided, and so is code of another
    version of Python and text without a fence that is no code as a whole.
    """

    id = "code_parses"
    passes = ({"language": "python"}, "Try:\n\n```python\nprint('a')\n```")
    fails = ({"language": "python"}, "Try:\n\n```python\nprint('a'\n```")
    wordings = {
        "the code must be valid Python": {"language": "python"},
        "the Python code must be valid": {"language": "python"},
        "the Python code must be syntactically valid": {"language": "python"},
        "the Python code must have no syntax errors": {"language": "python"},
        "write Python code that parses": {"language": "python"},
    }

    language: str = Field("", description="The language; without one, what the fence names.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if self.language.casefold() == "json":
            return judged(text, ("json",), self._json)
        if self.language.casefold() not in ("", *_PYTHON):
            return undecided(f"whether code in {self.language} parses is not known here.")
        return judged(text, _PYTHON, lambda data: self._python(data, text))

    def _python(self, data: Data, text: Text) -> Judgement:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                lines = len(data.text.splitlines()) if ast.parse(data.text).body else 0
        except (RecursionError, MemoryError):
            return undecided("the code is nested too deeply to be parsed.")
        except (SyntaxError, ValueError) as error:
            if not data.fenced:
                return undecided("there is no block of code, and the text as a whole is no code.")
            blocks = [block for block in text.blocks if block.kind == "code"]
            labelled = any((b.language.split() or [""])[0] in _PYTHON for b in blocks)
            if _OTHER.search(data.text) or "f-string" in str(error):
                return undecided(f"the code may be of another version of Python: {error}.")
            if not self.language and not labelled:
                return undecided("the language of the code is not known.")
            return decided(False, f"no Python: {error}", places=[data.span])
        if not data.fenced and not _CODE.search(data.text):
            return undecided("there is no block of code.")
        return decided(bool(lines), f"{lines} lines of Python", places=[data.span])

    def _json(self, data: Data) -> Judgement:
        try:
            read_json(data.text)
        except RecursionError:
            return undecided("it is nested too deeply to be parsed.")
        except ValueError as error:
            return decided(False, f"no JSON: {error}", places=[data.span])
        return decided(True, "JSON", places=[data.span])

    def __str__(self) -> str:
        return f"code{' in ' * bool(self.language)}{self.language} that parses"
