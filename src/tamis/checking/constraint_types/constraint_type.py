"""What a type of constraint is: parameters, a verifier, wordings, and two examples.

An instance is a constraint: `Words(max=100)`. A new type is one short file: a subclass of
`Count`, where something is counted, or of `ConstraintType`. It is known by its `id`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from math import inf
from typing import Annotated, Any, ClassVar, Self, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from tamis.bad_input import unknown
from tamis.checking.constraint_types.text import SOME_PART, WHERE, Text
from tamis.checking.judgement import Judgement, guarded
from tamis.checking.worksheet import Span
from tamis.text.shown import counted
from tamis.types import InputError

Example = tuple[Mapping[str, Any], str]
"""Parameters and a text that passes or fails."""

Term = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
"""A word or a phrase."""

_ONE_OR_MANY = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
Terms = Annotated[
    tuple[Term, ...],
    BeforeValidator(lambda given: (given,) if isinstance(given, str) else given),
    WithJsonSchema(_ONE_OR_MANY),
]
"""Words or phrases; a single one can stand alone."""

_SHOWN = 12
_QUOTED = 60
_WHICH = ("each", "any", "first", "last")
_WHICH_PART = "it may be meant of a part of the response, and it is not said of which."


class ConstraintType(BaseModel):
    """A kind of constraint on a text; an instance is one constraint.

    `where` limits it to parts of the response: `each bullet` (all must keep to it), `any
    sentence`, `first line`, `paragraph 2`, `title`; `part slogan` is what a label of the text names
    so, `column Notes` the cells below that header, `some part` a part of which nobody knows, or
    all. Positional arguments are the fields in their order, those of `Count` and `where` last; a
    number alone is `exactly`. Raises InputError for parameters that do not fit.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    id: ClassVar[str]
    """The name by which files and replies name the type."""
    passes: ClassVar[Example]
    fails: ClassVar[Example]
    wordings: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """How people word it, each with the parameters that it means: the reader's examples."""
    vocabulary: ClassVar[Mapping[str, Sequence[Mapping[str, str]]]] = {}
    """Words for the values of parameters, in small letters and without the s of a plural.

    A word of a wording that means the value of its parameter may be any word of the same group.
    """
    free: ClassVar[str] = ""
    """A parameter whose value may be any one to three words, in a wording that demands ("must")."""

    decides: ClassVar[bool] = True
    """False for what only a reader or a model can judge."""

    recorded: ClassVar[bool] = False
    """Whether a model's record of the response's figures can decide it where the program cannot."""

    of_heads: ClassVar[bool] = False
    """Whether what is said of each item may be meant of its name, without what explains it."""

    carries: ClassVar[bool | None] = None
    """The verdict that each part of a text has where the whole has it: True for what must not be
    there, False for what must be there, None for neither."""

    where: str = Field(
        "",
        description="A part of the response: `each bullet`, `first sentence`, `part slogan`, "
        "`column Notes`.",
    )

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self.positions()
        if len(values) > len(fields):
            raise InputError(f"{self.id} takes at most {len(fields)} values, not {len(values)}.")
        if len(values) == 1 and "exactly" in fields and type(values[0]) in (int, float):
            fields = ["exactly"]
        try:
            super().__init__(**dict(zip(fields, values, strict=False)), **named)
        except ValidationError as error:
            said = _said(error, fields)
            begins = said.startswith((f"{self.id}:", f"{self.id} "))
            raise InputError(said if begins else f"{self.id}: {said}") from None

    @classmethod
    def positions(cls) -> list[str]:
        """The fields in the order of positional arguments: its own first, `where` last."""
        inherited = ["where", *Count.model_fields] if issubclass(cls, Count) else ["where"]
        return sorted(cls.model_fields, key=lambda name: (name in inherited, name == "where"))

    @model_validator(mode="before")
    @classmethod
    def _truths(cls, given: Any) -> Any:
        # Pydantic takes true for the number 1.
        for name, value in given.items() if isinstance(given, dict) else ():
            field = cls.model_fields.get(name)
            if isinstance(value, bool) and field and _is_number(field.annotation):
                raise InputError(f"{name} is {str(value).lower()}; give a number.")
        return given

    @model_validator(mode="after")
    def _where(self) -> Self:
        if self.where not in ("", SOME_PART) and not WHERE.fullmatch(self.where):
            Text("").parts(self.where)
        return self

    @abstractmethod
    def verify(self, text: Text) -> Judgement:
        """The verdict on a text, or on the part of one that `where` names.

        A pure function in linear time; what it cannot decide is undecided, with a reason.
        """

    @abstractmethod
    def __str__(self) -> str:
        """The constraint in words, as a person reads it; `where` is added by `sentence`."""

    def __hash__(self) -> int:
        # Parameters may be lists.
        return hash((self.id, repr(self.spec())))

    @property
    def sentence(self) -> str:
        """The constraint in words, with the part that it is about."""
        return f"{self.where}: {self}" if self.where else str(self)

    @guarded
    def judge(self, text: Text | str) -> Judgement:
        """The verdict on a response; undecided where the verifier fails by a fault of its own."""
        text = text if isinstance(text, Text) else Text(text)
        if not self.where:
            return self.verify(text)
        if self.where == SOME_PART:
            return self.in_some_part(text)
        readings = text.readings(self.where)
        which, _, unit = self.where.partition(" ")
        unit = unit if which in _WHICH else self.where
        if not readings[0]:
            return undecided(f"the response has no {unit} that could be read.")
        if self.of_heads and self.where in ("each item", "each bullet"):
            readings.append(text.heads(readings[0]))
        any_of = which == "any"
        found = [
            _together([self.verify(part) for part in parts], parts, any_of=any_of)
            for parts in readings
        ]
        if len({one.satisfied for one in found}) > 1:
            working = [line for one in found for line in one.told]
            unit = unit.rstrip("0123456789 ")
            return undecided(f"it depends on what counts as a {unit}.", *working)
        return found[0]

    def in_some_part(self, text: Text) -> Judgement:
        """The verdict on a part of a text, or all of it, of which nobody knows which it is.

        Undecided where it is not the same for each part that may be meant.
        """
        judged = self.verify(text)
        if self.carries is not None and judged.satisfied is self.carries:
            return judged
        why = judged.told or ((judged.reason,) if judged.reason else ())
        return undecided(_WHICH_PART, *why, places=judged.places)

    def spec(self) -> dict[str, Any]:
        """The constraint as plain values: `{"type": "words", "max": 100}`."""
        return {"type": self.id, **self.model_dump(exclude_defaults=True)}


def decided(satisfied: bool, *working: str, places: Sequence[Span] = ()) -> Judgement:
    """A verdict with its working."""
    return Judgement(satisfied, "program", working=working, places=tuple(places))


def undecided(reason: str, *working: str, places: Sequence[Span] = ()) -> Judgement:
    """No verdict, and why: a sentence."""
    return Judgement(None, "program", "abstained", reason, working=working, places=tuple(places))


def quoted(text: Text, span: Span) -> str:
    """What stands at a span, short and on one line, in quotes."""
    said = " ".join(text.quote(span).split())
    return f'"{said[:_QUOTED]}…"' if len(said) > _QUOTED else f'"{said}"'


def ordered(id: str, least: float | None, most: float | None) -> None:
    """InputError where a least is above a most."""
    if least is not None and most is not None and least > most:
        raise InputError(f"{id}: min is {least:g}, above max, which is {most:g}; exchange them.")


def times(count: int) -> str:
    """How often something is there, in words."""
    return counted(count, "time")


def listed(text: Text, spans: Sequence[Span]) -> str:
    """The first of many spans as quotes."""
    more = f" and {len(spans) - _SHOWN:,} more" if len(spans) > _SHOWN else ""
    return ", ".join(quoted(text, span) for span in spans[:_SHOWN]) + more


def _together(found: Sequence[Judgement], parts: Sequence[Text], *, any_of: bool) -> Judgement:
    """The verdict on all parts, or on any of them."""
    verdicts = [one.satisfied for one in found]
    # For `any` one that keeps to it is enough, for all one that does not.
    satisfied = any_of if any_of in verdicts else None if None in verdicts else not any_of
    telling = [
        (one, part)
        for one, part in zip(found, parts, strict=True)
        if len(parts) == 1 or one.satisfied is satisfied
    ]
    working = [
        f"{quoted(part, (part.start, part.start + len(part.text)))}: {line}"
        for one, part in telling[:_SHOWN]
        for line in (*one.told, *([one.reason] if one.reason else []))
    ]
    if len(parts) > 1:
        kept = verdicts.count(True)
        working.insert(0, f"{kept} of {len(parts)} keep to it")
    places = [place for one, _ in telling for place in one.places]
    if satisfied is None:
        return undecided(next(o.reason for o, _ in telling), *working, places=places)
    return decided(satisfied, *working, places=places)


_ENDS = ("exactly", "about", "max", "above", "below")


class Count(ConstraintType):
    """So many of something: `exactly`, `min`, `max`, or `about` so many.

    What surely counts is `found`, what may count besides is `doubtful`; a verdict is given only
    where it is the same for both. `about` is kept within 10%, open up to 20%.
    """

    one: ClassVar[str]
    many: ClassVar[str] = ""
    least: ClassVar[int | None] = None
    """At least so many where no number is given; None where a number is needed."""

    exactly: float | None = Field(None, ge=0, description="Just so many.")
    min: float | None = Field(None, ge=0, description="At least so many.")
    max: float | None = Field(None, ge=0, description="At most so many.")
    about: float | None = Field(None, ge=0, description="So many, give or take 10%.")

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if self.least is None and not self._has_bound:
            raise InputError(f"{self.id} needs a number: exactly, min, max or about.")
        ordered(self.id, self.min, self.max)
        if self.exactly is not None and (self.min, self.max, self.about) != (None,) * 3:
            raise InputError(f"{self.id}: exactly stands alone; leave min, max and about out.")
        return self

    def in_some_part(self, text: Text) -> Judgement:
        """As `ConstraintType.in_some_part`: no part has more than the whole.

        A whole that keeps to a bound on both sides keeps to it: that it does so by chance is rare
        (docs/decisions/checking.md).
        """
        least, most = self._within(0.2)
        judged = self.verify(text)
        if most < inf and judged.satisfied and (least or self.adds_up):
            return judged
        if least and self.adds_up and judged.satisfied is False:
            ends = {one: None for one in _ENDS if one in type(self).model_fields}
            enough = self.model_copy(update={**ends, "min": least}).verify(text)
            if enough.satisfied is False:
                return enough
        return undecided(_WHICH_PART, *judged.told, places=judged.places)

    @property
    def adds_up(self) -> bool:
        """Whether a whole has no less than each of its parts: no share, and no rate."""
        return True

    @property
    def _has_bound(self) -> bool:
        return (self.exactly, self.min, self.max, self.about) != (None,) * 4

    @property
    def forbids(self) -> bool:
        """Whether none is wanted."""
        return self.max == 0 or self.exactly == 0

    @abstractmethod
    def found(self, text: Text) -> Sequence[Span]:
        """The places of what surely counts, in order."""

    def doubtful(self, text: Text) -> Sequence[Span]:
        """The places of what may count as well."""
        return ()

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        found, more = self.found(text), self.doubtful(text)
        low, high = len(found), len(found) + len(more)
        working = [self.counted(low) if low == high else f"{low:,} to {self.counted(high)}"]
        if found and low <= _SHOWN:
            working.append(listed(text, found))
        if more:
            working.append(f"may count: {listed(text, more)}")
        return self.compared(low, high, *working, places=(*found, *more))

    def compared(
        self, low: float, high: float, *working: str, places: Sequence[Span] = ()
    ) -> Judgement:
        """The verdict on a number that is surely from `low` to `high`."""
        least, most = self._within(0.1)
        if least <= low and high <= most:
            return decided(True, *working, places=places)
        least, most = self._within(0.2)
        if high < least or low > most or (low == high and self.about is None):
            return decided(False, *working, places=places)
        if self.about is not None and low == high:
            why = f"whether {self.counted(low)} are about {self.about:,g} is a matter of taste."
        else:
            why = f"{low:,g} to {self.counted(high)}, depending on what counts."
        return undecided(why, *working, places=places)

    def _within(self, share: float) -> tuple[float, float]:
        """The least and the most that satisfies it; `about` is that share off at most."""
        if self.exactly is not None:
            return self.exactly, self.exactly
        least = self.least if not self._has_bound else self.min
        low, high = least or 0, inf if self.max is None else self.max
        if self.about is not None:
            low, high = max(low, self.about * (1 - share)), min(high, self.about * (1 + share))
        return low, high

    def counted(self, number: float) -> str:
        """A number with its noun: `3 bullets`."""
        return counted(number, self.one, self.many)

    def bound(self) -> str:
        """The bound in words: `at least 3`."""
        if self.exactly is not None:
            return f"exactly {self.counted(self.exactly)}" if self.exactly else f"no {self.one}"
        if self.about is not None:
            return f"about {self.counted(self.about)}"
        if self.min is not None and self.max is not None:
            return f"{self.min:,g} to {self.counted(self.max)}"
        if self.min is not None or not self._has_bound:
            return f"at least {self.counted(self.min or self.least or 0)}"
        return f"at most {self.counted(self.max or 0)}" if self.max else f"no {self.one}"

    def __str__(self) -> str:
        return self.bound()


_WANTED = {
    "float": "a number",
    "int": "a whole number",
    "string": "a text",
    "bool": "true or false",
    "tuple": "a list",
    "list": "a list",
    "dict": "a mapping",
}


def _is_number(annotation: Any) -> bool:
    """Whether a field takes numbers, and neither true nor false."""
    kinds = get_args(annotation) or (annotation,)
    return bool not in kinds and (int in kinds or float in kinds)


def _give(problem: str, context: Mapping[str, Any], given: object) -> str:
    """What to give instead of a value that is of the right kind, but none that is allowed."""
    match problem:
        case "literal_error":
            expected = str(context["expected"]).removeprefix("'', ")
            near = get_close_matches(str(given).casefold(), re.findall(r"'([^']+)'", expected), 1)
            return f"did you mean {near[0]!r}?" if near else f"give {expected}."
        case "int_from_float":
            return "give a whole number."
        case "greater_than_equal":
            return f"give {context['ge']:g} or more."
        case "finite_number":
            return "give a number."
    return ""


def _said(error: ValidationError, fields: Sequence[str]) -> str:
    """The first of the errors in a sentence that says what to give."""
    first = error.errors()[0]
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    field = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        return str(unknown("parameter", field, fields))
    if first["type"] == "missing":
        return f"{field} is missing."
    what, _, why = first["type"].partition("_")
    if why in ("parsing", "type") and (wanted := _WANTED.get(what)):
        return f"{field} is {first['input']!r:.60}; give {wanted}."
    if first["input"] == [] or (isinstance(first["input"], str) and not first["input"].strip()):
        return f"{field} is empty; write something there."
    if said := _give(first["type"], first.get("ctx", {}), first["input"]):
        return f"{field} is {first['input']!r:.60}; {said}"
    known = f"{field}: " if field else ""
    return f"{known}{first['msg'][:1].lower()}{first['msg'][1:]}."
