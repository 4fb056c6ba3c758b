"""What a benchmark looks for in a reply, and the markers of its prompt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Titles:
    """A list of titles below the marker `after` ("output").

    `first` is the marker of a list that the prompt wants before it, and that is no answer ("all
    books"); `next_task` are the beginnings of a further case in the prompt. `brackets`: those at
    the end of a title belong to it ("Emma (1996 film)"). `bare_is_empty`: a marker with nothing
    after it says that nothing qualifies; `single`: one item was offered, and a reply that it fails
    lists nothing.
    """

    after: tuple[str, ...] = ("output",)
    first: tuple[str, ...] = ()
    brackets: bool = False
    next_task: tuple[str, ...] = ()
    bare_is_empty: bool = False
    single: bool = False
    ids: bool = False

    @cached_property
    def asked(self) -> re.Pattern[str]:
        """The marker of the answer, over the words of a heading in lower case."""
        own = "|".join(map(re.escape, self.after))
        return re.compile(
            rf"(?:\w+,? ){{0,2}}?(?:the |my |here is (?:the |my )?)?(?:final |json )?"
            rf"(?:{own}|output|answers?)(?: list| is| are| would be| lists?| ids?| titles?)*"
            r"(?: \(?json\)?)?(?: \([^()]*\))?"
            r"|ausgabe|antwort|salida|respuesta|sortie|réponse|risposta|输出|答案|出力"
        )

    @cached_property
    def announced(self) -> re.Pattern[str]:
        """A sentence that begins with the marker: "So the final answer is …"."""
        own = "|".join(map(re.escape, self.after))
        return re.compile(
            r"[*_`]*(?:(?:so|thus|therefore|hence),? )?(?:the |my )(?:final )?"
            rf"(?:{own}|answer|output|list)[*_`]* (?:is|are)\b[:\s]*",
            re.I,
        )

    @cached_property
    def before(self) -> re.Pattern[str] | None:
        """The marker of the list before the answer; None where there is none."""
        first = "|".join(map(re.escape, self.first))
        return re.compile(rf"(?:{first})\b.{{0,60}}") if first else None


@dataclass(frozen=True)
class Ids(Titles):
    """A list of the ids of given documents."""

    after: tuple[str, ...] = ("final answer",)
    brackets: bool = True
    ids: bool = True


@dataclass(frozen=True)
class Words:
    """Labels with their words, as regular expressions over plain text (`verdicts.plain`).

    `announced` are the nouns that the prompt asks for ("final answer"); `about` what a sentence
    that concludes speaks of ("the constraint is …").
    """

    labels: tuple[tuple[str, str], ...]
    announced: str = "final answer"
    about: str = "it"

    @cached_property
    def word(self) -> str:
        """Any word of a label, in a group with its label's number."""
        parts = (f"(?P<w{n}>{words})" for n, (_, words) in enumerate(self.labels))
        return f"(?:{'|'.join(parts)})(?!\\w)"

    @cached_property
    def any(self) -> str:
        """Any word of a label, without groups."""
        return f"(?:{'|'.join(f'(?:{words})' for _, words in self.labels)})(?!\\w)"

    def of(self, found: re.Match[str]) -> str:
        """The label of a match of `word`."""
        groups = found.groupdict()
        return next(
            label for n, (label, _) in enumerate(self.labels) if groups.get(f"w{n}") is not None
        )


@dataclass(frozen=True)
class Verdict:
    """One of a few labels, with the words for each."""

    words: Words
    next_task: tuple[str, ...] = ()


@dataclass(frozen=True)
class FreeText:
    """An answer in free words."""

    next_task: tuple[str, ...] = ()


LooksFor = Titles | Verdict | FreeText
