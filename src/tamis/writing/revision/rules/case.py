"""A turn as the edit rules look at it: what is asked for, and what became of each sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from tamis.writing.edits.alignment import Alignment, align, words_of
from tamis.writing.edits.places import Places, places
from tamis.writing.edits.quotes import HIDDEN, Quoted, masked, verbatim
from tamis.writing.edits.scope import Scope, scope
from tamis.writing.edits.sentences import MARKER, paragraphs
from tamis.writing.edits.verbs import REMOVE, REMOVED, SHORTEN
from tamis.writing.revision.turns import RevisionTurn

QUOTE = '""'
"""What stands in `Case.asked` for a quoted text."""

LONGEST = 5_000
"""Characters of an instruction that are read: some 800 words."""

_HIDDEN = re.compile(f"{HIDDEN}+")
_CLAUSE = re.compile(r"(?<=[.!?;])\s+|\n+|,?\s*\b(?:and then|then also|but also)\b\s*")
_KEEPING = re.compile(
    r"\b(?:without|instead of|rather than|avoid)\s+(?:\w+ing)\b[^,.;]*"
    r"|\b(?:do not|don't|never|not to|must not|should not)\s+(?:remove|delete|change|alter|touch"
    r"|modify|shorten|add|lose|omit|drop|rewrite|move|edit|include|mention|use|merge)\b[^,.;]*"
    r"|\b(?:keep|leav|preserv|retain)(?:e|ing)?\b[^,.;]*?\b(?:as (?:it )?(?:is|are|it was)|as-is"
    r"|alone|unchanged|intact|the same|exactly|untouched|rest|everything|all|content|references?"
    r"|citations?)\b[^,.;]*"
    r"|\b(?:nothing|anything) (?:else|further|more)\b"
)
ADDING = re.compile(
    r"\b(?:add|insert|append|include|mention|cite|expand|elaborate|extend|incorporate|provide|give"
    r"|explain|describe|define|discuss|name|extract|introduce|specify|say|state|start|begin|open)\b(?!-)"
    r"|\?|(?:\A|[.,;:!] |\band )(?:what|how|which|why|who|where|when|do|does|is|are)\b|\b(?:can you"
    r"|could you|tell)\b|\bmore (?:detail|information|about|on|examples?|methods?|papers?)"
)
REMOVING = re.compile(rf"\b(?:{REMOVE}|{REMOVED})\b")
SHORTENING = re.compile(rf"\b(?:{SHORTEN})\b")
REWRITING = re.compile(
    r"\b(?:re-?writ|rephras|paraphras|simplif|reword|improv|clarif|replac|substitut|chang|correct"
    r"|fix|turn|convert|translat|restructur|reorgani[sz]|merg|combin|join|integrat|polish|tone"
    r"|style|clearer|more (?:formal|readable|coherent|fluent)|redundan|repetit|repeat|categori[sz]"
    r"|group|classif|organi[sz]|bullet|list|table|split|divid)\w*"
)
STRICT = re.compile(
    r"\bwithout (?:changing|altering|modifying|touching|editing)\b"
    r"|\b(?:do not|don't) (?:change|alter|modify|touch|edit)\b|\bnothing else\b"
    r"|\b(?:keep|leave)\b[^.;]*\b(?:as (?:it )?(?:is|was)|as-is|alone|unchanged|intact|the same"
    r"|exactly|untouched)\b"
)


class Case:
    """What the rules share of one turn; each part is worked out once, when a rule needs it.

    `told` is the instruction as far as it is read, `whole` the same in lower case with `QUOTE` for
    each quoted text, `asked` that without what it says is to be left alone; `clauses` are those of
    `asked`.
    """

    def __init__(self, turn: RevisionTurn) -> None:
        self.turn = turn
        self.old, self.new = turn.previous, turn.answer
        self.told = turn.instruction[:LONGEST]
        self.whole = _HIDDEN.sub(QUOTE, masked(self.told))
        self.clauses = tuple(
            kept
            for clause in _CLAUSE.split(self.whole)
            if (kept := " ".join(_KEEPING.sub(" ", clause).split()))
        )
        self.asked = " ".join(self.clauses)

    @cached_property
    def quoted(self) -> tuple[Quoted, ...]:
        """The texts that the instruction quotes, each with its use."""
        return verbatim(self.told)

    @cached_property
    def places(self) -> Places:
        """The places of the old answer that the instruction names."""
        return places(self.told, self.old)

    @cached_property
    def scope(self) -> Scope:
        """The old sentences that the instruction speaks about."""
        return scope(self.told, self.old)

    def named(self, places: Places) -> frozenset[int]:
        """The old sentences that places name, by themselves or in a paragraph."""
        inside = (n for n, s in enumerate(self.alignment.old) if s.paragraph in places.paragraphs)
        return frozenset((*places.sentences, *inside))

    @cached_property
    def alignment(self) -> Alignment:
        """The sentences before and after, paired."""
        return align(self.old, self.new)

    @cached_property
    def dropped(self) -> tuple[int, ...]:
        """The old sentences of which nothing similar is left, by their numbers.

        What stands in another sentence's words (a list run together, say) is not dropped.
        """
        words = self.new_words
        found = []
        for pair in self.alignment.pairs:
            if pair.kind == "dropped":
                found += [n for n in pair.old if _share(self._content(n), words) < 0.8]
        return tuple(sorted(found))

    def _content(self, old: int) -> tuple[str, ...]:
        words = words_of(self.alignment.old[old].text)
        return tuple(word for word in words if len(word) > 3) or words

    @cached_property
    def new_words(self) -> frozenset[str]:
        """The words of the new answer, for comparing."""
        return frozenset(word for s in self.alignment.new for word in words_of(s.text))

    @cached_property
    def written(self) -> tuple[int, ...]:
        """The new sentences that were not there before as they stand: added or changed."""
        pairs = (pair for pair in self.alignment.pairs if pair.kind in ("added", "changed"))
        return tuple(sorted(n for pair in pairs for n in pair.new))

    @cached_property
    def added(self) -> tuple[int, ...]:
        """The new sentences that stand for no old one."""
        return tuple(n for pair in self.alignment.pairs if pair.kind == "added" for n in pair.new)

    @cached_property
    def became(self) -> Mapping[int, tuple[int, ...]]:
        """The new sentences that each old one became, by their numbers; none for a dropped one."""
        return {n: pair.new for pair in self.alignment.pairs for n in pair.old}

    @cached_property
    def adds(self) -> bool:
        """Whether something is asked for that was not there."""
        return bool(ADDING.search(self.asked)) or not self.asked.strip()

    @cached_property
    def removes(self) -> bool:
        """Whether something is to be taken out."""
        return bool(REMOVING.search(self.asked))

    @cached_property
    def shortens(self) -> bool:
        """Whether the answer, or a part of it, is to become shorter."""
        return bool(SHORTENING.search(self.asked))

    @cached_property
    def rewrites(self) -> bool:
        """Whether the wording or the arrangement is to change, so that sentences may."""
        return bool(REWRITING.search(self.asked))

    @cached_property
    def strict(self) -> bool:
        """Whether the instruction says that nothing else may change."""
        return bool(STRICT.search(self.whole))


def flat(text: str) -> str:
    """A text for looking up another in: its words in lower case, single blanks around each."""
    return f" {' '.join(words_of(text))} "


def holds(text: str, part: str) -> bool:
    """Whether `part` stands in `text`, whatever the marks and capitals; never for an empty one."""
    looked_for = flat(part)
    return bool(looked_for.strip()) and looked_for in flat(text)


def length(text: str) -> int:
    """The words of a text: what stands between white space, markers of lists left out."""
    return len(re.sub(rf"(?m)^{MARKER}", "", text).split())


def paragraph_count(text: str) -> int:
    """The paragraphs of a text, the items of a list together one."""
    count, listed = 0, False
    for paragraph in paragraphs(text):
        item = re.match(MARKER, paragraph) is not None and paragraph[0] != "#"
        count += not (item and listed)
        listed = item
    return count


def _share(words: tuple[str, ...], among: frozenset[str]) -> float:
    return sum(word in among for word in words) / len(words) if words else 1.0


def short(text: str) -> str:
    """A text for a reason: one line, cut at 60 characters."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:59] + "…"
